/** `npm run power-automate`: the connector of one account, with its custom fields as fields. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Ajv from 'ajv';

import publisher from '../publisher.json' with { type: 'json' };
import { createSandbox, type Sandbox } from '../../sandbox/server.tsx';
import { bundled } from '../../../test/support/commands.ts';
import { microsoft } from './microsoft.ts';

type Json = Record<string, any>;

let sandbox: Sandbox;
const folder = mkdtempSync(join(tmpdir(), 'power-automate-'));
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await sandbox.close();
});

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
  sandbox.services.account.change('main', { custom_fields });
  const { code, text } = await make();
  expect([code, text]).toEqual([0, expect.stringContaining('The text, The number')]);

  const definition = made('apiDefinition.swagger.json');
  expect(microsoft('apiDefinition.swagger.schema.json')(definition)).toBe('');
  expect(microsoft('paconn-apiProperties.schema.json')(made('apiProperties.json'))).toBe('');
  const bodies = definition.definitions as Record<string, Json>;
  const holders = Object.entries(bodies).flatMap(([name, { properties = {} }]) =>
    ['custom_fields', 'default_custom_fields'].flatMap((key) =>
      key in properties ? [[`${name}.${key}`, properties[key] as Json] as const] : [],
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
  const { properties } = bodies.NewCase!.properties.custom_fields as { properties: Json };
  const values: Json = {};
  for (const [type, accepted, schema, good, bad] of types) {
    const property = properties[`a_${type}`];
    expect(property).toMatchObject({ title: `The ${type}`, 'x-ms-summary': `The ${type}` });
    expect(property).toMatchObject(schema);
    if (type !== 'text') expect(property.description).toContain(`Help for ${type}.`);
    const shown = (property.items ?? property)['x-ms-enum-values'];
    expect(shown).toEqual(
      accepted.length ? accepted.map((value) => ({ value, displayName: value })) : undefined,
    );
    const isValid = new Ajv({ strict: false }).compile(property as object);
    expect([type, isValid(good), isValid(bad)]).toEqual([type, true, false]);
    values[`a_${type}`] = good;
  }
  expect(properties.a_number['x-ms-visibility']).toBe('important');

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
  sandbox.services.account.change('main', { custom_fields: [] });
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
  expect([made('openapi-3.0.json').openapi, made('swagger-2.0.json').swagger]).toEqual([
    '3.0.3',
    '2.0',
  ]);
});

it('says what is wrong with the connection', async () => {
  expect(await make('another')).toEqual({
    code: 1,
    text: expect.stringContaining('does not accept the API key'),
  });
  expect((await make('')).text).toContain('SERVICE_BASE_URL and SERVICE_API_KEY go together');
});
