/** Countries: what an admin sees and maps, and the ISO 3166-1 code the service gets. */
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { countriesNamed, countryProblem } from '../service/countries.ts';
import type { Dialect } from '../service/dialect.ts';
import { halt } from '../client/errors.ts';
import { choice } from './choices.ts';
import { partsOf, toId } from './values.ts';

let registered = false;

function names(): typeof countries {
  if (!registered) countries.registerLocale(english);
  registered = true;
  return countries;
}

/** Choices of a country dropdown, sorted by name. */
export const countryChoices = () =>
  Object.entries(names().getNames('en', { select: 'official' }))
    .map(([code, name]) => choice(code, name))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));

/** The code as the service takes it. */
const sent = ({ countries: form }: Dialect, alpha2: string): string =>
  form === 'alpha-2' ? alpha2 : countries.alpha2ToAlpha3(alpha2)!;

/**
 * "France", "FR", "FRA", "fr" or "Frankreich" -> "FRA", or "FR" where the service takes that.
 * @throws HaltedError naming the field when it is no country, or the name of several.
 */
export function toCountry(value: unknown, label: string, dialect: Dialect): string | undefined {
  const text = toId(value, label);
  if (text === undefined) return undefined;
  const found = countriesNamed(text);
  if (found.length !== 1) throw halt(`${label}: ${countryProblem(text, found)}`);
  return sent(dialect, found[0]!);
}

/**
 * The same for several: a list, or text with commas where it is not the name of one country.
 * @throws HaltedError naming the field for one that is no country.
 */
export function toCountries(value: unknown, label: string, dialect: Dialect): string[] {
  return partsOf(value, label).flatMap((part) => {
    const text = toId(part, label) ?? '';
    const isOne = !text.includes(',') || countriesNamed(text).length > 0;
    const parts = isOne ? [text] : text.split(',');
    return parts.flatMap((one) => toCountry(one, label, dialect) ?? []);
  });
}

/** "FRA" or "FR" -> "France", a list as its names with commas; null for what is no code. */
export function countryNames(value: unknown): string | null {
  const found = [value].flat().flatMap((code) => {
    if (typeof code !== 'string') return [];
    return names().getName(code.toUpperCase(), 'en', { select: 'official' }) ?? [];
  });
  return found.join(', ') || null;
}
