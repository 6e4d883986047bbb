/** Additional Fields: fields of the service without an input, by their technical name. */
import { isRecord } from '../client/json.ts';
import { labelAt, type Labels } from '../client/labels.ts';
import { deprecatedFields } from '../service/catalogue.ts';
import { duplicateField, halt } from '../client/errors.ts';
import { toPairs, toTyped } from './values.ts';

const label = 'Additional Fields';

export const additionalFieldsField = {
  key: 'additional_fields' as const,
  label,
  dict: true,
  group: 'more' as const,
  helpText:
    'Fields of the service that this form does not show. Enter the name from the API of the service on the left, with a dot in front of an inner field, and the value on the right. The value null empties a field.',
};

type Body = Record<string, unknown>;
type Party = 'person' | 'business';

/**
 * `business.address.floor` -> its levels. Names of custom fields and of meta may contain dots.
 * @throws a halt for a position in a list.
 */
function pathOf(name: string): string[] {
  const [, owner, key] = /^(meta|custom_fields|default_custom_fields)\.(.+)$/s.exec(name) ?? [];
  if (owner && key) return [owner, key];
  const path = name.split('.');
  if (path.slice(1).some((part) => /^\d+$/.test(part))) {
    throw halt(
      `${label}: "${name}" names one entry of a list. Enter the whole list, for example ${path[0]} = [{"name": "value"}].`,
    );
  }
  return path.every(Boolean) ? path : [name];
}

/**
 * The fields of a related party, without the prefix of its kind: `person.gender` -> `gender`.
 * @throws a halt for a field of the other kind, and for a field under both names.
 */
function ofParty(kind: Party, pairs: Body): Body {
  const other = kind === 'person' ? 'business' : 'person';
  const own = new Map<string, unknown>();
  for (const [name, item] of Object.entries(pairs)) {
    if (name === other || name.startsWith(`${other}.`)) {
      throw halt(`${label}: "${name}" is a field of a ${other}, but this {{step}} adds a ${kind}.`);
    }
    const key = name.startsWith(`${kind}.`) ? name.slice(kind.length + 1) : name;
    const fields = name === kind && isRecord(item) ? Object.entries(item) : [[key, item] as const];
    for (const [field, value] of fields) {
      if (own.has(field)) throw halt(`${label}: "${field}" occurs twice. Keep one of the two.`);
      own.set(field, value);
    }
  }
  return Object.fromEntries(own);
}

/** These make the case. Without them it would be another case, or none. */
const ids = new Set(['application_id', 'id']);
const wholes = new Set(['business', 'person', 'custom_fields', 'meta']);

/** The pairs of the field. `null`, with or without quotes, empties a field. */
const pairsOf = (value: unknown) =>
  toPairs(value, label, (item, name) => (item === 'null' ? null : toTyped(item, name)), 'keep');

/** Makes the error for a path that already has a value. */
type Clash = (path: string[]) => Error;

/** The value at a path of the body. */
const valueAt = (body: unknown, path: string[]): unknown =>
  path.reduce(
    (inner, key) => (isRecord(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    body,
  );

/** The paths of the single values in an item. */
const leavesOf = (path: string[], item: unknown): string[][] =>
  isRecord(item)
    ? Object.entries(item).flatMap(([key, inner]) => leavesOf([...path, key], inner))
    : [path];

/** The body with the value at the path. `above` is the path of the body itself. */
function withValue(
  body: Body,
  path: string[],
  value: unknown,
  clash: Clash,
  above: string[],
): Body {
  const [key, ...rest] = path as [string, ...string[]];
  const fullPath = [...above, key];
  const there = Object.hasOwn(body, key) ? body[key] : undefined;
  const goesInside = rest.length > 0 || isRecord(value);
  if (there !== undefined && !(goesInside && isRecord(there))) throw clash(fullPath);
  const inner = (there ?? {}) as Body;
  // A computed key in a literal is always an own property, even "__proto__".
  if (rest.length) return { ...body, [key]: withValue(inner, rest, value, clash, fullPath) };
  if (!isRecord(value)) return { ...body, [key]: value };
  const merged = Object.entries(value).reduce(
    (all, [name, item]) => withValue(all, [name], item, clash, fullPath),
    inner,
  );
  return { ...body, [key]: merged };
}

/**
 * The body with the additional fields.
 * @throws a halt for a field that already has a value, and in a case for a deprecated name, with
 * its replacement ("Versioning"). `party`: the body is a related party.
 */
export function withAdditional<T extends object>(
  body: T,
  value: unknown,
  labels: Labels,
  ofCase = false,
  party?: Party,
): T {
  const clash: Clash = (path) =>
    duplicateField(path.join('.'), labelAt(path, labels) ?? path.join('.'));
  /** The editor's key also names the field, so two names could set it twice. */
  const refuseSecondName = (path: string[], filledIn: object) => {
    const own = labels[path.join('.')];
    const others = Object.keys(labels).filter((other) => own && labels[other] === own);
    const isThere = (dotted: string) =>
      dotted !== path.join('.') && valueAt(filledIn, dotted.split('.'));
    if (others.some(isThere)) throw clash(path);
  };
  const pairs = pairsOf(value) ?? {};
  return Object.entries(party ? ofParty(party, pairs) : pairs).reduce<Body>((all, [name, item]) => {
    if (ofCase && Object.hasOwn(deprecatedFields, name)) {
      const field = deprecatedFields[name]!;
      const instead = field.startsWith('POST ') ? '{{record_decision}}' : field;
      throw halt(`${label}: the service no longer accepts "${name}". Use ${instead} instead.`);
    }
    if (ofCase && item === null && ids.has(name)) {
      throw halt(`${label}: "${name}" cannot be emptied.`);
    }
    if (ofCase && item === null && wholes.has(name)) {
      throw halt(`${label}: "${name}" cannot be emptied as a whole. Name its fields one by one.`);
    }
    for (const path of leavesOf(pathOf(name), item)) refuseSecondName(path, all);
    return withValue(all, pathOf(name), item, clash, []);
  }, body as Body) as T;
}
