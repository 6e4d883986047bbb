/** Bad input comes back with the connector's own sentence, in n8n's engine (as in test/e2e/doors.test.ts). */
import { listen } from '../../../zapier/local/listen.ts';
import { mistakes, saidBy } from '../../../test/e2e/mistakes.ts';
import { actionOn } from './engine.ts';
import { parametersFor } from './parameters.ts';

it.each(mistakes)('$what', async (mistake) => {
  const { status, body } = mistake.answer ?? { status: 500, body: {} };
  let requestCount = 0;
  const service = await listen((_, response) => {
    requestCount++;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const workflow = actionOn(service.url);
  const parameters = parametersFor(mistake.key, mistake.input);
  // Of a subject that an expression chooses, the form has the fields of both.
  if (parameters.subject) parameters.subject = `={{ "${String(parameters.subject)}" }}`;
  const failed = await workflow.execute(parameters).then(
    () => undefined,
    (error: { message: string; description?: string }) => error,
  );
  service.close();
  const text = [failed?.message, failed?.description].filter(Boolean).join(' ');
  expect(text).toBe(saidBy(mistake, 'n8n'));
  expect(requestCount > 0).toBe(mistake.answer !== undefined);
});
