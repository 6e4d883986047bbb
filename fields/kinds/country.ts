/** Countries: names for the admin, alpha-3 codes (ISO 3166-1) in a body. */
import {
  alpha2Codes,
  alpha2Of,
  alpha3Of,
  countriesNamed,
  countryProblem,
  englishName,
} from '../../service/countries.ts';
import { halt } from '../../client/basics/errors.ts';
import { choice, type Choices } from './choices.ts';
import { entriesOf, ofText, toSingle } from './values.ts';

let choices: Choices | undefined;

/** Choices of a country dropdown, sorted by name. Each form has several, so they are made once. */
export const countryChoices = (): Choices =>
  (choices ??= alpha2Codes
    .map((code) => choice(code, englishName(code)))
    .sort((a, b) => a.label.localeCompare(b.label, 'en')));

/**
 * "France", "FR", "FRA", "fr", "Frankreich" or "French" -> "FRA".
 * @throws a halt with the label if the text names no country, or several.
 */
export const toCountry = ofText((text, label) => {
  const found = countriesNamed(text);
  const [alpha2] = found;
  if (!alpha2 || found.length > 1) throw halt(`${label}: ${countryProblem(text, found)}`);
  return alpha3Of(alpha2);
});

/**
 * The codes of several countries: a list, or a text with semicolons, or with commas unless it is one
 * country's name.
 * @throws a halt with the label for an unknown country.
 */
export function toCountries(value: unknown, label: string): string[] {
  return entriesOf(value, label)
    .flatMap((part) => (toSingle(part, label) ?? '').split(/[;\n]/))
    .flatMap((text) => {
      const isOne = !text.includes(',') || countriesNamed(text).length > 0;
      const parts = isOne ? [text] : text.split(',');
      return parts.flatMap((one) => toCountry(one, label) ?? []);
    });
}

/** "FRA" or "FR" -> "France"; a list -> names with commas; null for an unknown code. */
export function countryNames(value: unknown): string | null {
  const found = [value].flat().flatMap((code) => {
    const alpha2 = typeof code === 'string' ? alpha2Of(code) : undefined;
    return alpha2 ? englishName(alpha2) : [];
  });
  return found.join(', ') || null;
}
