/**
 * Names on the wire. The code uses the names of the catalogue. `names` in the dialect maps the path
 * of a field to the service's name:
 * `{"person.given_names":"first_name","person.nationalities":"citizenships[]"}`. A name with `[]`
 * holds a list, any other a single value. Paths begin with `case.`, `business.` or `person.`; those
 * of an address with `business.address.` or `person.address.`.
 *
 * Answers may use the dialect's name, the catalogue's, or the editor's key.
 */
import { isRecord } from './json.ts';
import type { Labels } from './labels.ts';
import {
  keyOf,
  owners,
  type Field,
  type Nested,
  type Owner,
  type Rows,
} from '../service/catalogue.ts';
import { duplicateField, halt } from './errors.ts';
import type { Dialect } from '../service/dialect.ts';

type Body = Record<string, unknown>;

/** The service's name for a field, and whether it holds a list. */
interface There {
  name: string;
  isList: boolean;
}

/** Path of a field -> its name at the service. */
type Renamed = Map<string, There>;

/** The index of a dialect's names. */
interface Names {
  renamed: Renamed;
  /** Path of an object -> the names in answers and their fields. Filled when it is first read. */
  fields: Map<string, Map<string, string>>;
}

/** The part of a dialect about names. */
type Naming = Pick<Dialect, 'names'>;

/** The index of each dialect, which many runs share. */
const made = new WeakMap<Naming['names'], Names>();

function fieldNames({ names }: Naming): Names {
  const before = made.get(names);
  if (before) return before;
  const renamed = Object.entries(names).map(([path, name]): [string, There] => [
    path,
    { name: name.replace('[]', ''), isList: name.endsWith('[]') },
  ]);
  const all = { renamed: new Map(renamed), fields: new Map() };
  made.set(names, all);
  return all;
}

const isListKind = (row: Field | Nested) =>
  'kind' in row && (row.kind === 'list' || row.kind === 'countries');

/** Keys of parties in a case -> the owner of their fields. */
const inside: Record<string, Owner> = {
  business: 'business',
  businesses: 'business',
  person: 'person',
  persons: 'person',
};

/**
 * Turns a value into a list or a single value.
 * @throws a halt for several values if the service takes one.
 */
function listOrSingle(
  value: unknown,
  { isList }: There,
  row: Field | Nested,
  label: string,
): unknown {
  if (value === null || value === undefined || 'parts' in row) return value;
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

function objectToWire(body: Body, { rows, path }: Place, renamed: Renamed, labels: Labels): Body {
  const owned = new Map<string, string>();
  for (const name of Object.keys(body)) {
    if (!Object.hasOwn(rows, name)) continue;
    const fieldPath = `${path}.${name}`;
    owned.set(
      renamed.get(fieldPath)?.name ?? name,
      labels[fieldPath] ?? labels[name] ?? rows[name]!.label,
    );
  }
  const stray = Object.keys(body).find((name) => !Object.hasOwn(rows, name) && owned.has(name));
  if (stray !== undefined) throw duplicateField(stray, owned.get(stray)!);
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (path === 'case' && Object.hasOwn(inside, name)) {
        const place = placeOf(inside[name]!);
        return [name, eachOf(value, (item) => objectToWire(item, place, renamed, labels))];
      }
      if (!Object.hasOwn(rows, name)) return [name, value];
      const row = rows[name]!;
      const fieldPath = `${path}.${name}`;
      const there = renamed.get(fieldPath) ?? { name, isList: isListKind(row) };
      const inner =
        'parts' in row && isRecord(value)
          ? objectToWire(value, { rows: row.parts, path: fieldPath }, renamed, labels)
          : value;
      return [there.name, listOrSingle(inner, there, row, labels[fieldPath] ?? row.label)];
    }),
  );
}

/**
 * Renames the fields of a body for the service.
 * @param owner owner of the fields; without one, the body stays as it is.
 * @throws a halt for several values if the service takes one, and for a repeated name.
 */
export const toWire = (
  dialect: Naming,
  body: object,
  owner: Owner | undefined,
  labels: Labels = {},
): object =>
  owner ? objectToWire(body as Body, placeOf(owner), fieldNames(dialect).renamed, labels) : body;

/** Each name in an answer -> its field. The dialect's name outweighs the others. */
function fieldsIn({ rows, path }: Place, { renamed, fields }: Names): Map<string, string> {
  const before = fields.get(path);
  if (before) return before;
  const entries = Object.entries(rows);
  const called = new Map([
    ...entries.map(([field, row]) => [keyOf(field, row), field] as const),
    ...entries.map(([field]) => [field, field] as const),
    ...entries.map(([field]) => [renamed.get(`${path}.${field}`)?.name ?? field, field] as const),
  ]);
  fields.set(path, called);
  return called;
}

function objectFromWire(object: Body, place: Place, names: Names): Body {
  const { rows, path } = place;
  const fields = fieldsIn(place, names);
  /** Field -> its name in this object. */
  const present = new Map<string, string>();
  for (const [name, field] of fields) {
    const isBetter = object[name] !== null || !present.has(field);
    if (Object.hasOwn(object, name) && isBetter) present.set(field, name);
  }
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
      const field = fields.get(name);
      if (field !== undefined) {
        const isUsed = present.get(field) === name;
        return isUsed
          ? [[field, fieldFromWire(value, rows[field]!, `${path}.${field}`, names)]]
          : [];
      }
      if (path !== 'case' || !Object.hasOwn(inside, name)) return [[name, value]];
      const party = placeOf(inside[name]!);
      return [[name, eachOf(value, (item) => objectFromWire(item, party, names))]];
    }),
  );
}

function fieldFromWire(value: unknown, row: Field | Nested, path: string, names: Names): unknown {
  if ('parts' in row) {
    return isRecord(value) ? objectFromWire(value, { rows: row.parts, path }, names) : value;
  }
  const isSingle = value !== null && value !== undefined && !Array.isArray(value);
  return isListKind(row) && isSingle ? [value] : value;
}

/** Renames the fields of an answer to the catalogue's names. Unknown fields stay as they are. */
export function fromWire(dialect: Naming, data: object, owner: Owner | undefined): object {
  if (!owner) return data;
  const [place, names] = [placeOf(owner), fieldNames(dialect)];
  return eachOf(data, (item) => objectFromWire(item, place, names)) as object;
}

/** Labels by the service's names as well, because its messages use them. */
export function labelsOnWire(dialect: Naming, labels: Labels): Labels {
  const { renamed } = fieldNames(dialect);
  if (!renamed.size) return labels;
  const more = [...renamed].flatMap(([path, { name }]) => {
    const own = path.split('.').slice(1).join('.');
    return [path, own].flatMap((key) => {
      const label = labels[key];
      return label ? [[[...key.split('.').slice(0, -1), name].join('.'), label] as const] : [];
    });
  });
  return Object.assign(Object.fromEntries(more), labels);
}
