/** Every key of the dialect has an effect; what cannot be read is named; what needs a push says so. */
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import {
  dialectTable,
  presets,
  readDialect,
  shapingDifferences,
  type DialectKey,
  type Difference,
} from '../../service/dialect.ts';
import { statesWith } from '../../service/states.ts';
import { bundleApp, dialectToBuild } from '../../scripts/publish/app-bundle.ts';
import { createAppHandler } from '../../zapier/local/app-handler.ts';
import { examples } from '../support/examples.ts';
import { publishingProblems } from '../../scripts/publish/publishing-rules.ts';
import { withDialect } from '../support/dialect.ts';
import { builtApp, event, openSteps, type Effect } from './effects.ts';
import { failure, runner } from '../support/app.ts';

// See test/jest/environment.js.
jest.unmock('zapier-platform-core');

type Item = Record<string, any>;

const steps = openSteps();
const { create, find, fire, invoke, last, perform } = steps;

const signed = (header: string, notation: 'hex' | 'base64') => {
  const content = JSON.stringify(event('application.submitted', { event_id: 'e' }));
  const signature = createHmac('sha256', 'shh').update(content).digest(notation);
  return {
    rawRequest: { content, headers: { [header]: signature } },
    subscribeData: { id: `wh_${Math.random()}`, secret: 'shh' },
  };
};
const firedBy = (bundle: object) =>
  fire('case_submitted', {}, bundle).then(
    ({ length }) => length,
    () => 'refused',
  );
const headersOfFind = async () => {
  await find();
  return last().headers;
};
const portalLink = async () =>
  (await find())[0]!.portal_link.replace(steps.service().url, '{base_url}');
const decided = async () => {
  await create('record_decision', { application_id: 'app-1', decision: 'yes', text: 'why' });
  // After it, the case is read if the answer shows no status.
  const { path, content } = steps.service().requests.find(({ method }) => method === 'POST')!;
  return { path, body: JSON.parse(content) };
};
const uploaded = async () => {
  await create('upload_document', {
    application_id: 'app-1',
    type: 'ID',
    file: 'a text of several words',
  });
  return JSON.parse(last().content) as object;
};
/** What the form of an action reads of the service when the editor opens it. */
const readBy = (key: string) => async () => {
  await invoke(`creates.${key}.operation.inputFields`, { inputData: {} });
  return steps.service().requests.map(({ path }) => path);
};
/** The choices of a field in the integration as it is built with the environment of the moment. */
const choices = (method: string, key: string) => async () => {
  const handle = runner(await builtApp(), steps.cache().event);
  const fields = await handle<Item[]>(`${method}.operation.inputFields`, { inputData: {} });
  const { choices: all } = fields.find((field) => field.key === key) as { choices: Item[] };
  return all.map(({ value }) => value);
};

/** `value` as a function where it depends on the address of the service. */
type Case<Key extends DialectKey> = Effect & {
  value: Difference[Key] | (() => Difference[Key]);
  /** Keys that must be set as well for this one to matter. */
  also?: Difference;
};

const effects: { [Key in DialectKey]: Case<Key> } = {
  auth_header: {
    value: 'X-Api-Key',
    seen: async () => (await headersOfFind())['x-api-key'],
    before: undefined,
    after: 'key',
  },
  auth_prefix: {
    value: 'Bearer',
    seen: async () => (await headersOfFind()).authorization,
    before: 'key',
    after: 'Bearer key',
  },
  base_url: {
    value: 'https://kyc.example.com',
    seen: async () => (await builtApp()).authentication.fields[0].default,
    before: undefined,
    after: 'https://kyc.example.com',
  },
  portal_addresses: {
    value: () => ({ [steps.service().url]: 'https://collect.example.com' }),
    seen: portalLink,
    before: '{base_url}/portals/tok',
    after: 'https://collect.example.com/portals/tok',
  },
  portal_link: {
    value: 'https://verify.example.com/p/{link}',
    seen: portalLink,
    before: '{base_url}/portals/tok',
    after: 'https://verify.example.com/p/tok',
  },
  countries: {
    value: 'alpha-2',
    seen: async () => {
      await create('create_case', { subject: 'person', last_name: 'A', nationality: 'Spain, PRT' });
      await perform('searches.get_company', { country: 'France', registration_number: '1' });
      const [made, company] = steps.service().requests.slice(-2);
      return [JSON.parse(made!.content).person.nationalities, company!.path];
    },
    before: [['ESP', 'PRT'], '/api/companies/FRA/1'],
    after: [['ES', 'PT'], '/api/companies/FR/1'],
  },
  names: {
    value: { 'person.given_names': 'first_name', 'person.nationalities': 'nationality' },
    seen: async () => {
      const person = { first_name: 'Ana', last_name: 'A', nationality: 'ES' };
      await create('create_case', { subject: 'person', ...person });
      return JSON.parse(last().content).person;
    },
    before: { given_names: 'Ana', last_name: 'A', nationalities: ['ESP'] },
    after: { first_name: 'Ana', last_name: 'A', nationality: 'ESP' },
  },
  custom_fields: {
    value: '/api/fields?of=cases',
    seen: readBy('create_case'),
    before: ['/api/custom_fields'],
    after: ['/api/fields?of=cases'],
  },
  expected_documents: {
    value: null,
    seen: readBy('upload_document'),
    before: ['/api/expected_documents_configuration'],
    after: [],
  },
  webhooks: {
    value: '/v2/hooks',
    seen: async () => {
      const targetUrl = 'https://hooks.example/1';
      await invoke('triggers.case_submitted.operation.performSubscribe', { targetUrl });
      return last().path;
    },
    before: '/api/webhooks',
    after: '/v2/hooks',
  },
  signature: {
    value: 'hmac-sha256-base64',
    seen: () => firedBy(signed('X-Signature', 'base64')),
    before: 'refused',
    after: 1,
  },
  signature_header: {
    value: 'X-Mine',
    also: { signature: 'hmac-sha256-hex' },
    seen: () => firedBy(signed('Http-X-Mine', 'hex')),
    before: 'refused',
    after: 1,
  },
  related_parties: {
    value: 'inline',
    seen: async () => {
      const related_persons = [{ last_name: 'Ferrer' }];
      await create('start_onboarding', { subject: 'person', last_name: 'A', related_persons });
      const { requests } = steps.service();
      const made = requests.find(({ path }) => path === '/api/applications')!;
      return [
        JSON.parse(made.content).persons?.length,
        requests.filter(({ path }) => path.endsWith('/persons')).length,
      ];
    },
    before: [undefined, 1],
    after: [1, 0],
  },
  case_portal: {
    value: '/v2/cases/{application_id}/portals',
    seen: async () => {
      await create('create_portal', { application_id: 'app-1', ask_again: true });
      return last().path;
    },
    before: '/api/applications/app-1/portals',
    after: '/v2/cases/app-1/portals',
  },
  portal_reopen: {
    value: 'PUT /v2/{application_id}/reopen',
    seen: async () => {
      steps.service().fail(/POST .*portals/, 409);
      await create('create_portal', { application_id: 'app-1', ask_again: true });
      return `${last().method} ${last().path}`;
    },
    before: 'GET /api/applications/app-1',
    after: 'PUT /v2/app-1/reopen',
  },
  case_page: {
    value: '{base_url}/back-office/cases/{application_id}',
    seen: async () => (await find())[0]!.case_page?.replace(steps.service().url, '') ?? null,
    before: null,
    after: '/back-office/cases/app-1',
  },
  deal_field: {
    value: 'hubspot_deal',
    seen: async () => {
      // Each deal gets one link.
      await create('create_portal', { portal_for: 'client', deal_id: crypto.randomUUID() });
      return Object.keys((JSON.parse(last().content) as Item).default_custom_fields);
    },
    before: ['deal_id'],
    after: ['hubspot_deal'],
  },
  documents: {
    value: 'files',
    seen: async () => Object.keys(await uploaded()).sort(),
    before: ['application_id', 'document_files', 'file_id', 'name', 'type'],
    after: ['application_id', 'document_files', 'name'],
  },
  decisions: {
    value: '/v2/cases/{application_id}/decide',
    seen: async () => (await decided()).path,
    before: '/applications/app-1/decisions',
    after: '/v2/cases/app-1/decide',
  },
  decision_status_key: {
    value: 'outcome',
    seen: async () => (await decided()).body,
    before: { status: 'yes', text: 'why' },
    after: { outcome: 'yes', text: 'why' },
  },
  decision_text_key: {
    value: 'reason',
    seen: async () => (await decided()).body,
    before: { status: 'yes', text: 'why' },
    after: { status: 'yes', reason: 'why' },
  },
  idempotency_header: {
    value: 'X-Request-Id',
    seen: async () => {
      await create('create_portal', { portal_for: 'client' });
      return Object.keys(last().headers).filter((name) =>
        /^(idempotency-key|x-request-id)$/.test(name),
      );
    },
    before: ['idempotency-key'],
    after: ['x-request-id'],
  },
  idempotency_keys: {
    value: 'honoured',
    seen: async () => {
      steps.service().fail(/POST/, 502);
      await create('create_portal', { portal_for: 'client' }).catch(() => undefined);
      const { requests } = steps.service();
      const keys = requests.map(({ headers }) => headers['idempotency-key']);
      return [requests.length, new Set(keys).size];
    },
    before: [1, 1],
    after: [2, 1],
  },
  review_statuses: {
    value: ['open', 'closed'],
    seen: choices('triggers.case_review_updated', 'status_review'),
    before: statesWith('isSuggested'),
    after: ['open', 'closed'],
  },
  execution_statuses: {
    value: ['at_work', 'ready'],
    seen: choices('triggers.case_status_updated', 'status_execution'),
    before: ['waiting_for_user_input', 'done', 'failed'],
    after: ['at_work', 'ready'],
  },
  decision_statuses: {
    value: ['go', 'no-go'],
    seen: choices('creates.record_decision', 'decision'),
    before: statesWith('isDecided'),
    after: ['go', 'no-go'],
  },
  roles: {
    value: ['CEO', 'Legal Representative'],
    seen: choices('creates.add_related_person', 'roles'),
    before: ['ACCOUNT_OWNER', 'DIRECTOR', 'UBO', 'SHAREHOLDER'],
    after: ['CEO', 'Legal Representative'],
  },
  document_types: {
    value: ['PASSPORT'],
    seen: async () => (await choices('creates.upload_document', 'type')())[0],
    before: 'ID',
    after: 'PASSPORT',
  },
};

/** The forms follow these, so that each needs a push. */
const shaping = [
  'base_url',
  'review_statuses',
  'execution_statuses',
  'decision_statuses',
  'roles',
  'document_types',
] as const;

/** A difference of some keys alone. */
function differenceOf(...keys: readonly DialectKey[]): Difference {
  const values = keys.map((key) => [key, effects[key].value] as const);
  return Object.fromEntries(
    values.map(([key, value]) => [key, typeof value === 'function' ? value() : value]),
  );
}

it.each(Object.entries(effects))('%s has an effect', (name, { also = {}, ...effect }) => {
  const key = name as DialectKey;
  // An app is loaded once for all that shape it.
  const isShaping = (shaping as readonly string[]).includes(key);
  return withDialect(also, () =>
    steps.expectEffect(effect, (work) =>
      withDialect({ ...also, ...differenceOf(...(isShaping ? shaping : [key])) }, work),
    ),
  );
});

it('sends no key without a header for it, and repeats no POST that may have been done', () =>
  withDialect({ idempotency_header: null, idempotency_keys: 'honoured' }, async () => {
    steps.service().fail(/POST/, 502);
    expect((await failure(create('create_portal', { portal_for: 'client' }))).kind).toBe(
      'AppError',
    );
    expect(steps.service().requests).toHaveLength(1);
    expect(last().headers).not.toHaveProperty('idempotency-key');
  }));

describe('reading', () => {
  it('takes nothing, a preset, or what differs from one', () => {
    const standard = readDialect();
    expect(readDialect('  ')).toEqual(standard);
    expect(readDialect('standard')).toEqual(standard);
    expect(readDialect('{}')).toEqual(standard);
    const ondorse = { ...standard, ...presets.ondorse };
    expect(ondorse).not.toEqual(standard);
    expect(readDialect(' ondorse\n')).toEqual(ondorse);
    expect(readDialect('{"extends":"ondorse","countries":"alpha-2","webhooks":"/hooks"}')).toEqual({
      ...ondorse,
      countries: 'alpha-2',
      webhooks: '/hooks',
    });
  });

  it.each<Difference>([
    { auth_prefix: 'Token token=' },
    { custom_fields: '/api/fields?of=cases' },
    { portal_reopen: 'PATCH /a/{application_id}' },
    { roles: [] },
    { decisions: '/a/{application_id}/b' },
    { names: { 'person.nationalities': 'citizenships[]' } },
  ])('takes %j', (difference) =>
    expect(readDialect(JSON.stringify(difference))).toMatchObject(difference),
  );

  it.each(['alpha-2', '["ondorse"]', '{"countries":"alpha-2"', 'null'])(
    'says of %j what the dialect takes',
    (text) =>
      expect(() => readDialect(text)).toThrow(
        'The dialect takes standard or ondorse, or a JSON object such as {"extends":"ondorse","countries":"alpha-2"}.',
      ),
  );

  const list = 'takes a list of texts, such as ["approved","rejected"]';
  const names = 'takes fields and their names, such as {"person.given_names":"first_name"}';
  const address = 'takes a web address without a slash at its end, such as https://app.example.com';

  /** Values that each key refuses. */
  const refused: { [Key in DialectKey]: unknown[] } = {
    auth_header: ['X Api Key', 'Authorization:', '', null, 7],
    auth_prefix: ['Bärer', 'a\nb', null],
    base_url: ['https://a.example/?x', 'a.example', 'https://a.example/'],
    portal_addresses: [],
    portal_link: ['https://a.example/p', '{host}/{link}', 'a/{link}', '/portals/{link}'],
    countries: ['alpha3', 'ISO', null],
    names: [['a'], 'a=b', null],
    custom_fields: ['custom_fields', '/a b', 'none', ''],
    expected_documents: ['documents', '/{id}', false],
    webhooks: ['hooks', 'none', '/hooks/{id}', '/hooks?x=1', ''],
    signature: ['hmac', 'hmac-sha256', 'hmac-sha7-hex', 'Standard', null],
    signature_header: ['X Signature', ''],
    related_parties: ['true', true, null],
    case_portal: ['/api/portals', '/api/{id}/portals', 'none'],
    portal_reopen: ['GET /a/{application_id}', 'PUT /api/portals', '/a/{application_id}'],
    case_page: ['https://a.example/cases', '/cases/{application_id}', '{base_url}/{id}', ''],
    deal_field: ['the deal', '', null],
    documents: ['none', 'file', null],
    decisions: ['none', '/decisions', '/a/{application_id}/{application_id}', null],
    decision_status_key: ['the status', ''],
    decision_text_key: ['"text"', '', null],
    idempotency_header: ['Idempotency Key', 'X-Key:', ''],
    idempotency_keys: ['Idempotency-Key', true, null],
    review_statuses: ['a,b', null],
    execution_statuses: [{ a: 'b' }],
    decision_statuses: ['approved'],
    roles: ['CEO'],
    document_types: ['ID'],
  };
  const inside: [Difference | object, string][] = [
    [
      { portal_addresses: { 'https://a.example': 'b' } },
      `portal_addresses.https://a.example ${address}`,
    ],
    [{ webhooks: 'hooks' }, 'webhooks takes a path such as /api/custom_fields, or null.'],
    [{ roles: ['CEO', ' '] }, `roles.1 ${list}`],
    [{ names: { 'person.given_names': 1 } }, `names.person.given_names ${names}`],
    [{ names: { 'person.given_names': 'a[b]' } }, 'names.person.given_names takes a name, with []'],
    [{ names: { 'person.given_names': 'identity.first' } }, 'takes a name without dots'],
    [{ names: { 'person.no_field': 'a' } }, 'names.person.no_field is not a field'],
    [{ names: { 'person.given_names': 'x', 'person.last_name': 'x' } }, 'has the same name as'],
    [{ authHeader: 'X' }, 'authHeader is not a key of the dialect'],
    [{ extends: 'other' }, '"extends" takes standard or ondorse'],
    [{ extends: 1 }, '"extends" takes standard or ondorse'],
  ];
  const all = [
    ...Object.entries(refused).flatMap(([key, values]) =>
      values.map((value): [object, string] => [{ [key]: value }, `: ${key} takes `]),
    ),
    ...inside,
  ];

  it.each(all)('refuses %j', (difference, message) =>
    expect(() => readDialect(JSON.stringify(difference))).toThrow(message),
  );

  it('names everything that is wrong', () =>
    expect(() => readDialect('{"countries":"ISO","roles":"CEO"}')).toThrow(
      `The dialect cannot be read: countries takes alpha-3 or alpha-2; roles ${list}.`,
    ));

  it('has a meaning for each key, and no default that it would refuse', () => {
    const table = dialectTable();
    expect(table.map(({ key }) => key)).toEqual(Object.keys(effects));
    const defaults = Object.fromEntries(table.map(({ key, value }) => [key, value]));
    expect(readDialect(JSON.stringify(defaults))).toEqual(readDialect());
  });
});

describe('built without registration of webhooks', () => {
  it('shows an address, which gets every event, and each trigger takes its own', () =>
    withDialect('ondorse', async () => {
      const app = await builtApp();
      for (const { operation } of Object.values<Item>(app.triggers)) {
        expect(operation).not.toHaveProperty('performSubscribe');
        expect(operation).not.toHaveProperty('performUnsubscribe');
      }
      const { results } = await createAppHandler(app)({ command: 'validate', calledFromCli: true });
      expect(results).toEqual([]);
      expect((await publishingProblems(app)).join()).toContain('D017');
      const handle = runner(app, steps.cache().event);
      const hooks = Object.keys(app.triggers).filter(
        (key) => app.triggers[key].operation.type === 'hook',
      );
      const fired = await Promise.all(
        hooks.map((key) =>
          handle<Item[]>(`triggers.${key}.operation.perform`, {
            authData: { base_url: steps.service().url, api_key: 'key' },
            meta: { zap: { id: '7' } },
            rawRequest: { content: JSON.stringify(event('collect.opened', { event_id: 'e' })) },
          }),
        ),
      );
      expect(fired.map(({ length }) => length)).toEqual(
        hooks.map((key) => (['collect_opened', 'event_received'].includes(key) ? 1 : 0)),
      );
    }));
});

describe('the integration as it is pushed', () => {
  const built = async (text: string) => {
    const folder = text ? `build/dialects/${encodeURIComponent(text)}` : 'dist';
    if (text) await bundleApp(text, folder);
    const { default: app } = (await import(resolve(folder, 'app.cjs'))) as { default: Item };
    const handle = runner(app, steps.cache().event);
    const authData = { base_url: steps.service().url, api_key: 'key' };
    const inRun = (method: string, bundle: object) => handle(method, { ...bundle, authData });
    return { app, run: inRun };
  };
  type Run = Awaited<ReturnType<typeof built>>['run'];
  beforeAll(() => rmSync('build/dialects', { recursive: true, force: true }));

  const findIn = (run: Run) => run(examples.find_case!.run, examples.find_case!.bundle);

  it('has its dialect inside, which a step of the same forms may replace', async () => {
    const { app, run } = await built('{"extends":"ondorse","auth_header":"X-Built"}');
    const { case_submitted, event_received } = app.triggers;
    expect(case_submitted.operation).not.toHaveProperty('performSubscribe');
    expect(case_submitted.display.directions).toContain('choose the event application.submitted');
    expect(event_received.display.directions).toContain('choose the events that you need');
    expect(app.authentication.fields[0].default).toBe('https://app.ondorse.co');
    await findIn(run);
    expect(last().headers['x-built']).toBe('key');
    await withDialect({ extends: 'ondorse', auth_header: 'X-Env' }, () => findIn(run));
    expect(last().headers['x-env']).toBe('key');
  });

  it('is not built with a dialect that cannot be read', () =>
    expect(built('{"countries":"ISO"}')).rejects.toThrow('countries takes alpha-3 or alpha-2'));

  it('loads with a dialect in the environment that cannot be read, and halts each step', async () => {
    const { app, run } = await built('');
    await withDialect('{"countries":"ISO"}', async () => {
      const { results } = await createAppHandler(app)({ command: 'validate', calledFromCli: true });
      expect(results).toEqual([]);
      const message =
        /^The integration is not set up correctly. For your engineer: SERVICE_DIALECT: .*: countries takes alpha-3 or alpha-2\.$/;
      for (const example of Object.values(examples)) {
        const { kind, message: says } = await failure(run(example.run, example.bundle));
        expect([example.run, kind, says]).toEqual([
          example.run,
          'HaltedError',
          expect.stringMatching(message),
        ]);
      }
      expect(steps.service().requests).toEqual([]);
    });
  });

  it('needs a push for what shapes it, and for nothing else', () => {
    const standard = readDialect();
    const keys = Object.keys(effects) as DialectKey[];
    const different = keys.filter((key) => {
      const difference = { ...effects[key].also, ...differenceOf(key) };
      return shapingDifferences(standard, readDialect(JSON.stringify(difference))).length > 0;
    });
    expect(different).toEqual(shaping);
  });
});

it('the dialect goes into the build from the variable, else from dialect.json', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dialect-'));
  expect(dialectToBuild(folder)).toBe('');
  writeFileSync(join(folder, 'dialect.json'), '{"countries":"alpha-2"}');
  expect(dialectToBuild(folder)).toBe('{"countries":"alpha-2"}');
  return withDialect('ondorse', () => expect(dialectToBuild(folder)).toBe('ondorse')).finally(() =>
    rmSync(folder, { recursive: true }),
  );
});
