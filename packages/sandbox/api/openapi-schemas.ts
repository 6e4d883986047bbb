/** The contract's schemas for an OpenAPI 3.1 document: named and described. */
import * as z from 'zod/mini';

import { deprecatedFields } from '../../../service/contract.ts';
import { propertyText } from './openapi-texts.ts';
import { named } from './schemas.ts';

export type Json = Record<string, any>;

/** Writes a choice of plain types as a list of types, and nothing that says nothing. */
function tidy(schema: Json): void {
  const options = (schema.anyOf ?? []) as Json[];
  if (options.length && options.every(({ type, enum: values }) => type && !values)) {
    delete schema.anyOf;
    Object.assign(schema, ...options, { type: options.map(({ type }) => type as string) });
  }
  // The pattern repeats the format.
  if (schema.format) delete schema.pattern;
  delete schema.propertyNames;
}

/** Adds title and description to each property of a schema, at every level. */
function describe(owner: string, schema: Json): void {
  const properties = (schema.properties ?? {}) as Record<string, Json>;
  for (const [name, property] of Object.entries(properties)) {
    Object.assign(property, { ...propertyText(owner, name), ...property });
    describe(name, property);
    if (property.items) describe(name, property.items as Json);
  }
}

/** All named schemas of the document, with description and example. */
export function componentSchemas(): Record<string, Json> {
  const registry = z.registry<Json>();
  for (const [id, { schema, description, example, more }] of Object.entries(named)) {
    registry.add(schema, { id, description, examples: [example], ...more });
  }
  const { schemas } = z.toJSONSchema(registry, {
    metadata: registry,
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => tidy(jsonSchema),
  }) as { schemas: Record<string, Json> };
  for (const [id, schema] of Object.entries(schemas)) {
    delete schema.$schema;
    delete schema.$id;
    describe(schema.properties?.event_id ? 'Event' : id, schema);
  }
  for (const [field, instead] of Object.entries(deprecatedFields)) {
    const property = schemas.CaseChange!.properties[field] as Json;
    Object.assign(property, { deprecated: true, description: `Use ${instead}` });
  }
  return schemas;
}
