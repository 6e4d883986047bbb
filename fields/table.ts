/**
 * A resource as a table with one row per field. Its input fields, the reading of an input, the
 * output fields, the sample and the labels of messages are all made from the rows.
 */
import type { Labels } from '../api/answer.ts';
import { countryChoices, toCountry } from './country.ts';
import type { Choices } from './choices.ts';
import { toRiskLevel } from './risk-level.ts';
import {
  filled,
  toBoolean,
  toDate,
  toId,
  toList,
  toPairs,
  toPercentage,
  toText,
  toUrl,
  type Input,
} from './values.ts';

interface KindOf {
  read: (value: unknown, label: string) => unknown;
  /** What the platform is told of its input and its output field. */
  input?: { type?: 'text' | 'datetime' | 'boolean'; list?: true; dict?: true };
  output?: { type?: 'number' | 'integer' | 'boolean'; list?: true };
}

/** How a kind of value is asked for, read and shown. */
const kinds = {
  text: { read: toText },
  /** Several lines of text. */
  note: { read: toText, input: { type: 'text' } },
  /** Names one thing: a list of several is refused. */
  id: { read: toId },
  date: { read: toDate, input: { type: 'datetime' } },
  country: { read: toCountry },
  percentage: { read: toPercentage, output: { type: 'number' } },
  boolean: { read: toBoolean, input: { type: 'boolean' }, output: { type: 'boolean' } },
  list: { read: toList, input: { list: true }, output: { list: true } },
  pairs: { read: toPairs, input: { dict: true } },
  riskLevel: { read: toRiskLevel, output: { type: 'integer' } },
  url: { read: toUrl },
} satisfies Record<string, KindOf>;
export type Kind = keyof typeof kinds;
const kindOf = ({ kind = 'text' }: Row): KindOf => kinds[kind];

export interface Row {
  label: string;
  help: string;
  kind?: Kind;
  /** Choices of a dropdown; the admin may map other values. */
  choices?: () => Choices;
  /** Its value in the sample. */
  sample?: unknown;
}
/** A row that is a table itself, such as an address. Its fields are asked for one by one. */
export interface Nested {
  label: string;
  parts: Table<string>;
  /** In front of the keys of its input fields, as these are unique in a step. */
  prefix: string;
}
export type Table<Key extends string> = Record<Key, Row | Nested>;

/** The keys a schema of the contract knows: a table must have a row for each. */
export type KeysOf<Schema extends { shape: object }> = Extract<keyof Schema['shape'], string>;

/** The rows of some keys. */
export const pick = <Key extends string>(table: Table<string>, keys: readonly Key[]): Table<Key> =>
  Object.fromEntries(keys.map((key) => [key, table[key]!])) as Table<Key>;

interface Leaf {
  /** Key of the input field. */
  key: string;
  /** Path of the value in a body of the service. */
  path: string[];
  row: Row;
}

/** Every single field of a table, those of nested tables with the labels of both. */
function leaves(table: Table<string>, prefix = ''): Leaf[] {
  return Object.entries(table).flatMap(([name, row]): Leaf[] =>
    'parts' in row
      ? leaves(row.parts, prefix + row.prefix).map((leaf) => ({
          ...leaf,
          path: [name, ...leaf.path],
          row: { ...leaf.row, label: `${row.label} ${leaf.row.label}` },
        }))
      : [{ key: prefix + name, path: [name], row }],
  );
}

/** The fields the editor shows. `prefix` keeps the keys of a group apart from those of others. */
export const inputFields = (table: Table<string>, prefix = '') =>
  leaves(table, prefix).map(({ key, row }) => ({
    key,
    label: row.label,
    helpText: row.help,
    ...kindOf(row).input,
    ...(row.kind === 'country'
      ? { choices: countryChoices() }
      : row.choices && { choices: row.choices() }),
  }));

/** Key and label of each input field. */
export const inputLabels = (table: Table<string>, prefix = ''): Record<string, string> =>
  Object.fromEntries(leaves(table, prefix).map(({ key, row }) => [key, row.label]));

function readRows(table: Table<string>, input: Input, prefix: string, owner: string) {
  const body: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(table)) {
    const value =
      'parts' in row
        ? readRows(row.parts, input, prefix + row.prefix, `${row.label} `)
        : kindOf(row).read(input[prefix + name], owner + row.label);
    // A list nobody filled in is not sent; one that was emptied on purpose is Clear Fields.
    body[name] = Array.isArray(value) && !value.length ? undefined : value;
  }
  return filled(body);
}

/**
 * The input -> what the service expects; undefined where all fields are empty. `T` is the body of
 * the contract, against which it is checked before it is sent.
 * @throws HaltedError with the label of a value that cannot be right.
 */
export const readFields = <T extends object>(
  table: Table<string>,
  input: Input,
  prefix = '',
): T | undefined => readRows(table, input, prefix, '') as T | undefined;

/** The fields a later step can map; `prefix` is that of the object they lie in, `business__`. */
export const outputFields = (table: Table<string>, prefix = '') =>
  leaves(table).map(({ path, row }) => ({
    key: prefix + path.join('__'),
    label: row.label,
    ...kindOf(row).output,
  }));

/** Labels by the path a message of the service names, `business.country` with `path` "business.". */
export const labelsOf = (table: Table<string>, path = ''): Labels =>
  Object.fromEntries(leaves(table).map((leaf) => [path + leaf.path.join('.'), leaf.row.label]));

/** Every field of the table as null: a record in which all keys are always present. */
export const blankOf = (table: Table<string>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(table).map((key) => [key, null]));

/** One realistic record of the table's samples. */
export function sampleOf<Key extends string>(table: Table<Key>): Record<Key, unknown> {
  const entries = Object.entries<Row | Nested>(table).flatMap(([name, row]) => {
    const value = 'parts' in row ? sampleOf(row.parts) : row.sample;
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries) as Record<Key, unknown>;
}
