/**
 * Every field of every form, filled in at once: the form has a place for it, and the service gets
 * from the node, in n8n's engine, what it gets from Zapier's step.
 */
import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import type { Field } from '../../../fields/kinds/form.ts';
import app from '../../../index.ts';
import { formFieldsOf, type Operation } from '../../../zapier/local/definition.ts';
import {
  comparable,
  startPlainService,
  type PlainService,
} from '../../../test/support/stand-in.ts';
import { runner } from '../../../zapier/local/runner.ts';
import { makeParameters } from '../../../scripts/publish/n8n-parameters.ts';
import { propertiesOf } from '../adapter/properties.ts';
import { inWordsOfN8n } from '../adapter/words.ts';
import generated from '../generated/parameters.json';
import { action, actionOn, apiKey, completed, trigger } from './engine.ts';
import { parametersFor } from './parameters.ts';

let service: PlainService;
beforeAll(async () => {
  service = await startPlainService();
  service.knowAll();
});
afterAll(() => service.close());

const operations = [
  ...Object.values(app.creates).map((one) => ['creates', one as unknown as Operation] as const),
  ...Object.values(app.searches).map((one) => ['searches', one as unknown as Operation] as const),
];

let count = 0;
const token = () => `tok${++count}x`;

/** Values that only some texts are right for, by the key of the field. */
const special: [RegExp, () => unknown][] = [
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
  const hasSubject = definition.operation.inputFields?.some(
    (field) => typeof field === 'object' && field.key === 'subject',
  );
  return hasSubject ? ['business', 'person'] : ['anything'];
};
/** A document belongs to exactly one of them. */
const owners = ['application_id', 'person_id', 'business_id'];

const everyForm = operations.flatMap(([kind, definition]) =>
  forms(definition).map((about) => [definition.key, about, kind, definition] as const),
);

/**
 * The requests of a step, without what the two HTTP libraries set and the service counts. A repeated
 * read counts once: how often Enrich Case looks depends on the time it has. The definitions of custom
 * fields do not count: n8n remembers them.
 */
function takeRequests() {
  const lines = new Set<string>();
  return service.requests.splice(0).flatMap((received) => {
    const { method, path, content } = comparable(received);
    const even = (text: string) => text.replace(/\b(fil|app)-\d+/g, '$1');
    const request = { method, path: even(path), content: even(content) };
    const line = method + request.path;
    if ((method === 'GET' && lines.has(line)) || line === 'GET/api/custom_fields') return [];
    lines.add(line);
    return [request];
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
  await runner(app, {}, { authData })(`${kind}.${key}.operation.perform`, { inputData });
  delete process.env.SERVICE_MEMORY;
  const byZapier = takeRequests();
  service.clear();
  await actionOn(service.url).execute({ ...parameters, if_not_found: 'nothing' });
  const byNode = takeRequests();
  expect(byNode).toEqual(byZapier);
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

it('shows the draft of Start Onboarding as On, and of Create Case as Off', () => {
  const defaultOf = (key: string) =>
    action.description.properties
      .filter(({ name, displayOptions }) => {
        const shown = displayOptions?.show?.operation as string[] | undefined;
        return name === 'optional' && shown?.includes(key);
      })
      .flatMap(({ options }) => (options as INodeProperties[]) ?? [])
      .find(({ name }) => name === 'is_draft')?.default;
  expect(['start_onboarding', 'create_case'].map(defaultOf)).toEqual([true, false]);
});

/** Each property of a form, with those beside it and those at the top of the node. */
function* placesIn(
  all: INodeProperties[],
  top = all,
): Generator<{ property: INodeProperties; beside: INodeProperties[]; top: INodeProperties[] }> {
  for (const property of all) {
    yield { property, beside: all, top };
    if (property.type === 'collection') yield* placesIn(property.options as INodeProperties[], top);
    if (property.type === 'fixedCollection') {
      for (const { values } of property.options as INodePropertyCollection[])
        yield* placesIn(values, top);
    }
  }
}

it.each([
  ['action', action],
  ['trigger', trigger],
])(
  'the %s has a label for each property, and asks for none where the form has none',
  (_, { description }) => {
    let conditions = 0;
    for (const { property, beside, top } of placesIn(description.properties)) {
      expect(property.displayName).toMatch(/^[A-Z]/);
      for (const condition of Object.keys(property.displayOptions?.show ?? {})) {
        conditions++;
        const name = condition.replace(/^\//, '');
        const place = condition.startsWith('/') ? top : beside;
        const has = place.some((one) => one.name === name);
        expect([property.name, condition, has]).toEqual([property.name, condition, true]);
      }
    }
    expect(conditions).toBeGreaterThan(5);
  },
);

it('knows countries and addresses by what the fields say, not by their labels and lengths', () => {
  const many = Array.from({ length: 100 }, (_, index) => String(index));
  const fields: Field[] = [
    { key: 'kind', label: 'Kind', choices: many.map((value) => ({ value, label: value })) },
    { key: 'home', label: 'Home', isCountry: true, choices: [{ value: 'FR', label: 'France' }] },
    { key: 'e_mail', label: 'E-Mail Address', group: 'address' },
    { key: 'lane', label: 'Adresse: rue', part: { key: 'seat', object: 'Seat', label: 'rue' } },
  ];
  const made = propertiesOf({
    resource: 'case',
    key: 'create_case',
    first: ['kind', 'home'],
    hints: {},
    fields: { business: fields, person: fields },
  });
  const [kind, home, optional] = made;
  expect([kind!.type, home!.type]).toEqual(['options', 'resourceLocator']);
  expect(optional!.options).toMatchObject([
    { name: 'e_mail', displayName: 'E-Mail Address', type: 'string' },
    { name: 'seat', displayName: 'Seat', options: [{ values: [{ displayName: 'Rue' }] }] },
  ]);
});

it('calls the two sides of a switch On and Off', () => {
  const switches = [...placesIn(action.description.properties)].filter(
    ({ property }) => property.name === 'is_draft' || property.name === 'ask_again',
  );
  expect(switches.length).toBeGreaterThan(2);
  for (const { property } of switches) {
    expect(property.description).toMatch(/^On: .* Off: /);
  }
  const advice = 'choose {{Yes}} in Ask Again';
  expect(inWordsOfN8n(advice)).toBe('choose On in Ask Again');
});

it('chooses nothing in a fresh line or an optional dropdown that a person has not chosen', () => {
  for (const { property, beside } of placesIn(action.description.properties)) {
    if (property.type !== 'options' || beside === action.description.properties) continue;
    expect([property.name, property.required, property.default]).toEqual([
      property.name,
      property.required,
      property.required ? property.default : expect.stringMatching(/^(|use)$/),
    ]);
  }
});
