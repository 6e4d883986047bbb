/** The OpenAPI 3.1 document, made from the contract that also validates requests. */
import * as z from 'zod/mini';

import type { Endpoint } from '../../../service/contract.ts';
import { mapValues } from '../domain/plain.ts';
import manifest from '../package.json' with { type: 'json' };
import { componentSchemas, type Json } from './openapi-schemas.ts';
import { code, events, named, ref, schemas, text, type Named, type SchemaName } from './schemas.ts';
import { served, type EndpointName } from './further-endpoints.ts';

type Status = keyof typeof problems;

/** A body with an example, which alone is what importers and mocks read. */
const content = (schema: Json, example: unknown) => ({
  content: { 'application/json': { schema, example } },
});
const bodyOf = (name: string) => content(ref(name), named[name]!.example);
const listOf = (name: string) =>
  content({ type: 'array', items: ref(name) }, [named[name]!.example]);

/** Reason of a refusal -> description, and what such an answer says. */
const problems = {
  400: ['The body is not JSON, or the upload is not complete', 'The body is not JSON in UTF-8.'],
  401: ['The API key is missing or not valid', 'The API key is missing or not valid.'],
  404: ['Not found', 'There is no case app_7Hc2Lw9QyT3k.'],
  409: ['The state does not allow it', 'The case is not a draft. It has been submitted.'],
  413: ['The body is too large: JSON 1 MB, files 25 MB', 'The body is larger than 1 MB.'],
  415: ['Not a file, or of a kind that is not accepted', 'Send the file as multipart/form-data.'],
  422: ['Values are not valid: detail lists them by field', schemas.Problem.example.detail],
  429: ['Too many requests', 'Too many requests.'],
  500: ['The service failed', 'The sandbox failed on its side.'],
  503: ['The service cannot store anything now', 'Nothing can be stored now: the disk is full'],
} as const;
const always: Status[] = [401, 429, 500, 503];
const ofBody: Status[] = [400, 413, 422];

interface Details {
  tag: keyof typeof tags;
  request?: SchemaName;
  status: 200 | 201 | 204;
  response?: SchemaName;
  /** The response is a list of these. */
  listOf?: SchemaName;
  problems: readonly Status[];
  /** Repeats the first answer for the same Idempotency-Key. */
  isKeyed: boolean;
}

const tags = {
  Cases: 'Clients to verify: businesses (KYB) and persons (KYC)',
  Portals: 'The hosted page on which the client fills in the case',
  'Related parties': 'Directors, owners and other persons and businesses around a case',
  Documents: 'Files of cases, persons and businesses',
  Companies: 'Official company registries',
  Decisions: 'Decisions of reviewers',
  Account: 'The settings of the account',
  Webhooks:
    'Registration of addresses for events (the specification leaves it open; the sandbox chose it)',
  Events: 'Events as a webhook receives them, signed with the headers of Standard Webhooks',
};

/** Topic of an endpoint -> its section. All others are in the section of cases. */
const tagOf: Partial<Record<string, Details['tag']>> = {
  portal: 'Portals',
  file: 'Documents',
  document: 'Documents',
  company: 'Companies',
  account: 'Account',
  webhook: 'Webhooks',
};

/** Facts about endpoints that the contract does not contain. */
const special: Partial<Record<EndpointName, Partial<Details>>> = {
  createPortal: { problems: [...ofBody, 404] },
  createCase: { request: 'NewCase', problems: [...ofBody, 409] },
  updateDocument: { response: 'Document' },
  updateCase: { request: 'CaseChange', problems: [...ofBody, 404, 409] },
  submitCase: { response: 'Case', problems: [404, 409] },
  createCasePortal: { tag: 'Portals', request: 'CasePortal', response: 'OpenedPortal' },
  addRelatedPerson: { tag: 'Related parties' },
  addRelatedBusiness: { tag: 'Related parties' },
  listRelatedPersons: { tag: 'Related parties', listOf: 'RelatedPerson' },
  listRelatedBusinesses: { tag: 'Related parties', listOf: 'RelatedBusiness' },
  enrichCase: { tag: 'Related parties', response: 'Case', status: 200, isKeyed: false },
  uploadFile: { response: 'UploadedFile', problems: [...ofBody, 415], isKeyed: false },
  attachDocument: { request: 'NewDocument', problems: [...ofBody, 404] },
  searchCompanies: { problems: [422] },
  getCompany: { problems: [404, 422] },
  recordDecision: { tag: 'Decisions', response: 'Decision', problems: [...ofBody, 404, 409] },
};

const nameOf = (schema: object | undefined): SchemaName | undefined =>
  (Object.keys(schemas) as SchemaName[]).find((name) => {
    const { schema: own, inPlaceOf }: Named = schemas[name];
    return schema && (schema === own || schema === inPlaceOf);
  });

function detailsOf(
  name: EndpointName,
  { method, path, about, body: sent, response }: Endpoint,
): Details {
  const of: Details = {
    tag: tagOf[about] ?? 'Cases',
    request: nameOf(sent),
    response: nameOf(response),
    ...(response instanceof z.ZodMiniArray && { listOf: nameOf(response._zod.def.element) }),
    status: ({ POST: 201, DELETE: 204 } as const)[method as string] ?? 200,
    problems: [...(sent ? ofBody : []), ...(path.includes('_id}') ? ([404] as const) : [])],
    isKeyed: method === 'POST' && about !== 'webhook',
    ...special[name],
  };
  if ((sent && !of.request) || (response && !of.response && !of.listOf)) {
    throw new Error(`A schema of ${name} has no row in packages/sandbox/api/schemas.ts.`);
  }
  return of;
}

type NamesIn<Path> = Path extends `${string}{${infer First}}${infer Rest}`
  ? First | NamesIn<Rest>
  : never;
/** The names in the paths and queries of the endpoints. */
type Sent =
  | NamesIn<(typeof served)[EndpointName]['path']>
  | Extract<(typeof served)[EndpointName], { query: unknown }>['query'][number];

const parameterOf = (description: string, example: string): Json => ({
  description,
  schema: text,
  example,
});
const parameters: Record<Sent, Json> & Record<string, Json> = {
  application_id: parameterOf('Id of a case', 'app_7Hc2Lw9QyT3k'),
  country: { ...parameterOf('Country of the registry', 'FRA'), schema: code },
  registration_number: parameterOf('The exact number of the company', '552100554'),
  document_id: parameterOf('Id of a document', 'doc_5eR3wGh0Jb2f'),
  webhook_id: parameterOf('Id of a registration', 'wh_k3J8s0PqLm2x'),
  q: parameterOf('Part of a name, or a number', 'lumen'),
  'Idempotency-Key': {
    description: 'Identifies one attempt: for a day, a repeat gets the first answer again',
    schema: { ...text, maxLength: 255 },
    example: '4f1c1b8e-6e0f-4c56-9a3e-0f6a1f1d2b7c',
  },
  // Generators read webhook_id and webhook-id as one name, so the key is another.
  'event-id': {
    ...parameterOf('Id of the event, the same for each repeat', 'evt_9mW1sQx7Tz4b'),
    name: 'webhook-id',
  },
  'webhook-timestamp': parameterOf('Time of the delivery, in seconds since 1970', '1780219200'),
  'webhook-signature': parameterOf(
    'Signature of id, timestamp and body',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
};
const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });
const inQuery = Object.values<Endpoint>(served).flatMap(({ query = [] }) => query);
const keyed = ['Idempotency-Key'];
const signed = ['event-id', 'webhook-timestamp', 'webhook-signature'];
const inHeader = [...keyed, ...signed];

const headers: Record<string, Json> = {
  'Idempotent-Replayed': { description: 'true for an earlier answer', schema: text },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
  Location: {
    description:
      'Address of the registration, which DELETE removes, or of the case that is in the way',
    schema: { ...text, format: 'uri-reference' },
  },
  Deprecation: { description: 'true if the body contained deprecated fields', schema: text },
};
const header = (name: keyof typeof headers) => ({
  headers: { [name]: { $ref: `#/components/headers/${name}` } },
});

function requestBody(name: string, { request }: Details): Json | undefined {
  if (name === 'uploadFile') {
    const file = {
      ...text,
      format: 'binary',
      title: 'File',
      description: 'Document, picture or text, 25 MB',
    };
    const schema = { type: 'object', properties: { file }, required: ['file'] };
    const example = { file: '%PDF-1.4' };
    return { required: true, content: { 'multipart/form-data': { schema, example } } };
  }
  return request && { required: true, ...bodyOf(request) };
}

function operation(name: EndpointName, endpoint: Endpoint) {
  const { path, method, query = [], summary } = endpoint;
  const of = detailsOf(name, endpoint);
  const names = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param!),
    ...query,
    ...(of.isKeyed ? keyed : []),
  ];
  const sent = requestBody(name, of);
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
        ...(name === 'registerWebhook' && header('Location')),
        ...(of.listOf && listOf(of.listOf)),
        ...(of.response && bodyOf(of.response)),
      },
      ...Object.fromEntries(
        [...of.problems, ...always]
          .sort((a, b) => a - b)
          .map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

/** Event -> its operation: the payload and the expected answer. */
const webhook = ({ schema, summary }: (typeof events)[string], name: string) => ({
  post: {
    operationId: name.replaceAll('.', '_'),
    tags: ['Events'],
    summary: name,
    description: `${summary}. The event is delivered at least once, in no promised order. Repeats have the same webhook-id.`,
    parameters: signed.map(parameter),
    requestBody: { required: true, ...bodyOf(schema) },
    responses: {
      '200': { description: 'Accepted' },
      '4XX': { description: 'The delivery is repeated later; 410 ends the registration' },
    },
  },
});

const componentParameters = () =>
  mapValues(parameters, (rest, name): Json => {
    const place = inQuery.includes(name) ? 'query' : inHeader.includes(name) ? 'header' : 'path';
    return { name, in: place, required: !keyed.includes(name), ...rest };
  });

/** The document for the sandbox at this address. */
export function openApiDocument(url = 'http://127.0.0.1:4010') {
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {};
  for (const [name, endpoint] of Object.entries(served) as [EndpointName, Endpoint][]) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(name, endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Compliance onboarding service',
      version: manifest.version,
      description:
        'Cases (KYC and KYB), portals, related parties, documents, company registries, decisions and webhooks, as the sandbox answers them.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The team that runs your service' },
    },
    servers: [{ url, description: 'The sandbox; replace it with the address of your service' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }],
    paths,
    webhooks: mapValues(events, webhook),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The API key of the account, without a word before it',
        },
      },
      parameters: componentParameters(),
      headers,
      responses: mapValues<readonly [string, unknown], Json>(
        problems,
        ([description, detail], status) => ({
          description,
          ...(/^(429|503)$/.test(status) && header('Retry-After')),
          ...(status === '409' && header('Location')),
          ...content(ref('Problem'), { detail }),
        }),
      ),
      schemas: componentSchemas(),
    },
  };
}
