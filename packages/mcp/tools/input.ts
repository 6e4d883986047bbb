/** The arguments of a call -> the input of its operation. */
import { isRecord } from '../../../client/basics/json.ts';
import { halt } from '../../../client/basics/errors.ts';
import { quoted } from '../data.ts';
import type { InputField } from './fields.ts';
import { detailsKey } from './schema.ts';

export type Input = Record<string, unknown>;

const isLeftOut = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && !value.length);

const labelOf = ({ key, label = key }: InputField) => label;

/** `[{name, value}]` -> an object. @throws a halt for another value. */
function objectOfPairs(pairs: unknown[], label: string): Input {
  const entries = pairs.map((pair): [string, unknown] => {
    const { name, value, ...more } = isRecord(pair) ? pair : { name: undefined };
    if (typeof name === 'string' && value !== undefined && !Object.keys(more).length) {
      return [name, value];
    }
    throw halt(`${label}: each entry takes "name" and "value", and nothing else.`);
  });
  const names = entries.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw halt(`${label}: ${quoted(twice)} occurs twice. Keep one of the two.`);
  }
  // Defines own properties, so even __proto__ is a plain key.
  return Object.fromEntries(entries);
}

/** The value of a field. Invalid values stay: the operation refuses them by label. */
function valueOf(field: InputField, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const { children, dict } = field;
  if (dict) return objectOfPairs(value, labelOf(field));
  if (!children) return value;
  return value.map((line: unknown) =>
    isRecord(line) ? toInput(children, line, labelOf(field)) : line,
  );
}

/**
 * Every field may be inside the details or next to them, and names with values may be a list or an
 * object. Empty values are dropped.
 * @throws a halt for an unknown or repeated name.
 */
export function toInput(fields: InputField[], args: Input, owner = 'this tool'): Input {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const input: Input = {};
  const put = ([key, value]: [string, unknown]) => {
    const field = byKey.get(key);
    if (!field) {
      throw halt(`${quoted(key)} is not a field of ${owner}. Use ${[...byKey.keys()].join(', ')}.`);
    }
    if (isLeftOut(value)) return;
    if (Object.hasOwn(input, key)) {
      throw halt(`${labelOf(field)} occurs twice. Keep one of the two.`);
    }
    input[key] = valueOf(field, value);
  };
  const { [detailsKey]: details, ...rest } = args;
  Object.entries(rest).forEach(put);
  if (Array.isArray(details)) Object.entries(objectOfPairs(details, 'Details')).forEach(put);
  else if (isRecord(details)) Object.entries(details).forEach(put);
  else if (details !== undefined && !isLeftOut(details))
    throw halt('Details: each entry takes "name" and "value".');
  return input;
}
