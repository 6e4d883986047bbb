/** The OpenAPI 3.1 document of the service, from the same contract that validates and types it. */
import * as z from 'zod/mini';

import { deprecatedFields, endpoints, events, type Endpoint } from '../../api/contract.ts';

const schemaOf = (schema: z.ZodMiniType) => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' }) as Record<string, any>;
  return json;
};

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const errorAnswer = (description: string) => ({
  description,
  ...json({ type: 'object', properties: { detail: {} }, required: ['detail'] }),
});

function body(name: string, { body: schema }: Endpoint) {
  if (name === 'uploadFile') {
    const file = { type: 'string', format: 'binary' };
    const form = { type: 'object', properties: { file }, required: ['file'] };
    return { required: true, content: { 'multipart/form-data': { schema: form } } };
  }
  if (!schema) return undefined;
  const described = schemaOf(schema);
  if (name === 'updateCase') {
    for (const [field, instead] of Object.entries(deprecatedFields)) {
      described.properties[field] = { deprecated: true, description: `Use ${instead}` };
    }
  }
  return { required: true, ...json(described) };
}

function operation(name: string, endpoint: Endpoint) {
  const parameters = [
    ...[...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => ({
      name: param,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...(endpoint.query ?? []).map((param) => ({
      name: param,
      in: 'query',
      required: true,
      schema: { type: 'string' },
    })),
    ...(endpoint.method === 'POST'
      ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }]
      : []),
  ];
  const requestBody = body(name, endpoint);
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(parameters.length && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      '2XX': {
        description: 'Done',
        ...(endpoint.response && json(schemaOf(endpoint.response))),
      },
      '401': errorAnswer('The API key is missing or not valid'),
      '404': errorAnswer('There is no such thing'),
      '409': errorAnswer('The state does not allow it'),
      '422': errorAnswer('Values are not valid; detail lists them by field'),
      '429': errorAnswer('Too many requests; Retry-After says how long to wait'),
    },
  };
}

export function openApiDocument() {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operation(name, endpoint);
  }
  const event = (name: string) => ({
    post: {
      summary: `Event ${name}, signed with the headers of Standard Webhooks`,
      requestBody: json({
        type: 'object',
        required: ['event_id', 'type', 'created_at', 'data'],
        properties: {
          event_id: { type: 'string' },
          type: { const: name },
          created_at: { type: 'string', format: 'date-time' },
          data: {
            type: 'object',
            properties: { object: schemaOf(endpoints.getCase.response) },
          },
        },
      }),
      responses: { '2XX': { description: 'Taken; anything else is delivered again' } },
    },
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Compliance onboarding service',
      version: '1.0.0',
      description:
        'Cases (KYC and KYB), portals, related parties, documents, company registries and decisions.',
    },
    servers: [{ url: '{base_url}', variables: { base_url: { default: 'http://127.0.0.1:4010' } } }],
    security: [{ apiKey: [] }],
    components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
    paths,
    webhooks: Object.fromEntries(Object.values(events).map((name) => [name, event(name)])),
  };
}
