/**
 * The forms in which the API takes a body. A field may come under its name on the wire or under the
 * one the connector's editor has for it, a country as alpha-3 or alpha-2; kept and answered are the
 * first name and alpha-2.
 */
import { alpha3ToAlpha2 } from 'i18n-iso-countries/index.js';

import { keyOf, person } from '../../api/catalogue.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Other name -> name on the wire. */
const wireNames = new Map<string, string>(
  Object.entries(person)
    .map(([name, row]): [string, string] => [keyOf(name, row), name])
    .filter(([key, name]) => key !== name),
);

/** Objects whose fields are looked at; those of an account (`custom_fields`, `meta`) are not. */
const looked = new Set(['business', 'businesses', 'person', 'persons', 'address']);

/** "FRA" or "fr" -> "FR"; what is no code stays, and is refused by its field. */
export const keptCountry = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  const code = value.toUpperCase();
  return alpha3ToAlpha2(code) ?? (code.length === 2 ? code : value);
};

function keptField(name: string, value: unknown): [string, unknown] {
  if (name === 'country') return [name, keptCountry(value)];
  if (name === 'nationality' || name === 'nationalities') {
    const list = value === null || value === undefined ? value : [value].flat().map(keptCountry);
    return ['nationalities', list];
  }
  if (looked.has(name)) return [name, keptForm(value)];
  return [wireNames.get(name) ?? name, value];
}

/** A body as it is kept. */
export function keptForm(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(keptForm);
  if (!isRecord(body)) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => keptField(name, value)));
}
