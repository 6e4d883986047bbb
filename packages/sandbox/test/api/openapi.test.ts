/**
 * The sandbox keeps to its own document, checked by Ajv: every operation with every status it
 * names, and no other, whatever is sent.
 */
import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';

import { random } from '../../../../test/support/amount.ts';
import { listen } from '../../../../zapier/local/listen.ts';
import { until } from '../../../../zapier/local/until.ts';
import { openApiDocument } from '../../api/openapi.ts';
import type { Json } from '../../api/openapi-schemas.ts';
import type { EventName } from '../../domain/event-names.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';

const document = openApiDocument() as Json;
/** The target of a `$ref`, or the value itself. */
const resolved = ({ $ref, ...value }: Json): Json =>
  $ref
    ? ($ref as string)
        .slice(2)
        .split('/')
        .reduce((node, name) => node[name], document)
    : value;
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(document, 'doc');

const validators = new Map<string, ValidateFunction>();
/** What a value violates of a schema of the document. */
function violations({ $ref, items }: Json, value: unknown): string {
  if (items) {
    if (!Array.isArray(value)) return 'is not a list';
    return value.map((item) => violations(items as Json, item)).join('');
  }
  const pointer = `doc${$ref}`;
  const validate = validators.get(pointer) ?? ajv.getSchema(pointer)!;
  validators.set(pointer, validate);
  return validate(value) ? '' : ajv.errorsText(validate.errors);
}

interface Operation {
  id: string;
  method: string;
  path: string;
  of: Json;
}
const operations: Operation[] = Object.entries(document.paths as Json).flatMap(([path, methods]) =>
  Object.entries(methods as Json).map(([method, of]) => ({
    id: of.operationId as string,
    method: method.toUpperCase(),
    path,
    of: of as Json,
  })),
);
const byId = Object.fromEntries(operations.map((operation) => [operation.id, operation]));

let sandbox: Sandbox;
const seen = new Set<string>();

interface Given {
  path?: Record<string, string>;
  q?: string;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
}
/** Calls an operation and holds its answer against the document. */
async function call(id: string, { path = {}, q, body, form, headers }: Given = {}) {
  const { method, path: template, of } = byId[id]!;
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? 'none'),
  );
  const query = q === undefined ? '' : `?q=${encodeURIComponent(q)}`;
  const answer = await fetch(sandbox.url + filled + query, {
    method,
    headers: {
      authorization: `Bearer ${sandbox.apiKey}`,
      ...(!form && body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: form ?? (typeof body === 'string' ? body : JSON.stringify(body)),
  });
  const documented = of.responses[answer.status] as Json | undefined;
  if (!documented)
    throw new Error(`${id} answers ${answer.status}, which api/openapi.ts does not name.`);
  seen.add(`${id} ${answer.status}`);
  const { content, headers: named = {} } = resolved(documented);
  const text = await answer.text();
  const value = text ? (JSON.parse(text) as Json) : undefined;
  if (content) {
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect([id, violations(content['application/json'].schema, value)]).toEqual([id, '']);
  } else if (text) throw new Error(`${id} answers what service/contract.ts does not: ${text}`);
  for (const special of ['Idempotent-Replayed', 'Deprecation']) {
    if (answer.headers.has(special)) expect(Object.keys(named as Json)).toContain(special);
  }
  if ('Retry-After' in named) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  return { status: answer.status, value: value as Json, headers: answer.headers };
}

const business = { organization_name: 'Lumen Studio SAS', country: 'FR' };
const fileOf = (name = 'a.pdf', size = 10, type = 'application/pdf') => {
  const form = new FormData();
  form.set('file', new Blob(['%PDF-'.padEnd(size, 'x')], { type }), name);
  return form;
};
const huge = JSON.stringify({ filler: 'x'.repeat(1024 * 1024) });

/** Statuses that any operation answers when the sandbox is told to. */
const onDemand = [429, 500, 503];

beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());

it.each(Object.keys(document.components.schemas))(
  'has an example of %s that satisfies it',
  (name) => {
    const [example] = document.components.schemas[name].examples;
    expect(example).toBeDefined();
    expect(violations({ $ref: `#/components/schemas/${name}` }, example)).toBe('');
  },
);

/** What the service refuses, and takes, of the fields that a body must have. */
const person = { last_name: 'A' };
const file = { file_id: 'fil_none', type: 'A' };
const needs: [operation: string, schema: string, body: object, isFine: boolean][] = [
  ['createCase', 'NewCase', {}, false],
  ['createCase', 'NewCase', { business: { organization_name: 'A' }, person }, false],
  ['createCase', 'NewCase', { business: null, person }, true],
  ['attachDocument', 'NewDocument', file, false],
  ['attachDocument', 'NewDocument', { ...file, application_id: 'a', person_id: 'b' }, false],
  ['updateCase', 'CaseChange', {}, false],
  ['updateCase', 'CaseChange', { decision_status: -1 }, false],
  ['updateCase', 'CaseChange', { decision_status: 'maybe' }, false],
  ['updateCase', 'CaseChange', { person: { nationalities: 'FR' } }, false],
  ['updateCase', 'CaseChange', { risk_level: 1 }, true],
  ['recordDecision', 'NewDecision', { status: 'maybe' }, false],
  ['updateDocument', 'DocumentChange', {}, false],
];
it.each(needs)('refuses and describes alike: %s, %s %j', async (id, name, body, isFine) => {
  const { application_id } = sandbox.act.create({ person });
  const { file_id } = (await call('uploadFile', { form: fileOf() })).value;
  const attached = await call('attachDocument', { body: { file_id, application_id, type: 'ID' } });
  const { document_id } = attached.value;
  const { status } = await call(id, { path: { application_id, document_id }, body });
  expect([name, status < 300]).toEqual([name, isFine]);
  expect([name, violations({ $ref: `#/components/schemas/${name}` }, body) === '']).toEqual([
    name,
    isFine,
  ]);
});

it('answers the whole journey as it says', async () => {
  const company = (await call('searchCompanies', { path: { country: 'FR' }, q: 'lumen' })).value[0];
  const { registration_number } = company;
  await call('getCompany', { path: { country: 'FR', registration_number } });
  const receiver = await listen((_, response) => void response.end());
  const hook = {
    url: receiver.url,
    events: ['application.review_updated'],
    headers: { 'x-token': 'a' },
  };
  const registered = await call('registerWebhook', { body: hook });
  const webhook_id = registered.value.id;
  const at = { webhook_id };
  const there = `${sandbox.url}/api/webhooks/${webhook_id}`;
  expect(registered.headers.get('location')).toBe(there);
  await call('listWebhooks');
  const headers = { 'idempotency-key': 'one' };
  const body = { business: company, is_draft: true, external_reference: 'deal-1' };
  const { application_id } = (await call('createCase', { body, headers })).value;
  const again = await call('createCase', { body, headers });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const path = { application_id };
  const old = await call('updateCase', { path, body: { vat_number: 'FR1', risk_level: 1 } });
  expect(old.headers.get('deprecation')).toBe('true');
  const party = { roles: ['UBO'], direct_ownership_percentage: 50 };
  await call('addRelatedPerson', { path, body: { last_name: 'Ferrer', ...party } });
  await call('addRelatedBusiness', { path, body: { organization_name: 'Holding', ...party } });
  const { file_id } = (await call('uploadFile', { form: fileOf() })).value;
  await call('attachDocument', { body: { file_id, type: 'REGISTRATION', application_id } });
  const sides = [
    { file_id, side: 'front' },
    { file_id, side: 'back' },
  ];
  const two = {
    name: 'Card',
    document_files: sides,
    expected_document_id: 'exp_id',
    application_id,
  };
  const { document_id } = (await call('attachDocument', { body: two })).value;
  const judged = { validity: 'invalid', validity_reason: 'Too dark' };
  await call('updateDocument', { path: { document_id }, body: judged });
  await call('removeDocument', { path: { document_id } });
  const steps = [{ step: 'documents', data: { expectedDocumentsIds: ['exp_id'] } }];
  await call('createCasePortal', { path, body: { configuration: { steps } } });
  for (const id of ['listCustomFields', 'listExpectedDocuments', 'getPortalConfiguration']) {
    await call(id);
  }
  await call('createPortal', { body: { application_id, redirect_url: 'https://a.example' } });
  await call('createCasePortal', { path, body: { redirect_url: 'https://a.example' } });
  await call('listRelatedPersons', { path });
  await call('listRelatedBusinesses', { path });
  await call('enrichCase', { path, body: { force_fetch_official_data: true } });
  await call('getCase', { path });
  // What has no step of its own here is called with the example of its body.
  const called = new Set([...seen].map((pair) => pair.split(' ')[0]!));
  const later = ['submitCase', 'recordDecision', 'removeWebhook'];
  for (const { id, of } of operations) {
    if (called.has(id) || later.includes(id)) continue;
    const content = of.requestBody && resolved(of.requestBody).content;
    const schema = content?.['application/json']?.schema;
    const example = schema && resolved(schema).examples?.[0];
    await call(id, { path: { ...path, ...at, country: 'FR', registration_number }, body: example });
  }
  await call('submitCase', { path });
  await call('recordDecision', { path, body: { status: 'approved', text: 'Fine' } });
  await call('getCase', { path });
  await call('removeWebhook', { path: at });
  receiver.close();
});

it('delivers events as it says', async () => {
  const got: Json[] = [];
  const receiver = await listen(({ content }, response) => {
    got.push(JSON.parse(content) as Json);
    response.end();
  });
  const events = Object.keys(document.webhooks as Json) as EventName[];
  await call('registerWebhook', { body: { url: receiver.url, events } });
  const { application_id } = sandbox.act.create({ business, is_draft: true });
  // Of a case without a portal, it opens one.
  sandbox.act.emit({ application_id, type: 'collect.opened' });
  const steps = [{ step: 'identity-verification' }];
  const path = { application_id };
  await call('createCasePortal', { path, body: { configuration: { steps } } });
  sandbox.act.submit(application_id);
  await call('updateCase', { path, body: { risk_level: 1 } });
  const { file_id } = (await call('uploadFile', { form: fileOf() })).value;
  const attached = await call('attachDocument', { body: { file_id, type: 'ID', ...path } });
  const { document_id } = attached.value;
  await call('updateDocument', { path: { document_id }, body: { validity: 'valid' } });
  await call('removeDocument', { path: { document_id } });
  sandbox.act.emit({ application_id, type: 'webhooks.test' });
  sandbox.act.ask(application_id, { reason: 'Why', fields: ['vat_number'] });
  // Those that this journey does not raise.
  const raised: string[] = [
    'application.submitted',
    'application.review_updated',
    'collect.opened',
  ];
  for (const type of events.filter((name) => !raised.includes(name))) {
    sandbox.act.emit({ application_id, type });
  }
  // At least once: one of them may come twice before the last has come.
  const types = () => new Set(got.map(({ type }) => type));
  await until(`each of ${events.join(', ')}`, () => types().size === events.length).catch(
    // Which of them did not come is said below.
    () => undefined,
  );
  expect(types()).toEqual(new Set(events));
  for (const event of got) {
    const { schema } = document.webhooks[event.type].post.requestBody.content['application/json'];
    expect([event.type, violations(schema, event)]).toEqual([event.type, '']);
  }
  receiver.close();
});

describe('refuses as it says', () => {
  const withBody = operations.filter(({ of }) => of.requestBody);
  const named = (status: number) =>
    operations.filter(({ of }) => of.responses[status]).map(({ id }) => id);

  it.each(operations)('$id without a key', async ({ id }) => {
    const { status } = await call(id, { headers: { authorization: 'Bearer nobody' } });
    expect(status).toBe(401);
  });
  it('with 429, 500 or 503 on demand', async () => {
    for (const [index, { id, of }] of operations.entries()) {
      // The statuses take turns: each is the same in every operation.
      for (const one of onDemand) {
        expect(of.responses[one]).toEqual(operations[0]!.of.responses[one]);
      }
      const status = onDemand[index % onDemand.length]!;
      const headers = { 'retry-after': '1' };
      sandbox.faults.add({ path: '/', status, headers, times: 1 });
      expect([id, (await call(id)).status]).toEqual([id, status]);
    }
  });
  it.each(withBody)('$id with half of a body', async ({ id }) => {
    const type = id === 'uploadFile' ? 'multipart/form-data; boundary=x' : 'application/json';
    const input = { body: '{"a', headers: { 'content-type': type } };
    expect((await call(id, input)).status).toBe(400);
  });
  it.each(withBody.filter(({ id }) => id !== 'uploadFile'))('$id with too much', async ({ id }) =>
    expect((await call(id, { body: huge })).status).toBe(413),
  );
  it('a file that is too large, empty, of another kind, or none', async () => {
    expect((await call('uploadFile', { form: fileOf('a.pdf', 26 * 1024 * 1024) })).status).toBe(
      413,
    );
    expect((await call('uploadFile', { form: fileOf('a.exe') })).status).toBe(415);
    expect((await call('uploadFile', { form: fileOf('a.png', 10, 'image/png') })).status).toBe(415);
    expect((await call('uploadFile', { form: fileOf('a.unknown', 10, '') })).status).toBe(201);
    expect((await call('uploadFile', { body: {} })).status).toBe(415);
    expect((await call('uploadFile', { form: new FormData() })).status).toBe(422);
    const empty = new FormData();
    empty.set('file', new Blob([], { type: 'application/pdf' }), 'a.pdf');
    expect((await call('uploadFile', { form: empty })).status).toBe(422);
  });

  const good: Record<string, unknown> = {
    addRelatedPerson: { last_name: 'A' },
    addRelatedBusiness: { organization_name: 'A' },
    createPortal: { application_id: 'app_none' },
    createCasePortal: {},
    enrichCase: {},
    attachDocument: { file_id: 'fil_none', type: 'A', person_id: 'per_none' },
    recordDecision: { status: 'approved' },
    updateDocument: { name: 'A' },
    updateCase: { risk_level: 1 },
  };
  const nothing = named(404).filter((id) => id !== 'attachDocument');
  it.each(nothing)('%s of nothing', async (id) => {
    const path = { country: 'FR', registration_number: '1' };
    expect((await call(id, { path, body: good[id] })).status).toBe(404);
  });
  it('a document for nobody', async () => {
    const { file_id } = (await call('uploadFile', { form: fileOf() })).value;
    const body = { file_id, type: 'A', person_id: 'per_none' };
    expect((await call('attachDocument', { body })).status).toBe(404);
  });

  it('what the state does not allow', async () => {
    const draft = sandbox.act.create({ business, is_draft: true });
    const path = { application_id: draft.application_id };
    const decision = { status: 'approved' };
    expect((await call('recordDecision', { path, body: decision })).status).toBe(409);
    const body = { decision_status: 'approved' };
    expect((await call('updateCase', { path, body })).status).toBe(409);
    await call('submitCase', { path });
    expect((await call('submitCase', { path })).status).toBe(409);
    const twice = { business, external_reference: 'deal-409' };
    await call('createCase', { body: twice });
    expect((await call('createCase', { body: twice })).status).toBe(409);
  });

  const invalid: [string, Given][] = [
    ['createPortal', { body: { redirect_url: 'no' } }],
    ['createCase', { body: {} }],
    ['enrichCase', { body: { force_fetch_official_data: 'yes' } }],
    ['updateCase', { body: { risk_level: 9 } }],
    ['addRelatedPerson', { body: { email: 'no' } }],
    ['addRelatedBusiness', { body: { direct_ownership_percentage: 101 } }],
    ['attachDocument', { body: {} }],
    ['searchCompanies', { path: { country: 'XX' }, q: 'a' }],
    ['getCompany', { path: { country: 'XX' } }],
    ['recordDecision', { body: {} }],
    ['createCasePortal', { body: { configuration: { steps: [{ step: 'no' }] } } }],
    ['updateDocument', { body: { validity: 'no' } }],
    ['registerWebhook', { body: { url: 'no', events: ['collect.opened'] } }],
    ['registerWebhook', { body: { url: 'https://a.example', events: [] } }],
  ];
  it.each(invalid)('values of %s: %j', async (id, given) => {
    const { application_id } = sandbox.act.create({ business });
    const path = { application_id, ...given.path };
    expect((await call(id, { ...given, path })).status).toBe(422);
  });
});

it('answers nothing else, whatever is sent', async () => {
  const { application_id } = sandbox.act.create({ business });
  const names =
    'business person country roles status events url headers file_id application_id custom_fields risk_level decision_status address event';
  const key = fc.constantFrom(...names.split(' '));
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant(application_id));
  const body = fc.oneof(fc.dictionary(key, value, { maxKeys: 5 }), fc.jsonValue({ maxDepth: 1 }));
  const operation = fc.constantFrom(...operations.filter(({ of }) => of.requestBody));
  await fc.assert(
    fc.asyncProperty(operation, body, async ({ id }, sent) => {
      await call(id, { path: { application_id }, body: JSON.stringify(sent) });
    }),
    random(300),
  );
});

it('promises no status that never came above', () => {
  const promised = operations.flatMap(({ id, of }) =>
    Object.keys(of.responses as Json)
      .filter((status) => !onDemand.includes(Number(status)))
      .map((status) => `${id} ${status}`),
  );
  expect(promised.filter((pair) => !seen.has(pair))).toEqual([]);
});
