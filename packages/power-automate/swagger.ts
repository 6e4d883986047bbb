/**
 * The API description in Swagger 2.0, which Power Automate reads. It converts only the parts of
 * OpenAPI that the description uses.
 */
import { isRecord } from '../../client/json.ts';

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

/** 2.0 allows no null in examples. */
const withoutNulls = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, item: unknown) => (item === null ? undefined : item)));

/**
 * Applies `change` to each object of a document, inner objects first. Examples are data, whatever
 * they look like.
 */
function mapped(value: unknown, change: (object: Json) => Json, key = ''): unknown {
  if (key === 'example' || key === 'examples') return withoutNulls(value);
  if (Array.isArray(value)) return value.map((item) => mapped(item, change, key));
  if (!isRecord(value)) return value;
  return change(mapValues(value, (item, name) => mapped(item, change, name)));
}

/**
 * A schema with one type and one example. A choice of types accepts anything, null is an extension,
 * and `oneOf` disappears.
 */
function schema20({
  type,
  const: only,
  examples,
  items,
  $ref,
  oneOf: _needs,
  deprecated,
  enum: values,
  ...rest
}: Json): Json {
  const types = ([type].flat() as (string | undefined)[]).filter((name) => name !== 'null');
  const hasNull = Array.isArray(type) && type.includes('null');
  const isChoice = types.length > 1;
  const choices = only === undefined ? (values as unknown[] | undefined) : [only];
  return {
    ...rest,
    ...(!isChoice && types[0] && { type: types[0] }),
    ...(!isChoice && items && { items }),
    ...(Array.isArray(examples) && { example: examples[0] }),
    // Keys next to a $ref are ignored.
    ...($ref && { allOf: [{ $ref }] }),
    ...(hasNull && { 'x-nullable': true }),
    ...(choices && { enum: choices.filter((value) => value !== null) }),
    ...(deprecated && { 'x-deprecated': true }),
  };
}

const looksLikeSchema = (object: Json) =>
  Array.isArray(object.examples) ||
  Array.isArray(object.type) ||
  'const' in object ||
  'oneOf' in object ||
  ('deprecated' in object && !('responses' in object)) ||
  ('$ref' in object && 'description' in object);

const media = (content: Json | undefined): Json | undefined => Object.values(content ?? {})[0];

/** Moves the type of a parameter or header out of its schema. */
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
  const [example] = Object.values(examples ?? {}) as Json[];
  return (example?.$ref ? named[example.$ref.split('/').pop()] : example)?.value;
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
  const { requestBody, parameters = [], responses, ...rest } = operation;
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

/** The description in Swagger 2.0. It has no place for events; their schemas are kept. */
export function swagger20(document: Json): Json {
  const converted = mapped(document, (object) =>
    looksLikeSchema(object) ? schema20(object) : object,
  );
  const { info, tags, paths, components } = converted as Json;
  const ofPaths = mapValues(paths as Json, (methods) =>
    mapValues(methods as Json, (operation) => operation20(operation, components)),
  );
  const ofCalls = Object.entries(components.parameters as Json).filter(
    ([name]) => !name.startsWith('webhook-'),
  );
  const made = {
    swagger: '2.0',
    info: { ...info, license: { name: 'MIT', url: 'https://opensource.org/license/mit' } },
    basePath: '/',
    consumes: ['application/json'],
    produces: ['application/json'],
    tags: tags.filter(({ name }: Json) => name !== 'Events'),
    securityDefinitions: components.securitySchemes,
    security: [{ apiKey: [] }],
    paths: ofPaths,
    parameters: mapValues(Object.fromEntries(ofCalls), (value) => flat(value, components.schemas)),
    responses: mapValues(components.responses as Json, (value) => response20(value, components)),
    definitions: components.schemas,
  };
  const text = JSON.stringify(made)
    .replaceAll('#/components/schemas/', '#/definitions/')
    .replaceAll('#/components/', '#/');
  const whole = JSON.parse(text) as Json;
  // A schema that only a `oneOf` named is now unused.
  const ofEvents = Object.values(document.webhooks as Json).map(
    ({ post }: Json) => media(post.requestBody.content)!.schema.$ref.split('/').pop() as string,
  );
  const isNamed = (name: string) =>
    text.includes(`"#/definitions/${name}"`) || ofEvents.includes(name);
  const definitions = Object.entries(whole.definitions as Json).filter(([name]) => isNamed(name));
  return { ...whole, definitions: Object.fromEntries(definitions) };
}
