/** What the account defines, in the form of a node and in what it sends; in the real engine of n8n. */
import type {
  IDataObject,
  INodeListSearchResult,
  INodePropertyOptions,
  ResourceMapperFields,
} from 'n8n-workflow';

import { lenient } from '../../../test/known-service/choices.ts';
import { startService, type StartedService } from '../../../test/known-service/service.ts';
import { openWorkflow, settingsOfEngine } from './engine.ts';
import { parametersFor } from './parameters.ts';

let service: StartedService;
beforeAll(async () => (service = await startService(lenient)));
afterAll(() => service.close());

const define = (name: string, type: string, accepted_values: string[] | null = null) => ({
  id: `cf-${name}`,
  name,
  display_name: `The ${name}`,
  type,
  accepted_values,
});
const custom = [
  define('note', 'text'),
  define('seats', 'number'),
  define('vip', 'boolean'),
  define('size', 'dropdown_single', ['S', 'M', 'L, XL']),
  define('colours', 'dropdown_multiple', ['red', 'blue']),
  define('since', 'date'),
  define('tax home', 'country_single'),
  define('markets', 'country_multiple'),
];
const documents = [
  { id: 'exp_1', name: 'Articles of association', attached_to: 'APPLICATION_BUSINESS' },
  { id: 'exp_2', name: 'Passport', attached_to: 'PERSON_DIRECTOR' },
];
const storedCase = {
  application_id: 'app_1',
  status_review: 'pending',
  custom_fields: { seats: 3, colours: ['red', 'blue'] },
};

let accounts = 0;
/** A new account, of which nothing is remembered; without definitions where the service has none. */
function account(hasDefinitions = true) {
  service.serve({
    ...(hasDefinitions && {
      'GET /api/custom_fields': [200, custom],
      'GET /api/expected_documents_configuration': [200, documents],
    }),
    'POST /api/applications': [201, storedCase],
    'PUT /api/applications/app_1': [200, storedCase],
    'GET /api/applications/app_1': [200, storedCase],
    'POST /api/applications/app_1/portals': [201, { link: 'token', application_id: 'app_1' }],
    'POST /api/files': [201, { id: 'file_1' }],
    'POST /api/documents': [201, { id: 'doc_1' }],
  });
  return { baseUrl: service.url, apiKey: `key-${accounts++}` };
}
const countRequests = (path: string) =>
  service.lines().filter((line) => line.endsWith(path)).length;
const sent = () => service.requests.at(-1)!.body as IDataObject;

const subject = { subject: 'business', organization_name: 'Lumen Studio SAS' };
const create = parametersFor('create_case', subject);
const mapper = (value: IDataObject) => ({
  account_fields: { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] },
});

/** The fields that the editor is offered for an operation. */
const fieldsOf = (parameters: IDataObject, workflow = open()) =>
  workflow.load<ResourceMapperFields>('resourceMapping', 'getCustomFields', parameters);
const open = () => openWorkflow('complianceOnboarding', account());

it('shows each as what it is', async () => {
  const { fields } = await fieldsOf({ operation: 'create_case', subject: 'business' });
  const values = (options?: INodePropertyOptions[]) => options?.map(({ value }) => value);
  const [note, seats, vip, size, colours, since, home, markets] = fields;
  expect([note, seats, vip, since].map((field) => field!.type)).toEqual([
    'string',
    'number',
    'boolean',
    'dateTime',
  ]);
  expect([size!.type, values(size!.options)]).toEqual(['options', ['S', 'M', 'L, XL']]);
  expect([home!.type, values(home!.options)!.includes('FR')]).toEqual(['options', true]);
  expect([colours!.type, colours!.displayName]).toEqual(['string', 'The colours (red; blue)']);
  expect([markets!.type, markets!.displayName]).toEqual([
    'string',
    'The markets (several with semicolons)',
  ]);
  // A draft may lack what a case needs later.
  expect(fields.some(({ required }) => required)).toBe(false);
});

it('reads the definitions once per session, and no execution reads them', async () => {
  const workflow = open();
  for (const operation of ['create_case', 'update_case']) await fieldsOf({ operation }, workflow);
  expect(countRequests('/api/custom_fields')).toBe(1);
  await workflow.execute({ ...create, ...mapper({ custom_number_seats: 5 }) });
  expect(countRequests('/api/custom_fields')).toBe(1);
});

it.each<[string, IDataObject]>([
  ['create_case', subject],
  ['update_case', { application_id: 'app_1' }],
])('%s sends what is filled in, each as its type', async (operation, input) => {
  const { fields } = await fieldsOf({ operation });
  const inputs: Record<string, unknown> = {
    'The note': '007',
    'The seats': '={{ 20 + 5 }}',
    'The vip': false,
    'The size': 'L, XL',
    'The colours (red; blue)': 'red; blue',
    'The since': '2024-05-31T00:00:00',
    'The tax home': 'FR',
    'The markets (several with semicolons)': null,
  };
  const value = Object.fromEntries(fields.map((one) => [one.id, inputs[one.displayName]]));
  await open().execute({ ...parametersFor(operation, input), ...mapper(value as IDataObject) });
  expect(sent().custom_fields).toEqual({
    note: '007',
    seats: 25,
    vip: false,
    size: 'L, XL',
    colours: ['red', 'blue'],
    since: '2024-05-31',
    'tax home': 'FRA',
  });
});

const schema = [
  { id: 'custom_date_since', displayName: 'The since', type: 'string' },
  { id: 'custom_choice_size', displayName: 'The size', type: 'options', options: [] },
];

it('refuses a value with two readings by the label that the form has for the field', async () => {
  const value = { custom_date_since: '={{ "01/02/2024" }}' };
  const parameters = { ...create, account_fields: { mappingMode: 'defineBelow', value, schema } };
  await expect(open().execute(parameters as never)).rejects.toThrow(/^The since: "01\/02\/2024"/);
  await expect(open().execute({ ...create, ...mapper(value) })).rejects.toThrow(
    /^Custom Field "since"/,
  );
  expect(countRequests('/api/applications')).toBe(0);
});

it('names a field that the service refuses by the same label', async () => {
  const credential = account();
  const problem = { path: ['custom_fields', 'size'], message: 'is no size' };
  service.serve({ 'POST /api/applications': [422, { errors: [problem] }] });
  const value = { custom_choice_size: '={{ "XXL" }}' };
  const parameters = { ...create, account_fields: { mappingMode: 'defineBelow', value, schema } };
  const work = openWorkflow('complianceOnboarding', credential).execute(parameters as never);
  const failure = await work.catch((error: { message: string; description?: string }) => error);
  expect(JSON.stringify(failure)).toContain('The size');
  expect(JSON.stringify(failure)).not.toMatch(/custom_choice_size|Custom Fields: Size/);
});

it('refuses a name that occurs twice', async () => {
  const pairs = [
    { name: 'plan', value: 'Basic' },
    { name: 'plan', value: 'Premium' },
  ];
  const work = open().execute({ ...create, optional: { custom_fields: { pairs } } });
  await expect(work).rejects.toThrow(/Custom Fields: the name "plan" occurs twice/);
  expect(countRequests('/api/applications')).toBe(0);
});

it('says where to name them, where the service lists none', async () => {
  const workflow = openWorkflow('complianceOnboarding', account(false));
  const { fields, emptyFieldsNotice } = await fieldsOf(create, workflow);
  expect(fields).toEqual([]);
  expect(emptyFieldsNotice).toMatch(/^Your service lists no custom fields.*Optional Fields/);
  const optional = { custom_fields: { pairs: [{ name: 'seats', value: '5' }] } };
  await workflow.execute({ ...create, optional });
  expect(sent().custom_fields).toEqual({ seats: 5 });
});

it.each<[string, object, RegExp]>([
  [
    'is down',
    { 'GET /api/applications/connection-test': [503, {}] },
    /could not be loaded: The service is busy/,
  ],
  [
    'refuses the key',
    { 'GET /api/applications/connection-test': [401, { message: 'Unknown <key>' }] },
    /could not be loaded: .*API key/,
  ],
])('says so, where the service %s', async (_, answers, wanted) => {
  const credential = account(false);
  service.serve({ ...answers, 'GET /api/custom_fields': [503, {}] } as never);
  const { fields, emptyFieldsNotice } = await fieldsOf(
    create,
    openWorkflow('complianceOnboarding', credential),
  );
  expect(fields).toEqual([]);
  expect(emptyFieldsNotice).toMatch(wanted);
});

it.each(['complianceOnboarding', 'complianceOnboardingTrigger'])(
  'warns in the form of %s in queue mode, and only then',
  async (name) => {
    const workflow = openWorkflow(name, account());
    const notice = async () =>
      (await workflow.load<ResourceMapperFields>('resourceMapping', 'getQueueNotice', {}))
        .emptyFieldsNotice;
    expect(await notice()).toBeUndefined();
    const { executions } = settingsOfEngine();
    const { mode } = executions;
    executions.mode = 'queue';
    try {
      expect(await notice()).toMatch(/may run twice. Use the self-hosted build/);
    } finally {
      executions.mode = mode;
    }
  },
);

const found = async (parameters: IDataObject, ...filter: string[]) => {
  const upload = { operation: 'upload_document', ...parameters };
  const workflow = open();
  const { results } = await workflow.load<INodeListSearchResult>(
    'listSearch',
    'findExpectedDocuments',
    upload,
    ...filter,
  );
  return results.map(({ name, value }) => [name, value]);
};
const articles = ['Articles of association (case)', 'exp_1'];
const passport = ['Passport (person)', 'exp_2'];

it.each<[string, IDataObject, string[], string[][]]>([
  ['all', {}, [], [articles, passport]],
  [
    'those that fit a case',
    { application_id: { __rl: true, mode: 'id', value: 'app_1' } },
    [],
    [articles],
  ],
  ['those that fit a person', { optional: { person_id: 'per_1' } }, [], [passport]],
  [
    'all, of a person that is not known yet',
    { optional: { person_id: '={{ $json.id }}' } },
    [],
    [articles, passport],
  ],
  ['what is searched for', {}, ['PASS'], [passport]],
])('offers the expected documents: %s', async (_, parameters, filter, offered) => {
  expect(await found(parameters, ...filter)).toEqual(offered);
});

it.each<[string, unknown]>([
  ['chosen from the list', { __rl: true, mode: 'list', value: 'exp_1', cachedResultName: 'x' }],
  ['as text, as it was saved before', 'exp_1'],
])('sends an expected document %s', async (_, expected) => {
  const input = { file: 'A letter of a few words', type: 'ID', application_id: 'app_1' };
  const parameters = parametersFor('upload_document', input);
  const optional = { ...(parameters.optional as IDataObject), expected_document_id: expected };
  await open().execute({ ...parameters, optional } as IDataObject);
  expect(sent().expected_document_id).toBe('exp_1');
});

it.each([
  ['reference', { external_reference: '10482-kyb' }, '10482-kyb'],
  ['ID', {}, 'app_1'],
])('offers the cases of earlier runs by client and %s', async (_, more, mark) => {
  const workflow = open();
  const business = { organization_name: 'Lumen Studio SAS' };
  service.serve({ 'GET /api/applications/app_1': [200, { ...storedCase, business, ...more }] });
  await workflow.execute(parametersFor('find_case', { application_id: 'app_1' }));
  const offered = await workflow.load('listSearch', 'findCases', {}, 'lumen');
  expect(offered).toEqual({ results: [{ name: `Lumen Studio SAS (${mark})`, value: 'app_1' }] });
});

it('offers what the chosen case holds to be cleared', async () => {
  const application_id = { __rl: true, mode: 'id', value: 'app_1' };
  const parameters = { operation: 'update_case', application_id };
  const options = await open().load<INodePropertyOptions[]>(
    'loadOptions',
    'getClearable',
    parameters,
  );
  expect(options).toContainEqual({ name: 'External Reference', value: 'external_reference' });
  expect(options).toContainEqual({
    name: 'Custom Field: The seats',
    value: 'custom_fields.seats',
  });
});

describe('the trigger', () => {
  const event = 'case_submitted';
  const filtersOn = async (has = true) => {
    const workflow = openWorkflow('complianceOnboardingTrigger', account(has));
    const { results } = await workflow.load<INodeListSearchResult>(
      'listSearch',
      'findCustomFilters',
      { event },
    );
    return results;
  };

  it('lists the custom fields for filters, with the values that they take', async () => {
    const names = (await filtersOn()).map(({ name }) => name);
    expect(names).toEqual([
      'The note',
      'The seats',
      'The vip',
      'The size (S; M; L, XL)',
      'The colours (red; blue)',
      'The since',
      'The tax home',
      'The markets',
    ]);
  });

  const fromList = (label: string) => async () => {
    const chosen = (await filtersOn()).find(({ name }) => name.startsWith(label))!;
    return { __rl: true, mode: 'list', value: chosen.value };
  };
  const byName = (value: string) => async () => ({ __rl: true, mode: 'name', value });

  it.each<[string, () => Promise<object>, string, number]>([
    ['from the list', fromList('The seats'), '3', 1],
    ['from the list', fromList('The seats'), '4', 0],
    ['from the list, one of several', fromList('The colours'), 'blue', 1],
    ['by its name', byName('seats'), '3', 1],
    ['by its name', byName('seats'), '4', 0],
  ])('runs for a case whose field, %s, has the value', async (_, nameOf, value, runs) => {
    const dialect = '{"webhooks":null}';
    const name = await nameOf();
    const workflow = openWorkflow('complianceOnboardingTrigger', { ...account(), dialect });
    const body = {
      event_id: `evt_${Math.random()}`,
      type: 'application.submitted',
      application_id: 'app_1',
    };
    const filters = { custom_fields: { pairs: [{ name, value }] } };
    const parameters = { event, filters } as unknown as IDataObject;
    const { started } = await workflow.deliver(parameters, JSON.stringify(body), {});
    expect(started).toHaveLength(runs);
  });
});
