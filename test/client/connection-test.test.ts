/** What proves that a Base URL and a key are those of the service: an answer of its API, and no page. */
import { testConnection } from '../../client/connection-test.ts';
import { failure, openCore, type Reply } from '../support/core.ts';

const { service, run } = openCore();
const test = (...reply: Reply) => {
  service.serve({ 'GET .*': reply });
  return testConnection(run());
};

it.each([200, 400, 402, 404, 406, 409, 410, 415, 418, 422])('%i in JSON does', (status) =>
  test(status, { detail: 'x' }),
);
it.each([200, 404, 410, 422])('a page with %i does not', async (status) =>
  expect((await failure(test(status, '<h1>App</h1>'))).message).toContain('not like the API'),
);
it.each([
  [401, 'reconnect'],
  [403, 'error'],
  [500, 'error'],
  [502, 'error'],
  [503, 'throttle'],
])('%i in JSON does not', async (status, kind) =>
  expect((await failure(test(status, { detail: 'x' }))).kind).toBe(kind),
);
