/** Countries: what an admin sees and maps, and the ISO 3166-1 code the service gets. */
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import french from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };
import german from 'i18n-iso-countries/langs/de.json' with { type: 'json' };
import spanish from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import { halt } from '../api/errors.ts';
import { setting } from '../api/settings.ts';
import { choice } from './choices.ts';
import { partsOf, toId } from './values.ts';

const languages = [english, french, german, spanish];
let registered = false;

function names(): typeof countries {
  if (!registered) languages.forEach((language) => countries.registerLocale(language));
  registered = true;
  return countries;
}

/** Choices of a country dropdown, sorted by name. */
export const countryChoices = () =>
  Object.entries(names().getNames('en', { select: 'official' }))
    .map(([code, name]) => choice(code, name))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));

/** The codes of names that were looked up before: the library compares all of a language's each time. */
const codes = new Map<string, string>();

/** The code of a country's name in any of the languages. */
function codeOf(name: string): string | undefined {
  const known = codes.get(name);
  if (known) return known;
  for (const { locale } of languages) {
    const code = names().getSimpleAlpha2Code(name.replaceAll('’', "'"), locale);
    if (code) {
      codes.set(name, code);
      return code;
    }
  }
  return undefined;
}

/** The code as the service takes it. */
const sent = (alpha2: string): string =>
  setting('countryCodes') === 'alpha-2' ? alpha2 : countries.alpha2ToAlpha3(alpha2)!;

/**
 * "France", "FR", "FRA", "fr" or "Frankreich" -> "FRA", or "FR" where the service takes that.
 * @throws HaltedError naming the field when it is no country.
 */
export function toCountry(value: unknown, label: string): string | undefined {
  const text = toId(value, label);
  if (text === undefined) return undefined;
  const code = text.toUpperCase().replace(/\./g, '');
  if (code.length === 2 && countries.isValid(code)) return sent(code);
  const alpha2 =
    (code.length === 3 && countries.alpha3ToAlpha2(code)) ||
    (code === 'UK' && 'GB') ||
    codeOf(text);
  if (!alpha2) {
    throw halt(
      `${label}: "${text.slice(0, 60)}" is not a country. Use its English name or its two-letter code, such as France or FR.`,
    );
  }
  return sent(alpha2);
}

/**
 * The same for several: a list, or text with commas where it is not the name of one country.
 * @throws HaltedError naming the field for one that is no country.
 */
export function toCountries(value: unknown, label: string): string[] {
  return partsOf(value, label).flatMap((part) => {
    const text = toId(part, label) ?? '';
    const parts = text.includes(',') && !codeOf(text) ? text.split(',') : [text];
    return parts.flatMap((one) => toCountry(one, label) ?? []);
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
