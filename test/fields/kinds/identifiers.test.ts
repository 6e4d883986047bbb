/**
 * Numbers and references as CRMs, spreadsheets and templates write them: what is sent, or the
 * message.
 */
import { refusal } from '../../support/core.ts';
import { isPlaceholder } from '../../../client/comparison/placeholders.ts';
import { toNewCase } from '../../../fields/cases.ts';
import { toReference } from '../../../fields/kinds/identifiers.ts';

const formula = 'is the error of a spreadsheet formula';
const shortened = 'looks like a number that a spreadsheet shortened';
const decimal = 'looks like a number that a program turned into a decimal';
const noNumber = 'stands in place of a number';
const noId = 'contains no ID. The ID of the deal was empty';
const instead = (gap: string) => `contains "${gap}" in place of an ID`;
const group = 'is what a program writes for a group of values';

const subject = { subject: 'business', organization_name: 'Lumen' };
const business = (fields: object) => toNewCase({ ...subject, ...fields });

describe.each([
  ['registration_number', 'Registration Number'],
  ['local_number', 'Local Number'],
  ['vat_number', 'VAT Number'],
  ['iban', 'IBAN'],
  ['business_phone', 'Business Phone'],
])('%s', (key, label) => {
  it.each([
    ['552100554', '552100554'],
    [' 552 100 554 ', '552 100 554'],
    ['552.100.000', '552.100.000'],
    ['CHE-116.281.710', 'CHE-116.281.710'],
    ['12.345.678/0001-00', '12.345.678/0001-00'],
    ['HRB 86891 B', 'HRB 86891 B'],
    ['12E456789', '12E456789'],
    ['5521\u200b00554\ufeff', '552100554'],
    [55210055400013, '55210055400013'],
  ])('sends %j as %j', (typed, sent) =>
    expect(JSON.stringify(business({ [key]: typed }))).toContain(JSON.stringify(sent)),
  );

  it.each([
    ['5.52101E+13', shortened],
    ['5,52101E+13', shortened],
    ['5.52101e13', shortened],
    ['1E+14', shortened],
    ['55210055400013.0', decimal],
    ['55210055400013,00', decimal],
    ['#N/A', formula],
    ['#REF!', formula],
    ['#DIV/0!', formula],
    ['FR #VALUE!', formula],
    ['N/A', noNumber],
    ['n.a.', noNumber],
    ['none', noNumber],
    ['Unknown', noNumber],
    ['(TBD)', noNumber],
    ['pending', noNumber],
    ['0', noNumber],
    ['000 000 000', noNumber],
    ['XXXXXXXXX', noNumber],
    ['---', noNumber],
    ['FR76****0189', noNumber],
    ['in creation', noNumber],
    ['en cours', noNumber],
    ['see attached', noNumber],
    ['[object Object]', group],
  ])('refuses %j', async (typed, message) => {
    const shown = await refusal(() => business({ [key]: typed }));
    expect(shown).toContain(`${label}: "${typed}" ${message}`);
  });
});

it('refuses a name that is the error of a formula, and takes a mask that may be meant', async () => {
  expect(await refusal(() => business({ organization_name: '#REF!' }))).toContain(
    `Organization Name: "#REF!" ${formula}`,
  );
  expect(await refusal(() => business({ custom_fields: { plan: '#N/A' } }))).toContain(formula);
  for (const organization_name of ['[ND]', '---', 'N/A']) {
    expect(business({ organization_name })).toEqual({ business: { organization_name } });
  }
  // These are words of the service, not numbers.
  expect(business({ legal_type: 'none' })).toMatchObject({ business: { legal_type: 'none' } });
});

describe('a reference', () => {
  it.each([
    ['Mu\u0308ller', 'M\u00fcller'],
    [10482, '10482'],
    ['#10482', '#10482'],
    ['10482-kyb', '10482-kyb'],
    ['a1--b2', 'a1--b2'],
    ['Nullarbor-7', 'Nullarbor-7'],
    ['006Kj00000aBcDeIAK', '006Kj00000aBcDeIAK'],
    // IDs of databases, which may begin or end with a sign.
    ['-OaBcDe1fGhIjK2', '-OaBcDe1fGhIjK2'],
    ['-OaBcDefGhIjKlMnOpQr', '-OaBcDefGhIjKlMnOpQr'],
    ['V1StGXR8_Z5jdHi6B-myT_', 'V1StGXR8_Z5jdHi6B-myT_'],
    ['RGVhbDoxMDQ4Mg==', 'RGVhbDoxMDQ4Mg=='],
    ['3f2504e0-4f89-11d3-9a0c-0305e82c3301', '3f2504e0-4f89-11d3-9a0c-0305e82c3301'],
    ['Acme Inc.', 'Acme Inc.'],
    ['https://crm.example.com/deals/4711/', 'https://crm.example.com/deals/4711/'],
    ['https://www.acme.example/', 'https://www.acme.example/'],
    ['https://crm.example.com/deals/acme', 'https://crm.example.com/deals/acme'],
    ['12 rue de la Paix, 75002 Paris', '12 rue de la Paix, 75002 Paris'],
    ['ana@example.com', 'ana@example.com'],
    ['deal-none-42', 'deal-none-42'],
    ['deal-x', 'deal-x'],
    ['v2.0-4711', 'v2.0-4711'],
    ['deal-\u200b42', 'deal-42'],
  ])('sends %j as %j', (typed, sent) => expect(toReference(typed, 'Reference')).toBe(sent));

  it.each([
    ['deal-', noId],
    ['deal_', noId],
    ['deal:', noId],
    ['deal#', noId],
    ['-kyb', noId],
    ['–kyb', noId],
    ['deal--kyb', noId],
    ['https://crm.example.com/deals/', noId],
    ['undefined', instead('undefined')],
    ['null', instead('null')],
    ['NaN', instead('NaN')],
    ['deal-undefined', instead('undefined')],
    ['None-kyb', instead('None')],
    ['a/null/b', instead('null')],
    ['N/A', instead('N/A')],
    ['N/A-kyb', instead('N/A')],
    ['0', instead('0')],
    ['0-kyb', instead('0')],
    ['deal-000', instead('000')],
    ['xxx-kyb', instead('xxx')],
    ['#N/A-kyb', formula],
    ['deal #REF!', formula],
    ['1.54839E+11-kyb', shortened],
    ['deal-1,54839E+11', shortened],
    ['55210055400013.0', decimal],
    ['10482.0-kyb', decimal],
    ['[object Object]', group],
    ['deal-[object Object]-42', group],
    ['{{ $json.id }}', 'contains an expression that was not filled in'],
    ['deal-{{1.id}}-kyb', 'contains an expression that was not filled in'],
  ])('refuses %j', async (typed, message) =>
    expect(await refusal(() => toReference(typed, 'Reference'))).toContain(
      `Reference: "${typed}" ${message}`,
    ),
  );

  it.each(['deal-\u200b', '\u200bdeal-', 'deal-\u2060\ufeff'])(
    'refuses %j, whose ID nobody sees',
    async (typed) => expect(await refusal(() => toReference(typed, 'Reference'))).toContain(noId),
  );

  it.each([[2 ** 60], [['a', 'b']]])('refuses %j by its label', (value) =>
    expect(() => toReference(value, 'Reference')).toThrow(/^Reference/),
  );
});

it.each('na|xx|[tbd]|00-00|–|?| unknown '.split('|'))('takes %j for a placeholder', (text) =>
  expect(isPlaceholder(text)).toBe(true),
);
it.each(['1970-01-01', '***', 'j***@', '•••'])('takes %j for a placeholder in an answer', (text) =>
  expect(isPlaceholder(text)).toBe(true),
);
it.each(['x', '10', 'Nana', 'Noneley', 'X1', 'Ox', 'a*b', '[ND]', '1970-01-02', ''])(
  'takes %j for a value',
  (text) => expect(isPlaceholder(text)).toBe(false),
);
