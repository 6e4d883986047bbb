/** The definition: the platform's schema, and what Zapier's published requirements ask of it. */
import { existsSync, readFileSync } from 'node:fs';

import { parseFields } from '../fields/kinds/table.ts';
import type { InputOf as FormInput } from '../fields/kinds/form.ts';
import app from '../index.ts';
import type { creates } from '../creates/index.ts';
import type { searches } from '../searches/index.ts';
import type { triggers } from '../triggers/index.ts';
import { application } from '../service/catalogue.ts';
import { presets, readDialect } from '../service/dialect.ts';
import { createAppHandler } from '../zapier/local/app-handler.ts';
import {
  compiled,
  formFieldsOf,
  kinds,
  operationsOf,
  outputFieldsOf,
  type Operation,
} from '../zapier/local/definition.ts';
import { all } from './support/amount.ts';
import { examples, steps } from './support/examples.ts';
import { publishingProblems } from '../scripts/publish/publishing-rules.ts';
import { operationsPage } from '../scripts/pages/operations-page.ts';
import { runner } from './support/app.ts';
import type { Routes } from './known-service/answers.ts';
import { lenient } from './known-service/choices.ts';
import { recording, startService } from './known-service/service.ts';
import { loadApp, withDialect } from './support/dialect.ts';

// See test/jest/environment.js.
jest.unmock('zapier-platform-core');

const { prepareApp, serializeApp } = jest.requireActual<
  Record<'prepareApp' | 'serializeApp', <App>(app: App) => App>
>('zapier-platform-core/src/tools/schema');

type FormField = Record<string, any>;

/** An account with documents and with fields of several types, some under a label of the form. */
const account: Routes = {
  'GET /api/custom_fields': [
    200,
    [
      ['text', 'Plan'],
      ['number', 'Plan'],
      ['boolean', 'VAT Number'],
      ['date', 'Start'],
      ['dropdown_multiple', 'Case'],
      ['country_single', 'Only Risk Level'],
      ['deal_id', 'Deal of the CRM'],
    ].map(([name, display_name]) => ({
      name,
      display_name,
      type: name,
      accepted_values: name === 'dropdown_multiple' ? ['A', 'B'] : null,
      attached_to: ['APPLICATION', 'PERSON', 'RELATED_BUSINESS'],
      description: 'What to know. '.repeat(100),
    })),
  ],
  'GET /api/expected_documents_configuration': [200, [{ id: 'ed-1', name: 'Statutes' }]],
};

/** The group with its forms made for the input, in this account. */
async function withForms(from: any, kind: string, authData: object, inputData: object) {
  const run = runner(from);
  const made = Object.entries<Operation>(from[kind]).map(async ([key, one]) => {
    const make = (part: string) =>
      run<FormField[]>(`${kind}.${key}.operation.${part}`, { inputData, authData });
    const [inputFields, outputFields] = [await make('inputFields'), await make('outputFields')];
    const labels = inputFields.map(({ label }) => label);
    expect([key, labels]).toEqual([key, [...new Set(labels)]]);
    const used = new Set(inputFields.map(({ group }) => group));
    const { inputFieldGroups = [] } = one.operation;
    expect([key, inputFieldGroups.filter((group) => !used.has(group.key))]).toEqual([key, []]);
    return [key, { ...one, operation: { ...one.operation, inputFields, outputFields } }] as const;
  });
  return Object.fromEntries(await Promise.all(made));
}

/** Without `TESTS=all`, the standard alone. */
const tried = Object.keys(presets).slice(0, all ? undefined : 1);

it.each(tried)('satisfies the schema of the platform with what forms make: %s', async (dialect) => {
  const service = await startService(lenient);
  service.serve(account);
  const authData = { base_url: service.url, api_key: 'key' };
  await withDialect(dialect, async () => {
    const loaded = await loadApp();
    const problems = async (definition: object) =>
      (await createAppHandler(definition)({ command: 'validate', calledFromCli: true })).results;
    const filled = { ...loaded };
    for (const kind of kinds)
      filled[kind] = await withForms(loaded, kind, authData, {
        subject: 'business',
        fields: 'all',
      });
    expect(await problems(filled)).toEqual([]);
    // Only these have another form for another subject.
    const { create_case, start_onboarding, update_case } = loaded.creates;
    const creates = { create_case, start_onboarding, update_case };
    const bare = { ...loaded, triggers: {}, searches: {}, searchOrCreates: {}, creates };
    for (const subject of ['person', '{{1__subject}}']) {
      const forms = await withForms(bare, 'creates', authData, { subject, fields: 'all' });
      expect(await problems({ ...bare, creates: forms })).toEqual([]);
    }
  });
  expect(service.lines()).toContain('GET /api/custom_fields');
  service.close();
});

it('satisfies the published requirements that can be checked', async () => {
  expect(await publishingProblems(app)).toEqual([]);
});

it.each<[code: string, spoil: (spoiled: any) => void]>([
  ['D001', (its) => (its.creates.submit_case.operation.inputFields[0].key = 'secret')],
  ['D004', (its) => delete its.creates.submit_case.operation.inputFields[0].dynamic],
  [
    'D007',
    (its) => (its.creates.submit_case.operation.inputFields[0].helpText += ' http://a.example'),
  ],
  ['D008', (its) => (its.creates.submit_case.operation.inputFields[0].helpText += ' [x](ftp://a)')],
  ['D013', (its) => (its.creates.submit_case.operation.inputFields[0].dynamic = 'none.id.name')],
  ['D014', (its) => (its.creates.submit_case.operation.inputFields[0].search = 'none.id')],
  ['D014', (its) => delete its.creates.submit_case.operation.inputFields[0].dynamic],
  ['D015', (its) => (its.searchOrCreates.find_case.create = 'none')],
  ['D017', (its) => delete its.triggers.case_submitted.operation.performSubscribe],
  ['D018', (its) => (its.creates.submit_case.display.label = 'submit case')],
  ['label is not', (its) => (its.triggers.case_created.display.label = 'Case Created')],
  ['no filter', (its) => (its.triggers.case_updated.operation.inputFields = [])],
  ['D021', (its) => (its.searches.find_case.display.description = 'Looks for a case.')],
  ['D024', (its) => (its.creates.create_portal.operation.sample.unlisted = 1)],
])('notices a definition that breaks %s', async (code, spoil) => {
  // Functions are kept, all else is a copy.
  const copy = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(copy)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item)]))
        : value;
  const spoiled = copy(app) as typeof app;
  spoil(spoiled);
  expect((await publishingProblems(spoiled)).join('\n')).toContain(code);
});

it('is described by docs/operations.md as it is', async () => {
  expect(readFileSync('docs/operations.md', 'utf8')).toBe(await operationsPage(app));
});

const operations = operationsOf(compiled(app));

it.each(operations)('says in one sentence what $key does', ({ display: { description } }) =>
  expect(description).toMatch(/^[A-Z][a-z]+s [^.;]+\.$/),
);

it('has rows of each operation in the table, and a test of each action and search', () => {
  expect(operations.map(({ key }) => key).sort()).toEqual(Object.keys(examples).sort());
  const untested = steps.filter(([key, { run: method }]) => {
    const [kind] = method.split('.');
    return !existsSync(`test/${kind}/${key}.test.ts`);
  });
  expect(untested).toEqual([]);
});

it.each(operations)('returns from $key what its sample and its output fields say', async (one) => {
  const { run: method, bundle, requests } = examples[one.key]!;
  const service = await recording(requests);
  const authData = { base_url: service.url, api_key: 'key' };
  const output = [await runner()<object | object[]>(method, { ...bundle, authData })].flat();
  service.close();
  const item = output[0] as Record<string, unknown>;
  // T004: a sample holds only keys that are always returned.
  expect(Object.keys(item)).toEqual(
    expect.arrayContaining(['id', ...Object.keys(one.operation.sample!)]),
  );
  // T005: the values have the types of the fields.
  for (const { key, list, type } of await outputFieldsOf(one)) {
    const value = item[key] ?? undefined;
    if (value === undefined) continue;
    expect([key, Array.isArray(value)]).toEqual([key, list === true]);
    if (type === 'boolean') expect([key, typeof value]).toEqual([key, 'boolean']);
    if (type === 'integer') expect([key, Number.isInteger(value)]).toEqual([key, true]);
  }
});

describe('samples and headings', () => {
  /** The objects in a definition, each where it stands. */
  const objectsIn = (value: unknown): object[] =>
    typeof value === 'object' && value !== null
      ? [value, ...Object.values(value).flatMap(objectsIn)]
      : [];
  const prepared = prepareApp(app);

  it('pass through the core of the platform untouched, so it copies and walks few objects', () => {
    const parts = [app.resources, app.triggers, app.creates, app.searches]
      .flatMap((group) => Object.values<any>(group))
      .flatMap(({ sample, operation = {} }) => [
        sample,
        operation.sample,
        operation.inputFieldGroups,
      ])
      .flatMap((part) => part ?? []);
    const originals = new Set(parts.flatMap(objectsIn));
    const found = objectsIn(prepared);
    expect(new Set(found.filter((one) => originals.has(one)))).toEqual(originals);
    expect(found.filter((one) => !originals.has(one)).length).toBeLessThan(260);
  });

  it('are plain data for a core that copies them after all', () => {
    const copied = (value: unknown): unknown => {
      if (typeof value === 'function') return value;
      if (Array.isArray(value)) return value.map(copied);
      const isSample = Object.prototype.toString.call(value) === '[object Untouched]';
      if (typeof value !== 'object' || value === null || isSample) return structuredClone(value);
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copied(one)]));
    };
    const copy = prepareApp(copied(app)) as typeof app;
    expect(Object.getPrototypeOf(copy.resources.case.sample)).toEqual({});
    expect(JSON.stringify(serializeApp(copy))).toBe(JSON.stringify(serializeApp(prepared)));
  });
});

it.each(operations)('labels the ID of $key by whose it is', async (one) => {
  const isTrigger = Object.hasOwn(app.triggers, one.key);
  const { label } = (await outputFieldsOf(one)).find(({ key }) => key === 'id')!;
  expect(label).toBe(isTrigger ? 'Event ID' : 'ID');
});

it('shows in each sample statuses that the choices offer, where the case then stands', () => {
  const { review_statuses, execution_statuses } = readDialect();
  const shown = operations.flatMap(({ key, operation: { sample = {} } }) => {
    const { status_review, status_execution, status_text } = sample as Record<string, string>;
    if (!status_text) return [];
    expect(review_statuses).toContain(status_review);
    expect(execution_statuses).toContain(status_execution);
    return [[key, status_text]];
  });
  expect(Object.fromEntries(shown)).toMatchObject({
    case_created: 'Waiting for Client',
    start_onboarding: 'Waiting for Client',
    collect_opened: 'Waiting for Client',
    submit_case: 'Ready for Decision',
    case_review_updated: 'Approved',
  });
});

type Operations = typeof triggers & typeof creates & typeof searches;
type InputOf<Key extends keyof Operations> = FormInput<Operations[Key]['input']>;
/** Operations for whose input the types know no key, or take any. */
type Unchecked = {
  [Key in keyof Operations]: [keyof InputOf<Key>] extends [never]
    ? Key
    : 'no_such_key' extends keyof InputOf<Key>
      ? Key
      : never;
}[keyof Operations];

it('types the input of each operation from its fields, and what is read from their kinds', () => {
  const unchecked: never[] = [] as Unchecked[];
  const inputOf = <Key extends keyof Operations>(key: Key) =>
    examples[key]!.bundle.inputData as InputOf<Key>;
  const { organization_name, business_address_city } = inputOf('create_case');
  expect([unchecked, organization_name, business_address_city, inputOf('event_received')]).toEqual([
    [],
    'Lumen Studio SAS',
    undefined,
    {},
  ]);
  expect([
    // @ts-expect-error A key that no field has.
    inputOf('find_case').case_id,
    // @ts-expect-error A name on the wire whose field has another key.
    inputOf('create_case').given_names,
    // @ts-expect-error A key of another operation.
    inputOf('upload_document').when_exists,
    // @ts-expect-error A value that was not read: it may be no text.
    inputOf('create_case').is_draft?.trim(),
    parseFields(application, {})?.is_draft satisfies boolean | null | undefined,
    // @ts-expect-error A value that is read as yes or no.
    parseFields(application, {})?.is_draft?.trim(),
    // @ts-expect-error A field that there is not.
    parseFields(application, {})?.draft,
  ]).toEqual(Array(7).fill(undefined));
});

const run = runner();

it.each(
  Object.entries({ triggers: app.triggers, creates: app.creates, searches: app.searches }).flatMap(
    ([kind, group]) =>
      Object.values(group as Record<string, Operation>).map((one): [string, Operation] => [
        `${kind}.${one.key}`,
        one,
      ]),
  ),
)('hands the fields of %s to the editor whole, with their choices', async (_, operation) => {
  const fields: FormField[] = await formFieldsOf(operation);
  expect(JSON.parse(JSON.stringify(fields))).toEqual(fields);
  for (const { choices } of fields.filter((field) => 'choices' in field)) {
    expect(Object.keys(choices).length).toBeGreaterThan(1);
  }
});

describe('a form of a case', () => {
  const keysOf = async (key: 'start_onboarding' | 'create_case', input: object) => {
    const one = app.creates[key] as unknown as Operation;
    return (await formFieldsOf(one, { fields: undefined, ...input })).map((field) => field.key);
  };
  // test/contract/zapier.json lists what is usual of each.
  it('asks for what is usual of both, while the subject is mapped', async () =>
    expect(await keysOf('create_case', { subject: '{{1__type}}' })).toEqual(
      expect.arrayContaining(['organization_name', 'last_name']),
    ));

  it('shows what is filled in, and on request everything', async () => {
    const subject = 'business';
    const usual = await keysOf('start_onboarding', { subject });
    const hidden = {
      legal_type: 'SAS',
      trading_address_city: '{{1__city}}',
      related_persons: [{ related_person_last_name: 'Ferrer' }],
      related_businesses: [{ related_business_country: '' }],
    };
    const more = await keysOf('start_onboarding', { subject, ...hidden });
    expect(more.filter((key) => !usual.includes(key))).toEqual(Object.keys(hidden).slice(0, 3));
    const everything = await keysOf('start_onboarding', { subject, fields: 'all' });
    expect(everything).toEqual(expect.arrayContaining([...more, 'meta', 'related_businesses']));
  });

  it.each(['create_case', 'start_onboarding'])(
    'sends and checks in %s what it hides',
    async (key) => {
      const { bundle, requests } = examples[key]!;
      const bodies = [];
      for (const fields of ['usual', 'all', undefined]) {
        const service = await recording(requests);
        const authData = { base_url: service.url, api_key: 'key' };
        const send = (more: object) =>
          run(`creates.${key}.operation.perform`, {
            inputData: { ...bundle.inputData, legal_type: 'SAS', fields, ...more },
            authData,
          });
        await send({});
        const { headers, content } = service.requests.find(({ method }) => method === 'POST')!;
        bodies.push([headers['idempotency-key'], content]);
        await expect(send({ trading_address_country: 'Atlantis' })).rejects.toThrow(
          /Trading Address Country/,
        );
        service.close();
      }
      expect(bodies[0]![1]).toContain('SAS');
      expect(new Set(bodies.map(String)).size).toBe(1);
    },
  );
});

it('offers countries by name and sends their code', async () => {
  const fields = await run<FormField[]>('creates.create_case.operation.inputFields');
  const { choices } = fields.find((field) => field.key === 'country')!;
  expect(choices.length).toBeGreaterThan(240);
  expect(choices).toContainEqual({ value: 'FR', sample: 'FR', label: 'France' });
  expect(choices[0].label).toBe('Afghanistan');
});

it.each([
  'packages/n8n/package.json',
  'packages/mcp/package.json',
  'packages/mcp/server.json',
  'packages/mcp/manifest.json',
  'packages/sandbox/package.json',
  'docs/openapi.json',
])('the version in %s is that of the app', (path) => {
  const read = (file: string) =>
    JSON.parse(readFileSync(file, 'utf8')) as { version?: string; info?: { version: string } };
  const { version, info } = read(path);
  expect(version ?? info?.version).toBe(read('package.json').version);
});
