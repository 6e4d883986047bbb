/** Additional Fields: fields of the service without an input, by their technical name. */
import { isRecord } from '../../client/basics/json.ts';
import type { PartyKind } from '../../client/related-parties.ts';
import { labelAt, type Labels } from '../../client/basics/labels.ts';
import { deprecatedFields } from '../../service/catalogue.ts';
import { duplicateField, halt } from '../../client/basics/errors.ts';
import { isSame, toPairs, toTyped } from './values.ts';

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

/** `business.address.floor` -> its levels. Names of custom fields and of meta may contain dots. */
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

/** The fields inside each other: `address.floor` = 3 -> `{address: {floor: 3}}`. */
export const nested = (path: string[], value: unknown): Body =>
  // A computed key in a literal is always an own property, even "__proto__".
  path.reduceRight((inner, key) => ({ [key]: inner }), value) as Body;

/** Makes the error for a path that already has another value. */
type Clash = (path: string[]) => Error;

/** The body with more fields at any level. `above` is the path of the body itself. */
export function merged(body: Body, more: Body, clash: Clash, above: string[] = []): Body {
  return Object.entries(more).reduce((all, [key, value]) => {
    const path = [...above, key];
    const before = Object.hasOwn(all, key) ? all[key] : undefined;
    if (before === undefined) return { ...all, [key]: value };
    if (isSame(before, value)) return all;
    if (!isRecord(before) || !isRecord(value)) throw clash(path);
    return { ...all, [key]: merged(before, value, clash, path) };
  }, body);
}

/** The paths of the single values in an item. */
const leavesOf = (path: string[], item: unknown): string[][] =>
  isRecord(item)
    ? Object.entries(item).flatMap(([key, inner]) => leavesOf([...path, key], inner))
    : [path];

/** The name of a party's field without that of its kind: `person.gender` -> `gender`. */
function nameInParty(kind: PartyKind, name: string): string {
  const [owner, ...rest] = name.split('.');
  if (owner !== kind && (owner === 'person' || owner === 'business')) {
    throw halt(`${label}: "${name}" is a field of a ${owner}, but this {{step}} adds a ${kind}.`);
  }
  return owner === kind ? rest.join('.') : name;
}

/** @throws a halt for a deprecated name ("Versioning"), and for a field that cannot be emptied. */
function checkOfCase(name: string, value: unknown): void {
  if (Object.hasOwn(deprecatedFields, name)) {
    const field = deprecatedFields[name]!;
    const instead = field.startsWith('POST ') ? '{{record_decision}}' : field;
    throw halt(`${label}: the service no longer accepts "${name}". Use ${instead} instead.`);
  }
  if (value !== null) return;
  if (/^(application_)?id$/.test(name)) throw halt(`${label}: "${name}" cannot be emptied.`);
  if (/^(business|person|custom_fields|meta)$/.test(name)) {
    throw halt(`${label}: "${name}" cannot be emptied as a whole. Name its fields one by one.`);
  }
}

/** The fields of a pair, inside each other. @throws a halt for a field that this body has not. */
function fieldsOf(name: string, item: unknown, owner?: 'case' | PartyKind): Body {
  const fieldName = owner && owner !== 'case' ? nameInParty(owner, name) : name;
  // `person` alone is all its fields.
  return fieldName === '' && isRecord(item) ? item : nested(pathOf(fieldName || name), item);
}

/** The path of a field that the body has under another name, because the editor's key names it, too. */
function secondName(fields: Body, body: Body, labels: Labels): string[] | undefined {
  const names = leavesOf([], body).map((path) => path.join('.'));
  return leavesOf([], fields).find((path) => {
    const name = path.join('.');
    return labels[name] && names.some((one) => one !== name && labels[one] === labels[name]);
  });
}

/** The names and values. `null`, with or without quotes, empties a field. */
const pairsOf = (value: unknown): [name: string, item: unknown][] => {
  const parse = (item: unknown, name: string) => (item === 'null' ? null : toTyped(item, name));
  return Object.entries(toPairs(value, label, parse, 'keep') ?? {});
};

/** Labels of additional fields by their names, where a field of the form has the same label. */
export const additionalLabels = (value: unknown): Labels =>
  Object.fromEntries(
    pairsOf(value)
      .flatMap(([name, item]) => leavesOf(pathOf(name), item))
      .map((path) => [path.join('.'), `Additional Field "${path.join('.')}"`]),
  );

/** The body with these fields, too. @throws a halt for one that already has another value. */
export function withAdditional<T extends object>(
  body: T,
  value: unknown,
  labels: Labels,
  owner?: 'case' | PartyKind,
): T {
  const clash: Clash = (path) =>
    duplicateField(path.join('.'), labelAt(path, labels) ?? path.join('.'));
  let all = body as Body;
  for (const [name, item] of pairsOf(value)) {
    if (owner === 'case') checkOfCase(name, item);
    const fields = fieldsOf(name, item, owner);
    const second = secondName(fields, all, labels);
    if (second) throw clash(second);
    all = merged(all, fields, clash);
  }
  return all as T;
}
