/** The connector of Power Automate: held against Microsoft's schemas, and replayed from its files alone. */
import { connectorDefinition, connectorProperties } from '../../packages/power-automate/connector.ts';
import type { Json } from '../../packages/power-automate/openapi-dialects.ts';
import { openApiDocument } from '../../packages/sandbox/api/openapi.ts';
import { eventNames } from '../../packages/sandbox/domain/event-names.ts';
import { createSandbox, type Sandbox } from '../../packages/sandbox/server.tsx';
import { listen } from '../../testing/listen.ts';
import { until } from '../../testing/until.ts';
import { microsoft } from './microsoft.ts';

const document = openApiDocument();
const definition = connectorDefinition(document);
const properties = connectorProperties(document);

it("keeps to Microsoft's schemas for connectors", () => {
  const isDefinition = microsoft('apiDefinition.swagger.schema.json');
  expect(isDefinition(definition)).toBe('');
  expect(isDefinition({ ...definition, nobody: 1 })).not.toBe('');
  const isProperties = microsoft('paconn-apiProperties.schema.json');
  expect(isProperties(properties)).toBe('');
  expect(isProperties({ properties: { nobody: 1 } })).not.toBe('');
});

interface Named {
  path: string;
  method: string;
  of: Json;
}
const operations: Named[] = Object.entries(definition.paths as Record<string, Json>).flatMap(
  ([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => !method.startsWith('x-'))
      .map(([method, of]) => ({ path, method, of: of as Json })),
);
const triggers = operations.filter(({ of }) => of['x-ms-trigger']);

function everyProperty(schema: Json, path: string): [string, Json][] {
  const inner = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  return [
    ...inner.flatMap(([name, property]): [string, Json][] => [
      [`${path}.${name}`, property],
      ...everyProperty(property, `${path}.${name}`),
    ]),
    ...(schema.items ? everyProperty(schema.items as Json, path) : []),
  ];
}

it('names and describes all that the designer shows', () => {
  for (const { of } of operations) {
    expect(of.summary).toBeTruthy();
    expect(of.summary.length).toBeLessThanOrEqual(80);
    expect(of.description).toBeTruthy();
    expect(of.description).not.toBe(of.summary);
    for (const sent of (of.parameters ?? []) as Json[]) {
      const known = sent.$ref
        ? (definition.parameters as Json)[sent.$ref.split('/').pop() as string]
        : sent;
      expect([of.operationId, sent, known['x-ms-summary']]).not.toContain(undefined);
    }
  }
  const all = Object.entries(definition.definitions as Record<string, Json>).flatMap(
    ([name, schema]) => everyProperty(schema, name),
  );
  expect(all.length).toBeGreaterThan(150);
  const bare = all.filter(([, { description, ...rest }]) => !description || !rest['x-ms-summary']);
  expect(bare.map(([path]) => path)).toEqual([]);
});

it('finds the operations and values of its dropdowns', () => {
  const calls = [...JSON.stringify(definition).matchAll(/"x-ms-dynamic-values":(\{[^}]*\})/g)].map(
    ([, call]) => JSON.parse(call!) as Json,
  );
  expect(calls.length).toBeGreaterThan(1);
  for (const call of calls) {
    const { of } = operations.find(({ of: { operationId } }) => operationId === call.operationId)!;
    const name = of.responses[200].schema.$ref.split('/').pop() as string;
    const shown = Object.keys((definition.definitions as Json)[name].items.properties as Json);
    expect(shown).toEqual(expect.arrayContaining([call['value-path'], call['value-title']]));
  }
});

it('has a trigger for each event', () => {
  const named = triggers.map(({ of }) => of.parameters[0].schema.properties.events.default[0]);
  expect(named.sort()).toEqual([...eventNames].sort());
});

describe('replayed from its two files', () => {
  let sandbox: Sandbox;
  beforeAll(async () => (sandbox = await createSandbox()));
  afterAll(() => sandbox.close());

  const policies = properties.properties.policyTemplateInstances as Json[];
  const policy = (id: string): Json =>
    policies.find(({ templateId }) => templateId === id)!.parameters;
  const name = 'x-ms-apimTemplateParameter.';

  /** A request as the platform makes it: to the connection's address, with its key, routed. */
  function request(path: string, method: string, id: string, body?: unknown) {
    const filled = (text: string) =>
      text.replace(
        /@connectionParameters\('(\w+)'\)/,
        (_, key: string) => ({ service_url: sandbox.url, api_key: sandbox.apiKey })[key]!,
      );
    const route = policy('routerequesttoendpoint');
    const isRouted = route['x-ms-apimTemplate-operationName'].includes(id);
    const header = policy('setheader');
    const base = filled(policy('dynamichosturl')[`${name}urlTemplate`] as string);
    return fetch(base + (isRouted ? (route[`${name}newPath`] as string) : path), {
      method: isRouted ? (route[`${name}httpMethod`] as string) : method.toUpperCase(),
      headers: {
        'content-type': 'application/json',
        [header[`${name}name`]]: filled(header[`${name}value`] as string),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }

  it('sends the key as it is, with no word before it, as the known service takes it', () => {
    const { [`${name}name`]: header, [`${name}value`]: value } = policy('setheader');
    expect([header, value]).toEqual(['Authorization', "@connectionParameters('api_key')"]);
    const { securityDefinitions } = definition;
    expect(Object.values(securityDefinitions as Json)).toMatchObject([
      { type: 'apiKey', in: 'header', name: 'Authorization' },
    ]);
  });

  it.each(triggers.map(({ of }) => of.operationId as string))('%s', async (id) => {
    const got: Json[] = [];
    const receiver = await listen(({ content }, response) => {
      got.push(JSON.parse(content) as Json);
      response.end();
    });
    const { path, method, of } = triggers.find((trigger) => trigger.of.operationId === id)!;
    const fields = of.parameters[0].schema.properties as Record<string, Json>;
    const body = Object.fromEntries(
      Object.entries(fields).map(([key, field]) => [
        key,
        field['x-ms-notification-url'] ? receiver.url : field.default,
      ]),
    );
    const answer = await request(path, method, id, body);
    expect(answer.status).toBe(201);
    const there = answer.headers.get('location')!;
    const type = fields.events!.default[0] as string;
    const { subscriptions, workflow } = sandbox.services;
    const business = { organization_name: 'Lumen Studio SAS', country: 'FR' };
    const made = workflow.create('main', { business, is_draft: true }, 'API');
    workflow.emit('main', type as never, made.application_id);
    await until(`the event ${type}`, () => got.some((event) => event.type === type));
    const { schema } = definition.paths[path]['x-ms-notification-content'];
    const shown = (definition.definitions as Json)[schema.$ref.split('/').pop() as string];
    expect(Object.keys(shown.properties as Json)).toEqual(
      expect.arrayContaining(Object.keys(got[0]!)),
    );

    const known = subscriptions.list('main', 100).length;
    const { authorization } = { authorization: sandbox.apiKey };
    expect((await fetch(there, { method: 'DELETE', headers: { authorization } })).status).toBe(204);
    expect(subscriptions.list('main', 100)).toHaveLength(known - 1);
    receiver.close();
  });
});
