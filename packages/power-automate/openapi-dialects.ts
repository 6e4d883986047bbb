/**
 * Converts the document for tools that cannot read 3.1: OpenAPI 3.0 (Make, n8n) and Swagger 2.0
 * (Power Automate). It supports only the parts of OpenAPI that the document uses.
 */
import { isRecord } from '../../client/answer.ts';

/** A document, or a part of one. */
export type Json = Record<string, any>;

export const mapValues = <Value, Made>(
  object: Record<string, Value>,
  change: (value: Value, name: string) => Made,
): Record<string, Made> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));

/** The path of an operation by its ID, and the path's methods. */
export const pathOf = (document: Json, operationId: string): [path: string, methods: Json] =>
  Object.entries(document.paths as Record<string, Json>).find(([, methods]) =>
    Object.values(methods).some((operation: Json) => operation.operationId === operationId),
  )!;

const withoutNulls = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, item: unknown) => (item === null ? undefined : item)));

/**
 * Applies `change` to each object of a document, inner objects first. `key` is the object's name.
 */
function mapped(value: unknown, change: (object: Json, key: string) => Json, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = key === 'examples' ? (withoutNulls(value) as unknown[]) : value;
    return items.map((item) => mapped(item, change, key));
  }
  if (!isRecord(value)) return value;
  // Examples are data, whatever they look like. Older dialects do not allow null in them.
  if (key === 'example' || key === 'examples') return withoutNulls(value);
  const inner = mapValues(value, (item, name) => mapped(item, change, name));
  return change(inner, key);
}

/** Converts a schema from 3.1 to 3.0: one type, no null, no const, one example. */
function schema30({ type, const: only, examples, items, $ref, ...rest }: Json): Json {
  const types = ([type].flat() as (string | undefined)[]).filter((name) => name !== 'null');
  const hasNull = Array.isArray(type) && type.includes('null');
  const isChoice = types.length > 1;
  return {
    ...rest,
    ...(!isChoice && types[0] && { type: types[0] }),
    ...(!isChoice && items && { items }),
    ...(isChoice && {
      anyOf: types.map((name) => ({ type: name, ...(name === 'array' && { items }) })),
    }),
    ...(only !== undefined && { enum: [only] }),
    ...(Array.isArray(examples) && { example: examples[0] }),
    // Older dialects ignore the keys next to a $ref.
    ...($ref && { allOf: [{ $ref }] }),
    ...(hasNull && { nullable: true }),
  };
}

const looksLikeSchema = (object: Json) =>
  Array.isArray(object.examples) ||
  Array.isArray(object.type) ||
  'const' in object ||
  ('$ref' in object && 'description' in object);

/** OpenAPI 3.0. Webhook deliveries become callbacks of their registration. */
export function openApi30(source: Json): Json {
  const { webhooks, ...document } = structuredClone(source);
  const [, { post }] = pathOf(document, 'registerWebhook');
  post.callbacks = mapValues(webhooks as Json, (event) => ({ '{$request.body#/url}': event }));
  const { info, ...rest } = mapped(document, (object) =>
    looksLikeSchema(object) ? schema30(object) : object,
  ) as Json;
  return {
    ...rest,
    openapi: '3.0.3',
    info: { ...info, license: { name: 'MIT', url: 'https://opensource.org/license/mit' } },
  };
}

const media = (content: Json | undefined): Json | undefined => Object.values(content ?? {})[0];

/** Moves the type of a parameter or header out of its schema, as 2.0 needs it. */
function flat({ schema, example, ...rest }: Json, schemas: Json): Json {
  const { $ref, ...plain } = (schema ?? {}) as Json;
  const { type, enum: values } = $ref ? schemas[$ref.split('/').pop()] : plain;
  const { maxLength } = plain;
  return {
    ...rest,
    type,
    ...(values && { enum: values }),
    ...(maxLength && { maxLength }),
    ...(example !== undefined && { 'x-example': example }),
  };
}

/** The value of a body's only example. */
const exampleOf = (examples: Json | undefined, { examples: named }: Json): unknown => {
  const [name] = Object.keys(examples ?? {});
  return name === undefined ? undefined : (named[name] as Json).value;
};

function response20(response: Json, inlined: Json): Json {
  if (response.$ref) return response;
  const { description, headers, content } = response;
  const { schema, examples } = media(content) ?? {};
  const example = exampleOf(examples, inlined);
  return {
    description,
    ...(headers && {
      headers: mapValues(headers as Json, ({ $ref }) =>
        flat(inlined.headers[$ref.split('/').pop()], inlined.schemas),
      ),
    }),
    ...(schema && { schema }),
    ...(example !== undefined && { examples: { 'application/json': example } }),
  };
}

function operation20(operation: Json, inlined: Json) {
  const { requestBody, parameters = [], responses, callbacks: _, ...rest } = operation;
  const body = media(requestBody?.content);
  const isForm = requestBody?.content['multipart/form-data'];
  const files = isForm
    ? Object.entries(body!.schema.properties as Json).map(([name, { description }]) => ({
        name,
        in: 'formData',
        type: 'file',
        required: true,
        description,
      }))
    : [];
  const sent = [...parameters, ...files];
  if (body && !isForm) {
    const { schema } = body;
    sent.push({ name: 'body', in: 'body', required: requestBody.required, schema });
  }
  return {
    ...rest,
    ...(isForm && { consumes: ['multipart/form-data'] }),
    ...(sent.length && { parameters: sent }),
    responses: mapValues(responses as Json, (response) => response20(response, inlined)),
  };
}

/**
 * Converts a schema from 3.0 to 2.0: a choice of types accepts anything, null is an extension, and
 * `oneOf` disappears.
 */
function schema20({
  nullable,
  anyOf: _choice,
  oneOf: _needs,
  deprecated,
  enum: values,
  ...rest
}: Json): Json {
  return {
    ...rest,
    ...(nullable && { 'x-nullable': true }),
    ...(values && { enum: (values as unknown[]).filter((value) => value !== null) }),
    ...(deprecated && { 'x-deprecated': true }),
  };
}

/**
 * Swagger 2.0. It has no place for events, so they are left out; `withEvents` keeps their schemas.
 */
export function swagger20(document: Json, withEvents = false): Json {
  const { info, tags, paths, components } = openApi30(document);
  const ofEvents = Object.values(document.webhooks as Json).map(
    ({ post }: Json) => media(post.requestBody.content)!.schema.$ref.split('/').pop() as string,
  );
  const { port } = document.servers[0].variables;
  const ofPaths = mapValues(paths as Json, (methods) =>
    mapValues(methods as Json, (operation) => operation20(operation, components)),
  );
  const pick = (of: Json, isKept: (name: string) => boolean): Json =>
    Object.fromEntries(Object.entries(of).filter(([name]) => isKept(name)));
  const ofCalls = pick(components.parameters, (name) => !name.startsWith('webhook-'));
  const made = {
    swagger: '2.0',
    info,
    host: `127.0.0.1:${port.default}`,
    basePath: '/',
    schemes: ['http', 'https'],
    consumes: ['application/json'],
    produces: ['application/json'],
    tags: tags.filter(({ name }: Json) => name !== 'Events'),
    securityDefinitions: components.securitySchemes,
    security: [{ apiKey: [] }],
    paths: ofPaths,
    parameters: mapValues(ofCalls, (value) => flat(value, components.schemas)),
    responses: mapValues(components.responses as Json, (value) => response20(value, components)),
    definitions: pick(
      components.schemas,
      (name) => withEvents || (!ofEvents.includes(name) && name !== 'CaseWithPortal'),
    ),
  };
  const withoutExtras = mapped(made, (object) =>
    ['nullable', 'anyOf', 'oneOf', 'deprecated'].some((key) => key in object)
      ? schema20(object)
      : object,
  );
  const text = JSON.stringify(withoutExtras)
    .replaceAll('#/components/schemas/', '#/definitions/')
    .replaceAll('#/components/', '#/');
  const whole = JSON.parse(text) as Json;
  // A schema that only a `oneOf` named is now unused.
  const isNamed = (name: string) => text.includes(`"#/definitions/${name}"`);
  const definitions = pick(whole.definitions, (name) => isNamed(name) || ofEvents.includes(name));
  return { ...whole, definitions };
}
