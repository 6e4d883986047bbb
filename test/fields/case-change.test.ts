/** What a change of a case sends to empty a field, and what it refuses by name. */
import { toCaseChange } from '../../fields/case-change.ts';
import { openCore, refusal } from '../support/core.ts';

const clear = (clear_fields: unknown, more: object = {}) => toCaseChange({ clear_fields, ...more });

it.each<[unknown, object]>([
  [['business.vat_number'], { business: { vat_number: null } }],
  [
    'business.address.city, external_reference',
    { business: { address: { town: null } }, external_reference: null },
  ],
  [['custom_fields.plan.v2'], { custom_fields: { 'plan.v2': null } }],
  [['meta.a', 'meta.a'], { meta: { a: null } }],
  [['custom_fields.__proto__'], { custom_fields: Object.fromEntries([['__proto__', null]]) }],
])('an update empties %j', (fields, body) => expect(clear(fields)).toEqual(body));

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
  expect(toCaseChange({ additional_fields: { 'business.legal_form': 'null' } })).toEqual({
    business: { legal_form: null },
  });
  expect(
    toCaseChange({
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
    expect(() => toCaseChange({ additional_fields })).toThrow(problem);
  }
});

it.each<[object, string]>([
  [{ first_name: 'Ana', organization_name: 'A' }, 'First Name'],
  [{ subject: 'person', organization_name: 'A' }, 'Organization Name'],
  [{ organization_name: ['Lumen', 'Harbour'] }, 'Organization Name has 2 values'],
  [{ organization_name: {} }, 'Organization Name is a group of values'],
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
  [{ external_reference: 'deal-' }, 'External Reference: "deal-" contains no ID'],
  [{ additional_fields: { external_reference: '-kyb' } }, '"-kyb" contains no ID'],
  [{ additional_fields: { country: 'FR' } }, 'Use business.country instead'],
  [{ additional_fields: { decision_status: 'approved' } }, 'Use Record Decision instead'],
  [{ risk_level: 'EXTREME' }, 'Risk Level: "EXTREME"'],
  [{}, 'Nothing to update'],
])('refuses %j by its label', async (input, label) =>
  expect(await refusal(() => toCaseChange(input))).toContain(label),
);

describe('the dropdown', () => {
  const { service, form } = openCore();
  const choices = async (input: object) => {
    const fields = await form('update_case', input);
    const clearing = fields.find(({ key }) => key === 'clear_fields')!;
    return (clearing.choices as { value: string }[]).map(({ value }) => value);
  };

  it('offers the custom fields of the account and the fields of its subject, each of which works', async () => {
    const custom_fields = [{ name: 'plan' }, { name: 'a.b', display_name: 'A' }];
    service.serve({ 'GET /api/custom_fields': [200, { custom_fields }] });
    const offered = await choices({ application_id: 'app_1', subject: 'business' });
    expect(offered).toEqual(
      expect.arrayContaining(['business.vat_number', 'custom_fields.plan', 'custom_fields.a.b']),
    );
    expect(offered.filter((name) => name.startsWith('person.'))).toEqual([]);
    for (const name of offered) expect(Object.keys(clear([name]))).toHaveLength(1);
  });

  it('opens where the account cannot be read', async () => {
    service.serve({});
    expect(await choices({})).toContain('person.birth_date');
  });
});
