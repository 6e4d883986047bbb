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

/** The texts of each message. */
const ofMessages = (all: Record<string, string>) =>
  Object.entries(all).flatMap(([message, texts]) =>
    texts.split(', ').map((text) => [text, message]),
  );

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

  it.each(
    ofMessages({
      [shortened]: '5.52101E+13, 5,52101E+13, 5.52101e13, 1E+14',
      [decimal]: '55210055400013.0, 55210055400013,00',
      [formula]: '#N/A, #REF!, #DIV/0!, FR #VALUE!',
      [noNumber]:
        'N/A, n.a., none, Unknown, (TBD), pending, 0, 000 000 000, XXXXXXXXX, ---, FR76****0189, in creation, en cours, see attached',
      [group]: '[object Object]',
    }),
  )('refuses %j', async (typed, message) => {
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
    ['deal-\u200b42', 'deal-42'],
  ])('sends %j as %j', (typed, sent) => expect(toReference(typed, 'Reference')).toBe(sent));

  it.each(
    ofMessages({
      [noId]: 'deal-, deal_, deal:, deal#, -kyb, –kyb, deal--kyb, https://crm.example.com/deals/',
      [formula]: '#N/A-kyb, deal #REF!',
      [shortened]: '1.54839E+11-kyb, deal-1,54839E+11',
      [decimal]: '55210055400013.0, 10482.0-kyb',
      [group]: '[object Object], deal-[object Object]-42',
      'contains an expression that was not filled in':
        '{{ $json.id }}, ={{ $json.id }}, deal-{{1.id}}-kyb, {!Opportunity.Id}-kyb, %%deal_id%%-kyb, *|DEAL_ID|*-kyb',
      'is what a spreadsheet shows before it has its values': 'Loading...-kyb',
      ...Object.fromEntries(
        'undefined null NaN N/A 0'
          .split(' ')
          .map((gap) => [instead(gap), `${gap}, ${gap}-kyb, deal-${gap}`]),
      ),
      [instead('None')]: 'None-kyb',
      [instead('000')]: 'deal-000',
      [instead('xxx')]: 'xxx-kyb',
    }),
  )('refuses %j', async (typed, message) =>
    expect(await refusal(() => toReference(typed, 'Reference'))).toContain(
      `Reference: "${typed}" ${message}`,
    ),
  );

  // IDs of databases may begin or end with a sign.
  it.each(
    `#10482|10482-kyb|a1--b2|Nullarbor-7|006Kj00000aBcDeIAK|-OaBcDe1fGhIjK2|-OaBcDefGhIjKlMnOpQr
     V1StGXR8_Z5jdHi6B-myT_|RGVhbDoxMDQ4Mg==|3f2504e0-4f89-11d3-9a0c-0305e82c3301|Acme Inc.
     https://crm.example.com/deals/4711/|https://www.acme.example/|ana@example.com|deal-none-42
     https://crm.example.com/deals/acme|12 rue de la Paix, 75002 Paris|deal-x|v2.0-4711`.split(
      /[|\n] */,
    ),
  )('sends %j as it is', (typed) => expect(toReference(typed, 'Reference')).toBe(typed));

  it.each(['deal-\u200b', '\u200bdeal-', 'deal-\u2060\ufeff'])(
    'refuses %j, whose ID nobody sees',
    async (typed) => expect(await refusal(() => toReference(typed, 'Reference'))).toContain(noId),
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
