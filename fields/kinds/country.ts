/** Countries: names for the admin, ISO 3166-1 codes for the service. */
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { countriesNamed, countryProblem } from '../../service/countries.ts';
import type { Dialect } from '../../service/dialect.ts';
import { halt } from '../../client/exchange/errors.ts';
import { choice } from './choices.ts';
import { entriesOf, toId } from './values.ts';

countries.registerLocale(english);

const makeChoices = () =>
  Object.entries(countries.getNames('en', { select: 'official' }))
    .map(([code, name]) => choice(code, name))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
let choices: ReturnType<typeof makeChoices> | undefined;

/** Choices of a country dropdown, sorted by name. Each form has several, so they are made once. */
export const countryChoices = () => (choices ??= makeChoices());

/**
 * "France", "FR", "FRA", "fr" or "Frankreich" -> "FRA", or "FR" if the service takes that.
 * @throws a halt with the label if the text names no country, or several.
 */
export function toCountry(value: unknown, label: string, dialect: Dialect): string | undefined {
  const text = toId(value, label);
  if (text === undefined) return undefined;
  const found = countriesNamed(text);
  const [alpha2] = found;
  if (!alpha2 || found.length > 1) throw halt(`${label}: ${countryProblem(text, found)}`);
  return dialect.countries === 'alpha-2' ? alpha2 : countries.alpha2ToAlpha3(alpha2);
}

/**
 * The codes of several countries: a list, or a text with commas unless it is one country's name.
 * @throws a halt with the label for an unknown country.
 */
export function toCountries(value: unknown, label: string, dialect: Dialect): string[] {
  return entriesOf(value, label).flatMap((part) => {
    const text = toId(part, label) ?? '';
    const isOne = !text.includes(',') || countriesNamed(text).length > 0;
    const parts = isOne ? [text] : text.split(',');
    return parts.flatMap((one) => toCountry(one, label, dialect) ?? []);
  });
}

/** "FRA" or "FR" -> "France"; a list -> names with commas; null for an unknown code. */
export function countryNames(value: unknown): string | null {
  const found = [value].flat().flatMap((code) => {
    if (typeof code !== 'string') return [];
    return countries.getName(code.toUpperCase(), 'en', { select: 'official' }) ?? [];
  });
  return found.join(', ') || null;
}
