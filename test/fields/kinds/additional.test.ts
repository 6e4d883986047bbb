/** A field that has two names is never sent twice: refused by its label, before anything is made. */
import { halted, openCore } from '../../support/core.ts';

const { service, perform, sent } = openCore();

const business = { subject: 'business', organization_name: 'Lumen' };
const person = { subject: 'person', first_name: 'Ana', last_name: 'A' };
const inCase = { application_id: 'app_1' };
const renamed = {
  names: { 'person.given_names': 'first_name', 'case.external_reference': 'reference' },
};

const inParis = { ...business, business_address_city: 'A' };
const referenced = { ...business, external_reference: 'deal-1' };
const withParty = { ...business, related_persons: [{ last_name: 'A' }] };
const party = { ...inCase, first_name: 'Ana', last_name: 'A' };

it.each<
  [key: string, filled: object, name: string, value: string, label: string, dialect?: object]
>([
  ['create_case', inParis, 'business.address.city', 'B', 'Business Address City'],
  ['create_case', inParis, 'business.address', '{"city":"B"}', 'Business Address City'],
  ['create_case', person, 'person.first_name', 'Bo', 'First Name'],
  ['create_case', person, 'person.first_name', 'Bo', 'First Name', renamed],
  ['create_case', referenced, 'reference', 'Bo', 'External Reference', renamed],
  ['add_related_person', party, 'first_name', 'Bo', 'First Name', renamed],
  ['update_case', party, 'person.first_name', 'Bo', 'First Name', renamed],
  [
    'start_onboarding',
    withParty,
    'persons',
    '[{}]',
    'Related Persons',
    { related_parties: 'inline' },
  ],
])('%s %j refuses %s', async (key, filled, name, value, label, dialect = {}) => {
  process.env.SERVICE_DIALECT = JSON.stringify(dialect);
  const work = perform(key, { ...filled, additional_fields: { [name]: value } });
  expect(await halted(work)).toContain(`is also filled in as ${label}. Keep one of the two.`);
  expect(service.requests).toEqual([]);
});

it('puts additional fields beside those that are filled in, at any depth', async () => {
  service.serve({ 'POST /api/applications': [201, { application_id: 'app_1' }] });
  const address = { business_address_city: 'Paris', vat_number: 'FR1' };
  await perform('create_case', {
    ...business,
    ...address,
    additional_fields: { business: '{"legal_form":"SAS"}', 'business.address.floor': '"3"' },
  });
  expect(sent('POST /api/applications')).toMatchObject({
    business: {
      organization_name: 'Lumen',
      vat_number: 'FR1',
      legal_form: 'SAS',
      address: { town: 'Paris', floor: '3' },
    },
  });
});
