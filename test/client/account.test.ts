/** What an account has set up, by the definitions of its service. */
import { customFields } from '../../client/account.ts';
import { openCore, type Reply } from '../support/core.ts';

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

it('reads the fields of the first part where the next one fails, and remembers no part', async () => {
  const read = async (reply: Reply) => {
    service.serve({
      'GET /api/custom_fields': ({ path }) =>
        path.endsWith('2') ? reply : [200, { data: [{ name: 'plan' }], next: '?page=2' }],
    });
    return (await customFields(run())).map(({ name }) => name);
  };
  expect(await read([500, {}])).toEqual(['plan']);
  expect(await read([200, { data: [{ name: 'seats' }] }])).toEqual(['plan', 'seats']);
});
