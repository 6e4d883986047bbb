/** The contract's schemas for an OpenAPI 3.1 document: named and described. */
import * as z from 'zod/mini';

import * as catalogue from '../../../service/catalogue.ts';
import { deprecatedFields } from '../../../service/contract.ts';
import { propertyTexts } from './openapi-texts.ts';
import { code, named, ref } from './schemas.ts';

export type Json = Record<string, any>;

/** These may be null wherever they stand, so that no place needs a choice of a reference and null. */
const nullable = ['Country', 'Address', 'PersonAddress'];
const isNullable = ({ $ref }: Json) => nullable.some((name) => $ref === ref(name).$ref);
/** Adds null to the values of a schema. */
const withNull = ({ type, enum: values, ...rest }: Json): Json => ({
  ...rest,
  type: [type, 'null'],
  ...(values && { enum: [...(values as unknown[]), null] }),
});

/** Writes a choice of a value and null without the choice, and nothing that says nothing. */
function tidy(schema: Json): void {
  const [value, none, ...more] = (schema.anyOf ?? []) as Json[];
  if (value && none?.type === 'null' && !more.length && (value.type || isNullable(value))) {
    delete schema.anyOf;
    Object.assign(schema, value.type ? withNull(value) : value);
  }
  if (schema.items && isNullable(schema.items as Json)) schema.items = code;
  // The pattern repeats the format. All addresses are of the web.
  if (schema.format) delete schema.pattern;
  if (schema.format === 'uri') schema.pattern = '^https?://';
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

/** Describes the properties, at each level, that nobody described. */
function describeOthers({ properties = {}, items, anyOf = [] }: Json): void {
  for (const [name, property] of Object.entries(properties as Record<string, Json>)) {
    const description = propertyTexts[name];
    if (description && !property.$ref) property.description ??= description;
  }
  [Object.values(properties as object), items ?? [], anyOf].flat().forEach(describeOthers);
}

/** All named schemas of the document, with description. */
export function componentSchemas(): Record<string, Json> {
  const registry = z.registry<Json>();
  for (const [id, { schema, description, more }] of Object.entries(named)) {
    registry.add(schema, { id, description, ...more });
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
    describeOthers(schema);
    if (nullable.includes(id)) schemas[id] = withNull(schema);
  }
  for (const [field, instead] of Object.entries(deprecatedFields)) {
    const property = schemas.CaseChange!.properties[field] as Json;
    Object.assign(property, { deprecated: true, description: `Use ${instead}` });
  }
  return schemas;
}
