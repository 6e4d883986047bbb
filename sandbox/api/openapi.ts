/** The OpenAPI 3.1 document of the service, from the same contract that validates and types it. */
import * as z from 'zod/mini';

import { deprecatedFields, endpoints, type Endpoint } from '../../api/contract.ts';
import { eventSchemas, schemas, type Named, type SchemaName } from './schemas.ts';
import { knownEndpoints } from './known.ts';
import { webhookEndpoints } from './webhooks.ts';

export type Json = Record<string, any>;
type Status = keyof typeof problems;

/** An event's schema in the document: `collect.opened` -> `collect_opened`. */
const eventName = (name: string) => name.replaceAll('.', '_');
const named: Record<string, Named> = {
  ...schemas,
  ...Object.fromEntries(
    Object.entries(eventSchemas).map(([name, schema]) => [eventName(name), schema]),
  ),
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const media = (schema: object, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});
const content = (name: string) => media(ref(name), named[name]!.example);
const inline = (schema: z.ZodMiniType) =>
  media(tidy(z.toJSONSchema(schema, { io: 'input' })) as object);

/** Why a request is refused -> description. */
const problems = {
  400: 'The body is not JSON, or the upload is not complete',
  401: 'The API key is missing or not valid',
  404: 'There is no such thing',
  409: 'The state does not allow it',
  413: 'The body is too large: JSON 1 MB, files 25 MB',
  415: 'Not a file, or a file of a kind that is not accepted',
  422: 'Values are not valid: detail lists them by field',
  429: 'Too many requests',
  500: 'The service failed',
  503: 'The service cannot store anything now',
} as const;
const always: Status[] = [401, 429, 500, 503];
const ofBody: Status[] = [400, 413, 422];

interface Told {
  tag: keyof typeof tags;
  request?: SchemaName;
  status: 200 | 201 | 204;
  response?: SchemaName;
  problems: readonly Status[];
  /** Answers a repeat with the same Idempotency-Key with the first answer. */
  isKeyed: boolean;
}

const tags = {
  Cases: 'Clients to verify: businesses (KYB) and persons (KYC)',
  Portals: 'The hosted page on which the client fills in the case',
  'Related parties': 'Directors, owners and other persons and businesses around a case',
  Documents: 'Files, and what they are attached to',
  Companies: 'Official company registries',
  Decisions: 'What reviewers decide',
  Account: 'What the account has set up',
  Webhooks: 'Where events go (not shown by the specification; a choice of the sandbox)',
  Events: 'What is delivered to a webhook, signed with the headers of Standard Webhooks',
};

const all = { ...endpoints, ...knownEndpoints, ...webhookEndpoints };
type Name = keyof typeof all;

const webhooks: Partial<Told> = { tag: 'Webhooks', isKeyed: false };
/** What of an endpoint its row in the contract does not tell. */
const special: Partial<Record<Name, Partial<Told>>> = {
  createPortal: { tag: 'Portals', problems: [...ofBody, 404] },
  getCase: { response: 'Case' },
  createCase: { request: 'NewCase', response: 'Case', problems: [...ofBody, 409] },
  updateDocument: { tag: 'Documents', response: 'Document', problems: [...ofBody, 404] },
  removeDocument: { tag: 'Documents', problems: [404] },
  listCustomFields: { tag: 'Account' },
  listExpectedDocuments: { tag: 'Account' },
  getPortalConfiguration: { tag: 'Account' },
  updateCase: { request: 'CaseChange', response: 'Case', problems: [...ofBody, 404, 409] },
  submitCase: { response: 'Case', problems: [404, 409] },
  createCasePortal: { tag: 'Portals', request: 'CasePortal', response: 'OpenedPortal' },
  addRelatedPerson: { tag: 'Related parties' },
  addRelatedBusiness: { tag: 'Related parties' },
  listRelatedPersons: { tag: 'Related parties', response: 'RelatedPersons' },
  listRelatedBusinesses: { tag: 'Related parties', response: 'RelatedBusinesses' },
  enrichCase: { tag: 'Related parties', response: 'Case', status: 200, isKeyed: false },
  uploadFile: {
    tag: 'Documents',
    response: 'UploadedFile',
    problems: [...ofBody, 415],
    isKeyed: false,
  },
  attachDocument: {
    tag: 'Documents',
    request: 'NewDocument',
    response: 'Document',
    problems: [...ofBody, 404],
  },
  searchCompanies: { tag: 'Companies', response: 'Companies', problems: [422] },
  getCompany: { tag: 'Companies', problems: [404, 422] },
  recordDecision: { tag: 'Decisions', response: 'Decision', problems: [...ofBody, 404, 409] },
  registerWebhook: webhooks,
  listWebhooks: { ...webhooks, response: 'Webhooks' },
  getWebhook: webhooks,
  removeWebhook: webhooks,
  testWebhook: webhooks,
  rotateWebhookSecret: { ...webhooks, status: 200 },
  recoverWebhook: { ...webhooks, status: 200 },
};

const nameOf = (schema: z.ZodMiniType | undefined): SchemaName | undefined =>
  (Object.keys(schemas) as SchemaName[]).find((name) => schemas[name].schema === schema);

function toldOf(name: Name, { method, path, body: sent, response }: Endpoint): Told {
  return {
    tag: 'Cases',
    request: nameOf(sent),
    response: nameOf(response),
    status: ({ POST: 201, DELETE: 204 } as const)[method as string] ?? 200,
    problems: [...(sent ? ofBody : []), ...(path.includes('_id}') ? ([404] as const) : [])],
    isKeyed: method === 'POST',
    ...special[name],
  };
}

const text = { type: 'string' };
const parameters: Record<string, Json> = {
  application_id: { description: 'Id of a case', schema: text, example: 'app_7Hc2Lw9QyT3k' },
  country: { description: 'Country of the registry', schema: ref('Country'), example: 'FR' },
  registration_number: {
    description: 'The exact number of the company',
    schema: text,
    example: '552100554',
  },
  document_id: { description: 'Id of a document', schema: text, example: 'doc_5eR3wGh0Jb2f' },
  webhook_id: { description: 'Id of a registration', schema: text, example: 'wh_k3J8s0PqLm2x' },
  q: { description: 'Part of a name, or a number', schema: text, example: 'lumen' },
  'Idempotency-Key': {
    description: 'One key for one attempt: a repeat gets the first answer again, for a day',
    schema: { ...text, maxLength: 255 },
    example: '4f1c1b8e-6e0f-4c56-9a3e-0f6a1f1d2b7c',
  },
};
const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });
const inQuery = ['q'];
const inHeader = ['Idempotency-Key'];

const headers: Record<string, Json> = {
  'Idempotent-Replayed': { description: 'true for an earlier answer', schema: text },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
  Deprecation: { description: 'true where the body held deprecated fields', schema: text },
};
const header = (...names: (keyof typeof headers)[]) => ({
  headers: Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  ),
});

function requestBody(name: string, { request }: Told, { body }: Endpoint): Json | undefined {
  if (name === 'uploadFile') {
    const file = { ...text, format: 'binary', description: 'PDF, image or plain text, 25 MB' };
    const schema = { type: 'object', properties: { file }, required: ['file'] };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (request) return { required: name !== 'testWebhook', ...content(request) };
  return body && { required: true, ...inline(body) };
}

function operation(name: Name, endpoint: Endpoint) {
  const { path, method, query = [], summary, response } = endpoint;
  const of = toldOf(name, endpoint);
  const names = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param!),
    ...query,
    ...(of.isKeyed ? inHeader : []),
  ];
  const sent = requestBody(name, of, endpoint);
  return {
    operationId: name,
    tags: [of.tag],
    summary: summary.split(/[:;]/)[0]!,
    description: `${summary}.`,
    ...(names.length && { parameters: names.map(parameter) }),
    ...(sent && { requestBody: sent }),
    responses: {
      [of.status]: {
        description: 'Done',
        ...(of.isKeyed && header('Idempotent-Replayed')),
        ...(method === 'PUT' && of.request && header('Deprecation')),
        ...(of.response ? content(of.response) : response && inline(response)),
      },
      ...Object.fromEntries(
        [...of.problems, ...always]
          .sort((a, b) => a - b)
          .map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

/** JSON schema as the document wants it: `type: [x, "null"]`, and nothing that says nothing. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const { $schema: _, $id: __, propertyNames: ___, ...schema } = value as Json;
  const { anyOf, ...rest } = schema;
  const [first, second] = (anyOf ?? []) as Json[];
  if (anyOf?.length === 2 && second?.type === 'null' && typeof first?.type === 'string') {
    const { type, enum: values, ...others } = tidy(first) as Json;
    return { ...rest, type: [type, 'null'], ...(values && { enum: [...values, null] }), ...others };
  }
  // The pattern repeats, at length, what the format says.
  if (schema.format) delete schema.pattern;
  if (schema.additionalProperties && !Object.keys(schema.additionalProperties).length) {
    if (schema.properties) delete schema.additionalProperties;
    else schema.additionalProperties = true;
  }
  return Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, tidy(inner)]));
}

function componentSchemas(): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, { schema }] of Object.entries(named)) {
    // A company of a registry is a business; a schema has one name.
    if (!registry.has(schema)) registry.add(schema, { id });
  }
  const made = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
  }) as { schemas: Record<string, Json> };
  const shown = Object.fromEntries(
    Object.entries(named).map(([id, { description, example }]) => [
      id,
      { description, ...(tidy(made.schemas[id]) as Json), examples: [example] } as Json,
    ]),
  );
  for (const [field, instead] of Object.entries(deprecatedFields)) {
    const { $ref, ...schema } = shown.CaseChange!.properties[field] as Json;
    const marks = { deprecated: true, description: `Use ${instead}` };
    shown.CaseChange!.properties[field] = {
      ...schema,
      ...($ref && { allOf: [{ $ref }] }),
      ...marks,
    };
  }
  return shown;
}

/** Event -> its operation: what the receiver gets, and what it answers. */
const webhook = (name: string, { description }: Named) => ({
  post: {
    operationId: eventName(name),
    tags: ['Events'],
    summary: description.split(/[:;]/)[0]!,
    description: `${description}. Delivered at least once, in order per case; webhook-id tells repeats.`,
    parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((header_) => ({
      name: header_,
      in: 'header',
      required: true,
      schema: text,
    })),
    requestBody: { required: true, ...content(eventName(name)) },
    responses: {
      '200': { description: 'Taken' },
      '4XX': { description: 'Delivered again, later; 410 ends the registration' },
    },
  },
});

export function openApiDocument() {
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {};
  for (const [name, endpoint] of Object.entries(all) as [Name, Endpoint][]) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(name, endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Compliance onboarding service',
      version: '1.1.0',
      description:
        'Cases (KYC and KYB), portals, related parties, documents, company registries, decisions and webhooks, as the sandbox answers them.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The sandbox of the connector', url: 'http://127.0.0.1:4010/docs' },
    },
    servers: [
      {
        url: 'http://127.0.0.1:{port}',
        description: 'The sandbox; put the address of the service here',
        variables: { port: { default: '4010', description: 'The port of npm start' } },
      },
    ],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }],
    paths,
    webhooks: Object.fromEntries(
      Object.entries(eventSchemas).map(([name, schema]) => [name, webhook(name, schema)]),
    ),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'The API key of the account' },
      },
      parameters: Object.fromEntries(
        Object.entries(parameters).map(([name, rest]) => [
          name,
          {
            name,
            in: inQuery.includes(name) ? 'query' : inHeader.includes(name) ? 'header' : 'path',
            required: !inHeader.includes(name),
            ...rest,
          },
        ]),
      ),
      headers,
      responses: Object.fromEntries(
        Object.entries(problems).map(([status, description]) => [
          status,
          {
            description,
            ...(/^(429|503)$/.test(status) && header('Retry-After')),
            ...content('Problem'),
          },
        ]),
      ),
      schemas: componentSchemas(),
    },
  };
}

/** What a `$ref` of the document stands for, or the thing itself. */
export const resolved = (document: Json, value: Json): Json =>
  value.$ref
    ? (value.$ref as string)
        .slice(2)
        .split('/')
        .reduce((at: Json, name) => at[name], document)
    : value;

export type OpenApiDocument = ReturnType<typeof openApiDocument>;
