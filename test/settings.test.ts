/** Every setting has an effect: one case each, run with the default and with another value. */
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import nock from 'nock';

import { events, type TriggerKey } from '../api/contract.ts';
import {
  checkSettings,
  setting,
  settingProblems,
  settings,
  type Setting,
} from '../api/settings.ts';
import { createAppHandler } from '../testing/app-handler.ts';
import { startCache, type Cache } from '../testing/cache.ts';
import { publishingProblems } from '../testing/publishing-rules.ts';
import { startPlainService, type PlainService } from '../testing/plain-service.ts';
import { bundled } from './commands.ts';
import { failure, runner } from './support.ts';

type Item = Record<string, any>;

let service: PlainService;
let cache: Cache;
let run: ReturnType<typeof runner>;
beforeAll(async () => {
  service = await startPlainService();
  cache = await startCache();
  run = runner(undefined, cache.event);
});
afterAll(() => {
  service.close();
  cache.close();
});
beforeEach(() => {
  service.clear();
  cache.clear();
  service.cases.set('app-1', { id: 'app-1', status_review: 'new', portals: { link: 'tok' } });
});

const authData = () => ({ base_url: service.url, api_key: 'key' });
const perform = (method: string, inputData: object = {}, more: object = {}) =>
  run<any>(`${method}.operation.perform`, { authData: authData(), inputData, ...more });
const create = (key: string, inputData: object) => perform(`creates.${key}`, inputData);
const last = () => service.requests.at(-1)!;
const find = () => perform('searches.find_case', { application_id: 'app-1' });
const headersOfFind = async () => {
  await find();
  return last().headers;
};
const decided = async () => {
  await create('record_decision', { application_id: 'app-1', decision: 'yes', text: 'why' });
  return last();
};
const fields = async (method: string, key: string): Promise<Item> => {
  const all = await run<Item[]>(`${method}.operation.inputFields`, { inputData: {} });
  return all.find((field) => field.key === key)!;
};
const choices = async (method: string, key: string) =>
  ((await fields(method, key)).choices as { value: string }[]).map(({ value }) => value);

const event = (type: string, more: object = {}) => ({
  type,
  data: { object: { application_id: 'app-1' } },
  ...more,
});
const fire = async (trigger: string, body: object, more: object = {}) => {
  const content = JSON.stringify(body);
  const items: Item[] = await perform(
    `triggers.${trigger}`,
    {},
    {
      subscribeData: { id: `wh_${Math.random()}` },
      rawRequest: { content, headers: {} },
      ...more,
    },
  );
  return items.map(({ id }) => id as string);
};
const firesFor = (trigger: string, type: string) => async () =>
  (await fire(trigger, event(type))).length;
const signed = (header: string, notation: 'hex' | 'base64') => {
  const content = JSON.stringify(event('application.submitted', { event_id: 'e' }));
  const signature = createHmac('sha256', 'shh').update(content).digest(notation);
  return {
    rawRequest: { content, headers: { [header]: signature } },
    subscribeData: { id: `wh_${Math.random()}`, secret: 'shh' },
  };
};
const takes = (bundle: object) => () =>
  fire('case_submitted', {}, bundle).then(
    (items) => items.length,
    () => 'refused',
  );
const kindOf = (work: Promise<unknown>) => failure(work).then(({ kind }) => kind);

/** What a step does about a service that takes 400 ms. */
const patience = () => {
  service.slow(400);
  return find().then(
    () => 'waits',
    () => 'gives up',
  );
};

interface Effect {
  value: string;
  /** What is seen of the step; it must differ between default and value as given. */
  seen: () => Promise<unknown>;
  before: unknown;
  after: unknown;
  /** Settings that must be set as well for this one to matter. */
  also?: Partial<Record<Setting, string>>;
}

/** What the form of an action asks of the service when the editor opens it. */
const askedBy = (key: string) => async () => {
  await run(`creates.${key}.operation.inputFields`, { authData: authData(), inputData: {} });
  return service.requests.map(({ path }) => path);
};

/** The app as it is pushed with the settings of the moment. */
async function pushed(): Promise<Item> {
  let app: Item = {};
  await jest.isolateModulesAsync(async () => {
    app = ((await import('../index.ts')) as { default: Item }).default;
  });
  return app;
}

const effects: Record<Exclude<Setting, TriggerKey>, Effect> = {
  hide: {
    value: 'call_api, record_decision',
    seen: async () => {
      const { creates } = await pushed();
      return ['call_api', 'record_decision', 'create_case'].map((key) => key in creates);
    },
    before: [true, true, true],
    after: [false, false, true],
  },
  authHeader: {
    value: 'X-Api-Key',
    seen: async () => (await headersOfFind())['x-api-key'],
    before: undefined,
    after: 'key',
  },
  authPrefix: {
    value: 'Bearer',
    seen: async () => (await headersOfFind()).authorization,
    before: 'key',
    after: 'Bearer key',
  },
  connectionTestPath: {
    value: '/api/ping',
    seen: async () => {
      await run('authentication.test', { authData: authData() });
      return last().path;
    },
    before: '/api/applications/connection-test',
    after: '/api/ping',
  },
  privateNetwork: {
    value: 'allow',
    seen: async () => {
      process.env.AWS_LAMBDA_FUNCTION_NAME = 'zapier';
      nock('https://10.1.2.3').get(/.*/).reply(200, { id: 'app-1' });
      try {
        const found = await run<Item[]>('searches.find_case.operation.perform', {
          authData: { base_url: 'https://10.1.2.3', api_key: 'key' },
          inputData: { application_id: 'app-1' },
        }).catch(() => 'refused');
        return Array.isArray(found) ? found.length : found;
      } finally {
        delete process.env.AWS_LAMBDA_FUNCTION_NAME;
      }
    },
    before: 'refused',
    after: 1,
  },
  plainHttp: {
    value: 'allow',
    seen: async () => {
      nock('http://kyc.internal').get(/.*/).reply(200, { id: 'app-1' });
      const bundle = {
        authData: { base_url: 'http://kyc.internal', api_key: 'key' },
        inputData: { application_id: 'app-1' },
      };
      return await run<Item[]>('searches.find_case.operation.perform', bundle).then(
        (found) => found.length,
        (error: Error) => error.message,
      );
    },
    before: 'Base URL must start with https:// so that the API key travels encrypted.',
    after: 1,
  },
  webhooksPath: {
    value: '/v2/hooks',
    seen: async () => {
      const more = { authData: authData(), targetUrl: 'https://hooks.example/1' };
      await run('triggers.case_submitted.operation.performSubscribe', more);
      return last().path;
    },
    before: '/api/webhooks',
    after: '/v2/hooks',
  },
  eventAttemptKeys: {
    value: 'nth',
    seen: async () => {
      const of = (nth: number) => fire('case_submitted', event('application.submitted', { nth }));
      return new Set([...(await of(1)), ...(await of(2))]).size;
    },
    before: 2,
    after: 1,
  },
  webhookSignatures: {
    value: 'off',
    seen: takes({
      rawRequest: { content: JSON.stringify(event('application.submitted')) },
      subscribeData: { id: `wh_${Math.random()}`, secret: 'shh' },
    }),
    before: 'refused',
    after: 1,
  },
  webhookSecret: {
    value: 'shh',
    also: { signatureScheme: 'hmac-sha256-hex' },
    seen: () =>
      takes({ ...signed('X-Signature', 'hex'), subscribeData: { id: 'x', secret: 'not it' } })(),
    before: 'refused',
    after: 1,
  },
  signatureScheme: {
    value: 'hmac-sha256-base64',
    seen: () => takes(signed('X-Signature', 'base64'))(),
    before: 'refused',
    after: 1,
  },
  signatureHeader: {
    value: 'X-Mine',
    also: { signatureScheme: 'hmac-sha256-hex' },
    seen: () => takes(signed('Http-X-Mine', 'hex'))(),
    before: 'refused',
    after: 1,
  },
  portalAddress: {
    value: 'collect.example.com/',
    seen: async () => (await find())[0].portal_link.replace(service.url, ''),
    before: '/portals/tok',
    after: 'https://collect.example.com/portals/tok',
  },
  portalUrl: {
    value: 'https://verify.example.com/p/{link}',
    seen: async () => (await find())[0].portal_link.replace(service.url, ''),
    before: '/portals/tok',
    after: 'https://verify.example.com/p/tok',
  },
  casePortalPath: {
    value: '/v2/cases/{application_id}/portal/portals',
    seen: async () => {
      await create('create_portal', { application_id: 'app-1' });
      return last().path;
    },
    before: '/api/applications/app-1/portals',
    after: '/v2/cases/app-1/portal/portals',
  },
  portalReopenPath: {
    value: 'PUT /v2/{application_id}/reopen',
    seen: async () => {
      service.fail(/POST .*portals/, 409);
      await create('create_portal', { application_id: 'app-1' });
      return `${last().method} ${last().path}`;
    },
    before: 'GET /api/applications/app-1',
    after: 'PUT /v2/app-1/reopen',
  },
  customFieldsPath: {
    value: '/api/fields?of=cases',
    seen: askedBy('create_case'),
    before: ['/api/custom_fields'],
    after: ['/api/fields?of=cases'],
  },
  expectedDocumentsPath: {
    value: 'none',
    seen: askedBy('upload_document'),
    before: ['/api/expected_documents_configuration'],
    after: [],
  },
  relatedParties: {
    value: 'single',
    seen: async () => {
      const related_persons = [{ last_name: 'Ferrer' }];
      await create('start_onboarding', { subject: 'person', last_name: 'A', related_persons });
      return service.madeAt('/persons').length;
    },
    before: 0,
    after: 1,
  },
  documentForm: {
    value: 'files',
    seen: async () => {
      await create('upload_document', { application_id: 'app-1', type: 'ID', file: 'text' });
      return Object.keys(JSON.parse(last().content)).sort();
    },
    before: ['application_id', 'document_files', 'file_id', 'name', 'type'],
    after: ['application_id', 'document_files', 'name'],
  },
  decisionsPath: {
    value: '/v2/cases/{application_id}/decide',
    seen: async () => (await decided()).path,
    before: '/applications/app-1/decisions',
    after: '/v2/cases/app-1/decide',
  },
  decisionsFallbackPath: {
    value: '/v2/{application_id}',
    seen: async () => {
      service.fail(/POST \/applications/, 404);
      return (await decided()).path;
    },
    before: '/api/applications/app-1/decisions',
    after: '/v2/app-1',
  },
  decisionStatusKey: {
    value: 'outcome',
    seen: async () => JSON.parse((await decided()).content),
    before: { status: 'yes', text: 'why' },
    after: { outcome: 'yes', text: 'why' },
  },
  decisionTextKey: {
    value: 'reason',
    seen: async () => JSON.parse((await decided()).content),
    before: { status: 'yes', text: 'why' },
    after: { status: 'yes', reason: 'why' },
  },
  reviewStatuses: {
    value: 'open, closed',
    seen: () => choices('triggers.case_review_updated', 'status_review'),
    before: ['pending', 'in_review', 'approved', 'rejected'],
    after: ['open', 'closed'],
  },
  executionStatuses: {
    value: 'at_work,ready',
    seen: () => choices('triggers.case_status_updated', 'status_execution'),
    before: ['waiting_for_user_input', 'done', 'failed'],
    after: ['at_work', 'ready'],
  },
  decisionStatuses: {
    value: 'go,no-go',
    seen: () => choices('creates.record_decision', 'decision'),
    before: ['approved', 'rejected'],
    after: ['go', 'no-go'],
  },
  roles: {
    value: 'CEO',
    seen: async () => (await choices('creates.add_related_person', 'roles')).length,
    before: 4,
    after: 1,
  },
  documentTypes: {
    value: 'PASSPORT',
    seen: async () => (await choices('creates.upload_document', 'type'))[0],
    before: 'ID',
    after: 'PASSPORT',
  },
  countryCodes: {
    value: 'alpha-2',
    seen: async () => {
      await create('create_case', { subject: 'person', last_name: 'A', nationality: 'Spain, PRT' });
      await perform('searches.get_company', { country: 'France', registration_number: '1' });
      const [made, looked] = service.requests.slice(-2);
      return [JSON.parse(made!.content).person.nationalities, looked!.path];
    },
    before: [['ESP', 'PRT'], '/api/companies/FRA/1'],
    after: [['ES', 'PT'], '/api/companies/FR/1'],
  },
  fieldNames: {
    value: '{"person.given_names":"first_name","person.nationalities":"nationality"}',
    seen: async () => {
      await create('create_case', {
        subject: 'person',
        first_name: 'Ana',
        last_name: 'A',
        nationality: 'ES',
      });
      return JSON.parse(service.requests.at(-1)!.content).person;
    },
    before: { given_names: 'Ana', last_name: 'A', nationalities: ['ESP'] },
    after: { first_name: 'Ana', last_name: 'A', nationality: 'ESP' },
  },
  fileField: {
    value: 'upload',
    seen: async () => {
      await create('upload_document', { application_id: 'app-1', type: 'ID', file: 'text' });
      return /name="(\w+)"/.exec(service.requests[0]!.content)![1];
    },
    before: 'file',
    after: 'upload',
  },
  idempotencyHeader: {
    value: 'X-Request-Id',
    seen: async () => {
      await create('create_portal', {});
      return Object.keys(last().headers).filter((name) =>
        /^(idempotency-key|x-request-id)$/.test(name),
      );
    },
    before: ['idempotency-key'],
    after: ['x-request-id'],
  },
  memory: {
    value: 'off',
    seen: async () => {
      await create('create_case', { subject: 'person', last_name: 'A', external_reference: 'r' });
      return cache.calls.length > 0;
    },
    before: true,
    after: false,
  },
  logBodies: {
    value: 'on',
    seen: async () => {
      const log = jest.spyOn(console, 'log').mockImplementation(() => {});
      await runner(undefined, { detailedLogToStdout: true, logToStdout: true })(
        'searches.find_case.operation.perform',
        { authData: authData(), inputData: { application_id: 'app-1' } },
      );
      const said = log.mock.calls.join();
      log.mockRestore();
      return said.includes('status_review');
    },
    before: false,
    after: true,
  },
  retryAfterSeconds: {
    value: '7',
    seen: async () => {
      service.fail(/GET/, 429);
      return (await failure(find())).delay;
    },
    before: 60,
    after: 7,
  },
  timeoutSeconds: {
    value: '0.1',
    seen: patience,
    before: 'waits',
    after: 'gives up',
  },
  stepSeconds: {
    value: '0.1',
    seen: patience,
    before: 'waits',
    after: 'gives up',
  },
  retryDelay: {
    value: '300',
    // Set to 1 ms for all tests. What it asks the timer for is looked at, as a busy machine waits
    // longer than that; its chance is pinned.
    seen: async () => {
      const chance = jest.spyOn(Math, 'random').mockReturnValue(0.5);
      const timer = jest.spyOn(globalThis, 'setTimeout');
      for (let count = 0; count < 2; count++) service.fail(/GET/, 502);
      await find();
      const delays = timer.mock.calls.map(([, delay]) => Number(delay));
      chance.mockRestore();
      timer.mockRestore();
      return delays.some((delay) => delay > 100 && delay < 3000);
    },
    before: false,
    after: true,
  },
};

/** Every event can go by another name. */
const renamed = (trigger: string): Effect => ({
  value: 'renamed',
  seen: firesFor(trigger, 'renamed'),
  before: 0,
  after: 1,
});
const cases = [
  ...Object.entries(effects),
  ...Object.keys(events).map((trigger) => [trigger, renamed(trigger)]),
] as [Setting, Effect][];

it.each(cases)('%s', async (name, effect) => {
  const { value, seen, before, after, also = {} } = effect;
  const saved = { ...process.env };
  for (const [other, given] of Object.entries(also))
    process.env[settings[other as Setting][0]] = given;
  try {
    expect(await seen()).toEqual(before);
    service.clear();
    cache.clear();
    service.cases.set('app-1', { id: 'app-1', status_review: 'new', portals: { link: 'tok' } });
    process.env[settings[name][0]] = value;
    expect(await seen()).toEqual(after);
  } finally {
    process.env = saved;
  }
});

it('SERVICE_IDEMPOTENCY_HEADER=none sends no key, and repeats no POST that may have been done', async () => {
  process.env.SERVICE_IDEMPOTENCY_HEADER = 'none';
  try {
    service.fail(/POST/, 502);
    expect(await kindOf(create('create_portal', {}))).toBe('AppError');
    expect(service.requests).toHaveLength(1);
    expect(last().headers).not.toHaveProperty('idempotency-key');
  } finally {
    delete process.env.SERVICE_IDEMPOTENCY_HEADER;
  }
});

describe('SERVICE_HIDE at push', () => {
  afterEach(() => delete process.env.SERVICE_HIDE);

  it.each([
    ['create_case', { find_case: true }],
    ['find_case', { find_case: false }],
    ['case_submitted, get_company', { find_case: true }],
  ])('leaves out %s, with what leans on it', async (hidden, { find_case }) => {
    process.env.SERVICE_HIDE = hidden;
    const app = await pushed();
    const keys = [app.triggers, app.creates, app.searches].flatMap((group) => Object.keys(group));
    process.env.SERVICE_HIDE = 'none';
    const whole = await pushed();
    const all = [whole.triggers, whole.creates, whole.searches].flatMap((group) =>
      Object.keys(group),
    );
    const left = new Set(hidden.split(', '));
    expect(keys).toEqual(all.filter((key) => !left.has(key)));
    expect(Object.keys(whole.searchOrCreates)).toEqual(['find_case']);
    expect(Object.keys(app.searchOrCreates)).toEqual(
      left.has('create_case') || !find_case ? [] : ['find_case'],
    );
    const offered = JSON.stringify(app.creates).includes('"search":"find_case.application_id"');
    expect(offered).toBe(find_case);
    const { results } = await createAppHandler(app)({ command: 'validate', calledFromCli: true });
    expect(results).toEqual([]);
  });

  it('names a key that is none of an operation, and what it takes', async () => {
    process.env.SERVICE_HIDE = 'call_api,delete_case';
    await expect(pushed()).rejects.toThrow(
      /SERVICE_HIDE is "call_api,delete_case": it takes keys of operations .*start_onboarding.*find_case/,
    );
  });
});

it('SERVICE_WEBHOOKS_PATH=none at push makes the triggers show an address instead', async () => {
  process.env.SERVICE_WEBHOOKS_PATH = 'none';
  try {
    let app: Item = {};
    await jest.isolateModulesAsync(async () => {
      app = ((await import('../index.ts')) as { default: Item }).default;
    });
    for (const { operation } of Object.values<Item>(app.triggers)) {
      expect(operation).not.toHaveProperty('performSubscribe');
      expect(operation).not.toHaveProperty('performUnsubscribe');
    }
    const { results } = await createAppHandler(app)({ command: 'validate', calledFromCli: true });
    expect(results).toEqual([]);
    expect((await publishingProblems(app)).join()).toContain('D017');
    // One address gets every event: each trigger takes its own.
    const handle = runner(app, cache.event);
    const fired = await Promise.all(
      Object.keys(app.triggers).map((key) =>
        handle<Item[]>(`triggers.${key}.operation.perform`, {
          authData: authData(),
          meta: { zap: { id: '7' } },
          rawRequest: { content: JSON.stringify(event('collect.opened', { event_id: 'e' })) },
        }),
      ),
    );
    expect(fired.map(({ length }) => length)).toEqual(
      Object.keys(app.triggers).map((key) =>
        ['collect_opened', 'event_received'].includes(key) ? 1 : 0,
      ),
    );
  } finally {
    delete process.env.SERVICE_WEBHOOKS_PATH;
  }
});

describe('a value that cannot be right', () => {
  const saved = { ...process.env };
  afterEach(() => (process.env = { ...saved }));

  const wrong: Record<Setting, string[]> = {
    authHeader: ['X Api Key', 'Authorization:', '', 'none'],
    authPrefix: ['B\u00e4rer', 'two\nlines'],
    connectionTestPath: ['api/ping', 'https://api.example.com/ping', '/{id}', '/a/../b', '//host'],
    privateNetwork: ['yes', 'Allow'],
    plainHttp: ['yes', 'true'],
    countryCodes: ['alpha3', 'ISO'],
    fieldNames: [
      '{"person.given_names":1}',
      '{"person.given_names":""}',
      '{"person.given_names":"a[b]"}',
      '{"person.no_field":"a"}',
      '{"given_names":"a"}',
      '["a"]',
      'a=b',
    ],
    hide: ['["call_api"]', 'a,,b'],
    customFieldsPath: ['custom_fields', '/a b'],
    expectedDocumentsPath: ['documents', '/{id}'],
    relatedParties: ['true'],
    webhooksPath: ['hooks', 'off', '/hooks?x=1', '/hooks/{id}'],
    eventAttemptKeys: ['["nth"]'],
    webhookSignatures: ['false', 'none', ''],
    webhookSecret: ['s\u00e9cret'],
    signatureScheme: ['hmac', 'hmac-sha256', 'hmac-sha7-hex', 'Standard'],
    signatureHeader: ['X Signature', ''],
    portalAddress: ['https://', 'ftp://host.example', 'https://a.example/?x', 'collect'],
    portalUrl: ['https://a.example/p', '{host}/{link}', 'a.example/{link}', '/portals/{link}'],
    casePortalPath: ['/api/portals', '/api/{id}/portals'],
    portalReopenPath: ['GET /api/applications/{application_id}/portals', 'PUT /api/portals'],
    documentForm: ['none', 'file'],
    decisionsPath: ['none', '/decisions', '/a/{application_id}/{application_id}'],
    decisionsFallbackPath: ['', '/decisions'],
    decisionStatusKey: ['the status', '', 'none'],
    decisionTextKey: ['"text"', ''],
    reviewStatuses: ['["a","b"]'],
    executionStatuses: ['a,,b'],
    decisionStatuses: ['a,,b'],
    roles: ['{"a":"b"}'],
    documentTypes: [','],
    fileField: ['a file', ''],
    idempotencyHeader: ['Idempotency Key', 'X-Key:'],
    memory: ['false', 'OFF', ''],
    retryAfterSeconds: ['1m', '-1', '0', ''],
    timeoutSeconds: ['20s', '0', 'none', '1e3', '9999'],
    stepSeconds: ['25s', 'Infinity', 'NaN', '0.0001'],
    logBodies: ['yes', '1'],
    retryDelay: ['300ms', '0', '1.5', '99999'],
    ...(Object.fromEntries(
      Object.keys(events).map((trigger) => [trigger, ['', 'none', 'two words', '["a"]']]),
    ) as Record<TriggerKey, string[]>),
  };
  const each = Object.entries(wrong).flatMap(([name, values]) =>
    values.map((value): [Setting, string] => [name as Setting, value]),
  );

  it.each(each)(
    '%s: %j is refused by its name, with the value and what it takes',
    (name, value) => {
      const [env, , kind] = settings[name];
      process.env[env] = value;
      const shown = name === 'webhookSecret' ? 'not readable' : `"${value}"`;
      const message = `The setting ${env} is ${shown}: it takes ${kind.takes}.`;
      expect(() => setting(name)).toThrow(message);
      expect(settingProblems()).toEqual([message]);
      expect(checkSettings).toThrow(message);
      // What a Zap's history shows of it holds no input of the step.
      expect(() => setting(name)).toThrow(expect.objectContaining({ doNotContextify: true }));
    },
  );

  it('is none of the defaults', () => expect(settingProblems()).toEqual([]));

  it.each<[Setting, string, unknown]>([
    ['authPrefix', 'none', ''],
    ['authPrefix', 'Token token=', 'Token token='],
    ['authPrefix', ' Bearer ', 'Bearer '],
    ['webhooksPath', 'none', ''],
    ['webhooksPath', '', ''],
    ['idempotencyHeader', 'none', ''],
    ['roles', 'none', []],
    ['roles', 'CEO, Legal Representative', ['CEO', 'Legal Representative']],
    ['fieldNames', 'none', {}],
    ['fieldNames', '{"person.given_names":"first_name"}', { 'person.given_names': 'first_name' }],
    ['portalAddress', 'none', ''],
    ['portalAddress', 'portal.example.com:8443/', 'https://portal.example.com:8443'],
    ['portalAddress', 'http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
    ['portalReopenPath', 'none', null],
    ['portalReopenPath', 'PUT /a/{application_id}', { method: 'PUT', path: '/a/{application_id}' }],
    ['portalReopenPath', '/a/{application_id}', { method: 'POST', path: '/a/{application_id}' }],
    ['stepSeconds', ' 0.5 ', 0.5],
    ['connectionTestPath', '/api/ping?quick=1', '/api/ping?quick=1'],
  ])('reads %s %j', (name, text, value) => {
    process.env[settings[name][0]] = text;
    expect(setting(name)).toEqual(value);
  });

  it('stops the app from loading, and the build, and is listed by deploy:check', async () => {
    process.env.SERVICE_STEP_SECONDS = '25s';
    process.env.SERVICE_MEMORY = 'false';
    await jest.isolateModulesAsync(async () => {
      await expect(import('../index.ts')).rejects.toThrow(
        /MEMORY is "false".*\n.*STEP_SECONDS is "25s"/,
      );
    });
    const script = (name: 'build' | 'deploy-check') => {
      const args = [bundled(`scripts/publish/${name}.ts`)];
      // The process of a test has an environment of its own, which no child inherits.
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        encoding: 'utf8',
        env: process.env,
      });
      expect(status).toBe(1);
      return `${stdout}${stderr}`;
    };
    for (const said of [script('build'), script('deploy-check')]) {
      expect(said).toMatch(/The setting SERVICE_STEP_SECONDS is "25s": it takes a number of sec/);
      expect(said).toContain('The setting SERVICE_MEMORY is "false": it takes on or off.');
      expect(said).not.toMatch(/\bat \S+ \(/);
    }
  });
});
