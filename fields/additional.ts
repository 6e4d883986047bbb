/** Fields of the service that have no input of their own, by their technical name. */
import { isRecord, labelAt, type Labels } from '../api/answer.ts';
import { deprecatedFields } from '../api/contract.ts';
import { halt } from '../api/errors.ts';
import { toPairs } from './values.ts';

const label = 'Additional Fields';

export const additionalFieldsField = {
  key: 'additional_fields',
  label,
  dict: true,
  helpText:
    'Further fields of the service that have no input of their own here, by their technical name, for example business.legal_form or person.gender.',
};

/** `business.address.floor` -> its levels; names of custom fields and of meta may hold dots. */
function pathOf(name: string): string[] {
  const [, owner, key] = /^(meta|custom_fields)\.(.+)$/s.exec(name) ?? [];
  if (owner && key) return [owner, key];
  return /^(business|person|address)\../s.test(name) ? name.split('.') : [name];
}

type Body = Record<string, unknown>;

/** The value at the path of the body, beside what is there. `clash` is thrown where both name a value. */
function placed(body: Body, [key, ...rest]: string[], value: unknown, clash: () => Error): Body {
  const there = Object.hasOwn(body, key!) ? body[key!] : undefined;
  const goesInside = rest.length > 0 || isRecord(value);
  if (there !== undefined && !(goesInside && isRecord(there))) throw clash();
  const inner = (there ?? {}) as Body;
  // A computed key in a literal is always an own property, "__proto__" included.
  if (rest.length) return { ...body, [key!]: placed(inner, rest, value, clash) };
  if (!isRecord(value)) return { ...body, [key!]: value };
  const merged = Object.entries(value).reduce(
    (all, [name, item]) => placed(all, [name], item, clash),
    inner,
  );
  return { ...body, [key!]: merged };
}

/**
 * The body with the additional fields in it.
 * @throws HaltedError for a field that has been filled in as well, and in the body of a case for a
 * deprecated name, with its replacement ("Versioning").
 */
export function withAdditional<T extends object>(
  body: T,
  value: unknown,
  labels: Labels,
  ofCase = false,
): T {
  return Object.entries(toPairs(value, label) ?? {}).reduce<Body>((all, [name, item]) => {
    if (ofCase && Object.hasOwn(deprecatedFields, name)) {
      const instead = deprecatedFields[name as keyof typeof deprecatedFields];
      throw halt(
        `${label}: "${name}" is no longer accepted by the service. Use ${instead} instead.`,
      );
    }
    const path = pathOf(name);
    const clash = () =>
      halt(
        `${label}: "${name}" is also filled in as ${labelAt(path, labels)}. Choose one of the two.`,
      );
    return placed(all, path, item, clash);
  }, body as Body) as T;
}
