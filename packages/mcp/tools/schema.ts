/** Fields of an operation -> the JSON Schemas of a tool, and a result in the form they promise. */
import { isRecord } from '../../../client/answer.ts';
import { choicesOf, type Field } from '../../../fields/form.ts';
import { inWords } from '../adapter/words.ts';
import type { InputField } from './fields.ts';

export type Schema = Record<string, unknown> & { properties?: Record<string, Schema> };

/** Longer dropdowns, such as all countries, are told in words. */
const longestList = 60;

const isCountry = (field: Field) =>
  choicesOf(field).some(({ value }) => value === 'FRA' || value === 'FR');

/** What a dropdown adds to the help of its field. */
function choicesInWords(field: Field): string {
  const choices = choicesOf(field);
  if (!choices.length) return '';
  if (choices.length > longestList) {
    return isCountry(field) ? 'A code such as FR or FRA, or the English name.' : '';
  }
  const named = choices.filter(({ value, label }) => value !== label);
  if (!named.length) return `For example: ${choices.map(({ value }) => value).join(', ')}.`;
  return `For example: ${choices.map(({ value, label }) => `${value} (${label})`).join(', ')}.`;
}

function describe(field: InputField): string {
  const { helpText = '', only } = field;
  return [
    only && `Only where ${only.field} is ${only.values.join(' or ')}.`,
    inWords(helpText),
    choicesInWords(field),
  ]
    .filter(Boolean)
    .join(' ');
}

const scalar = (field: Field): Schema => {
  const choices = choicesOf(field);
  const type = field.type === 'boolean' ? 'boolean' : 'string';
  // A field that changes others knows its values; in any other dropdown an account may use more.
  if (field.altersDynamicFields) return { type, enum: choices.map(({ value }) => value) };
  if (choices.length && choices.length <= longestList) {
    return { type, examples: choices.map(({ value }) => value) };
  }
  // Dates and numbers stay text: the operations read them in every form people write them.
  return { type };
};

function kindOf(field: Field): Schema {
  if (field.children) return { type: 'array', items: inputSchema(field.children) };
  if (field.dict) return { type: 'object', additionalProperties: true };
  return field.list ? { type: 'array', items: scalar(field) } : scalar(field);
}

/** The input schema of a tool, or of the lines in one of its fields. */
export const inputSchema = (fields: InputField[]): Schema => {
  const required = fields.filter((field) => field.required).map(({ key }) => key);
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [
        field.key,
        {
          title: field.label ?? field.key,
          description: describe(field),
          ...kindOf(field),
          ...(field.default !== undefined && { default: field.default }),
        },
      ]),
    ),
    ...(required.length && { required }),
    additionalProperties: false,
  };
};

/** One field of a result; the service may leave out any, and write a number as text. */
const outputOf = ({ type, list }: Field): Schema[] => {
  if (list) return [{ type: 'array', items: { type: 'string' } }];
  const named = type === 'number' || type === 'integer' || type === 'boolean';
  return [...(named ? [{ type }] : []), { type: 'string' }];
};
const nullable = (...options: Schema[]) => ({ anyOf: [...options, { type: 'null' }] });

/** Output fields, with `business__name` inside `business`, -> the schema of one result. */
export function resultSchema(fields: Field[]): Schema {
  const properties: Record<string, Schema> = {};
  const inner: Record<string, Field[]> = {};
  for (const field of fields) {
    const [head, ...rest] = field.key.split('__') as [string, ...string[]];
    if (rest.length) (inner[head] ??= []).push({ ...field, key: rest.join('__') });
    else properties[head] = { title: field.label ?? head, ...nullable(...outputOf(field)) };
  }
  for (const [key, below] of Object.entries(inner)) {
    properties[key] = nullable(resultSchema(below), { type: 'string' });
  }
  return { type: 'object', properties, additionalProperties: true };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const fitters: Record<string, (value: unknown, schema: Schema) => unknown> = {
  array: (value) => [value].flat().map(textOf),
  object: (value, schema) => (isRecord(value) ? fitted(value, schema) : undefined),
  number: (value) => numberOf(value),
  integer(value) {
    const number = numberOf(value);
    return Number.isInteger(number) ? number : undefined;
  },
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  string: textOf,
};

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A value in the first form its schema allows; text where it is none of the others. */
function fittedValue(value: unknown, options: Schema[]): unknown {
  if (value === null || value === undefined) return null;
  for (const option of options) {
    const fit = fitters[String(option.type)]?.(value, option);
    if (fit !== undefined) return fit;
  }
  return textOf(value);
}

/** A result as its schema promises it. What the service sent beside stays as it is. */
export function fitted(result: Record<string, unknown>, { properties = {} }: Schema) {
  const all = { ...result };
  for (const key of Object.keys(all)) {
    if (!Object.hasOwn(properties, key)) continue;
    all[key] = fittedValue(all[key], properties[key]!.anyOf as Schema[]);
  }
  return all;
}
