/** A resource as a table: a row defines the input, parsing, output, sample and label of a field. */
import type { infer as Infer, ZodMiniType } from 'zod/mini';

import { isRecord, recordOf } from '../../client/basics/json.ts';
import type { Labels } from '../../client/basics/labels.ts';
import { keyOf, type Field, type KeyOf, type Nested } from '../../service/catalogue.ts';
import { toChoice } from '../../client/exchange/suggestions.ts';
import type { Dialect } from '../../service/dialect.ts';
import type { Kind, ValueOf } from '../../service/kinds.ts';
import { countryChoices, countryNames, toCountries, toCountry } from './country.ts';
import { choice, toLabel, type Choices, type ListKey } from './choices.ts';
import type { Field as InputField } from './form.ts';
import { toIdentifier, toPhone, toReference } from './identifiers.ts';
import { riskLevelChoices, toRiskLevel } from './risk-level.ts';
import * as values from './values.ts';

export interface KindOf<Value = unknown> {
  parse: (value: unknown, label: string) => Value | null | undefined;
  /** Types of the input and output field for the platform. */
  input?: { type?: 'text' | 'number' | 'datetime' | 'boolean'; list?: true; dict?: true };
  output?: { type?: 'number' | 'integer' | 'boolean'; list?: true };
  choices?: () => Choices;
  /** A country code. The output adds its name. */
  isCountry?: true;
}

/** How each kind is entered, parsed and displayed. The parsed value fits its schema. */
export const kinds: { [K in Kind]: KindOf<ValueOf<K>> } = {
  text: { parse: values.toValue },
  note: { parse: values.toSingle, input: { type: 'text' } },
  code: { parse: values.toValue },
  identifier: { parse: toIdentifier },
  phone: { parse: toPhone },
  id: { parse: values.toValue },
  reference: { parse: toReference },
  email: { parse: values.toEmail },
  date: { parse: values.toDate, input: { type: 'datetime' } },
  birthDate: { parse: values.toBirthDate, input: { type: 'datetime' } },
  url: { parse: values.toUrl },
  boolean: { parse: values.toBoolean, input: { type: 'boolean' }, output: { type: 'boolean' } },
  number: { parse: values.toNumber, input: { type: 'number' }, output: { type: 'number' } },
  percentage: { parse: values.toPercentage, output: { type: 'number' } },
  country: { parse: toCountry, choices: countryChoices, isCountry: true },
  countries: {
    parse: toCountries,
    input: { list: true },
    choices: countryChoices,
    isCountry: true,
  },
  list: { parse: values.toList, input: { list: true }, output: { list: true } },
  pairs: { parse: values.toPairs, input: { dict: true } },
  riskLevel: { parse: toRiskLevel, output: { type: 'integer' }, choices: riskLevelChoices },
};
const kindOf = ({ kind = 'text' }: Row): KindOf => kinds[kind];

/** One field: a row of the catalogue, or of a table of its own. */
export interface Row
  extends
    Pick<Field, 'label' | 'help' | 'key' | 'sample' | 'example' | 'part'>,
    Partial<Pick<Field, 'kind' | 'group' | 'isUsual' | 'isPast' | 'portal'>>,
    Pick<InputField, 'required' | 'isClosed' | 'search' | 'dynamic'> {
  /** Choices of a dropdown, or the dialect's list of them. The admin may map other values. */
  choices?: () => Choices;
  suggestions?: ListKey;
  /** What the empty field means, as text. */
  default?: string;
}
export type Table<Key extends string> = Readonly<Record<Key, Row | Nested>>;

/** The kinds whose value fits a field of a schema. */
type KindFor<Schema> = Schema extends ZodMiniType
  ? { [K in Kind]: NonNullable<Infer<Schema>> extends ValueOf<K> ? K : never }[Kind]
  : never;
/** A row for each key of a schema, with a kind that fits. The default kind is text. */
export type TableOf<Schema extends { shape: object }> = {
  readonly [Key in Extract<keyof Schema['shape'], string>]: Row &
    ('text' extends KindFor<Schema['shape'][Key]>
      ? { kind?: KindFor<Schema['shape'][Key]> }
      : { kind: KindFor<Schema['shape'][Key]> });
};

/** The keys of the input fields of a table. */
export type KeyIn<T> = {
  [Name in keyof T & string]: T[Name] extends { parts: infer Parts; prefix: infer P extends string }
    ? `${P}${KeyIn<Parts>}`
    : KeyOf<T, Name>;
}[keyof T & string];

/** The parsed rows: each has the type of its kind. */
export type RowValues<T> = {
  [Name in keyof T]?: T[Name] extends { parts: infer Parts }
    ? RowValues<Parts>
    : T[Name] extends { kind: infer K extends Kind }
      ? ValueOf<K>
      : unknown;
};

export const pick = <T extends Table<string>, Key extends keyof T & string>(
  table: T,
  keys: readonly Key[],
) => Object.fromEntries(keys.map((key) => [key, table[key]])) as Pick<T, Key>;

interface Leaf {
  /** Key of the input field. */
  key: string;
  /** Path of the value in a body. */
  path: string[];
  /** Path of the value in the output. */
  outputPath: string[];
  row: Row;
  isSeldom?: true;
}

/** The fields of each table: every step needs their labels. */
const leavesOf = new WeakMap<Table<string>, Leaf[]>();

/** All single fields of a table. A field of a nested table has both labels. */
function leaves(table: Table<string>): Leaf[] {
  const made = leavesOf.get(table) ?? makeLeaves(table);
  leavesOf.set(table, made);
  return made;
}

function makeLeaves(table: Table<string>): Leaf[] {
  return Object.entries(table).flatMap(([name, row]): Leaf[] => {
    if ('parts' in row) {
      const { isSeldom, label, parts, prefix } = row;
      return leaves(parts).map((leaf) => ({
        ...leaf,
        key: prefix + leaf.key,
        path: [name, ...leaf.path],
        outputPath: [name, ...leaf.outputPath],
        row: {
          ...leaf.row,
          label: `${label} ${leaf.row.label}`,
          part: { key: prefix.replace(/_$/, ''), object: label, label: leaf.row.label },
        },
        isSeldom,
      }));
    }
    const key = keyOf(name, row);
    return [{ key, path: [name], outputPath: [key], row }];
  });
}

/** The choices of a field: its own, the dialect's, or its kind's. */
const choicesFor = (dialect: Dialect, row: Row): Choices | undefined =>
  row.suggestions
    ? dialect[row.suggestions].map((value) => choice(value, toLabel(value)))
    : (row.choices ?? kindOf(row).choices)?.();

/** The example of a field: its sample, if that is a single value. */
function exampleOf({ sample, example }: Row): string | undefined {
  const one = example ?? sample;
  return typeof one === 'string' || typeof one === 'number' ? `${one}` : undefined;
}

/** The fields that the editor displays. `offered` are choices of the account, by key. */
export const inputFields = <T extends Table<string>>(
  dialect: Dialect,
  table: T,
  offered: { [Key in KeyIn<T>]?: Choices } = {},
) =>
  leaves(table).map(({ key: name, row }) => {
    const { group, isUsual, part, required, isClosed, search, dynamic } = row;
    const { input, isCountry } = kindOf(row);
    const key = name as KeyIn<T>;
    const choices = offered[key]?.length ? offered[key] : choicesFor(dialect, row);
    const facts = { group, isUsual, part, required, isClosed, search, dynamic, isCountry };
    const shown = { label: row.label, helpText: row.help, choices, example: exampleOf(row) };
    return values.omitEmpty({ key, ...shown, ...facts, ...input, default: row.default })!;
  });

/** Key -> row of each input field. */
export const rowsOf = (...tables: Table<string>[]): Record<string, Row> =>
  Object.fromEntries(tables.flatMap(leaves).map(({ key, row }) => [key, row]));

/** Key -> label of each input field. */
export const inputLabels = (table: Table<string>): Record<string, string> =>
  Object.fromEntries(leaves(table).map(({ key, row }) => [key, row.label]));

/** The value of a field; undefined for an empty field. */
function parseRow(row: Row, value: unknown): unknown {
  const parse = row.isPast ? values.toPastDate : kindOf(row).parse;
  const read = parse(value, row.label);
  const choices = row.choices?.();
  const parsed = choices ? toChoice(choices, read, row.label) : read;
  // An empty list is not sent. Clear Fields empties a list on purpose.
  return Array.isArray(parsed) && !parsed.length ? undefined : parsed;
}

/** The body with a value for each of its fields that has one. */
function bodyOf(table: Table<string>, valueOf: (leaf: Leaf) => unknown): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const leaf of leaves(table)) {
    const value = valueOf(leaf);
    const [name, part] = leaf.path as [string, string?];
    if (value === undefined) continue;
    body[name] = part === undefined ? value : { ...recordOf(body[name]), [part]: value };
  }
  return body;
}

/** The input -> the body; undefined if all is empty. @throws a halt with the label of its field. */
export const parseFields = <T extends Table<string>>(table: T, input: values.Input) =>
  values.omitEmpty(bodyOf(table, ({ key, row }) => parseRow(row, input[key]))) as
    RowValues<T> | undefined;

/** The values of the empty fields that mean something. */
export const defaultsOf = (table: Table<string>) =>
  parseFields(table, Object.fromEntries(leaves(table).map(({ key, row }) => [key, row.default])));

/** The output fields. `prefix` is the path of their object, such as `business__`. */
export const outputFields = (table: Table<string>, prefix = '') =>
  leaves(table).flatMap(({ outputPath, row }) => {
    const { output, isCountry } = kindOf(row);
    const key = prefix + outputPath.join('__');
    const field = { key, label: row.label, ...output };
    return isCountry ? [field, { key: `${key}_name`, label: `${row.label} Name` }] : [field];
  });

/** Path in the output -> path in a body. */
export const pathsOf = (table: Table<string>, owner: string): Map<string, string> =>
  new Map(
    leaves(table).map(({ path, outputPath }) => [
      owner + outputPath.join('.'),
      owner + path.join('.'),
    ]),
  );

/** Labels by the path in the service's messages, as `business.country`, and by the editor's keys. */
export const labelsOf = (table: Table<string>, path = ''): Labels =>
  Object.fromEntries(
    leaves(table).flatMap(({ path: bodyPath, outputPath, row }) =>
      [outputPath, bodyPath].map((parts) => [path + parts.join('.'), row.label]),
    ),
  );

/** The output of one field. A country code gets its name as well. */
function outputField(name: string, row: Row | Nested, value: unknown): [string, unknown][] {
  if ('parts' in row) return [[name, isRecord(value) ? outputOf(row.parts, value) : value]];
  const key = keyOf(name, row);
  if (!kindOf(row).isCountry) return [[key, value]];
  return [
    [key, Array.isArray(value) ? value.join(', ') || null : value],
    [`${key}_name`, countryNames(value)],
  ];
}

/** An object of the service with the editor's keys. Unknown fields stay as they are. */
export function outputOf(table: Table<string>, object: object): Record<string, unknown> {
  const rowEntries = Object.entries(object).flatMap(([name, value]) =>
    Object.hasOwn(table, name) ? outputField(name, table[name]!, value) : [],
  );
  const reserved = new Set(rowEntries.map(([key]) => key));
  const others = Object.entries(object).filter(
    ([name]) => !Object.hasOwn(table, name) && !reserved.has(name),
  );
  return Object.fromEntries([...rowEntries, ...others]);
}

/** All fields as null: a record with all keys. */
export const blankOf = (table: Table<string>): Record<string, unknown> =>
  outputOf(table, Object.fromEntries(Object.keys(table).map((name) => [name, null])));

/** One realistic record of the table's samples, without what is seldom. */
export const sampleOf = (table: Table<string>): Record<string, unknown> =>
  outputOf(
    table,
    bodyOf(table, ({ row, isSeldom }) => (isSeldom ? undefined : row.sample)),
  );
