/** What proves that a Base URL and a key are those of the service: an answer of its API, and no page. */
import { accountLabel, testConnection } from '../../client/connection-test.ts';
import type { Connection } from '../../client/exchange/run.ts';
import { failure, openCore, type Reply } from '../support/core.ts';

const { service, run } = openCore();
const test = (more: Connection = {}) => testConnection(run(more));
const answered = (...reply: Reply) => {
  service.serve({ 'GET /api/applications/connection-test': reply });
  return test();
};

it.each([200, 400, 402, 404, 406, 409, 410, 415, 418, 422])('%i in JSON proves the key', (status) =>
  answered(status, { detail: 'x' }),
);
it.each([200, 404, 410, 422])('a page with %i does not prove the key', async (status) =>
  expect((await failure(answered(status, '<h1>App</h1>'))).message).toContain('not like the API'),
);
it.each([
  [401, 'reconnect', 'API key'],
  [403, 'error', 'not allowed to do this with the account'],
  [500, 'error', 'failed on its side'],
  [502, 'error', 'failed on its side'],
  [503, 'throttle', 'busy'],
])('%i in JSON does not prove the key', async (status, kind, text) =>
  expect(await failure(answered(status, { detail: 'x' }))).toMatchObject({
    kind,
    message: expect.stringContaining(text),
  }),
);

it.each([
  ['nonsense', 'not a web address'],
  ['ftp://api.example.com', 'not a web address'],
  ['http://api.example.com', 'https://'],
  ['https://user:pw@api.example.com', 'plain address'],
])('refuses the Base URL %s', async (base_url, text) =>
  expect((await failure(test({ base_url }))).message).toContain(text),
);

it.each(['https://api.example.com/', 'https://api.example.com/api', ' https://api.example.com '])(
  'takes the Base URL %s',
  async (base_url) => {
    service.serve({ 'GET /api/applications/connection-test': [200, {}] });
    await test({ base_url });
    expect(accountLabel(run({ base_url }))).toBe('api.example.com');
  },
);

it('takes a Base URL with a path', async () => {
  service.serve({ 'GET .*': () => [404, { detail: 'There is no case.' }] });
  await test({ base_url: `${service.url}/kyc` });
  expect(service.lines()[0]).toBe('GET /kyc/api/applications/connection-test');
});

it.each(['', 'with space', 'line\nbreak', 'ключ'])(
  'refuses the key %j without sending it',
  async (api_key) => {
    expect((await failure(test({ api_key }))).kind).toBe('reconnect');
    expect(service.requests).toEqual([]);
  },
);
