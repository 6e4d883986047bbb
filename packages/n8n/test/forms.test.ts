/**
 * Every field of every form, filled in at once: the form has a place for it, the service gets from
 * the node, in n8n's engine, byte for byte what it gets from Zapier's step, and both show the same.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../../../fields/kinds/form.ts';
import app from '../../../index.ts';
import { formFieldsOf, type Operation } from '../../../zapier/local/definition.ts';
import { lenient } from '../../../test/known-service/choices.ts';
import { startService, type StartedService } from '../../../test/known-service/service.ts';
import { comparable } from '../../../test/support/comparable.ts';
import { runner } from '../../../zapier/local/runner.ts';
import { makeParameters } from '../../../scripts/publish/n8n-parameters.ts';
import generated from '../generated/parameters.json';
import { action, actionOn, apiKey, completed } from './engine.ts';
import { parametersFor } from './parameters.ts';

let service: StartedService;
beforeAll(async () => (service = await startService(lenient)));
afterAll(() => service.close());

/** A service with one case, which takes any request of Call API. */
function renew() {
  service.clear();
  service.add('app-1', { is_draft: true });
  service.serve({ 'POST /api/tok.*': [200, {}] });
}

const operations = (['creates', 'searches'] as const).flatMap((kind) =>
  Object.values<unknown>(app[kind]).map((one) => [kind, one as Operation] as const),
);

let count = 0;
const token = () => `tok${++count}x`;

/** Values that only some texts are right for, by the key of the field. */
const special: [RegExp, () => unknown][] = [
  [/^application_id$/, () => 'app-1'],
  [/^method$/, () => 'POST'],
  [/^path$/, () => `/api/${token()}`],
  [/^body$/, () => `{"name": "${token()}"}`],
  [/file$/, () => `a text ${token()}`],
  [/country$/, () => 'FR'],
  [/nationality/, () => ['FR']],
  [/percentage/, () => '12.5'],
  [/_url$|portal_link/, () => `https://www.example.com/${token()}`],
  [/email$/, () => `${token()}@example.com`],
  // Only then it takes the documents.
  [/^ask_for$/, () => 'documents'],
  // What is filled in cannot be cleared as well.
  [/^clear_fields$/, () => ['custom_fields.old']],
];

/** A right value for a field, as a person fills it in. */
function valueFor(field: Field): unknown {
  const { key, choices, children, dict, list, type } = field;
  if (children) return [Object.fromEntries(children.map((child) => [child.key, valueFor(child)]))];
  const [, own] = special.find(([pattern]) => pattern.test(key)) ?? [];
  if (own) return own();
  if (choices) {
    const [first] = Array.isArray(choices) ? choices : Object.keys(choices);
    const value = typeof first === 'object' ? first.value : first;
    return list ? [value] : value;
  }
  if (dict) return { [token()]: token() };
  if (type === 'datetime') return '2020-05-31';
  if (type === 'boolean') return true;
  return list ? [token()] : token();
}

/** A field that decides which others may be filled in, and what it may be. */
const forms = (definition: Operation): string[] => {
  if (definition.key === 'upload_document') return owners;
  const { inputFields = [] } = definition.operation;
  const hasSubject = inputFields.some((field) => 'key' in field && field.key === 'subject');
  return hasSubject ? ['business', 'person'] : ['anything'];
};
/** A document belongs to exactly one of them. */
const owners = ['application_id', 'person_id', 'business_id'];

const everyForm = operations.flatMap(([kind, definition]) =>
  forms(definition).map((about) => [definition.key, about, kind, definition] as const),
);

/** The headers that are ours, not those of an HTTP library. */
const ours = ['content-type', 'content-length', 'accept', 'authorization', 'idempotency-key'];

/**
 * The requests of a step, without what the two HTTP libraries set. A repeated read counts once: how
 * often Enrich Case looks depends on the time it has. The definitions of custom fields do not count:
 * n8n remembers them.
 */
function takeRequests() {
  const lines = new Set<string>();
  return service.requests.splice(0).flatMap((received) => {
    const { method, path, content, headers } = comparable(received);
    const line = method + path;
    if ((method === 'GET' && lines.has(line)) || line === 'GET/api/custom_fields') return [];
    lines.add(line);
    return [{ method, path, content, headers: ours.map((name) => headers[name]) }];
  });
}

it('is built from the operations as they are now', async () =>
  expect(generated).toEqual(JSON.parse(JSON.stringify(await makeParameters()))));

it.each(everyForm)('%s takes every field, about %s', async (key, about, kind, definition) => {
  const fields = (await formFieldsOf(definition, { subject: about })).filter(
    // The choice of fields is Zapier's.
    (field) =>
      field.key !== 'fields' &&
      (!owners.includes(about) || !owners.includes(field.key) || field.key === about),
  );
  const inputData = Object.fromEntries(
    fields.map((field) => [field.key, field.key === 'subject' ? about : valueFor(field)]),
  );
  const parameters = parametersFor(key, inputData);
  // n8n drops what has no place in the form.
  expect(completed(action, parameters)).toMatchObject(parameters);

  const authData = { base_url: service.url, api_key: apiKey };
  process.env.SERVICE_MEMORY = 'off';
  renew();
  const run = runner(app, {}, { authData });
  const output = await run(`${kind}.${key}.operation.perform`, { inputData });
  delete process.env.SERVICE_MEMORY;
  const byZapier = takeRequests();
  renew();
  const node = actionOn(service.url);
  const items = await node.execute({ ...parameters, if_not_found: 'nothing' });
  expect(takeRequests()).toEqual(byZapier);
  // These alone have words of its platform, and the time.
  const anyWords = (one: object) => ({
    ...one,
    ...('not_yet_text' in one && { not_yet_text: '' }),
    ...('updated_at' in one && { updated_at: '' }),
  });
  expect(items.map(({ json }) => anyWords(json))).toEqual([output].flat().map(anyWords));
});

it.each<[sent: boolean, optional: object]>([
  [true, {}],
  [true, { is_draft: true }],
  [false, { is_draft: false }],
])('Start Onboarding makes a draft, %s, with %j', async (sent, optional) => {
  const parameters = parametersFor('start_onboarding', {
    subject: 'business',
    organization_name: token(),
  });
  service.requests.length = 0;
  await actionOn(service.url).execute({ ...parameters, optional } as IDataObject);
  expect(JSON.parse(service.requests[0]!.content)).toMatchObject({ is_draft: sent });
});
