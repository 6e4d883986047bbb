/** The connection test, written out: a pattern for a test of any method of the app. */
import nock from 'nock';

import { runner } from './support/app.ts';
import { useNock } from './support/nock.ts';

useNock();

const run = runner();
const authData = { base_url: 'https://api.example.com', api_key: 'secret-key-1234' };
const testConnection = (more: object = {}) =>
  run('authentication.test', { authData: { ...authData, ...more } });
const service = () =>
  nock('https://api.example.com', { reqheaders: { authorization: 'secret-key-1234' } }).get(
    '/api/applications/connection-test',
  );

it('names the account of a key that the service takes', async () => {
  // There is no such case, but the service read the key before it said so.
  service().reply(404, { detail: 'Not found' });
  expect(await testConnection()).toEqual({ account: 'api.example.com' });
  service().reply(404, { detail: 'Not found' });
  expect(await testConnection({ account_name: ' Test ' })).toEqual({
    account: 'Test (api.example.com)',
  });
});
