/**
 * The flow of docs/salesforce.md: its actions made of the API description alone, as External
 * Services makes them, with the inputs and outputs that the guide names, on the sandbox.
 */
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';

import { openApiDocument } from '../../packages/sandbox/api/openapi.ts';
import { connectorDefinition } from '../../packages/power-automate/connector.ts';
import type { Json } from '../../packages/power-automate/swagger.ts';
import { createSandbox, type Sandbox } from '../../packages/sandbox/server.tsx';

const guide = readFileSync('docs/salesforce.md', 'utf8');
const description = connectorDefinition(openApiDocument());
const inputs = [...guide.matchAll(/^ +\| `([\w.-]+)` \|/gm)].map(([, name]) => name!);

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.close());

interface Action {
  path: string;
  method: string;
  parameters: Json[];
  output: Json;
}

const resolved = (value: Json): Json =>
  value.$ref
    ? value.$ref
        .slice(2)
        .split('/')
        .reduce((inner: Json, key: string) => inner[key], description)
    : value;

/** The action that is made of an operation. */
function actionOf(operationId: string): Action {
  for (const [path, methods] of Object.entries<Json>(description.paths)) {
    for (const [method, operation] of Object.entries<Json>(methods)) {
      if (operation.operationId !== operationId) continue;
      const parameters = (operation.parameters as Json[]).map(resolved);
      const answer = resolved(operation.responses['200'] ?? operation.responses['201']);
      return { path, method, parameters, output: resolved(answer.schema) };
    }
  }
  throw new Error(`There is no operation ${operationId}.`);
}

/** Runs an action with the values of its inputs, by the names that Flow shows. */
async function run(operationId: string, values: Record<string, unknown>): Promise<Json> {
  const { path, method, parameters } = actionOf(operationId);
  const headers: Record<string, string> = {
    authorization: sandbox.apiKey,
    'content-type': 'application/json',
  };
  let address = path;
  const body: Json = {};
  for (const [name, value] of Object.entries(values)) {
    const place = parameters.find((parameter) => parameter.name === name)?.in;
    if (place === 'header') headers[name] = String(value);
    else if (place === 'path') address = address.replace(`{${name}}`, String(value));
    else {
      const [owner = '', field] = name.split('.');
      if (field) body[owner] = { ...body[owner], [field]: value };
      else body[owner] = value;
    }
  }
  const { schema } = parameters.find((parameter) => parameter.in === 'body')!;
  const validate = new Ajv({ strict: false, validateFormats: false }).compile({
    ...schema,
    definitions: description.definitions,
  });
  expect([validate(body), validate.errors]).toEqual([true, null]);
  const request = { method: method.toUpperCase(), headers, body: JSON.stringify(body) };
  const answer = await fetch(sandbox.url + address, request);
  return { status: answer.status, ...((await answer.json()) as Json) };
}

/** What the guide maps into the action, for an opportunity. */
const opportunity: Record<string, unknown> = {
  'business.organization_name': 'Grünfeld Maschinenbau GmbH',
  'business.country': 'DEU',
  external_reference: '0065g00000ABCDE-kyb',
  is_draft: true,
  'Idempotency-Key': '0065g00000ABCDE-kyb',
};

it('maps every input of the guide, and nothing else', () =>
  expect(inputs).toEqual(Object.keys(opportunity)));

it.each(['CreateCase', 'CreateCasePortal', 'GetCase', 'RecordDecision', 'UploadFile'])(
  'the operation %s is in the description',
  (operationId) => expect(actionOf(operationId).path).toMatch(/applications|files/),
);

it('makes the case and its link, once', async () => {
  const made = await run('CreateCase', opportunity);
  expect(made).toMatchObject({
    external_reference: '0065g00000ABCDE-kyb',
    business: { organization_name: 'Grünfeld Maschinenbau GmbH', country: 'DEU' },
  });
  const { application_id } = made;
  expect((await run('CreateCase', opportunity)).application_id).toBe(application_id);
  const { link } = await run('CreateCasePortal', { application_id });
  expect((await fetch(link)).status).toBe(200);
  const other = { ...opportunity, 'Idempotency-Key': 'another key' };
  expect((await run('CreateCase', other)).status).toBe(409);
});

it('has the outputs that the guide writes to the opportunity', () => {
  expect(actionOf('CreateCase').output.properties).toHaveProperty('application_id');
  expect(actionOf('CreateCasePortal').output.properties).toHaveProperty('link');
});
