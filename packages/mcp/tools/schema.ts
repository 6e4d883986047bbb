/**
 * Fields of an operation -> the JSON Schemas of a tool. They fit the dialects of OpenAI, Gemini and
 * simpler ones: each field has one type, and no object is open. Only what the operation needs is
 * required, because some clients refuse a call that leaves out anything else.
 */
import type { Field } from '../../../fields/kinds/form.ts';
import { seldomGroups } from '../../../fields/kinds/groups.ts';
import { inWords } from '../adapter/words.ts';
import { changeKeys, detailsText, fieldTexts, resultKeys } from '../texts.ts';
import type { InputField } from './fields.ts';

export type Schema = Record<string, unknown> & { properties?: Record<string, Schema> };

/** Longer dropdowns, such as all countries, become words. */
const longestList = 30;

/** The values of an open dropdown that are words. */
function choicesInWords({ choices = [], isClosed, namesChoices }: Field): string {
  const words = choices.map(({ value }) => value).filter((value) => Number.isNaN(Number(value)));
  if (isClosed || namesChoices || !words.length || words.length > longestList) return '';
  return `For example ${words.join(', ')}.`;
}

function describe(field: InputField): string {
  const { key, helpText = '', only } = field;
  return [
    only && `Only for a ${only.values.join(' or ')}.`,
    fieldTexts[key] ?? inWords(helpText),
    choicesInWords(field),
    field.type === 'boolean' && field.default && `Left out, it is ${field.default}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const objectOf = (properties: Record<string, Schema>, required: string[]): Schema => ({
  type: 'object',
  properties,
  ...(required.length && { required }),
  additionalProperties: false,
});

/** Names with values. A closed schema has no object with free keys. */
const pairsOf = (name: Schema): Schema => ({
  type: 'array',
  items: objectOf({ name, value: { type: 'string' } }, ['name', 'value']),
});

const requiredOf = (fields: InputField[]) =>
  fields.filter(({ required }) => required).map(({ key }) => key);

function kindOf(field: Field): Schema {
  const { children } = field;
  if (children) {
    return { type: 'array', items: objectOf(propertiesOf(children), requiredOf(children)) };
  }
  if (field.dict) return pairsOf({ type: 'string' });
  if (field.list) return { type: 'array', items: { type: 'string' } };
  if (field.type === 'boolean') return { type: 'boolean' };
  // Everything else stays text, because the operations read every notation.
  return {
    type: 'string',
    ...(field.isClosed && { enum: field.choices?.map(({ value }) => value) }),
  };
}

const propertyOf = (field: InputField): Schema => {
  const description = describe(field);
  return { ...kindOf(field), ...(description && { description }) };
};

const propertiesOf = (fields: InputField[]) =>
  Object.fromEntries(fields.map((field) => [field.key, propertyOf(field)]));

/** The key of the list that seldom fields share. */
export const detailsKey = 'details';
const isDetail = ({ group = '' }: InputField) => seldomGroups.includes(group);

/** The input schema of a tool. */
export function inputSchema(fields: InputField[]): Schema {
  // A field that only narrows the form is not needed here.
  const own = fields.filter((field) => field.required || !field.altersDynamicFields);
  const details = own.filter(isDetail).map(({ key }) => key);
  const plain = own.filter((field) => !isDetail(field));
  const properties = propertiesOf(plain);
  if (details.length) {
    const name = { type: 'string', enum: details };
    properties[detailsKey] = { ...pairsOf(name), description: detailsText };
  }
  return objectOf(properties, requiredOf(plain));
}

/** The output schema of a tool. It names the important keys and leaves their types open. */
export function outputSchema(fields: Field[], isSearch: boolean, isShort: boolean): Schema {
  const keys = new Set(fields.map(({ key }) => key));
  const names = (isShort ? changeKeys : resultKeys).filter((key) => keys.has(key));
  const description = `With ${names.join(', ')}.`;
  const result = { type: 'object', additionalProperties: true, description };
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
