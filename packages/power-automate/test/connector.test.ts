/**
 * The connector of Power Automate: held against Microsoft's schemas and its rules for texts
 * (https://learn.microsoft.com/connectors/custom-connectors/connector-string-guidance), and replayed
 * from its files alone.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Ajv from 'ajv';

import { testEvent } from '../../../service/catalogue.ts';
import { connectorDefinition, connectorProperties, contact } from '../connector.ts';
import { actions } from '../designer-texts.ts';
import type { Json } from '../swagger.ts';
import publisher from '../publisher.json' with { type: 'json' };
import { openApiDocument } from '../../sandbox/api/openapi.ts';
import { eventNames } from '../../sandbox/domain/event-names.ts';
import { createSandbox, type Sandbox } from '../../sandbox/server.tsx';
import { bundled } from '../../../test/support/commands.ts';
import { listen } from '../../../test/support/listen.ts';
import { until } from '../../../test/support/until.ts';
import { microsoft } from './microsoft.ts';

const document = openApiDocument();
const definition = connectorDefinition(document);
const properties = connectorProperties(document);
let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());

const isDefinition = microsoft('apiDefinition.swagger.schema.json');
const isProperties = microsoft('paconn-apiProperties.schema.json');

it("keeps to Microsoft's schemas for connectors", () => {
  expect(isDefinition(definition)).toBe('');
  expect(isDefinition({ ...definition, nobody: 1 })).not.toBe('');
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

it('has an action for each request of the description', () => {
  const methods = Object.values(document.paths as Record<string, Json>).flatMap(Object.values);
  const paths = (methods as Json[])
    .filter(({ tags }) => !tags.includes('Webhooks'))
    .map(({ operationId }) => (operationId as string).toLowerCase());
  const ids = operations.map(({ of }) => (of.operationId as string).toLowerCase());
  expect(ids).toEqual(expect.arrayContaining(paths));
});

it('has texts for actions that there are, and makes them for one that is new', () => {
  const ids = operations.map(({ of }) => of.operationId as string);
  const named = Object.keys(actions).map((id) => id.replace(/^./, (first) => first.toUpperCase()));
  expect(ids).toEqual(expect.arrayContaining(named));
  const copy = structuredClone(document) as Json;
  Object.assign(copy.paths['/api/files'].post, {
    operationId: 'sendFile',
    summary: 'Send a file (multipart/form-data)',
    description: 'Send a file (multipart/form-data).',
  });
  expect(connectorDefinition(copy).paths['/api/files'].post).toMatchObject({
    operationId: 'SendFile',
    summary: 'Send a file',
    description: 'Calls POST /api/files of the service. Send a file (multipart/form-data).',
  });
});

it("names and describes all that the designer shows, by Microsoft's rules", () => {
  const ids = operations.map(({ of }) => of.operationId as string);
  expect(ids.filter((id) => !/^[A-Z][A-Za-z]+$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { of } of operations) {
    expect(of.summary).toMatch(/^[A-Z][^/]{2,78}[A-Za-z0-9]$/);
    expect(of.summary.slice(1).replace('KYC', '')).toBe(of.summary.slice(1).toLowerCase());
    expect(of.description.length).toBeGreaterThan(of.summary.length + 20);
    expect(of.description.startsWith(of.summary)).toBe(false);
    for (const sent of (of.parameters ?? []) as Json[]) {
      const parameter = sent.$ref
        ? (definition.parameters as Json)[sent.$ref.split('/').pop() as string]
        : sent;
      expect(parameter['x-ms-summary']).toMatch(/^[A-Z].{0,78}[A-Za-z0-9]$/);
    }
  }
  const all = Object.entries(definition.definitions as Record<string, Json>).flatMap(
    ([name, schema]) => everyProperty(schema, name),
  );
  expect(all.length).toBeGreaterThan(150);
  const words = (text = '') => text.toLowerCase().replaceAll(/\W+/g, ' ').trim();
  const bare = all.filter(
    ([, { description, ...rest }]) =>
      !rest['x-ms-summary'] || !description || words(description) === words(rest['x-ms-summary']),
  );
  const file = 'packages/sandbox/api/property-texts.ts';
  expect(bare.map(([path]) => `${path} has no text in ${file}`)).toEqual([]);
});

it('keeps the IDs of its triggers, which flows store', () => {
  const ids = triggers.map(({ of }) => [of.operationId as string, of.summary as string]);
  expect(Object.fromEntries(ids)).toMatchObject({
    WhenDocumentCreated: 'When: document created',
    WhenDocumentDeleted: 'When: document deleted',
    WhenDocumentUpdated: 'When: document updated',
    WhenIdentityVerificationUpdated: 'When: identity verification updated',
    WhenCaseCreated: 'When: case created',
    WhenCaseUpdated: 'When: case updated',
    WhenCaseStatusUpdated: 'When: case status updated',
    WhenCaseSubmitted: 'When: case submitted',
    WhenCaseReviewUpdated: 'When: case review updated',
    WhenInformationRequested: 'When: information requested',
    WhenPortalClosed: 'When: portal closed',
  });
});

it('names the service, who answers for it and what certification asks for, from one file', () => {
  const { info, host } = connectorDefinition(document, 'https://kyc.example.org/');
  expect(host).toBe('kyc.example.org');
  expect(definition.host).toBe(new URL(publisher.service).host);
  expect(info.title.length).toBeLessThanOrEqual(30);
  expect(`${info.title} ${info.description}`).not.toMatch(/API|connector|Power|Copilot|Microsoft/i);
  expect(info.description.length).toBeGreaterThanOrEqual(30);
  expect(info.description.length).toBeLessThanOrEqual(500);
  expect(info.contact).toEqual({
    name: expect.any(String),
    url: expect.stringMatching(/^https:/),
    email: expect.stringContaining('@'),
  });
  expect(
    (definition['x-ms-connector-metadata'] as Json[]).map(({ propertyName }) => propertyName),
  ).toEqual(['Website', 'Privacy policy', 'Categories']);
  expect(JSON.stringify([definition, properties])).not.toMatch(/127\.0\.0\.1|localhost/);
  expect(properties.properties).toMatchObject({
    publisher: contact.name,
    stackOwner: publisher.owner,
  });
});

it('has a square icon', () => {
  const icon = readFileSync('packages/power-automate/icon.png');
  const [width, height] = [icon.readUInt32BE(16), icon.readUInt32BE(20)];
  expect(width).toBe(height);
  expect(width).toBeGreaterThanOrEqual(100);
  expect(width).toBeLessThanOrEqual(230);
});

it('finds the operations and values of its dropdowns', () => {
  const calls = [...JSON.stringify(definition).matchAll(/"x-ms-dynamic-values":(\{[^}]*\})/g)].map(
    ([, call]) => JSON.parse(call!) as Json,
  );
  expect(calls.length).toBeGreaterThan(1);
  for (const call of calls) {
    const { of } = operations.find(({ of: { operationId } }) => operationId === call.operationId)!;
    const name = of.responses[200].schema.$ref.split('/').pop() as string;
    const names = Object.keys((definition.definitions as Json)[name].items.properties as Json);
    expect(names).toEqual(expect.arrayContaining([call['value-path'], call['value-title']]));
  }
});

it('has a trigger for each event, and none for the one by which an address is tried', () => {
  const named = triggers.map(({ of }) => of.parameters[0].schema.properties.events.default[0]);
  expect(named.sort()).toEqual(eventNames.filter((name) => name !== testEvent).sort());
});

describe('replayed from its two files', () => {
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
    const made = workflow.create('API', { business, is_draft: true });
    workflow.emit(type as never, made.application_id);
    await until(`the event ${type}`, () => got.some((event) => event.type === type));
    const { schema } = definition.paths[path]['x-ms-notification-content'];
    const definitionOfEvent = (definition.definitions as Json)[schema.$ref.split('/').pop() as string];
    expect(Object.keys(definitionOfEvent.properties as Json)).toEqual(
      expect.arrayContaining(Object.keys(got[0]!)),
    );

    const count = subscriptions.list(100).length;
    const { authorization } = { authorization: sandbox.apiKey };
    expect((await fetch(there, { method: 'DELETE', headers: { authorization } })).status).toBe(204);
    expect(subscriptions.list(100)).toHaveLength(count - 1);
    receiver.close();
  });
});

/** The connector of one account, with its custom fields as fields. */
describe('npm run power-automate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'power-automate-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const make = (api_key = sandbox.apiKey, base_url = sandbox.url) =>
    new Promise<{ code: number; text: string }>((done) =>
      execFile(
        process.execPath,
        [bundled('packages/power-automate/make.ts'), folder],
        { env: { ...process.env, SERVICE_BASE_URL: base_url, SERVICE_API_KEY: api_key } },
        (error, stdout, stderr) => done({ code: Number(error?.code ?? 0), text: stdout + stderr }),
      ),
    );
  const made = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Json;

  /** Each type of custom field, the schema its field must have, a value it takes and one it does not. */
  const types: [type: string, accepted: string[], schema: Json, good: unknown, bad: unknown][] = [
    ['text', [], { type: 'string' }, 'Premium', 1],
    ['number', [], { type: 'number' }, 12.5, '12.5'],
    ['boolean', [], { type: 'boolean' }, true, 'yes'],
    ['date', [], { type: 'string' }, '2026-01-31', 20260131],
    ['dropdown_single', ['Basic', 'Pro'], { type: 'string', enum: ['Basic', 'Pro'] }, 'Pro', 'Other'],
    [
      'dropdown_multiple',
      ['A', 'B'],
      { type: 'array', items: { type: 'string', enum: ['A', 'B'] } },
      ['B', 'A'],
      ['C'],
    ],
    ['country_single', [], { type: 'string' }, 'FRA', ['FRA']],
    ['country_multiple', [], { type: 'array', items: { type: 'string' } }, ['FRA', 'DEU'], 'FRA'],
  ];
  const custom_fields = types.map(([type, accepted_values], index) => ({
    id: `cf_${type}`,
    name: `a_${type}`,
    display_name: `The ${type}`,
    type: type as 'text',
    accepted_values,
    description: index ? `Help for ${type}` : null,
    is_required: index === 1,
    display_in_portal: false,
    required_in_portal: false,
    display_order_in_portal: index,
  }));

  it('shows each custom field wherever a body holds them, in the form the service takes', async () => {
    sandbox.services.account.change({ custom_fields });
    const { code, text } = await make();
    expect([code, text]).toEqual([0, expect.stringContaining('The text, The number')]);

    const ofAccount = made('apiDefinition.swagger.json');
    expect(isDefinition(ofAccount)).toBe('');
    expect(isProperties(made('apiProperties.json'))).toBe('');
    const bodies = ofAccount.definitions as Record<string, Json>;
    const holders = Object.entries(bodies).flatMap(([name, { properties: inside = {} }]) =>
      ['custom_fields', 'default_custom_fields'].flatMap((key) =>
        key in inside ? [[`${name}.${key}`, inside[key] as Json] as const] : [],
      ),
    );
    expect(holders.map(([name]) => name)).toEqual(
      expect.arrayContaining(['NewCase.custom_fields', 'CaseChange.custom_fields']),
    );
    for (const [, holder] of holders) {
      expect(Object.keys(holder.properties as Json)).toEqual(custom_fields.map(({ name }) => name));
      // A name that was added since may be entered all the same.
      expect(holder.additionalProperties).toBe(true);
    }
    const own = bodies.NewCase!.properties.custom_fields.properties as Json;
    const values: Json = {};
    for (const [type, accepted, schema, good, bad] of types) {
      const property = own[`a_${type}`];
      expect(property).toMatchObject({ title: `The ${type}`, 'x-ms-summary': `The ${type}` });
      expect(property).toMatchObject(schema);
      if (type !== 'text') expect(property.description).toContain(`Help for ${type}.`);
      const choices = (property.items ?? property)['x-ms-enum-values'];
      expect(choices).toEqual(
        accepted.length ? accepted.map((value) => ({ value, displayName: value })) : undefined,
      );
      const isValid = new Ajv({ strict: false }).compile(property as object);
      expect([type, isValid(good), isValid(bad)]).toEqual([type, true, false]);
      values[`a_${type}`] = good;
    }
    expect(own.a_number['x-ms-visibility']).toBe('important');

    const answer = await fetch(`${sandbox.url}/api/applications`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sandbox.apiKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ business: { organization_name: 'Lumen' }, custom_fields: values }),
    });
    expect(answer.status).toBe(201);
    expect(((await answer.json()) as Json).custom_fields).toEqual(values);
  });

  it('is that of every account where the service lists no field, or no account is named', async () => {
    sandbox.services.account.change({ custom_fields: [] });
    expect((await make()).text).toContain('none, as the service lists none');
    const files = ['apiDefinition.swagger.json', 'apiProperties.json'];
    const { host } = new URL(sandbox.url);
    expect(made('apiDefinition.swagger.json').host).toBe(host);
    const ofAccount = JSON.parse(
      JSON.stringify(files.map(made))
        .replaceAll(sandbox.url, publisher.service)
        .replaceAll(host, new URL(publisher.service).host),
    ) as Json[];
    expect((await make('', '')).text).toContain('none, as no account was named');
    expect(files.map(made)).toEqual(ofAccount);
  });

  it('says what is wrong with the connection', async () => {
    expect(await make('another')).toEqual({
      code: 1,
      text: expect.stringContaining('does not accept the API key'),
    });
    expect((await make('')).text).toContain('SERVICE_BASE_URL and SERVICE_API_KEY go together');
  });
});
