import nock from 'nock';

import { authData, base, failure, run } from './support/app.ts';

const probe = () =>
  nock(base, { reqheaders: { 'user-agent': 'Zapier' } }).get('/api/applications/connection-test');
const test = (over: object = {}) =>
  run('authentication.test', { authData: { ...authData, ...over } });

it.each([
  ['a wrong key', 401, { detail: 'no' }, 'ExpiredAuthError', /API key/],
  ['a key without rights', 403, { detail: 'no' }, 'AppError', /not allowed .* with the account/],
  ['a service that is down', 500, { detail: 'no' }, 'AppError', /failed on its side/],
  ['a page that answers everything', 200, '<h1>Welcome</h1>', 'HaltedError', /not like the API/],
])('tells %s apart', async (_, status, body, kind, text) => {
  probe().reply(status as number, body as object);
  const error = await failure(test());
  expect(error.kind).toBe(kind);
  expect(error.message).toMatch(text as RegExp);
});

it.each([
  ['nonsense', 'not a web address'],
  ['ftp://api.example.com', 'not a web address'],
  ['http://api.example.com', 'https://'],
  ['https://user:pw@api.example.com', 'plain address'],
])('refuses the Base URL %s', async (base_url, text) => {
  expect((await failure(test({ base_url }))).message).toContain(text);
});

it.each(['https://api.example.com/', 'https://api.example.com/api', ' https://api.example.com '])(
  'takes the Base URL %s',
  async (base_url) => {
    probe().reply(404, {});
    expect(await test({ base_url })).toHaveProperty('account');
  },
);

const answering = (known: Record<string, string>) =>
  nock(base)
    .persist()
    .get(/.*/)
    .reply((path) => [404, { detail: known[path] ?? `There is no such address: ${path}.` }]);

it('refuses a Base URL that ends with a page of the application', async () => {
  answering({ '/api/applications/connection-test': 'There is no case.' });
  const error = await failure(test({ base_url: `${base}/login` }));
  nock.cleanAll();
  expect(error.kind).toBe('HaltedError');
  expect(error.message).toBe(
    `The Base URL ends with a page of the application, "/login". Enter it without that page: ${base}.`,
  );
});

it.each([
  ['knows its cases', { '/kyc/api/applications/connection-test': 'There is no case.' }],
  ['says the same of everything', {}],
])('takes a Base URL with a path, where the service below it %s', async (_, known) => {
  answering(known as Record<string, string>);
  expect(await test({ base_url: `${base}/kyc` })).toHaveProperty('account');
  nock.cleanAll();
});

it.each(['', 'with space', 'line\nbreak', 'ключ'])(
  'refuses the key %j without sending it',
  async (api_key) => {
    expect((await failure(test({ api_key }))).kind).toBe('ExpiredAuthError');
  },
);
