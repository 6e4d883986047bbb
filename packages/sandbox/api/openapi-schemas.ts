/** The contract's schemas for an OpenAPI 3.1 document: named and described. */
import * as z from 'zod/mini';

import * as catalogue from '../../../service/catalogue.ts';
import { deprecatedFields } from '../../../service/contract.ts';
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

/** Schema -> the catalogue's rows of its properties. */
const rowsOf: Record<string, catalogue.Rows> = {
  Address: catalogue.address,
  PersonAddress: catalogue.address,
  Business: catalogue.business,
  Person: catalogue.person,
  RelatedBusiness: catalogue.relatedBusiness,
  RelatedPerson: catalogue.relatedPerson,
  Case: catalogue.application,
  CaseWithPortal: catalogue.application,
  NewCase: catalogue.application,
  CaseChange: { ...catalogue.business, ...catalogue.application },
  NewPortal: catalogue.portal,
  CasePortal: catalogue.portal,
};

/** Adds the catalogue's words. The help of all but texts is about how people type a value. */
function describe(id: string, { properties = {} }: Json): void {
  for (const [name, row] of Object.entries(rowsOf[id] ?? {})) {
    const property = properties[name] as Json | undefined;
    if (!property) continue;
    const isText = [property.type].flat().includes('string') && !property.format;
    const description = isText && 'kind' in row ? { description: row.help } : {};
    Object.assign(property, { title: row.label, ...description, ...property });
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
    describe(id, schema);
  }
  for (const [field, instead] of Object.entries(deprecatedFields)) {
    const property = schemas.CaseChange!.properties[field] as Json;
    Object.assign(property, { deprecated: true, description: `Use ${instead}` });
  }
  return schemas;
}
