/** What an account has set up, by the definitions of its service. */
import { customFields } from '../../client/account.ts';
import { openCore } from '../support/core.ts';

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
