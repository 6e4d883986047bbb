/** What proves a connection to an account, and what the account has set up by the definitions of its service. */
import { customFields } from '../../client/account.ts';
import { failure, openCore, type Reply } from '../support/core.ts';
import { testConnection } from '../../client/connection-test.ts';

const { service, run } = openCore();

it.each([
  ['phone_number', 'text'],
  ['registration number', 'text'],
  ['PhoneNumber', 'text'],
  ['updated_by', 'text'],
  ['postal_code', 'text'],
  ['datetime', 'text'],
  ['number', 'number'],
  ['Number (decimal)', 'number'],
  ['integer', 'number'],
  ['date', 'date'],
  ['industry_codes', 'codes'],
])('reads the type %s as %s', async (type, kind) => {
  service.serve({ 'GET /api/custom_fields': [200, [{ name: 'x', type }]] });
  const [field] = await customFields(run());
  expect(field).toMatchObject({ name: 'x', type: kind });
});

describe('the connection test', () => {
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
});
