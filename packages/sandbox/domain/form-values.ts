/** The values of a form about a case, a client or a related party, by their paths on the wire. */
import { fieldKinds, type Field } from '../../../service/catalogue.ts';
import { storedCountry } from './countries.ts';
import { isCustom } from './custom-fields.ts';
import { isRecord } from './plain.ts';

/** `{'organization_name': 'Lumen Studio SAS', 'address.town': 'Paris'}` */
export type Filled = Record<string, string>;

/** `FR, ES` -> its parts. */
export const partsOf = (text: string): string[] => text.split(',').map((part) => part.trim());

/**
 * A text from a form or a file as the API takes it. A wrong one stays as it is, and its field
 * refuses it.
 */
function typedValue(kind: Field['kind'] | undefined, text: string): unknown {
  if (kind === 'country') return storedCountry(text);
  if (kind === 'countries') return partsOf(text).map(storedCountry);
  if (kind === 'list') return partsOf(text);
  if (kind === 'boolean') return { yes: true, no: false }[text.toLowerCase()] ?? text;
  if (kind === 'percentage') return Number(text);
  return text;
}

/** The form field of a value by its path: `['address', 'town']`, `['nationalities', 0]`. */
export const pathIn = (path: readonly PropertyKey[]): string =>
  path.filter((part) => typeof part === 'string').join('.');

/** A form as the body of a request. An emptied field is left out, or null with `empties`. */
export function toBody(values: Filled, empties = false): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [path, text] of Object.entries(values)) {
    if (isCustom(path) || (!text && !empties)) continue;
    const [name, part] = path.split('.') as [string, string?];
    const value = text ? typedValue(fieldKinds.get(part ?? name), text) : null;
    body[name] = part ? { ...(body[name] as object), [part]: value } : value;
  }
  return body;
}

/** A body as the values of a form. */
export const toForm = (body?: Record<string, unknown> | null): Filled =>
  Object.fromEntries(
    Object.entries(body ?? {})
      .flatMap(([name, value]): [string, unknown][] =>
        isRecord(value)
          ? Object.entries(value).map(([part, inner]) => [`${name}.${part}`, inner])
          : [[name, Array.isArray(value) ? value[0] : value]],
      )
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
