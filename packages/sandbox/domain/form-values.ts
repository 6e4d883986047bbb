/** The values of a form about a client or a related party, by their paths on the wire. */
import { person } from '../../../service/catalogue.ts';
import { isCustom } from './custom-fields.ts';
import { isRecord } from './objects.ts';

/** `{'organization_name': 'Lumen Studio SAS', 'address.town': 'Paris'}` */
export type Filled = Record<string, string>;

/** The fields with several values. A form has one. */
const lists = new Set(
  Object.entries(person).flatMap(([name, row]) =>
    'kind' in row && row.kind === 'countries' ? [name] : [],
  ),
);

/** The form field of a value by its path: `['address', 'town']`, `['nationalities', 0]`. */
export const pathIn = (path: readonly PropertyKey[]): string =>
  path.filter((part) => typeof part === 'string').join('.');

/** A form as the body of a request. An emptied field is left out, or null with `empties`. */
export function toBody(values: Filled, empties = false): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [path, text] of Object.entries(values)) {
    if (isCustom(path) || (!text && !empties)) continue;
    const [name, part] = path.split('.') as [string, string?];
    const value = text && lists.has(name) ? [text] : text || null;
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
