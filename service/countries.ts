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

/** Names that a list gives to one country although another has the same name. */
const shared: Record<string, string[]> = {
  congo: ['CG', 'CD'],
  kongo: ['CG', 'CD'],
  korea: ['KR', 'KP'],
  coree: ['KR', 'KP'],
  corea: ['KR', 'KP'],
  coreano: ['KR', 'KP'],
  'republic of china': ['TW', 'CN'],
  'virgin islands': ['VG', 'VI'],
};

/** Codes that people write with dots. In any other code dots mean something else ("n.a."). */
const dotted: Record<string, string> = {
  'u.s.': 'US',
  'u.s.a.': 'US',
  'u.k.': 'GB',
  'u.a.e.': 'AE',
};

/** Names that CRMs and registers write and no list has: parts, short and former names. */
const further: Record<string, string[]> = {
  AE: ['UAE'],
  BA: ['Bosnia', 'Bosnie', 'Bosnien'],
  CD: ['DR Congo', 'DRC'],
  CI: ['Ivory Coast'],
  CV: ['Cape Verde'],
  GB: [
    'Great Britain and Northern Ireland',
    'Britain',
    'England',
    'Scotland',
    'Wales',
    'Northern Ireland',
    'Angleterre',
    'Écosse',
    'Pays de Galles',
    'Irlande du Nord',
    'Schottland',
    'Nordirland',
    'Inglaterra',
    'Escocia',
    'Gales',
    'Irlanda del Norte',
  ],
  KP: ["Democratic People's Republic of Korea"],
  MK: ['Macedonia', 'Macédoine', 'Mazedonien'],
  MM: ['Burma'],
  MO: ['Macau'],
  NL: ['Holland'],
  SH: ['Saint Helena, Ascension and Tristan da Cunha'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  VA: ['Holy See', 'Vatican'],
};

/** ISO puts the first words last: "Bolivia (Plurinational State of)", "Bahamas, The". */
const inNaturalOrder = (name: string): string =>
  name.length > 120 ? name : name.replace(/^(.+?)\s*[,(]\s*([^,()]+)\)?(?:\s*\[.*\])?$/, '$2 $1');

/** A name without accents, capitals, "the", "and" and signs between words. */
const foldName = (name: string): string =>
  inNaturalOrder(name)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    // Some small letters are two capital ones, or share one: "ß", "ı".
    .toUpperCase()
    .toLowerCase()
    .replace(/[’`´]/g, "'")
    .replace(/[\s&\p{Pd}]+/gu, ' ')
    .replace(/\bst\.? /g, 'saint ')
    .replace(/\b(?:the|and) /g, '')
    .trim();

type Index = Map<string, Set<string>>;
type Names = [code: string, names: string | string[] | undefined][];

function indexOf(names: Names): Index {
  const index: Index = new Map();
  for (const [code, spellings] of names) {
    for (const name of [spellings ?? []].flat()) {
      const key = foldName(name);
      index.set(key, (index.get(key) ?? new Set()).add(code));
    }
  }
  return index;
}

/** The runtime's names of countries in a language. */
function namesIn(language: string, codes: string[]): Names {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  return codes.map((code) => [code, names.of(code)]);
}

/** The main language of a country. */
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
    return [code, isOfOther ? [] : [said, ...(feminine[locale]?.(said) ?? [])]];
  });
}

type Listed = Record<string, string | string[]>;
const lists = [english, french, german, spanish];

/** Where a name is looked up, the likely places first. Each index is built at its first name. */
const makers: (() => Index)[] = [
  // Names in four languages, including official, former and short ones.
  () =>
    indexOf([
      ...lists.flatMap(({ countries: listed }) => Object.entries(listed as Listed)),
      ...Object.entries(further),
    ]),
  // The runtime takes a while for its own names, which most inputs do not need.
  () => indexOf(lists.flatMap(({ locale }) => namesIn(locale, alpha2Codes))),
  () =>
    indexOf(
      [englishPeople, frenchPeople, germanPeople, spanishPeople].flatMap((list) =>
        peopleIn(list as typeof englishPeople),
      ),
    ),
  // What a country calls itself.
  () => indexOf(alpha2Codes.flatMap((code) => namesIn(languageOf(code), [code]))),
  () =>
    indexOf(
      [...new Set(alpha2Codes.map(languageOf))].flatMap((language) =>
        namesIn(language, alpha2Codes),
      ),
    ),
];
const indexes: Index[] = [];

/** The forms of states before a name: "Federal Republic of", "Kingdom of". */
const stateForm =
  /^(?:[a-z']+ )*(?:republic|kingdom|states?|principality|duchy|commonwealth|sultanate|union) of /;

function codesNamed(name: string): string[] {
  const codes = dotted[name] ?? shared[name];
  if (codes) return [codes].flat();
  // An abbreviation is none of the names in other languages.
  const places = /^[a-z]{1,3}$/.test(name) ? 2 : makers.length;
  for (let place = 0; place < places; place++) {
    indexes[place] ??= makers[place]!();
    const found = indexes[place]!.get(name);
    if (found) return [...found];
  }
  const bare = name.replace(stateForm, '');
  return bare === name ? [] : codesNamed(bare);
}

/**
 * "France", "FR", "fra", "Frankreich", "French Republic" or "French" -> alpha-2 codes. An ambiguous
 * name gives several codes, an unknown text none.
 */
export function countriesNamed(text: string): string[] {
  const trimmed = text.trim();
  // "n.a." and "na" mean "nothing" in lists. Only the exact code NA is Namibia.
  if (/^na$/i.test(trimmed)) return trimmed === 'NA' ? ['NA'] : [];
  const code = alpha2Of(trimmed);
  if (code) return [code];
  if (/^uk$/i.test(trimmed)) return ['GB'];
  return codesNamed(foldName(trimmed));
}

/** "FR" -> "France". */
export const englishName = (alpha2: string): string =>
  [(english.countries as Record<string, string | string[]>)[alpha2] ?? alpha2].flat()[0]!;

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
