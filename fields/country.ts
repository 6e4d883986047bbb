/** Countries: what an admin sees and maps, and the ISO 3166-1 alpha-2 code the service gets. */
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { countriesNamed, countryProblem } from '../api/countries.ts';
import { halt } from '../api/errors.ts';
import { choice } from './choices.ts';
import { toId } from './values.ts';

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

/**
 * "France", "FR", "FRA", "fr" or "Frankreich" -> "FR".
 * @throws HaltedError naming the field when it is no country, or the name of several.
 */
export function toCountry(value: unknown, label: string): string | undefined {
  const text = toId(value, label);
  if (text === undefined) return undefined;
  const found = countriesNamed(text);
  if (found.length !== 1) throw halt(`${label}: ${countryProblem(text, found)}`);
  return found[0];
}
