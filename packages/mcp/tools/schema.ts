/**
 * Fields of an operation -> the JSON Schemas of a tool. They hold to what OpenAI's strict mode and
 * Gemini take: every field is listed as required, one that may be left out takes null, and nothing
 * is open. A call that leaves a field out is taken as well.
 */
import { choicesOf, type Field } from '../../../fields/definition.ts';
import { inWords } from '../adapter/words.ts';
import { fieldTexts, resultTexts, subjectTexts } from '../texts.ts';
import type { InputField } from './fields.ts';

export type Schema = Record<string, unknown> & { properties?: Record<string, Schema> };

/** Longer dropdowns, such as all countries, are told in words. */
const longestList = 30;

/** Dropdowns of which no account has further values. */
const closed = new Set(['subject', 'method', 'decision', 'when_exists']);

/** The values of an open dropdown. */
function choicesInWords(field: Field): string {
  const choices = choicesOf(field);
  if (closed.has(field.key) || !choices.length || choices.length > longestList) return '';
  return `For example ${choices.map(({ value }) => value).join(', ')}.`;
}

/** Values whose own text says which there are. */
const described = new Set(['risk_level', 'clear_fields']);

function describe(field: Field): string {
  const text = fieldTexts[field.key] ?? inWords(field.helpText ?? '');
  return [text, described.has(field.key) ? '' : choicesInWords(field)].filter(Boolean).join(' ');
}

const objectOf = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** Names with values; strict schemas have no object of any names. */
const pairs: Schema = {
  type: 'array',
  items: objectOf({ name: { type: 'string' }, value: { type: 'string' } }),
};

function kindOf(field: Field): Schema {
  if (field.children) return { type: 'array', items: objectOf(propertiesOf(field.children)) };
  if (field.dict) return pairs;
  if (field.list) return { type: 'array', items: { type: 'string' } };
  if (field.type === 'boolean') return { type: 'boolean' };
  // Dates and numbers stay text: the operations read them in every form people write them.
  return {
    type: 'string',
    ...(closed.has(field.key) && { enum: choicesOf(field).map(({ value }) => value) }),
  };
}

function nullable(schema: Schema): Schema {
  // A list of values that holds null is none to Gemini.
  if (schema.enum) return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [schema.type, 'null'] };
}

function propertyOf(field: Field): Schema {
  const description = describe(field);
  const schema = kindOf(field);
  return {
    ...(field.required ? schema : nullable(schema)),
    ...(description && { description }),
  };
}

const propertiesOf = (fields: Field[]) =>
  Object.fromEntries(fields.map((field) => [field.key, propertyOf(field)]));

/** The subject for which alone the field is there. */
export const subjectOf = ({ only }: InputField): string | undefined => only?.values[0];

/** The input schema of a tool. */
export function inputSchema(fields: InputField[]): Schema {
  const properties: Record<string, Schema> = {};
  for (const field of fields) {
    const subject = subjectOf(field);
    // One that only narrows a form says nothing here.
    if (field.altersDynamicFields && !field.required) continue;
    if (subject === undefined) properties[field.key] = propertyOf(field);
    else {
      const inner = fields.filter((one) => subjectOf(one) === subject);
      properties[subject] ??= {
        ...nullable(objectOf(propertiesOf(inner))),
        description: subjectTexts[subject] ?? `Only of a ${subject}.`,
      };
    }
  }
  return objectOf(properties);
}

/** The output schema of a tool: the names that matter, and no promise of their types. */
export function outputSchema(fields: Field[], isSearch: boolean): Schema {
  const keys = new Set(fields.map(({ key }) => key));
  const result = {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(resultTexts)
        .filter(([key]) => keys.has(key))
        .map(([key, description]) => [key, description ? { description } : {}]),
    ),
  };
  const name = isSearch ? 'results' : 'result';
  return {
    type: 'object',
    properties: {
      [name]: isSearch ? { type: 'array', items: result } : result,
      note: { type: 'string' },
    },
    required: [name, 'note'],
  };
}
