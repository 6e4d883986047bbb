/** The body of a new case and of a change: what has two readings is refused by its label. */
import { toNewCase } from '../../fields/case.ts';
import { readDialect } from '../../service/dialect.ts';
import { halted, openCore, refusal } from '../support/core.ts';
import { toCaseChange } from '../../fields/case-change.ts';

const { service, perform, form, sent } = openCore();
const business = { subject: 'business', organization_name: 'Lumen Studio SAS' };
const read = (input: object) => toNewCase(readDialect(), { ...business, ...input });

it.each<[string, object, string]>([
  ['two options of a dropdown', { custom_choice_plan: ['A', 'B'] }, 'Custom Field "plan"'],
  ['a number that was rounded', { external_reference: 2 ** 60 }, 'External Reference'],
  ['the same in a custom field', { custom_number_x: 2 ** 60 }, 'Custom Field "x"'],
  ['the same among others', { custom_fields: { x: { y: [2 ** 53] } } }, 'Custom Fields'],
  ['null among others', { custom_fields: { plan: 'null' } }, 'Custom Fields: "plan" is null'],
  ['a German thousand', { custom_number_x: '12.345' }, 'Custom Field "x"'],
  [
    'midnight of another zone',
    { registration_date: '1985-11-01T23:00:00.000Z' },
    'Registration Date',
  ],
  ['a field of the other subject', { first_name: 'Ana' }, 'First Name'],
  ['two subjects', { additional_fields: { 'person.email': 'a@b.example' } }, 'Subject'],
  ['the same as JSON', { additional_fields: { person: '{"last_name":"A"}' } }, 'Subject'],
  ['a subject that is none', { subject: 'company' }, 'Subject'],
  ['nobody', { organization_name: '' }, 'Organization Name is empty'],
])('refuses %s: %j', async (_, input, label) =>
  expect(await refusal(() => read(input))).toContain(label),
);

const trade = 'Agriculture, forestry and fishing';
it.each<[string, unknown, unknown]>([
  ['text_note', '007', '007'],
  ['text_note', 'true', 'true'],
  ['number_seats', '25', 25],
  ['number_seats', 7, 7],
  ['boolean_vip', 'yes', true],
  ['boolean_vip', 'false', false],
  ['choice_size', 'L, XL', 'L, XL'],
  ['choices_colours', ['red', 'blue'], ['red', 'blue']],
  ['choices_colours', 'red, blue', ['red', 'blue']],
  ['choices_colours', ['red;blue'], ['red', 'blue']],
  ['choices_roles', ['DIRECTOR,UBO'], ['DIRECTOR', 'UBO']],
  ['choices_trade', [trade], [trade]],
  ['choices_trade', JSON.stringify([trade]), [trade]],
  ['date_since', '31.05.2024', '2024-05-31'],
  ['country_home', 'France', 'FRA'],
  ['countries_markets', ['FR', 'Germany'], ['FRA', 'DEU']],
  ['codes_nace', ['62.01, 62.02'], ['62.01', '62.02']],
  ['text_net-20-worth', 'x', 'x'],
])('reads the custom field %s with %j as %j', (key, value, result) => {
  const [name] = Object.entries(read({ [`custom_${key}`]: value }).custom_fields!)[0]!;
  expect(read({ [`custom_${key}`]: value }).custom_fields).toEqual({ [name]: result });
  expect(name).toBe(key.replace(/^[a-z]+_/, '').replace('-20-', ' '));
});

it('keeps the digits of a number that is longer than others', () =>
  expect(String(read({ custom_number_seats: '12345678901234567890' }).custom_fields!.seats)).toBe(
    '12345678901234567890',
  ));

describe('a change of a case', () => {
  const clear = (clear_fields: unknown, more: object = {}) =>
    toCaseChange(readDialect(), { clear_fields, ...more });

  it.each<[unknown, object]>([
    [['business.vat_number'], { business: { vat_number: null } }],
    [
      'business.address.city, external_reference',
      { business: { address: { town: null } }, external_reference: null },
    ],
    [['custom_fields.plan.v2'], { custom_fields: { 'plan.v2': null } }],
    [['meta.a', 'meta.a'], { meta: { a: null } }],
    [['custom_fields.__proto__'], { custom_fields: Object.fromEntries([['__proto__', null]]) }],
  ])('empties %j', (fields, body) => expect(clear(fields)).toEqual(body));

  it.each([
    ['VAT Number', 'Choose business.vat_number.'],
    ['vat_number', 'Choose one from the list'],
    ['business', 'Choose one from the list'],
    ['application_id', 'Choose one from the list'],
    ['organization_name', 'Choose one from the list'],
    ['decision_status', 'Choose one from the list'],
    ['custom_fields', 'Choose one from the list'],
    ['business.address', 'Choose one from the list'],
    ['business.__proto__', 'Choose one from the list'],
  ])('refuses to empty %s, by its name', (name, advice) => {
    expect(() => clear([name])).toThrow(
      `Clear Fields: "${name}" is not a field that can be emptied. ${advice}`,
    );
  });

  it('empties by null in Additional Fields, as its text or as JSON', () => {
    expect(
      toCaseChange(readDialect(), { additional_fields: { 'business.legal_form': 'null' } }),
    ).toEqual({
      business: { legal_form: null },
    });
    expect(
      toCaseChange(readDialect(), {
        additional_fields: '{"custom_fields.plan":null,"note":"\\"null\\""}',
      }),
    ).toEqual({
      custom_fields: { plan: null },
      note: 'null',
    });
    for (const [name, problem] of [
      ['business', '"business" cannot be emptied as a whole. Name its fields one by one.'],
      ['application_id', '"application_id" cannot be emptied.'],
    ]) {
      const additional_fields = { [name!]: 'null' };
      expect(() => toCaseChange(readDialect(), { additional_fields })).toThrow(problem);
    }
  });

  it.each<[object, string]>([
    [{ first_name: 'Ana', organization_name: 'A' }, 'First Name'],
    [{ subject: 'person', organization_name: 'A' }, 'Organization Name'],
    [{ organization_name: ['Lumen', 'Harbour'] }, 'Organization Name has 2 values'],
    [{ custom_text_note: ['a', 'b'] }, 'Custom Field "note" has 2 values'],
    [{ custom_fields: '{"plan":null,"seats":3}' }, 'Custom Fields: "plan" is null'],
    [{ meta: '{"origin":null}' }, 'Meta: "origin" is null'],
    [
      { business_address_city: 'Paris', clear_fields: ['business.address.city'] },
      'Clear Fields: Business Address City is also filled in.',
    ],
    [
      { custom_fields: { plan: 'A' }, clear_fields: ['custom_fields.plan'] },
      'Clear Fields: "plan" is also filled in.',
    ],
    [{}, 'Nothing to update'],
  ])('refuses %j by its label', async (input, label) =>
    expect(await refusal(() => toCaseChange(readDialect(), input))).toContain(label),
  );

  describe('the dropdown', () => {
    const aCase = 'GET /api/applications/app_1';
    const choices = async (input: object) => {
      const fields = await form('update_case', input);
      const clearing = fields.find(({ key }) => key === 'clear_fields')!;
      return (clearing.choices as { value: string }[]).map(({ value }) => value);
    };

    it('offers the custom fields of the case and the fields of its subject, each of which works', async () => {
      const custom_fields = { plan: 'Premium', 'a.b': 1, gone: null };
      service.serve({ [aCase]: [200, { application_id: 'app_1', custom_fields }] });
      const offered = await choices({ application_id: 'app_1', subject: 'business' });
      expect(offered).toEqual(
        expect.arrayContaining(['business.vat_number', 'custom_fields.plan', 'custom_fields.a.b']),
      );
      expect(offered.filter((name) => /^person\.|gone/.test(name))).toEqual([]);
      for (const name of offered) expect(Object.keys(clear([name]))).toHaveLength(1);
    });

    it('opens where the case cannot be read, and asks for none that is not chosen', async () => {
      service.serve({ [aCase]: [403, {}] });
      expect(await choices({ application_id: 'app_1' })).toContain('person.birth_date');
      service.serve({});
      expect(await choices({ application_id: '{{1.id}}' })).toContain('business.vat_number');
      expect(service.lines().filter((line) => line.includes('/applications/'))).toEqual([]);
    });
  });
});

describe('a field that has two names', () => {
  const person = { subject: 'person', first_name: 'Ana', last_name: 'A' };
  const inCase = { application_id: 'app_1' };
  const renamed = {
    names: { 'person.given_names': 'first_name', 'case.external_reference': 'reference' },
  };

  it.each<[string, object, string, unknown, string, object?]>([
    [
      'create_case',
      { ...business, business_address_city: 'A' },
      'business.address.city',
      'B',
      'Business Address City',
    ],
    [
      'create_case',
      { ...business, business_address_city: 'A' },
      'business.address',
      '{"city":"B"}',
      'Business Address City',
    ],
    ['create_case', person, 'person.first_name', 'Bo', 'First Name'],
    ['create_case', person, 'person.first_name', 'Bo', 'First Name', renamed],
    [
      'create_case',
      { ...business, external_reference: 'deal-1' },
      'reference',
      'Bo',
      'External Reference',
      renamed,
    ],
    [
      'add_related_person',
      { ...inCase, first_name: 'Ana', last_name: 'A' },
      'first_name',
      'Bo',
      'First Name',
      renamed,
    ],
    [
      'update_case',
      { ...inCase, first_name: 'Ana' },
      'person.first_name',
      'Bo',
      'First Name',
      renamed,
    ],
    [
      'start_onboarding',
      { ...business, related_persons: [{ last_name: 'A' }] },
      'persons',
      '[{"last_name":"B"}]',
      'Related Persons',
      { related_parties: 'inline' },
    ],
  ])('%s %j refuses %s', async (key, input, name, value, label, dialect = {}) => {
    process.env.SERVICE_DIALECT = JSON.stringify(dialect);
    const work = perform(key, { ...input, additional_fields: { [name]: value } });
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
        organization_name: 'Lumen Studio SAS',
        vat_number: 'FR1',
        legal_form: 'SAS',
        address: { town: 'Paris', floor: '3' },
      },
    });
  });
});
