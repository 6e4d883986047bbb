/** Reads a country: codes, names and nationalities -> ISO 3166-1 alpha-2. */
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import french from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };
import german from 'i18n-iso-countries/langs/de.json' with { type: 'json' };
import spanish from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import englishPeople from 'i18n-nationality/langs/en.json' with { type: 'json' };
import frenchPeople from 'i18n-nationality/langs/fr.json' with { type: 'json' };
import germanPeople from 'i18n-nationality/langs/de.json' with { type: 'json' };
import spanishPeople from 'i18n-nationality/langs/es.json' with { type: 'json' };

import own from './country-names.json' with { type: 'json' };
import { excerpt } from './excerpt.ts';

/** Kosovo is not in ISO 3166-1. The European Union and the World Bank write it XKX. */
const kosovo = { alpha2: 'XK', alpha3: 'XKX' };

/** All alpha-2 and alpha-3 codes. */
export const alpha2Codes: string[] = Object.keys(countries.getAlpha2Codes());
export const alpha3Of = (alpha2: string): string | undefined =>
  alpha2 === kosovo.alpha2 ? kosovo.alpha3 : countries.alpha2ToAlpha3(alpha2);
export const alpha3Codes: string[] = alpha2Codes.map((code) => alpha3Of(code)!);

/** "fr" or "FRA" -> "FR"; undefined for another text. */
export function alpha2Of(text: string): string | undefined {
  const code = text.toUpperCase();
  if (code === kosovo.alpha3) return kosovo.alpha2;
  return code.length === 2 && countries.isValid(code) ? code : countries.alpha3ToAlpha2(code);
}

/** What is wrong in the lists: "en WF Welsh", in a list of English names. */
const wrong = new Set(Object.values(own.wrong).flatMap(Object.keys));

/** ISO puts the first words last: "Bolivia (Plurinational State of)", "Bahamas, The". */
const inNaturalOrder = (name: string): string =>
  name.length > 120 || !/[,(]/.test(name)
    ? name
    : name.replace(/^(.+?)\s*[,(]\s*([^,()]+)\)?(?:\s*\[.*\])?$/, '$2 $1');

/** A name without accents, capitals, "the", "and" and signs between words. */
const foldName = (name: string): string =>
  inNaturalOrder(name)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    // Some small letters are two capital ones, or share one: "ß", "ı".
    .toUpperCase()
    .toLowerCase()
    .replace(/[’`´]/g, "'")
    .replace(/[\s&\p{Pd}]+/gu, ' ')
    .replace(/\bst\.? /g, 'saint ')
    // "U.K" and "U.K.".
    .replace(/\.$/, '')
    .replace(/\b(?:the|and) /g, '')
    .trim();

/** Without the vowels and other marks of Arabic, Hindi or Khmer, in which spellings differ. */
const withoutMarks = (name: string): string => name.replace(/\p{M}/gu, '');

type Names = [code: string, names: string | string[] | undefined][];
/** The alpha-2 codes that a folded name has. */
type Lookup = (name: string) => string[];

/** Finds names. They are made at the first search, because most inputs need few of them. */
function lookup(make: () => Names): Lookup {
  let index: Map<string, Set<string>> | undefined;
  const build = () => {
    const codes = new Map<string, Set<string>>();
    const add = (name: string, code: string) =>
      codes.set(name, (codes.get(name) ?? new Set()).add(code));
    for (const [code, spellings] of make()) {
      for (const name of [spellings ?? []].flat().map(foldName)) {
        add(name, code);
        const bare = withoutMarks(name);
        if (bare !== name) add(bare, code);
      }
    }
    return codes;
  };
  return (name) => [...((index ??= build()).get(name) ?? [])];
}

/** The runtime's names of countries in a language. */
function namesIn(language: string, codes: string[]): Names {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  return codes
    .map((code): [string, string | undefined] => [code, names.of(code)])
    .filter(([code, name]) => !wrong.has(`${language} ${code} ${name}`));
}

const languageOf = (code: string): string => new Intl.Locale(`und-${code}`).maximize().language;

/** The feminine forms of a nationality, which French and Spanish write. */
const feminine: Record<string, (name: string) => string[]> = {
  fr: (name) => [`${name}e`, name.replace(/en$/, 'enne')],
  es: (name) => [`${name}a`, name.replace(/o$/, 'a')],
};

/** The nationalities of a list. Several are said as "Congolese (Republic of the Congo)" is. */
function peopleIn({ locale, nationalities }: typeof englishPeople): Names {
  const listed = Object.values(nationalities);
  return Object.entries(nationalities).map(([code, name]) => {
    const said = name.split('(')[0]!.trim();
    const isOfOther = said !== name && listed.includes(said);
    const isUsed = !isOfOther && !wrong.has(`${locale} ${code} ${name}`);
    return [code, isUsed ? [said, ...(feminine[locale]?.(said) ?? [])] : []];
  });
}

/** "SK Slovak" in a line of the own list. */
const codeAndName = (entry: string): Names[number] => [entry.slice(0, 2), entry.slice(3)];

type Listed = Record<string, string | string[]>;
const lists = [english, french, german, spanish];

/** Names in other languages with the letters of a code: "Nga" is Russia in Vietnamese. */
const likeCode: Lookup = (word) =>
  (own.likeCodes as Record<string, string[]>)[word.normalize('NFC').toLowerCase()] ?? [];

/** Names in four languages, including official, former and short ones. */
const inFourLanguages: Lookup[] = [
  lookup(() => [
    ...lists.flatMap(({ countries: listed }) => Object.entries(listed as Listed)),
    ...Object.entries(own.names),
  ]),
  // The runtime takes a while for its own names.
  lookup(() => lists.flatMap(({ locale }) => namesIn(locale, alpha2Codes))),
];

/** "Federal Republic of Germany": a name behind the form of its state, or the form's last words. */
const officially: Lookup = (name) => {
  const [, form, country] = /^(.+?) of (.+)$/.exec(name) ?? [];
  if (!form || !country) return [];
  const states = Object.entries(own.forms).flatMap(([whole, codes]) =>
    ` ${whole}`.endsWith(` ${form}`) ? codes.split(' ') : [],
  );
  return states.length
    ? codesIn(inFourLanguages, country).filter((code) => states.includes(code))
    : [];
};

const inOtherWords: Lookup[] = [
  officially,
  lookup(() => [
    ...[englishPeople, frenchPeople, germanPeople, spanishPeople].flatMap((list) =>
      peopleIn(list as typeof englishPeople),
    ),
    ...own.people.flatMap((line) => line.split('; ')).map(codeAndName),
  ]),
  // What a country calls itself.
  lookup(() => alpha2Codes.flatMap((code) => namesIn(languageOf(code), [code]))),
  lookup(() =>
    [...new Set(alpha2Codes.map(languageOf))].flatMap((language) => namesIn(language, alpha2Codes)),
  ),
];

/**
 * The codes in the first place that has the name. The places agree, as one index of all would: the
 * tests compare every list, and what would disagree is in `wrong`.
 */
function codesIn(places: Lookup[], name: string): string[] {
  for (const place of places) {
    const codes = place(name);
    if (codes.length) return codes;
  }
  return [];
}

/**
 * "France", "FR", "fra", "Frankreich", "French Republic" or "French" -> alpha-2 codes. An ambiguous
 * name gives several codes, an unknown text none.
 */
export function countriesNamed(text: string): string[] {
  const trimmed = text.trim();
  // No name is longer.
  if (trimmed.length > 120) return [];
  // "n.a." and "na" mean "nothing" in lists. Only the exact code NA is Namibia.
  if (/^na$/i.test(trimmed)) return trimmed === 'NA' ? ['NA'] : [];
  const [code, alike] = [alpha2Of(trimmed), likeCode(trimmed)];
  if (code) return trimmed === trimmed.toUpperCase() ? [code] : [code, ...alike];
  if (alike.length) return alike;
  const name = foldName(trimmed);
  // An abbreviation is none of the names in other languages.
  const isShort = /^[a-z]{1,3}$/.test(name);
  const places = isShort ? inFourLanguages : [...inFourLanguages, ...inOtherWords];
  const found = codesIn(places, name);
  return found.length ? found : codesIn(places, withoutMarks(name));
}

/** "FR" -> "France". */
export const englishName = (alpha2: string): string =>
  [(english.countries as Record<string, string | string[]>)[alpha2] ?? alpha2].flat()[0]!;

/** The end of a message about a text that does not name exactly one country. */
export function countryProblem(text: string, found: string[]): string {
  const name = excerpt(text);
  if (!found.length) {
    return `"${name}" is not a country. Use its English name or its two-letter code, such as France or FR.`;
  }
  const meanings = found.map((code) => `${englishName(code)} (${code})`).join(' or ');
  return `"${name}" may be ${meanings}. Use the code of the country that you mean.`;
}
