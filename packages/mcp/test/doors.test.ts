/**
 * What stops a step is told in the connector's own sentence here, too: the rows of the table of
 * operations, with the official clients of both generations. n8n: packages/n8n/test/doors.test.ts.
 */
import { refusals } from '../../../test/operations/rows.ts';
import { aCase, get, id } from '../../../test/operations/table.ts';
import { recording, type StartedService } from '../../../test/known-service/service.ts';
import { agree, asCall, clients, startServer, type Assistant } from './support.ts';

let service: StartedService;
let server: Awaited<ReturnType<typeof startServer>>;
let assistants: Assistant[];

beforeAll(async () => {
  service = await recording([]);
  server = await startServer(service.url);
  assistants = await Promise.all(clients.map(([, open]) => open(server.url, agree)));
  await Promise.all(assistants.map((assistant) => assistant.tools()));
});
afterAll(async () => {
  await Promise.all(assistants.map((assistant) => assistant.close()));
  await server.close();
  service.close();
});

it.each(refusals)('$title', async ({ key, input, requests, says }) => {
  // The question about a decision has the name of the case.
  const all =
    key === 'record_decision' ? [get(`/api/applications/${id}`, aCase), ...requests] : requests;
  for (const assistant of assistants) {
    service.follow(all);
    const { isError, text } = await assistant.call(...asCall(key, input));
    expect([assistant.generation, isError, text]).toEqual([assistant.generation, true, says.mcp]);
    expect(service.requests).toHaveLength(all.length);
  }
});
