/**
 * What the account has set up, in the forms of the editor. The definitions are those that the known
 * service is known to answer (docs/dialect.md); what arrives is read off a service.
 */
import * as fc from 'fast-check';

import { random } from '../../support/amount.ts';
import { anyCharacter } from '../../support/arbitraries.ts';
import { failure, halted, openCore, type Reply } from '../../support/core.ts';
import { toNewCase } from '../../../fields/cases.ts';
import { customInputs } from '../../../fields/kinds/custom.ts';

type Item = Record<string, any>;

const { service, memory, perform, fire, form, outputs, sent } = openCore();

const define = (name: string, type: string, more: object = {}) => ({
  id: `cf-${name}`,
  name,
  display_name: `The ${name}`,
  type,
  accepted_values: null,
  description: null,
  is_required: false,
  ...more,
});
const sizes = { accepted_values: ['S', 'M', 'L, XL'] };
const definitions = [
  define('note', 'text', { description: 'What to know', is_required: true }),
  define('seats', 'number'),
  define('vip', 'boolean'),
  define('size', 'dropdown_single', sizes),
  define('colours', 'dropdown_multiple', { accepted_values: ['red', 'blue', 'black, white'] }),
  define('since', 'date'),
  define('tax home', 'country_single'),
  define('markets', 'country_multiple'),
  define('nace', 'industry_codes'),
];
const storedCase = { application_id: 'app_1', status_review: 'pending', custom_fields: {} };

/** A service with these custom fields and documents. */
function serve(
  custom: Reply,
  documents: Reply = [404, { detail: 'Not Found' }],
  found: object = storedCase,
) {
  service.serve({
    'GET /api/custom_fields': custom,
    'GET /api/expected_documents_configuration': documents,
    'POST /api/applications': [201, storedCase],
    'POST /api/applications/app_1/portals': [201, { link: 'tok' }],
    'POST /api/portals': [201, { link: 'tok' }],
    'POST /api/applications/app_1/(persons|businesses)': [201, { id: 'party_1' }],
    'PUT /api/applications/app_1': [200, storedCase],
    'GET /api/applications/app_1': [200, found],
  });
}
const field = async (label: string, key = 'create_case', input: object = {}) =>
  (await form(key, input)).find((one) => one.label === label);
const made = 'POST /api/applications';
const countRequests = (path: string) =>
  service.lines().filter((line) => line.endsWith(path)).length;

const deal = { subject: 'business', organization_name: 'Lumen Studio SAS' };
const create = (input: object) => perform('create_case', { ...deal, ...input });

describe('the form', () => {
  beforeEach(() => serve([200, definitions]));

  it.each([
    ['note', {}],
    ['seats', { type: 'number' }],
    ['vip', { type: 'boolean' }],
    ['since', { type: 'datetime' }],
    ['nace', { list: true }],
  ])('asks for %s by its label, as what it is', async (name, kind) => {
    const found = (await field(`The ${name}`))!;
    const { key, helpText } = found;
    const shared = { key, name, label: `The ${name}`, helpText, group: 'reference' };
    expect(found).toEqual({ ...shared, ...kind });
    expect(helpText).toContain(name === 'note' ? 'What to know. Required by your account.' : name);
    expect(key).toMatch(/^[\w-]+$/);
    expect(key).not.toContain('__');
  });

  it.each([
    ['create_case', {}],
    ['create_case', { subject: 'person' }],
    ['start_onboarding', {}],
    ['update_case', { application_id: 'app_1' }],
    ['create_portal', {}],
  ])('has them in %s %j, beside names and values', async (operation, inputData) => {
    const labels = (await form(operation, inputData)).map(({ label }) => label as string);
    expect(labels).toEqual(expect.arrayContaining(definitions.map((one) => one.display_name)));
    expect(labels.some((label) => /^(Default )?Custom Fields$/.test(label))).toBe(true);
  });

  it('reads the definitions once per session, and no run reads them', async () => {
    for (const key of ['create_case', 'start_onboarding', 'update_case', 'create_portal']) {
      await form(key);
    }
    expect(countRequests('/api/custom_fields')).toBe(1);
    memory.forget();
    const { key } = (await field('The seats'))!;
    expect(countRequests('/api/custom_fields')).toBe(2);
    memory.forget();
    await create({ [key]: '5' });
    await perform('update_case', { application_id: 'app_1', [key]: '6' });
    expect(countRequests('/api/custom_fields')).toBe(2);
  });

  it('has the deal once: Create Portal Link asks for it as Deal', async () => {
    serve([200, [define('deal_id', 'text')]]);
    const keys = async (key: string) => (await form(key)).map((one) => one.key as string);
    expect(await keys('create_case')).toContain('custom_text_deal_id');
    expect(await keys('create_portal')).not.toContain('custom_text_deal_id');
  });

  it('has those first that the account requires', async () => {
    const isRequired = { is_required: true };
    serve([200, [define('a', 'text'), define('b', 'text', isRequired)]]);
    const keys = (await form('create_case')).map(({ key }) => key as string);
    expect(keys.filter((key) => key.startsWith('custom_text'))).toEqual(
      ['b', 'a'].map((name) => `custom_text_${name}`),
    );
  });

  it('names what can be cleared by its label', async () => {
    const clear = await field('Clear Fields', 'update_case', { application_id: 'app_1' });
    const custom = (clear!.choices as Item[]).filter(({ value }) => value.startsWith('custom'));
    expect(custom.map(({ value, label }) => [value, label])).toEqual(
      definitions.map(({ name }) => [`custom_fields.${name}`, `Custom Field: The ${name}`]),
    );
  });
});

it.each<[string, unknown]>([
  ['alone', definitions],
  ['under custom_fields', { custom_fields: definitions }],
  ['under data', { data: definitions }],
])('the form reads the list of custom fields %s', async (_, body) => {
  serve([200, body]);
  expect(await field('The seats')).toBeDefined();
});

it.each<[string, Reply, number]>([
  ['404', [404, { detail: 'Not Found' }], 1],
  ['405', [405, { detail: 'Method Not Allowed' }], 1],
  ['a page of the web application', [200, '<!doctype html><div id="root"></div>'], 1],
  ['no definitions', [200, []], 1],
  ['a failure, which may pass', [500, { detail: 'no' }], 2],
  ['a key without access', [403, { detail: 'no' }], 1],
  ['an answer without a list', [200, { detail: 'no' }], 1],
])('the form asks for names and values of custom fields after %s', async (_, reply, times) => {
  serve(reply);
  const first = await form('create_case');
  expect(first.filter(({ key }) => key.startsWith('custom_')).map(({ key }) => key)).toEqual([
    'custom_fields',
  ]);
  expect(await form('create_case')).toEqual(first);
  expect(countRequests('/api/custom_fields')).toBe(times);
});

describe('a run', () => {
  beforeEach(() => serve([200, definitions]));
  const keyOf = async (name: string) => (await field(`The ${name}`))!.key as string;

  it('sends each under its name, as what it is', async () => {
    const values: Record<string, [unknown, unknown]> = {
      note: ['007', '007'],
      seats: ['123456789012345', 123456789012345],
      vip: ['yes', true],
      size: ['l, xl', 'L, XL'],
      colours: ['Red;Blue', ['red', 'blue']],
      since: ['31.05.2024', '2024-05-31'],
      'tax home': ['France', 'FRA'],
      markets: [
        ['FR', 'Germany'],
        ['FRA', 'DEU'],
      ],
      nace: ['62.01, 62.02', ['62.01', '62.02']],
    };
    const input: Item = {};
    for (const [name, [value]] of Object.entries(values)) input[await keyOf(name)] = value;
    await create(input);
    const results = Object.entries(values).map(([name, [, result]]) => [name, result]);
    expect(sent(made).custom_fields).toEqual(Object.fromEntries(results));
  });

  it('refuses a value by the name of its field, before anything is made', async () => {
    expect(await halted(create({ [await keyOf('seats')]: 'many' }))).toContain('"seats"');
    expect(service.lines().filter((line) => line.startsWith('POST'))).toEqual([]);
  });

  it('sends those of both fields, and refuses one that is in both', async () => {
    const seats = await keyOf('seats');
    await create({ [seats]: '5', custom_fields: { plan: 'Premium' } });
    expect(sent(made).custom_fields).toEqual({ plan: 'Premium', seats: 5 });
    const twice = { [seats]: '5', custom_fields: { seats: '6' } };
    expect(await halted(create(twice))).toBe(
      'Custom Fields: "seats" is also filled in as a field of its own. Keep one of the two.',
    );
    await halted(create({ [seats]: '5', additional_fields: { 'custom_fields.seats': '6' } }));
  });

  it('takes the same value twice as one', async () => {
    const seats = await keyOf('seats');
    const more = { 'custom_fields.seats': '5' };
    await create({ [seats]: '5', custom_fields: { seats: '5' }, additional_fields: more });
    expect(sent(made).custom_fields).toEqual({ seats: 5 });
    await perform('create_portal', {
      portal_for: 'client',
      deal_id: '10482',
      custom_text_deal_id: '10482',
    });
    expect(sent('POST /api/portals').default_custom_fields).toEqual({ deal_id: '10482' });
  });

  const byName = {
    note: '10482',
    seats: '12,5',
    vip: 'yes',
    size: 's',
    colours: 'Black, White',
    markets: 'FR;DE',
    other: '7',
  };
  const inDotted = Object.entries(byName).map(([name, value]) => [`custom_fields.${name}`, value]);
  const [named, dotted] = [
    { custom_fields: byName },
    { additional_fields: Object.fromEntries(inDotted) },
  ];
  const party = { application_id: 'app_1', last_name: 'Ferrer', organization_name: 'Nordwind' };
  const parties = 'POST /api/applications/app_1/';
  it.each<[key: string, input: object, line: string]>([
    ['create_case', { ...deal, ...named }, made],
    ['create_case', { ...deal, ...dotted }, made],
    ['start_onboarding', { ...deal, ...named }, made],
    ['update_case', { application_id: 'app_1', ...named }, 'PUT /api/applications/app_1'],
    ['create_portal', { portal_for: 'client', default_custom_fields: byName }, 'POST /api/portals'],
    ['add_related_person', { ...party, ...dotted }, `${parties}persons`],
    ['add_related_business', { ...party, ...dotted }, `${parties}businesses`],
  ])('sends what %s has by name alone as the account lists it', async (key, input, line) => {
    const attached_to = ['APPLICATION', 'PERSON', 'RELATED_BUSINESS'];
    serve([200, definitions.map((one) => ({ ...one, attached_to }))]);
    await perform(key, input);
    const { custom_fields, default_custom_fields } = sent(line);
    expect(custom_fields ?? default_custom_fields).toEqual({
      note: '10482',
      seats: 12.5,
      vip: true,
      size: 'S',
      colours: ['black, white'],
      markets: ['FRA', 'DEU'],
      // The account lists no such field: a number stays one.
      other: 7,
    });
  });

  it('refuses such a value of another type, and makes nothing while the list is out of reach', async () => {
    const many = create({ custom_fields: { seats: 'many' } });
    expect(await halted(many)).toContain('Custom Field "seats": "many" is not a clear number');
    memory.forget();
    serve([503, {}]);
    expect(await failure(create({ custom_fields: { note: '5' } }))).toMatchObject({
      kind: 'throttle',
    });
    expect(service.lines().filter((line) => line.startsWith('POST'))).toEqual([]);
  });
});

it('finds the name of any field in its key', () =>
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.oneof(
          fc.string({ unit: anyCharacter, minLength: 1, maxLength: 12 }),
          fc.constantFrom('__proto__', '_a', 'a__b', 'a-5f-b', 'a.b', 'fields', 'number_x', 'é '),
        ),
        { minLength: 1, maxLength: 5 },
      ),
      (names) => {
        const fields = customInputs(
          names.map((name) => ({ name, label: name, type: 'text', choices: [] }) as never),
        );
        expect(fields.every(({ key }) => /^[\w-]+$/.test(key) && !key.includes('__'))).toBe(true);
        const values = Object.fromEntries(fields.map(({ key, label }) => [key, `(${label})`]));
        const { custom_fields } = toNewCase({ ...deal, ...values });
        expect(Object.entries(custom_fields!).sort()).toEqual(
          names.map((name) => [name, `(${name})`]).sort(),
        );
      },
    ),
    random(200),
  ));

describe('a trigger', () => {
  const found = {
    ...storedCase,
    custom_fields: { seats: 25, vip: true, size: 'M', colours: ['red'] },
  };
  const fired = async (label: string, value: unknown) => {
    serve([200, definitions], undefined, found);
    const { key } = (await field(`Only The ${label}`, 'case_submitted'))!;
    const event = { type: 'application.submitted', data: { object: { application_id: 'app_1' } } };
    return (await fire('case_submitted', event, { [key]: value })).length;
  };

  it.each([
    ['size', ['S', 'M'], 1],
    ['size', ['S', 'L, XL'], 0],
  ])('filters by %s %j', async (label, value, count) =>
    expect(await fired(label, value)).toBe(count),
  );

  it('lets several values be named where one may be chosen', async () => {
    serve([200, definitions]);
    const size = await field('Only The size', 'case_submitted');
    expect(size).toMatchObject({ list: true });
  });

  it('requires no filter on a field that the account requires', async () => {
    serve([200, definitions]);
    const { helpText } = (await field('Only The note', 'case_submitted'))!;
    expect(helpText).toContain('only if the custom field "note" has this value. Empty means any.');
    expect(helpText).not.toContain('Required');
  });
});

it.each(['case_submitted', 'create_case', 'update_case', 'find_case'])(
  'the outputs of %s have the labels of the account',
  async (operation) => {
    const odd = [define('a__b', 'text'), define('a.b', 'text')];
    serve([200, [...definitions, ...odd]]);
    const fields = await outputs(operation);
    const custom = fields.filter(({ key }) => key.startsWith('custom_fields__'));
    expect(custom).toContainEqual({ key: 'custom_fields__note', label: 'The note' });
    expect(custom).toContainEqual({
      key: 'custom_fields__seats',
      label: 'The seats',
      type: 'number',
    });
    expect(custom.map(({ key }) => key)).not.toContain('custom_fields__a__b');
  },
);

describe('documents that the account expects', () => {
  const expected = [
    ['ed-1', 'Certificate', 'APPLICATION_BUSINESS'],
    ['ed-2', 'Identity document', 'PERSON'],
    ['ed-3', 'Power of attorney', 'ACCOUNT_OWNER'],
    ['ed-4', 'Mandate', 'PERSON_DIRECTOR'],
    ['ed-5', 'Extract', 'RELATED_BUSINESS_DIRECTOR'],
    ['ed-6', 'Anything', 'SOMETHING_NEW'],
  ].map(([id, name, attached_to]) => ({ id, name, slug: id, attached_to, is_mandatory: true }));
  const offered = async (inputData: object) => {
    const document = (await field('Expected Document', 'upload_document', inputData))!;
    return (document.choices as Item[] | undefined)?.map(({ value }) => value as string);
  };
  const all = ['ed-1', 'ed-2', 'ed-3', 'ed-4', 'ed-5', 'ed-6'];

  it.each([
    [{}, all],
    [{ application_id: 'app_1' }, ['ed-1', 'ed-6']],
    [{ person_id: 'per_1' }, ['ed-2', 'ed-3', 'ed-4', 'ed-6']],
    [{ business_id: '{{1__id}}' }, ['ed-5', 'ed-6']],
    [{ application_id: 'app_1', person_id: 'per_1' }, all],
  ])('for %j are %j', async (inputData, ids) => {
    serve([404], [200, { data: expected }]);
    expect(await offered(inputData)).toEqual(ids);
  });
});
