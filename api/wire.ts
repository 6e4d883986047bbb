/**
 * Names on the wire. Inside, a field goes by the name of its row in the catalogue; a service that
 * calls it otherwise is told so by `SERVICE_FIELD_NAMES`, JSON with the path of the field here and its
 * name there: `{"person.given_names":"first_name","person.nationalities":"citizenships[]"}`. A name
 * that ends with `[]` holds a list, any other a single value. Paths begin with `case.`, `business.` or
 * `person.`; those of an address with `business.address.` or `person.address.`.
 *
 * What the service answers may go by the setting's name, the catalogue's, or the key of the editor.
 */
import { isRecord, type Labels } from './answer.ts';
import { keyOf, owners, type Field, type Nested, type Owner, type Rows } from './catalogue.ts';
import { halt } from './errors.ts';
import { setting } from './settings.ts';

type Body = Record<string, unknown>;

/** What a field is called there, and whether it holds a list there. */
interface There {
  name: string;
  isList: boolean;
}

/** Path of a field here -> what it is there. */
type Names = Map<string, There>;

/** The setting as it was read last; its value stays the same object while its text is the same. */
let latest: { given?: Record<string, string>; names: Names } = { names: new Map() };

function fieldNames(): Names {
  const given = setting('fieldNames');
  if (given === latest.given) return latest.names;
  const names = Object.entries(given).map(([path, name]): [string, There] => [
    path,
    { name: name.replace('[]', ''), isList: name.endsWith('[]') },
  ]);
  latest = { given, names: new Map(names) };
  return latest.names;
}

const isListKind = (row: Field | Nested) =>
  'kind' in row && (row.kind === 'list' || row.kind === 'countries');

const thereOf = (path: string, name: string, row: Field | Nested): There =>
  fieldNames().get(path) ?? { name, isList: isListKind(row) };

/** `persons` and `businesses` lie in a case, `person` and `business` too: whose fields they hold. */
const inside: Record<string, Owner> = {
  business: 'business',
  businesses: 'business',
  person: 'person',
  persons: 'person',
};

/** A value as a list or a single one. @throws HaltedError for several where there is room for one. */
function shaped(value: unknown, { isList }: There, row: Field | Nested, label: string): unknown {
  if (value === null || value === undefined || 'parts' in row) return value;
  if (isList) return Array.isArray(value) ? value : [value];
  if (!Array.isArray(value)) return value;
  if (value.length > 1) {
    throw halt(`${label}: the service takes a single value, and there are ${value.length}.`);
  }
  return value[0];
}

const eachOf = (value: unknown, change: (item: Body) => Body): unknown =>
  Array.isArray(value)
    ? value.map((item) => (isRecord(item) ? change(item) : item))
    : isRecord(value)
      ? change(value)
      : value;

function outward(body: Body, rows: Rows, path: string, labels: Labels): Body {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (path === 'case' && Object.hasOwn(inside, name)) {
        const owner = inside[name]!;
        return [name, eachOf(value, (item) => outward(item, owners[owner], owner, labels))];
      }
      if (!Object.hasOwn(rows, name)) return [name, value];
      const row = rows[name]!;
      const at = `${path}.${name}`;
      const there = thereOf(at, name, row);
      const inner =
        'parts' in row && isRecord(value) ? outward(value, row.parts, at, labels) : value;
      return [there.name, shaped(inner, there, row, labels[at] ?? row.label)];
    }),
  );
}

/**
 * A body as the service takes it.
 * @param owner whose fields it holds; without one it goes as it is.
 * @throws HaltedError for several values where the service takes one.
 */
export const toWire = (body: object, owner: Owner | undefined, labels: Labels = {}): object =>
  owner ? outward(body as Body, owners[owner], owner, labels) : body;

/** A field, and the names under which it may come: the setting's, the catalogue's, the editor's. */
type Called = [field: string, names: string[]];

function calledBy(given: Names, rows: Rows, path: string): Called[] {
  const renamed = (name: string) => given.get(`${path}.${name}`)?.name;
  // A name the setting gives to one field is no other field's.
  const taken = new Set(Object.keys(rows).map(renamed));
  return Object.entries(rows).map(([name, row]) => {
    const own = [name, keyOf(name, row)].filter((called) => !taken.has(called));
    return [name, [renamed(name) ?? [], own].flat()];
  });
}

/** They are the same for each answer, as long as the setting is. */
const calledSoFar = new WeakMap<Names, Map<string, Called[]>>();

function namesOf(rows: Rows, path: string): Called[] {
  const given = fieldNames();
  const byPath = calledSoFar.get(given) ?? new Map<string, Called[]>();
  const called = byPath.get(path) ?? calledBy(given, rows, path);
  calledSoFar.set(given, byPath.set(path, called));
  return called;
}

function inward(object: Body, rows: Rows, path: string): Body {
  const isThere = (name: string) => Object.hasOwn(object, name);
  const known = new Map<string, string>();
  for (const [field, names] of namesOf(rows, path)) {
    const there = names.filter(isThere);
    const given = there.find((at) => object[at] !== null) ?? there[0];
    if (given !== undefined) known.set(given, field);
  }
  const read = new Set(known.values());
  const fields: [string, unknown][] = [];
  for (const [name, value] of Object.entries(object)) {
    const own = known.get(name);
    if (own !== undefined) {
      fields.push([own, inwardField(value, rows[own]!, `${path}.${own}`)]);
    } else if (path === 'case' && Object.hasOwn(inside, name)) {
      const owner = inside[name]!;
      fields.push([name, eachOf(value, (item) => inward(item, owners[owner], owner))]);
    } else if (!read.has(name)) {
      fields.push([name, value]);
    }
  }
  return Object.fromEntries(fields);
}

function inwardField(value: unknown, row: Field | Nested, path: string): unknown {
  if ('parts' in row) return isRecord(value) ? inward(value, row.parts, path) : value;
  const isSingle = value !== null && value !== undefined && !Array.isArray(value);
  return isListKind(row) && isSingle ? [value] : value;
}

/** What the service answered, under the names of the catalogue; what is unknown stays as it is. */
export const fromWire = (data: object, owner: Owner | undefined): object =>
  owner ? (eachOf(data, (item) => inward(item, owners[owner], owner)) as object) : data;

/** Labels by the paths the service names as well: its messages are about its own names. */
export function labelsOnWire(labels: Labels): Labels {
  if (!fieldNames().size) return labels;
  const more = [...fieldNames()].flatMap(([path, { name }]) => {
    const own = path.split('.').slice(1).join('.');
    return [path, own].flatMap((known) => {
      const label = labels[known];
      return label ? [[[...known.split('.').slice(0, -1), name].join('.'), label] as const] : [];
    });
  });
  return { ...Object.fromEntries(more), ...labels };
}
