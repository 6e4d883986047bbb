/** What a service did not take, by what its answer shows: a value written otherwise was taken. */
import { asNotTaken, notTaken } from '../../client/not-taken.ts';
import { caseLabels } from '../../fields/case.ts';
import { openCore } from '../support/core.ts';

const { service, perform } = openCore();

const left = (sent: object, answered: object) =>
  notTaken(sent, { id: 'app_1', ...answered }, caseLabels);
const business = { organization_name: 'Lumen', vat_number: 'FR1' };

it.each<[string, object, object, string[]]>([
  [
    'a field it leaves out',
    { business },
    { business: { organization_name: 'Lumen' } },
    ['VAT Number'],
  ],
  [
    'a field it shows as null',
    { business },
    { business: { vat_number: null } },
    ['Organization Name', 'VAT Number'],
  ],
  [
    'a field of the case',
    { business, external_reference: 'deal-1' },
    { business },
    ['External Reference'],
  ],
  [
    'a subject the case has not',
    { person: { given_names: 'Ana' } },
    { business: {}, person: null },
    ['First Name'],
  ],
  [
    'an object that stays empty',
    { business: { organization_name: 'A', address: { town: 'Paris' } } },
    { business: { organization_name: 'A', address: null } },
    ['Business Address City'],
  ],
  [
    'custom fields',
    { custom_fields: { plan: 'A' } },
    { custom_fields: null },
    ['Custom Fields: Plan'],
  ],
  ['a risk level', { risk_level: 2 }, { risk_level: 0 }, ['Risk Level']],
  ['a yes', { is_draft: true }, { is_draft: 'false' }, ['Create as Draft']],
  [
    'a name',
    { business: { organization_name: 'New' } },
    { business: { organization_name: 'Old' } },
    ['Organization Name'],
  ],
  ['a country', { business: { country: 'FRA' } }, { business: { country: 'DE' } }, ['Country']],
  [
    'a date',
    { business: { registration_date: '2024-05-31' } },
    { business: { registration_date: '2024-05-30' } },
    ['Registration Date'],
  ],
  [
    'a reference',
    { external_reference: 'deal-1' },
    { external_reference: 'deal-10' },
    ['External Reference'],
  ],
  [
    'a number',
    { custom_fields: { seats: 6 } },
    { custom_fields: { seats: 5 } },
    ['Custom Fields: Seats'],
  ],
  [
    'one of several',
    { person: { nationalities: ['FRA', 'ESP'] } },
    { person: { nationalities: ['FRA'] } },
    ['Nationality'],
  ],
  [
    'fields that were emptied and stay',
    { business: { vat_number: null }, custom_fields: { plan: null, seats: null } },
    { business: { vat_number: 'FR1' }, custom_fields: { plan: 'A', seats: 0 } },
    ['VAT Number', 'Custom Fields: Plan'],
  ],
])('%s', (_, sent, answered, labels) => expect(left(sent, answered)).toEqual(labels));

it.each<[string, object, object]>([
  ['a bare id, which is no evidence', { business }, {}],
  ['an object that is not shown', { business }, { status_review: 'pending' }],
  ['an object that is only named', { business }, { business: { id: 'biz_1' } }],
  ['an object that is null', { business }, { business: null, external_reference: 'deal-1' }],
  ['an object by its id', { business }, { business: null, business_id: 'b_1' }],
  ['other capitals', { business }, { business: { organization_name: 'LUMEN', vat_number: 'fr1' } }],
  ['a country by another code', { business: { country: 'AUT' } }, { business: { country: 'at' } }],
  [
    'a date with a time',
    { business: { registration_date: '2024-05-31' } },
    { business: { registration_date: '2024-05-31T00:00:00Z' } },
  ],
  [
    'a name in full',
    { business: { organization_name: 'Lumen Studio' } },
    { business: { organization_name: 'LUMEN STUDIO S.A.S.' } },
  ],
  [
    'a number with blanks',
    { business: { registration_number: '552100554' } },
    { business: { registration_number: '552 100 554' } },
  ],
  ['a level by its name', { risk_level: 2 }, { risk_level: 'HIGH' }],
  ['a number as text', { custom_fields: { seats: 6 } }, { custom_fields: { seats: '6.0' } }],
  [
    'an option by its id',
    { custom_fields: { plan: 'Premium' } },
    { custom_fields: { plan: 'o_1' } },
  ],
  [
    'a nationality alone',
    { person: { nationalities: ['FRA'] } },
    { person: { nationalities: 'FRA' } },
  ],
])('nothing: %s', (_, sent, answered) => expect(left(sent, answered)).toEqual([]));

it('is a list and a sentence of the output, by the labels of the form', async () => {
  service.serve({
    'PUT /api/applications/app_1': [
      200,
      { id: 'app_1', status_review: 'pending', business: { organization_name: 'Lumen' } },
    ],
  });
  const change = { application_id: 'app_1', organization_name: 'Lumen' };
  expect(await perform('update_case', change)).toMatchObject(asNotTaken([]));
  const labels = ['VAT Number'];
  const changed = await perform('update_case', { ...change, vat_number: 'FR1' });
  expect(changed).toMatchObject({ ...asNotTaken(labels), not_taken: labels });
  expect(changed.not_taken_text).toContain('VAT Number');
});
