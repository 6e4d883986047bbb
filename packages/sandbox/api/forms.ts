/**
 * The forms in which the API takes a body. A field may come under its name on the wire or under the
 * one the connector's editor has for it, a country as alpha-3 or alpha-2; kept are the first name and
 * alpha-2.
 */
import { holdsCountry, keptCountry } from '../domain/countries.ts';
import { isRecord } from '../domain/objects.ts';
import { wireNames } from '../domain/portals.ts';

function keptField(name: string, value: unknown): [string, unknown] {
  if (name === 'country') return [name, keptCountry(value)];
  if (name === 'nationality' || name === 'nationalities') {
    const list = value === null || value === undefined ? value : [value].flat().map(keptCountry);
    return ['nationalities', list];
  }
  if (holdsCountry.has(name)) return [name, keptForm(value)];
  return [wireNames.get(name) ?? name, value];
}

/** A body as it is kept. */
export function keptForm(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(keptForm);
  if (!isRecord(body)) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => keptField(name, value)));
}
