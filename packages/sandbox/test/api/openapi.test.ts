/**
 * The sandbox keeps to its own document, checked by Ajv: every operation with every status it
 * names, and no other, whatever is sent.
 */
import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';

import { events as catalogue } from '../../../../service/catalogue.ts';
import { random } from '../../../../test/support/amount.ts';
import { listen } from '../../../../zapier/local/listen.ts';
import { openApiDocument } from '../../api/openapi.ts';
import type { Json } from '../../api/openapi-schemas.ts';
import type { EventName } from '../../domain/event-names.ts';
import { sandboxOfTests } from '../visitor.ts';

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

const sandbox = sandboxOfTests();
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
    // The answer keeps to its schema, and so does the example of it.
    const { schema, example } = content['application/json'];
    const wrong = [value, example].map((one) => violations(schema as Json, one));
    expect([id, ...wrong]).toEqual([id, '', '']);
  } else if (text) throw new Error(`${id} answers what service/contract.ts does not: ${text}`);
  for (const special of ['Idempotent-Replayed', 'Deprecation']) {
    if (answer.headers.has(special)) expect(Object.keys(named as Json)).toContain(special);
  }
  if ('Retry-After' in named) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  return { status: answer.status, value: value as Json, headers: answer.headers };
}

/** The example of the body that an operation takes. */
const exampleFor = ({ of }: Operation) =>
  of.requestBody?.content['application/json']?.example as Json | undefined;

const business = { organization_name: 'Lumen Studio SAS', country: 'FR' };
const fileOf = (name = 'a.pdf', size = 10, type = 'application/pdf', start = '%PDF-') => {
  const form = new FormData();
  form.set('file', new Blob([start.padEnd(size, 'x')], { type }), name);
  return form;
};
const huge = JSON.stringify({ filler: 'x'.repeat(1024 * 1024) });

/** Statuses that any operation answers when the sandbox is told to. */
const onDemand = [429, 500, 503];

/** What the service refuses, and takes, of the fields that a body must have. */
const person = { last_name: 'A' };
const file = { file_id: 'fil_none', type: 'A' };
const webhook = { url: 'https://a.example', events: ['collect.opened'] };
type Ids = Record<string, string>;
const needs: [operation: string, body: object, isFine: boolean][] = [
  ['createCase', {}, false],
  ['createCase', { business: {} }, false],
  ['createCase', { business: { organization_name: 'A' }, person }, false],
  ['createCase', { person }, true],
  ['attachDocument', file, false],
  ['attachDocument', { application_id: 'a', type: 'A' }, false],
  ['attachDocument', { ...file, application_id: 'a', person_id: 'b' }, false],
  ['attachDocument', { ...file, application_id: null }, false],
  ['updateCase', {}, false],
  ['updateCase', { decision_status: -1 }, false],
  ['updateCase', { decision_status: 'maybe' }, false],
  ['updateCase', { person: { nationalities: 'FR' } }, false],
  ['updateCase', { risk_level: 9 }, false],
  ['recordDecision', { status: 'maybe' }, false],
  ['updateDocument', {}, false],
  ['updateDocument', { validity: 'no' }, false],
  ['createPortal', { redirect_url: 'no' }, false],
  ['createCasePortal', { configuration: { steps: [{ step: 'no' }] } }, false],
  ['enrichCase', { force_fetch_official_data: 'yes' }, false],
  ['createPortal', { redirect_url: 'ftp://x' }, false],
  ['createPortal', { redirect_url: 'javascript:alert(1)' }, false],
  ['addRelatedPerson', {}, false],
  ['addRelatedPerson', { email: 'no' }, false],
  ['addRelatedBusiness', {}, false],
  ['addRelatedBusiness', { direct_ownership_percentage: 101 }, false],
  ['registerWebhook', { url: 'no', events: ['collect.opened'] }, false],
  ['registerWebhook', { url: 'https://a.example', events: [] }, false],
  ['registerWebhook', { ...webhook, secret: 'whsec_dG9vIHNob3J0' }, false],
  ['registerWebhook', { ...webhook, secret: `whsec_${'A'.repeat(86)}==` }, true],
  ['registerWebhook', { ...webhook, secret: `whsec_${'A'.repeat(87)}=` }, false],
];
/** A case with a document. @returns their IDs, and that of its file. */
async function withDocument(subject: Parameters<typeof sandbox.act.create>[0]) {
  const { application_id } = sandbox.act.create(subject);
  const { file_id } = (await call('uploadFile', { form: fileOf() })).value;
  const attached = await call('attachDocument', { body: { file_id, application_id, type: 'ID' } });
  return { application_id, file_id, document_id: attached.value.document_id } as Ids;
}
/** A body with these IDs in place of its own. */
const withIds = (ids: Ids, body: unknown): unknown =>
  body &&
  JSON.parse(JSON.stringify(body), (key, value: unknown) =>
    typeof value === 'string' ? (ids[key] ?? value) : value,
  );
it.each(needs)('refuses and describes alike: %s %j', async (id, body, isFine) => {
  const path = await withDocument({ business: null, person });
  const { status } = await call(id, { path, body: withIds(path, body) });
  const { schema } = resolved(byId[id]!.of.requestBody).content['application/json'];
  expect([status < 300 || status, violations(schema, body) === '']).toEqual([
    isFine || 422,
    isFine,
  ]);
});

const withBody = operations.filter(({ of }) => of.requestBody);
it.each(operations)('$id takes its example, for what exists', async (operation) => {
  const is_draft = operation.id === 'submitCase';
  const webhook_id = String((await call('registerWebhook', { body: webhook })).value.id);
  const company = { country: 'FR', registration_number: '552100554' };
  const path = { ...(await withDocument({ business, is_draft })), ...company, webhook_id };
  const body = withIds(path, exampleFor(operation));
  const upload = operation.of.requestBody?.content['multipart/form-data']?.example as Json;
  const form = upload && fileOf('a.pdf', 0, 'application/pdf', upload.file as string);
  const { status } = await call(operation.id, { path, q: 'lumen', body, form });
  expect(status).toBeLessThan(300);
});

it('answers the whole journey as it says', async () => {
  const registered = await call('registerWebhook', { body: webhook });
  const there = `${sandbox.url}/api/webhooks/${registered.value.id}`;
  expect(registered.headers.get('location')).toBe(there);
  const headers = { 'idempotency-key': 'one' };
  const body = { business, is_draft: true, external_reference: 'deal-1' };
  const { application_id } = (await call('createCase', { body, headers })).value;
  const again = await call('createCase', { body, headers });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const path = { application_id };
  const old = await call('updateCase', { path, body: { vat_number: 'FR1', risk_level: 1 } });
  expect(old.headers.get('deprecation')).toBe('true');
  const { file_id } = (await call('uploadFile', { form: fileOf() })).value;
  const document_files = ['front', 'back'].map((side) => ({ file_id, side }));
  for (const attached of [
    { type: 'REGISTRATION', file_id },
    { name: 'Card', document_files, expected_document_id: 'exp_id' },
  ]) {
    const attach = { body: { ...attached, application_id } };
    const { document_id } = (await call('attachDocument', attach)).value;
    const judged = { validity: 'invalid', validity_reason: 'Too dark' };
    await call('updateDocument', { path: { document_id }, body: judged });
    await call('removeDocument', { path: { document_id } });
  }
  await call('getCase', { path });
});

it('delivers events as it says, and raises those that the catalogue names', async () => {
  const got: Json[] = [];
  const receiver = await listen(({ content }, response) => {
    got.push(JSON.parse(content) as Json);
    response.end();
  });
  const names = Object.keys(document.webhooks as Json) as EventName[];
  await call('registerWebhook', { body: { url: receiver.url, events: names } });
  const { application_id } = sandbox.act.create({ business, is_draft: true });
  const path = { application_id };
  const steps = [{ step: 'identity-verification' }];
  await call('createCasePortal', { path, body: { configuration: { steps } } });
  sandbox.act.submit(application_id);
  await call('updateCase', { path, body: { risk_level: 1 } });
  const { file_id } = (await call('uploadFile', { form: fileOf() })).value;
  const attached = await call('attachDocument', { body: { file_id, type: 'ID', ...path } });
  const { document_id } = attached.value;
  await call('updateDocument', { path: { document_id }, body: { validity: 'valid' } });
  await call('removeDocument', { path: { document_id } });
  sandbox.act.ask(application_id, { reason: 'Why', fields: ['vat_number'] });
  const raised = sandbox.act.events().map(({ type }) => type);
  const rows = Object.values<{ name: EventName; sandbox: string }>(catalogue);
  expect(rows.filter(({ name }) => raised.includes(name))).toEqual(
    rows.filter((row) => row.sandbox !== 'never'),
  );
  // Of a case without a portal, the event of one opens it.
  const other = sandbox.act.create({ business }).application_id;
  sandbox.act.emit({ application_id: other, type: 'collect.opened' });
  for (const type of names.filter((name) => !raised.includes(name)))
    sandbox.act.emit({ application_id, type });
  await sandbox.act.delivered();
  expect(new Set(got.map(({ type }) => type))).toEqual(new Set(names));
  for (const event of got) {
    const { content } = document.webhooks[event.type].post.requestBody;
    const { schema, example } = content['application/json'];
    const wrong = [event, example].map((one) => violations(schema as Json, one));
    expect([event.type, ...wrong]).toEqual([event.type, '', '']);
  }
  receiver.close();
});

describe('refuses as it says', () => {
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
  const empty = new FormData();
  empty.set('file', new Blob([], { type: 'application/pdf' }), 'a.pdf');
  it.each<[what: string, given: Given, status: number]>([
    ['too large', { form: fileOf('a.pdf', 26 * 1024 * 1024) }, 413],
    ['a program', { form: fileOf('a.exe') }, 415],
    ['a PDF of another type', { form: fileOf('a.pdf', 10, 'application/force-download') }, 201],
    ['of another kind', { form: fileOf('a.png', 10, 'image/png') }, 415],
    ['of no kind', { form: fileOf('a.unknown', 10, '') }, 201],
    ['no form', { body: {} }, 415],
    ['in no field', { form: new FormData() }, 422],
    ['empty', { form: empty }, 422],
  ])('a file that is %s', async (_, given, status) => {
    expect((await call('uploadFile', given)).status).toBe(status);
  });

  const ofNothing = operations.filter(({ of }) => of.responses[404]);
  it.each(ofNothing)('$id of nothing', async (operation) => {
    const path = { country: 'FR', registration_number: '1' };
    const body = operation.of.requestBody && { ...exampleFor(operation), application_id: 'none' };
    expect((await call(operation.id, { path, body })).status).toBe(404);
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
    const { application_id } = (await call('createCase', { body: twice })).value;
    const refused = await call('createCase', { body: twice });
    expect(refused).toMatchObject({ status: 409, value: { application_id } });
    expect(refused.headers.get('location')).toBe(`/api/applications/${application_id}`);
  });

  it.each(['searchCompanies', 'getCompany'])('%s in no country', async (id) => {
    const path = { country: 'XX' };
    expect((await call(id, { path, q: 'a' })).status).toBe(422);
  });
});

it('is served with the address of its sandbox', async () => {
  const { servers, ...rest } = document;
  const served = (await (await fetch(`${sandbox.url}/openapi.json`)).json()) as Json;
  expect(served).toEqual({ ...rest, servers: [{ ...servers[0], url: sandbox.url }] });
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
