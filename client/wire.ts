/**
 * Names on the wire. Inside, a field goes by the name of its row in the catalogue. Where a service
 * calls it otherwise, `names` in the dialect has the path of the field here and its name there:
 * `{"person.given_names":"first_name","person.nationalities":"citizenships[]"}`. A name
 * that ends with `[]` holds a list, any other a single value. Paths begin with `case.`, `business.` or
 * `person.`; those of an address with `business.address.` or `person.address.`.
 *
 * What the service answers may go by the dialect's name, the catalogue's, or the key of the editor.
 */
import { isRecord, type Labels } from './answer.ts';
import {
  keyOf,
  owners,
  type Field,
  type Nested,
  type Owner,
  type Rows,
} from '../service/catalogue.ts';
import { filledTwice, halt } from './errors.ts';
import type { Dialect } from '../service/dialect.ts';

type Body = Record<string, unknown>;

/** What a field is called there, and whether it holds a list there. */
interface There {
  name: string;
  isList: boolean;
}

/** Path of a field here -> what it is there. */
type Renamed = Map<string, There>;
/** The names under which each field may come, by its name here; and the fields by these names. */
interface Called {
  names: Map<string, string[]>;
  fields: Map<string, string>;
}

/** What is made of the names of a dialect. */
interface Names {
  renamed: Renamed;
  /** The fields of an object by its path, as far as such an object was read. */
  called: Map<string, Called>;
}

/** What a dialect says of names, or all of it. */
type Naming = Pick<Dialect, 'names'>;

/** What was made of the names of a dialect, which many runs have in common. */
const made = new WeakMap<Naming['names'], Names>();

function fieldNames({ names }: Naming): Names {
  const before = made.get(names);
  if (before) return before;
  const renamed = Object.entries(names).map(([path, name]): [string, There] => [
    path,
    { name: name.replace('[]', ''), isList: name.endsWith('[]') },
  ]);
  const all = { renamed: new Map(renamed), called: new Map() };
  made.set(names, all);
  return all;
}

const isListKind = (row: Field | Nested) =>
  'kind' in row && (row.kind === 'list' || row.kind === 'countries');

/** `persons` and `businesses` lie in a case, `person` and `business` too: whose fields they hold. */
const inside: Record<string, Owner> = {
  business: 'business',
  businesses: 'business',
  person: 'person',
  persons: 'person',
};

/** A value as a list or a single one. @throws a halt for several where there is room for one. */
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

/** What an object is read by: the rows of its fields, and where it lies. */
interface Place {
  rows: Rows;
  path: string;
}
const placeOf = (owner: Owner): Place => ({ rows: owners[owner], path: owner });

function outward(body: Body, { rows, path }: Place, renamed: Renamed, labels: Labels): Body {
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
  if (stray !== undefined) throw filledTwice(stray, owned.get(stray)!);
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (path === 'case' && Object.hasOwn(inside, name)) {
        const place = placeOf(inside[name]!);
        return [name, eachOf(value, (item) => outward(item, place, renamed, labels))];
      }
      if (!Object.hasOwn(rows, name)) return [name, value];
      const row = rows[name]!;
      const fieldPath = `${path}.${name}`;
      const there = renamed.get(fieldPath) ?? { name, isList: isListKind(row) };
      const inner =
        'parts' in row && isRecord(value)
          ? outward(value, { rows: row.parts, path: fieldPath }, renamed, labels)
          : value;
      return [there.name, shaped(inner, there, row, labels[fieldPath] ?? row.label)];
    }),
  );
}

/**
 * A body as the service takes it.
 * @param owner whose fields it holds; without one it goes as it is.
 * @throws a halt for several values where the service takes one, and for a name that is there twice.
 */
export const toWire = (
  dialect: Naming,
  body: object,
  owner: Owner | undefined,
  labels: Labels = {},
): object =>
  owner ? outward(body as Body, placeOf(owner), fieldNames(dialect).renamed, labels) : body;

/** The names under which each field may come: the setting's, the catalogue's, the editor's. */
function calledIn({ rows, path }: Place, { renamed, called }: Names): Called {
  const cached = called.get(path);
  if (cached) return cached;
  const nameThere = (name: string) => renamed.get(`${path}.${name}`)?.name;
  // A name the setting gives to one field is no other field's.
  const reserved = new Set(Object.keys(rows).flatMap((name) => nameThere(name) ?? []));
  const names = Object.entries(rows).map(([name, row]): [string, string[]] => {
    const own = [name, keyOf(name, row)].filter((one) => !reserved.has(one));
    const first = nameThere(name);
    return [name, first === undefined ? own : [first, ...own]];
  });
  // Each name is one field's, should the setting give it to several.
  const fields = new Map(names.flatMap(([name, all]) => all.map((one) => [one, name])));
  const own = names.map(([name, all]) => [name, all.filter((one) => fields.get(one) === name)]);
  const all = { names: new Map(own as typeof names), fields };
  called.set(path, all);
  return all;
}

function inward(object: Body, place: Place, names: Names): Body {
  const { rows, path } = place;
  const called = calledIn(place, names);
  /** The name under which a field is there. */
  const nameOf = (field: string) => {
    const there = called.names.get(field)?.filter((name) => Object.hasOwn(object, name)) ?? [];
    return there.find((name) => object[name] !== null) ?? there[0];
  };
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
      const own = called.fields.get(name);
      if (own !== undefined && nameOf(own) === name) {
        return [[own, inwardField(value, rows[own]!, `${path}.${own}`, names)]];
      }
      if (path === 'case' && Object.hasOwn(inside, name)) {
        const party = placeOf(inside[name]!);
        return [[name, eachOf(value, (item) => inward(item, party, names))]];
      }
      return nameOf(name) === undefined ? [[name, value]] : [];
    }),
  );
}

function inwardField(value: unknown, row: Field | Nested, path: string, names: Names): unknown {
  if ('parts' in row) {
    return isRecord(value) ? inward(value, { rows: row.parts, path }, names) : value;
  }
  const isSingle = value !== null && value !== undefined && !Array.isArray(value);
  return isListKind(row) && isSingle ? [value] : value;
}

/** What the service answered, under the names of the catalogue; what is unknown stays as it is. */
export function fromWire(dialect: Naming, data: object, owner: Owner | undefined): object {
  if (!owner) return data;
  const [place, names] = [placeOf(owner), fieldNames(dialect)];
  return eachOf(data, (item) => inward(item, place, names)) as object;
}

/** Labels by the paths the service names as well: its messages are about its own names. */
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
  return { ...Object.fromEntries(more), ...labels };
}
