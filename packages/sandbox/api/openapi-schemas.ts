/** The contract's schemas for an OpenAPI 3.1 document: simple, named and described. */
import * as z from 'zod/mini';

import { deprecatedFields } from '../../../service/contract.ts';
import { isRecord, mapValues } from '../domain/objects.ts';
import { propertyText } from './openapi-texts.ts';
import { named } from './schemas.ts';

export type Json = Record<string, any>;
const start = '#/components/schemas/';

/** Keywords for values of every type. A choice with one cannot be merged. */
const general = ['$ref', 'enum', 'const', 'anyOf', 'allOf', 'oneOf', 'description'];

/**
 * A choice of types as one schema with a list of types; undefined if that would change its meaning.
 */
function merged(options: Json[]): Json | undefined {
  const types = options.map(({ type }) => type as unknown);
  if (types.some((type) => typeof type !== 'string') || new Set(types).size < types.length) return;
  const others = options.filter(({ type }) => type !== 'null');
  const [only] = others;
  const values = others.length === 1 ? (only!.enum as unknown[] | undefined) : undefined;
  const isPlain = others.every((option) => !general.some((keyword) => keyword in option));
  if (!isPlain && !values) return;
  const inner = Object.assign({}, ...others) as Json;
  const isOptional = types.includes('null');
  return { ...inner, type: types, ...(values && isOptional && { enum: [...values, null] }) };
}

/** A simpler JSON schema: lists of types, no empty keywords. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (!isRecord(value)) return value;
  const { $schema: _, $id: __, propertyNames: ___, ...schema } = value as Json;
  const { anyOf, ...rest } = schema;
  const one = Array.isArray(anyOf) && merged(anyOf.map(tidy) as Json[]);
  if (one) return { ...rest, ...one };
  // The pattern repeats the format.
  if (schema.format) delete schema.pattern;
  if (schema.additionalProperties && !Object.keys(schema.additionalProperties).length) {
    schema.additionalProperties = true;
  }
  return mapValues(schema, tidy);
}

/** Adds title and description to each property of a schema, at every level. */
function describe(owner: string, schema: Json): void {
  const properties = (schema.properties ?? {}) as Record<string, Json>;
  for (const [name, property] of Object.entries(properties)) {
    properties[name] = { ...propertyText(owner, name), ...property };
    describe(name, property);
    if (property.items) describe(name, property.items as Json);
  }
  if (schema.items) describe(owner, schema.items as Json);
}

/** All named schemas of the document, with description and example. */
export function componentSchemas(): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, { schema }] of Object.entries(named)) {
    // A registry's company is a business, but a schema has one name.
    if (!registry.has(schema)) registry.add(schema, { id });
  }
  const made = z.toJSONSchema(registry, { io: 'input', uri: (id) => start + id }) as {
    schemas: Record<string, Json>;
  };
  const all: Record<string, Json> = {};
  for (const [id, { description, more, example }] of Object.entries(named)) {
    const schema = tidy(made.schemas[id]) as Json;
    const properties = { ...schema.properties, ...more?.properties };
    const whole: Json = {
      description,
      ...schema,
      ...more,
      ...(schema.properties && { properties }),
      examples: [example],
    };
    describe(whole.properties?.event_id && whole.properties.data ? 'Event' : id, whole);
    all[id] = whole;
  }
  for (const [field, instead] of Object.entries(deprecatedFields)) {
    const { properties } = all.CaseChange!;
    properties[field] = { ...properties[field], deprecated: true, description: `Use ${instead}` };
  }
  return all;
}

/** Visits every object with a `$ref`, and every choice of one and null. */
function references(value: unknown, visit: (object: Json) => void): void {
  if (Array.isArray(value)) value.forEach((item) => references(item, visit));
  if (!isRecord(value)) return;
  visit(value);
  Object.values(value).forEach((item) => references(item, visit));
}

/** The named schema in an `anyOf` of it and null. */
function nullableRef({ anyOf }: Json): string | undefined {
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== 'null') return undefined;
  return anyOf[0].$ref as string | undefined;
}

const orNull = (schema: Json): Json => ({
  ...schema,
  type: [schema.type, 'null'],
  ...(schema.enum && { enum: [...schema.enum, null] }),
});

/**
 * Gives names to nullable schemas, so no property needs a choice. If every use is nullable, the
 * schema becomes nullable; otherwise there are two, such as Country and CountryOrNull.
 */
export function withNulls<Document extends { components: { schemas: Record<string, Json> } }>(
  original: Document,
): Document {
  const document = structuredClone(original);
  const { schemas } = document.components;
  const always = new Set<string>();
  const optional: { object: Json; $ref: string }[] = [];
  references(document, (object) => {
    const $ref = nullableRef(object);
    if ($ref) {
      optional.push({ object, $ref });
      delete object.anyOf;
    } else if (typeof object.$ref === 'string') always.add(object.$ref);
  });
  const names = new Map(
    optional.map(({ $ref }) => [$ref, always.has($ref) ? `${$ref}OrNull` : $ref]),
  );
  for (const [$ref, name] of names) {
    schemas[name.slice(start.length)] = orNull(schemas[$ref.slice(start.length)]!);
  }
  for (const { object, $ref } of optional) object.$ref = names.get($ref);
  return document;
}
