/** What stops a step is told in the connector's own sentence in n8n's engine (as in packages/mcp/test/doors.test.ts). */
import { refusals } from '../../../test/operations/rows.ts';
import { recording } from '../../../test/known-service/service.ts';
import { actionOn } from './engine.ts';
import { parametersFor } from './parameters.ts';

it.each(refusals)('$title', async ({ key, input, requests, says }) => {
  const service = await recording(requests);
  const workflow = actionOn(service.url);
  const parameters = parametersFor(key, input);
  // Of a subject that an expression chooses, the form has the fields of both.
  if (parameters.subject) parameters.subject = `={{ "${String(parameters.subject)}" }}`;
  const failed = await workflow.execute(parameters).then(
    () => undefined,
    (error: { message: string; description?: string }) => error,
  );
  service.close();
  const text = [failed?.message, failed?.description].filter(Boolean).join(' ');
  expect(text).toBe(says.n8n);
  expect(service.requests).toHaveLength(requests.length);
});
