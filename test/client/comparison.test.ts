/** What came back: values that a service writes otherwise were taken, others are told. */
import { compare, matchParties } from '../../client/comparison.ts';
import { ExactNumber } from '../../client/json.ts';
import { caseLabels } from '../../fields/case.ts';
import { openCore } from '../support/core.ts';

type Item = Record<string, any>;

const { service, perform, memory } = openCore();

const left = (sent: object, answered: object) =>
  compare(sent, { id: 'app_1', ...answered }, caseLabels).not_taken;
const business = { organization_name: 'Lumen', vat_number: 'FR1' };

/** A value of each kind: other notations of it, and values that are others however alike. */
const values: [path: string, label: string, sent: unknown, same: unknown[], others: unknown[]][] = [
  [
    'business.organization_name',
    'Organization Name',
    'Société Générale',
    [
      'SOCIÉTÉ GÉNÉRALE',
      ' société générale\u00A0',
      'Socie\u0301te\u0301 Ge\u0301ne\u0301rale',
      '***',
      'So*** Ge***',
    ],
    ['Société Générale SA', 'Société', 'Societe Generale', 'Société  Générale', '**', 0],
  ],
  [
    'business.registration_number',
    'Registration Number',
    '552 100-554',
    ['552100554', '552.100.554', 552100554, '552–100 554'],
    ['55210055', '5521005540', '0552100554', '552/100554', 'FR552100554', 552100555],
  ],
  ['business.legal_type', 'Legal Type', 'sas', ['SAS', 'S.A.S.', 'S A S'], ['SASU', 'SA']],
  [
    'business.country',
    'Country',
    'FRA',
    ['FR', 'fra', 'fr', 'France', 'Frankreich'],
    ['FR-75', 'DEU', 'DE', 'Frances'],
  ],
  [
    'business.registration_date',
    'Registration Date',
    '2024-05-31',
    ['2024-05-31T00:00:00Z', '2024-05-31 12:00', '20240531', '2024/05/31'],
    ['2024-05-30T22:00:00Z', '2024-05-3', '2024-05', '31', '2024-05-311'],
  ],
  [
    'business.phone_number',
    'Business Phone',
    '+33 1 42 60 30 30',
    ['01 42 60 30 30', '0033142603030'],
    [],
  ],
  ['risk_level', 'Risk Level', 2, ['2', 'HIGH', 'high'], [3, 'LOW', '22', true]],
  ['is_draft', 'Create as Draft', true, ['true', 'TRUE'], [false, 'false']],
  [
    'external_reference',
    'External Reference',
    'deal-1',
    ['DEAL-1'],
    ['deal-10', 'deal1', 'deal', 'deal-1-kyb'],
  ],
  ['custom_fields.seats', 'Custom Fields: Seats', 6, ['6', '6.0', 6], [60, '16', 'six']],
  ['custom_fields.code', 'Custom Fields: Code', '007', ['007 '], [7, '7', '0007']],
  [
    'custom_fields.big',
    'Custom Fields: Big',
    new ExactNumber('12345678901234567890'),
    ['12345678901234567890'],
    ['12345678901234567891', 12345678901234567000],
  ],
  [
    'custom_fields.plan',
    'Custom Fields: Plan',
    'Premium',
    ['PREMIUM', { id: 'o_1', name: 'Premium' }],
    ['o_1', 'Premium Plus', 'Prem'],
  ],
  [
    'custom_fields.since',
    'Custom Fields: Since',
    '2024-05-31',
    ['2024-05-31T00:00:00Z'],
    ['2024-06-01'],
  ],
  ['custom_fields.home', 'Custom Fields: Home', 'FRA', ['fr', 'fra'], ['FRB']],
  [
    'custom_fields.all',
    'Custom Fields: All',
    ['a', 'b'],
    [['b', 'A'], ['a', 'b', 'a'], '***'],
    [['a'], 'a', ['a', 'b', 'c'], ['a, b'], 'ab'],
  ],
  [
    'person.nationalities',
    'Nationality',
    ['FRA', 'ESP'],
    [
      ['es', 'fr'],
      ['ESP', 'FRA'],
    ],
    [['FRA'], ['FRA', 'ITA'], 'FRA'],
  ],
  ['person.address.town', 'Person Address City', 'Paris', ['PARIS'], ['Paris 2e']],
  [
    'lines',
    'Lines',
    [{ a: 1 }, { b: 'x' }],
    [
      [{ id: 'l1', b: 'X' }, { a: '1' }],
      ['l1', 'l2'],
    ],
    [[{ a: 1 }], [{ a: 2 }, { b: 'x' }]],
  ],
];
const at = (path: string, value: unknown): Item =>
  path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Item;

it.each(values.flatMap(([path, label, sent, same]) => same.map((one) => [path, label, sent, one])))(
  '%s: %j %j is shown as %j',
  (path, _, sent, shown) =>
    expect(left(at(path as string, sent), at(path as string, shown))).toEqual([]),
);

it.each(
  values.flatMap(([path, label, sent, , others]) => others.map((one) => [path, label, sent, one])),
)('%s: %j %j is not %j', (path, label, sent, shown) =>
  expect(left(at(path as string, sent), at(path as string, shown))).toEqual([label]),
);

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
  ['a subject that is null', { person: { given_names: 'Ana' } }, { person: null }, ['First Name']],
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
  [
    'an unknown object that is not shown',
    { business, guarantor: { name: 'A' } },
    { business, status_review: 'pending' },
  ],
  ['an object by its id', { business }, { business: null, business_id: 'b_1' }],
])('nothing: %s', (_, sent, answered) => expect(left(sent, answered)).toEqual([]));

const theCase = (shown: object): [number, object] => [
  200,
  { id: 'app_1', status_review: 'pending', business: { organization_name: 'Lumen', ...shown } },
];

it('is a list of labels, and a line with both values for each', async () => {
  const change = { application_id: 'app_1', organization_name: 'Lumen', vat_number: 'FR1' };
  const update = async (shown: object) => {
    service.serve({ 'PUT /api/applications/app_1': theCase(shown) });
    const { not_taken, not_taken_text } = await perform('update_case', change);
    return [not_taken, not_taken_text?.split('\n').slice(1)];
  };
  expect(await update({ vat_number: 'fr 1' })).toEqual([[], undefined]);
  expect(await update({})).toEqual([['VAT Number'], ['VAT Number: sent "FR1", not shown.']]);
  expect(await update({ vat_number: 'FR2' })).toEqual([
    ['VAT Number'],
    ['VAT Number: sent "FR1", shown "FR2".'],
  ]);
});

describe('an existing case', () => {
  const reference = { external_reference: 'deal-1' };
  const sent = { subject: 'business', organization_name: 'Lumen', vat_number: 'FR1', ...reference };
  const found = (shown: object) =>
    theCase(shown).with(1, {
      ...(theCase(shown)[1] as Item),
      ...reference,
      is_draft: false,
      portals: { link: 'tok' },
    });
  const different = {
    not_taken: ['VAT Number'],
    not_taken_text: expect.stringContaining('VAT Number: sent "FR1", shown "FR2".'),
  };
  it.each<[key: string, way: string, routes: object]>(
    ['create_case', 'start_onboarding'].flatMap((key) => [
      [
        key,
        'that a refusal names',
        { 'POST /api/applications': [409, { application_id: 'app_1' }] },
      ],
      [key, 'that an earlier run made', {}],
    ]),
  )('is compared with what %s sent, %s', async (key, _, routes) => {
    memory.forget();
    const serve = (shown: object) =>
      service.serve({
        'POST /api/applications': [201, { id: 'app_1' }],
        ...routes,
        'GET /api/applications/app_1': found(shown) as [number, object],
        'POST .*/portals': [201, { link: 'tok' }],
      });
    serve({ vat_number: 'fr 1' });
    const input = { ...sent, is_draft: true };
    await perform(key, input);
    expect(await perform(key, input)).toMatchObject({ already_existed: true, not_taken: [] });
    serve({ vat_number: 'FR2' });
    expect(await perform(key, input)).toMatchObject({ already_existed: true, ...different });
  });
});

describe('parties are matched one to one', () => {
  const x = { given_names: 'Ana', last_name: 'Ferrer' };
  const y = { given_names: 'Luc', last_name: 'Martin' };
  const email = 'a@b.example';
  it.each<[string, sent: object[], shown: Item[], places: (number | undefined)[]]>([
    ['in another order', [x, y], [y, x], [1, 0]],
    ['by e-mail', [{ ...x, email }], [y, { ...y, email: 'A@b.example' }], [1]],
    ['the one with both first', [x, { ...x, email }], [{ ...x, email }, x], [1, 0]],
    [
      'the one with both first, in another order',
      [{ ...x, email }, x],
      [x, { ...x, email }],
      [1, 0],
    ],
    ['two of one name', [x, x], [x, x], [0, 1]],
    ['two of one name, of which one is missing', [x, x], [x], [0, undefined]],
    [
      'a family with one e-mail',
      [
        { ...x, email },
        { ...y, email },
      ],
      [{ given_names: 'L', email }, x],
      [1, 0],
    ],
    ['one that must move', [{ ...x, email }, x], [x, { ...y, email }], [1, 0]],
    [
      'a name that is split elsewhere',
      [{ given_names: 'Ana María', last_name: 'Ruiz' }],
      [{ given_names: 'Ana', last_name: 'María Ruiz' }],
      [0],
    ],
    [
      'a business by its number',
      [{ registration_number: '552 100' }],
      [{ registration_number: '1' }, { registration_number: '552100' }],
      [1],
    ],
    [
      'a business by its name',
      [{ organization_name: 'Lumen' }],
      [{ organization_name: 'LUMEN' }],
      [0],
    ],
    [
      'nobody alike',
      [x],
      [{ ...x, last_name: 'Ferrer Ruiz' }, { last_name: 'Ferrer' }],
      [undefined],
    ],
    ['nobody without a name', [{ ...x, email }], [{ id: 'p1' }, {}, { email: '' }], [undefined]],
    [
      'no person as a business',
      [{ last_name: 'Lumen' }],
      [{ organization_name: 'Lumen' }],
      [undefined],
    ],
  ])('%s', (_, sent, all, places) => {
    const shown = all.map((one) => ({ ...one }));
    const found = matchParties(sent, shown).map((one) => one && shown.indexOf(one));
    expect(found).toEqual(places);
  });
});
