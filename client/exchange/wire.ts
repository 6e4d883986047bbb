/**
 * Names and values on the wire. The code uses the names of the catalogue. `names` in the dialect maps
 * the path of a field to the service's name:
 * `{"person.given_names":"first_name","person.nationalities":"citizenships[]"}`. A name with `[]`
 * holds a list, any other a single value. Answers may use the dialect's name, the catalogue's, or
 * the editor's key. A body from fields/ has alpha-3 codes, and suggested values as they were typed.
 */
import { isRecord } from '../basics/json.ts';
import type { Labels } from '../basics/labels.ts';
import {
  keyOf,
  owners,
  type Field,
  type Nested,
  type Owner,
  type Rows,
} from '../../service/catalogue.ts';
import { duplicateField, halt } from '../basics/errors.ts';
import { alpha2Of } from '../../service/countries.ts';
import type { Dialect } from '../../service/dialect.ts';
import { toSuggestion } from './suggestions.ts';

type Body = Record<string, unknown>;

/** The service's name for the field at a path. */
const nameOf = ({ names }: Dialect, path: string): string =>
  (names[path] ?? path.slice(path.lastIndexOf('.') + 1)).replace('[]', '');

const isListKind = (row: Field | Nested | undefined): boolean =>
  row !== undefined && 'kind' in row && ['list', 'countries'].includes(row.kind);

/** Keys of parties in a case -> the owner of their fields. */
const inside: Record<string, Owner> = {
  business: 'business',
  businesses: 'business',
  person: 'person',
  persons: 'person',
};

/** @throws a halt for several values if the service takes one. */
function listOrSingle(value: unknown, isList: boolean, label: string): unknown {
  if (value === null || value === undefined) return value;
  if (isList) return Array.isArray(value) ? value : [value];
  if (!Array.isArray(value)) return value;
  if (value.length > 1) {
    throw halt(`${label}: the service takes a single value, but there are ${value.length}.`);
  }
  return value[0];
}

const eachOf = (value: unknown, change: (item: Body) => Body): unknown =>
  Array.isArray(value)
    ? value.map((item) => (isRecord(item) ? change(item) : item))
    : isRecord(value)
      ? change(value)
      : value;

/** An object's rows and its path. */
interface Place {
  rows: Rows;
  path: string;
}
const placeOf = (owner: Owner): Place => ({ rows: owners[owner], path: owner });

/** The place of the object under a name: a party in a case, or a field with parts. */
function placeIn({ rows, path }: Place, name: string): Place | undefined {
  if (path === 'case' && Object.hasOwn(inside, name)) return placeOf(inside[name]!);
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
  return row && 'parts' in row ? { rows: row.parts, path: `${path}.${name}` } : undefined;
}

/** Country codes in the dialect's form. Any other text stays as it is. */
export function countryCodes<T>({ countries }: Dialect, value: T): T {
  if (countries === 'alpha-3') return value;
  const codeOf = (one: unknown) => (typeof one === 'string' ? (alpha2Of(one) ?? one) : one);
  return (Array.isArray(value) ? value.map(codeOf) : codeOf(value)) as T;
}

function valueInDialect(dialect: Dialect, row: Field, value: unknown): unknown {
  if (row.suggestions) return toSuggestion(dialect[row.suggestions], value, row.label);
  return ['country', 'countries'].includes(row.kind) ? countryCodes(dialect, value) : value;
}

function objectInDialect(body: Body, place: Place, dialect: Dialect): Body {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const inner = placeIn(place, name);
      if (inner) return [name, eachOf(value, (item) => objectInDialect(item, inner, dialect))];
      const row = Object.hasOwn(place.rows, name) ? (place.rows[name] as Field) : undefined;
      return [name, row ? valueInDialect(dialect, row, value) : value];
    }),
  );
}

/**
 * A body with the dialect's values: its form of country codes, and the value of a typed label. A
 * resource takes them first, because keys and comparisons are about what is sent.
 * @throws a halt with the label for a text that may be one value or several.
 */
export const inDialect = <T extends object>(dialect: Dialect, body: T, owner: Owner): T =>
  objectInDialect(body as Body, placeOf(owner), dialect) as T;

function objectToWire(body: Body, place: Place, dialect: Dialect, labels: Labels): Body {
  const { rows, path } = place;
  const wireName = (name: string) => nameOf(dialect, `${path}.${name}`);
  const labelOf = (name: string) => labels[`${path}.${name}`] ?? labels[name] ?? rows[name]!.label;
  const isOther = (name: string) => Object.hasOwn(body, name) && !Object.hasOwn(rows, name);
  const twice = Object.keys(rows).find(
    (name) => Object.hasOwn(body, name) && isOther(wireName(name)),
  );
  if (twice !== undefined) throw duplicateField(wireName(twice), labelOf(twice));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const inner = placeIn(place, name);
      if (inner) {
        const change = (item: Body) => objectToWire(item, inner, dialect, labels);
        return [wireName(name), eachOf(value, change)];
      }
      if (!Object.hasOwn(rows, name)) return [name, value];
      const isList = dialect.names[`${path}.${name}`]?.endsWith('[]') ?? isListKind(rows[name]);
      return [wireName(name), listOrSingle(value, isList, labelOf(name))];
    }),
  );
}

declare const onWire: unique symbol;
/**
 * A body as the service reads it. Only `toWire` and `asTyped` make one, so a body under our own
 * names cannot be sent.
 */
export type WireText = string & { readonly [onWire]: true };

/** A body that a user wrote under the service's names. */
export const asTyped = (text: string): WireText => text as WireText;

/**
 * The text of a body, with the service's names.
 * @param owner owner of the fields; without one, the body stays as it is.
 * @throws a halt for several values if the service takes one, and for a repeated name.
 */
export const toWire = (
  dialect: Dialect,
  body: object,
  owner: Owner | undefined,
  labels: Labels = {},
): WireText =>
  JSON.stringify(
    owner ? objectToWire(body as Body, placeOf(owner), dialect, labels) : body,
  ) as WireText;

/** The names of each dialect by path: every answer is read by them. */
const fieldsOf = new WeakMap<Dialect, Map<string, Map<string, string>>>();

/** Each name in an answer -> its field. The dialect's name outweighs the others. */
function fieldsAt({ rows, path }: Place, dialect: Dialect): Map<string, string> {
  const places = fieldsOf.get(dialect) ?? new Map<string, Map<string, string>>();
  fieldsOf.set(dialect, places);
  const entries = Object.entries(rows);
  const names = () =>
    new Map([
      ...entries.map(([field, row]) => [keyOf(field, row), field] as const),
      ...entries.map(([field]) => [field, field] as const),
      ...entries.map(([field]) => [nameOf(dialect, `${path}.${field}`), field] as const),
    ]);
  const fields = places.get(path) ?? names();
  places.set(path, fields);
  return fields;
}

/** Reads the objects of a place: all objects of a list have the same names. */
function readerOf(place: Place, dialect: Dialect): (object: Body) => Body {
  const fields = fieldsAt(place, dialect);
  return (object) => {
    /** Field -> its name in this object. */
    const present = new Map<string, string>();
    for (const [name, field] of fields) {
      const isBetter = object[name] !== null || !present.has(field);
      if (Object.hasOwn(object, name) && isBetter) present.set(field, name);
    }
    return Object.fromEntries(
      Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
        const field = fields.get(name) ?? name;
        if (fields.has(name) && present.get(field) !== name) return [];
        const inner = placeIn(place, field);
        if (inner) return [[field, value && eachOf(value, readerOf(inner, dialect))]];
        const isSingle = value !== null && !Array.isArray(value);
        return [[field, isListKind(place.rows[field]) && isSingle ? [value] : value]];
      }),
    );
  };
}

/** Renames the fields of an answer to the catalogue's names. Unknown fields stay as they are. */
export const fromWire = <T extends object>(
  dialect: Dialect,
  data: T,
  owner: Owner | undefined,
): T => (owner ? (eachOf(data, readerOf(placeOf(owner), dialect)) as T) : data);

/** Labels by the service's names as well, because its messages use them. */
export function labelsOnWire(dialect: Dialect, labels: Labels): Labels {
  const paths = Object.keys(dialect.names);
  if (!paths.length) return labels;
  const more: Labels = {};
  for (const path of paths) {
    for (const key of [path, path.slice(path.indexOf('.') + 1)]) {
      const label = labels[key];
      if (label) more[key.slice(0, key.lastIndexOf('.') + 1) + nameOf(dialect, path)] = label;
    }
  }
  return Object.assign(more, labels);
}
