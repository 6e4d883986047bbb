/** Reads a country: codes and names -> ISO 3166-1 alpha-2. */
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import french from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };
import german from 'i18n-iso-countries/langs/de.json' with { type: 'json' };
import spanish from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import { excerpt } from './excerpt.ts';

/** Names that a list gives to one country although another has the same name. */
const shared: Record<string, string[]> = {
  congo: ['CG', 'CD'],
  kongo: ['CG', 'CD'],
  korea: ['KR', 'KP'],
  coree: ['KR', 'KP'],
  corea: ['KR', 'KP'],
  'virgin islands': ['VG', 'VI'],
};

/** Codes that people write with dots. In any other code dots mean something else ("n.a."). */
const dotted: Record<string, string> = {
  'u.s.': 'US',
  'u.s.a.': 'US',
  'u.k.': 'GB',
  'u.a.e.': 'AE',
};

/** A name without accents, capitals and "the". */
const foldName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’`´]/g, "'")
    .replaceAll('&', 'and')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^the /, '');

type Index = Map<string, Set<string>>;

/** Names in four languages, including former and short ones. */
function namesOfCountries(): Index {
  const index: Index = new Map();
  for (const { locale, countries: listed } of [english, french, german, spanish]) {
    const local = new Intl.DisplayNames([locale], { type: 'region' });
    for (const [code, spellings] of Object.entries(listed as Record<string, string | string[]>)) {
      for (const name of [spellings, local.of(code) ?? []].flat()) {
        const key = foldName(name);
        index.set(key, (index.get(key) ?? new Set()).add(code));
      }
    }
  }
  return index;
}

// Built at the first name: most steps have a code.
let index: Index | undefined;

/**
 * "France", "FR", "fra" or "Frankreich" -> alpha-2 codes. An ambiguous name gives
 * several codes, an unknown text none.
 */
export function countriesNamed(text: string): string[] {
  const trimmed = text.trim();
  const code = /^[a-z]{2,3}$/i.test(trimmed) ? trimmed.toUpperCase() : '';
  // "n.a." and "na" mean "nothing" in lists. Only the exact code NA is Namibia.
  if (code === 'NA') return trimmed === 'NA' ? ['NA'] : [];
  if (code.length === 2 && countries.isValid(code)) return [code];
  const alpha2 = code.length === 3 && countries.alpha3ToAlpha2(code);
  if (alpha2) return [alpha2];
  if (code === 'UK') return ['GB'];
  const name = foldName(trimmed);
  const codes = dotted[name] ?? shared[name];
  if (codes) return [codes].flat();
  index ??= namesOfCountries();
  return [...(index.get(name) ?? [])];
}

const englishName = (code: string): string =>
  [(english.countries as Record<string, string | string[]>)[code] ?? code].flat()[0]!;

/**
 * The end of a message, after the field's label, about a text that does not name exactly one
 * country.
 */
export function countryProblem(text: string, found: string[]): string {
  const name = excerpt(text);
  if (!found.length) {
    return `"${name}" is not a country. Use its English name or its two-letter code, such as France or FR.`;
  }
  const meanings = found.map((code) => `${englishName(code)} (${code})`).join(' or ');
  return `"${name}" may be ${meanings}. Use the code of the country that you mean.`;
}
