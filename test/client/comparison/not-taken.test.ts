/** What came back: values that a service writes otherwise were taken, others are told. */
import { compare } from '../../../client/comparison/not-taken.ts';
import { caseLabels } from '../../../fields/cases.ts';
import { openCore, type Asked, type Routes } from '../../support/core.ts';

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
    ['FR-75', 'DEU', 'DE', 'Franconia'],
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
    ['01 42 60 30 30', '0033142603030', '33142603030', '+33 (0)1.42.60.30.30'],
    ['+33 1 42 60 30 31', '+33 1 42 60', '1426030', '+49 1 42 60 30 30', '03 30'],
  ],
  [
    'business.phone_number',
    'Business Phone',
    '06 1234567',
    ['+39 06 1234567', '+33 6 1234567', '061234567'],
    ['+39 07 1234567', '06 1234568', '+39 06 12345670', '61234567'],
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
  [
    'custom_fields.called',
    'Custom Fields: Called',
    '2024-05-31T10:00:00Z',
    ['2024-05-31T10:00:00.000Z', '2024-05-31T12:00:00+02:00', 1717149600],
    ['2024-05-31', '2024-05-31T00:00:00Z', '2024-05-31T10:00:00+02:00'],
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
    'person.birth_date',
    'Birth Date',
    '1985-11-02',
    ['1985-11-02T00:00:00Z', '19851102', '1985-11-02 00:00'],
    ['1985-11-03', '1985-11'],
  ],
  [
    'person.email',
    'Email',
    'ines@lumen.example',
    ['INES@lumen.example', 'i***@lumen.example', '***'],
    ['ines@lumen.examples', 'i@lumen.example'],
  ],
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
])('tells as not taken %s', (_, sent, answered, labels) =>
  expect(left(sent, answered)).toEqual(labels),
);

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
])('tells nothing as not taken: %s', (_, sent, answered) =>
  expect(left(sent, answered)).toEqual([]),
);

const theCase = (shown: object): [number, object] => [
  200,
  { id: 'app_1', status_review: 'pending', business: { organization_name: 'Lumen', ...shown } },
];

it('what was not taken is a list of labels, and a line with both values for each', async () => {
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

describe('a service with other notations', () => {
  /** The values of the table, by the end of their path. */
  const inTable = new Map(
    values.map(([path, , sent, same]) => [JSON.stringify([path.split('.').at(-1), sent]), same]),
  );
  /** Four notations of a text that is not in the table, of a number and of a list. */
  const texts: ((text: string) => string)[] = [
    (text) => text.toUpperCase(),
    (text) => text.toLowerCase(),
    (text) => ` ${text.normalize('NFD')} `,
    (text) => text,
  ];
  const numbers = [String, (value: number) => `${value}.0`, Number, Number];
  const lists: ((list: unknown[]) => unknown)[] = [
    (list) => [...list].reverse(),
    (list) => (list.length === 1 ? list[0] : list),
    (list) => list,
    (list) => list,
  ];
  /** What the answer to a new thing shows of it. */
  const answers: ((body: Item) => Item)[] = [
    (body) => body,
    (body) => ({ ...body, business: undefined }),
    (body) => body,
    ({ id }) => ({ id }),
  ];

  /** A value as the service of this number writes it. */
  function written(form: number, value: unknown, key = ''): unknown {
    const same = inTable.get(JSON.stringify([key, value]));
    if (same) return same.slice(0, 3)[form] ?? value;
    if (Array.isArray(value)) {
      const all = value.map((one) => written(form, one, key));
      return key === 'persons' || key === 'businesses' ? all.reverse() : lists[form]!(all);
    }
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, written(form, inner, name)]),
      );
    }
    if (typeof value === 'number') return numbers[form]!(value);
    if (typeof value !== 'string' || /(^|_)id$|reference$|^link$|_url$/.test(key)) return value;
    return texts[form]!(value);
  }

  /** It takes everything, and has a person of its registry in each case. */
  function routesOf(form: number): Routes {
    const cases = new Map<string, Item>();
    const officer = { id: 'per_0', given_names: 'Luc', last_name: 'Martin', roles: ['DIRECTOR'] };
    const show = (body: Item) => written(form, { status_review: 'pending', ...body }) as Item;
    const merge = (body: Item, change: Item): Item =>
      Object.entries(change).reduce<Item>(
        (all, [key, value]) => ({
          ...all,
          [key]: value?.constructor === Object ? merge(all[key] ?? {}, value as Item) : value,
        }),
        body,
      );
    const add = ({ body, parts: [id] }: Asked): [number, Item] => [
      201,
      show({ ...body, id: `p${Math.random()}`, application_id: id }),
    ];
    return {
      'POST /api/applications'({ body }) {
        const id = `app_${cases.size + 1}`;
        const persons = [officer, ...(body.persons ?? [])];
        cases.set(id, { id, businesses: [], ...body, persons });
        return [201, answers[form]!(show(cases.get(id)!))];
      },
      'GET /api/applications/(\\w+)': ({ parts: [id] }) => [200, show(cases.get(id!)!)],
      'PUT /api/applications/(\\w+)'({ parts: [id], body }) {
        cases.set(id!, merge(cases.get(id!)!, body as Item));
        return [200, show(cases.get(id!)!)];
      },
      'POST .*/portals': ({ body }) => [201, { ...(written(form, body) as Item), link: 'tok' }],
      'POST .*/(?:persons|businesses)': add,
      'POST /applications/(\\w+)/decisions'({ parts: [id], body }) {
        cases.set(id!, { ...cases.get(id!)!, status_review: body.status });
        return [200, answers[form]!({ id: 'dec_1', ...(written(form, body) as Item) })];
      },
      'POST /api/files': [201, { id: 'fil_1' }],
      'POST /api/documents': ({ body }) => [201, { id: 'doc_1', ...(written(form, body) as Item) }],
    };
  }

  const profile = {
    subject: 'business',
    organization_name: 'Société Générale',
    country: 'France',
    registration_number: '552 100-554',
    vat_number: 'FR96552100554',
    legal_type: 'sas',
    registration_date: '2024-05-31',
    business_phone: '+33 1 42 60 30 30',
    iban: 'FR7630006000011234567890189',
    business_address_street: '12 rue de la Paix',
    business_address_city: 'Paris',
    business_address_country: 'FR',
    custom_fields: {
      plan: 'Premium',
      seats: '6',
      home: 'FRA',
      since: '2024-05-31',
      all: '["a","b"]',
    },
  };
  const person = {
    first_name: 'Inés',
    last_name: 'Ferrer',
    email: 'ines@lumen.example',
    nationality: 'FR, Spain',
    birth_date: '1985-11-02',
    person_phone: '+34 612 345 678',
  };
  const lines = (group: string, fields: object) =>
    Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [`related_${group}_${key}`, value]),
    );
  const steps: [key: string, input: Item][] = [
    ['create_case', { ...profile, external_reference: 'deal-1', is_draft: true }],
    ['create_case', { ...profile, external_reference: 'deal-1' }],
    ['create_case', { subject: 'person', ...person }],
    [
      'update_case',
      {
        application_id: 'app_1',
        vat_number: 'FR1',
        risk_level: 'HIGH',
        custom_fields: { plan: 'Basic' },
        clear_fields: ['business.iban'],
      },
    ],
    [
      'start_onboarding',
      {
        ...profile,
        external_reference: 'deal-2',
        related_persons: [
          lines('person', {
            first_name: 'Inés',
            last_name: 'Ferrer',
            roles: 'UBO, DIRECTOR',
            direct_ownership_percentage: 60,
          }),
          lines('person', { last_name: 'Martin', email: 'martin@lumen.example', roles: 'UBO' }),
        ],
        related_businesses: [
          lines('business', {
            organization_name: 'Ferrer SL',
            country: 'ES',
            registration_number: 'B-12345678',
          }),
        ],
      },
    ],
    ['start_onboarding', { ...profile, external_reference: 'deal-2' }],
    [
      'add_related_person',
      {
        application_id: 'app_1',
        ...person,
        roles: 'UBO, DIRECTOR',
        direct_ownership_percentage: 40,
      },
    ],
    [
      'add_related_business',
      {
        application_id: 'app_1',
        organization_name: 'Ferrer SL',
        country: 'ES',
        roles: 'SHAREHOLDER',
      },
    ],
    [
      'create_portal',
      {
        application_id: 'app_1',
        redirect_url: 'https://www.example.com',
        sign_in_email: 'ines@lumen.example',
        ask_for: 'identity',
      },
    ],
    [
      'upload_document',
      { application_id: 'app_1', file: 'a text', type: 'ID', name: 'Identity card' },
    ],
    ['record_decision', { application_id: 'app_1', decision: 'approved', text: 'All is well' }],
  ];

  it.each([0, 1, 2, 3])('leaves the list empty on the whole journey: %i', async (form) => {
    process.env.SERVICE_DIALECT = '{"related_parties":"inline"}';
    service.serve(routesOf(form));
    for (const [key, input] of steps) {
      const { not_taken, not_taken_text: text } = await perform(key, input);
      const told = key === 'create_portal' && not_taken ? text : null;
      expect([key, not_taken, text]).toEqual([key, [], told]);
    }
  });
});
