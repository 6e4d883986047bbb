/**
 * Countries as CRMs and registers write them: the code that is sent, or the message. The names come
 * from lists that nobody here wrote: ISO 3166-1, the runtime (CLDR), and packages in many languages.
 */
import isoNames from 'country-list/data.json' with { type: 'json' };
import lists from 'i18n-iso-countries';
import people from 'i18n-nationality';
import world from 'world-countries/countries.json' with { type: 'json' };

import { openCore, refusal } from '../../support/core.ts';
import own from '../../../service/country-names.json' with { type: 'json' };
import { alpha2Codes, alpha3Of, countriesNamed } from '../../../service/countries.ts';
import { toCountries, toCountry } from '../../../fields/kinds/country.ts';

const sentFor = (value: unknown) => toCountry(value, 'Country');

/** Names by the code that is sent. */
const spellings = {
  FRA: 'France, French, Française, FR - France, France (FR), 🇫🇷 France, 🇫🇷',
  // In passports.
  DEU: 'Niemcy, Republic of Germany, German, Deutsch, D, D<<',
  XKX: 'RKS, Kosovan',
  USA: 'USA, U.S.A., U.S., U.S, American, united_states',
  SVK: 'Slovak, Slovak Republic',
  SAU: 'Saudi Arabian',
  KAZ: 'Kazakh',
  UZB: 'Uzbek',
  TKM: 'Turkmen',
  KGZ: 'Kyrgyz Republic',
  PSE: 'Palestinian',
  PRI: 'Puerto Rican',
  SSD: 'South Sudanese',
  MDV: 'Maldivian',
  VIR: 'US Virgin Islands',
  COD: 'Congolese (DRC), Congo (DRC), Congo (CD)',
  LBY: 'Libyan Arab Jamahiriya',
  CIV: 'Cote d’Ivoire',
  AUT: 'Áo',
  MDA: 'मोलदोवा',
  ESP: 'Española',
  NGA: 'Nigerian',
  NER: 'Nigerien',
  ISL: 'Islandés',
  GBR: 'UK, U.K, English, Scottish, England, Scotland, Wales, Northern Ireland, Angleterre, British, Welsh, Gallois, Galloise',
  // Short and former names.
  NLD: 'Holland, Dutch',
  TUR: 'Republic of Turkey',
  BRA: 'Federal Republic of Brazil',
  RUS: 'Republic of Russia',
  BIH: 'Bosnia, Bosnia-Herzegovina',
  MKD: 'Macedonia, FYROM, The former Yugoslav Republic of Macedonia',
  BOL: 'Republic of Bolivia',
  BHR: 'State of Bahrain',
  GUY: 'Cooperative Republic of Guyana',
  MAC: 'Macau, Macau SAR',
  VAT: 'Holy See, Vatican City State',
  MMR: 'Burma',
  TLS: 'East Timor',
  // Names that hold another country's.
  TWN: 'Republic of China (Taiwan), Taiwan (Republic of China)',
  HKG: "Hong Konger, Hong Kong SAR, Hong Kong Special Administrative Region of the People's Republic of China",
  GUF: 'Guyane, Guyanaise',
  // Territories have the nationality of their state.
  IND: 'Indian, Union of India',
  NOR: 'Norwegian',
};
it.each(
  Object.entries(spellings).flatMap(([code, all]) => all.split(', ').map((name) => [name, code])),
)('sends %j as %s', (written, sent) => expect(sentFor(written)).toBe(sent));

const refused = {
  'is not a country. Use its English name or its two-letter code, such as France or FR.':
    'Atlantis, XX, ZZZ, n.a., N.A., na, n/a, I.T., Republic of, Kingdom of France',
  'may be':
    'Congo, Kongo, Korea, Virgin Islands, Congolese, Dominican, Republic of China, Nga, GA - Georgia, Georgia (US)',
  'is no country: it stands in place of a nationality. Leave the field empty.':
    'XXA, XXB, XXX, UNO, Stateless',
};
it.each(
  Object.entries(refused).flatMap(([message, all]) => all.split(', ').map((one) => [one, message])),
)('refuses %j', async (written, message) =>
  expect(await refusal(() => sentFor(written))).toContain(`Country: "${written}" ${message}`),
);

it.each<[unknown, string[]]>([
  ['Spain, France', ['ESP', 'FRA']],
  ['Spain; France', ['ESP', 'FRA']],
  ['British;French', ['GBR', 'FRA']],
  ['Spain\nFrance', ['ESP', 'FRA']],
  ['Iran, Islamic Republic of; France', ['IRN', 'FRA']],
  ['Bahamas, The', ['BHS']],
  [
    ['FR;ES', 'Germany'],
    ['FRA', 'ESP', 'DEU'],
  ],
  ['["FR","ES"]', ['FRA', 'ESP']],
  ['', []],
])('sends the list %j as %j', (written, sent) =>
  expect(toCountries(written, 'Nationality')).toEqual(sent),
);

describe('Kosovo', () => {
  const { service, perform, sent } = openCore();

  it.each(['XKX', 'XK', 'XKK'])('is sent as XKX, and may be shown as %s', async (shown) => {
    const business = { organization_name: 'Lumen', country: shown };
    for (const country of ['XK', 'XKK', 'XKX', 'xkx', 'Kosovo', 'Kosovë']) {
      service.serve({ 'POST /api/applications': [201, { application_id: 'app_1', business }] });
      const input = { subject: 'business', organization_name: 'Lumen', country };
      const made = await perform('create_case', input);
      expect(sent('POST /api/applications')).toMatchObject({ business: { country: 'XKX' } });
      expect(made).toMatchObject({ not_taken: [], business: { country_name: 'Kosovo' } });
    }
  });
});

it('reads every code in both forms, unless small letters are a word', () => {
  const codes = alpha2Codes.flatMap((code) => [code, alpha3Of(code)!].map((form) => [form, code]));
  const isMisread = (form: string, code: string) => countriesNamed(form).join() !== code;
  expect(codes.filter(([form, code]) => isMisread(form!, code!))).toEqual([]);
  const small = codes.filter(([form, code]) => isMisread(form!.toLowerCase(), code!));
  expect(small.map(([form]) => form).sort()).toEqual(['NA', 'NGA']);
});

it('reads the names of ISO 3166-1 in each of their spellings', () => {
  const brackets = /^(.+) \((.+?)\)( \[.+\])?$/;
  const misread = isoNames.flatMap(({ code, name: marked }) => {
    const name = marked.replace('*', '');
    return [name, name.replace(brackets, '$1, $2'), name.toUpperCase()]
      .map((spelling) => [spelling, countriesNamed(spelling).join()])
      .filter(([, found]) => found !== code);
  });
  // Two countries are called so, whatever ISO says.
  const congo = ['Congo (the)', 'Congo, the', 'CONGO (THE)'];
  expect(misread).toEqual(congo.map((name) => [name, 'CG,CD']));
});

type Name = [language: string, code: string, name: string];
const languageOf = (code: string) => new Intl.Locale(`und-${code}`).maximize().language;
const runtimeNames = [...new Set(['en', 'fr', 'de', 'es', ...alpha2Codes.map(languageOf)])].flatMap(
  (language) => {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    return alpha2Codes.map((code): Name => [language, code, names.of(code) ?? code]);
  },
);
const named = (language: string, all: Record<string, string | string[]>) =>
  Object.entries(all).flatMap(([code, names]) =>
    [names].flat().map((name): Name => [language, code, name]),
  );
const isoLists = lists
  .getSupportedLanguages()
  .flatMap((language) => named(language, lists.getNames(language, { select: 'all' })));
const worldNames = world.flatMap(({ cca2, name, translations }) =>
  [['eng', name] as const, ...Object.entries(name.native), ...Object.entries(translations)].flatMap(
    ([language, said]) => [said.common, said.official].map((one): Name => [language, cca2, one]),
  ),
);
const nationalities = ['en', 'fr', 'de', 'es'].flatMap((language) =>
  named(language, people.getNames(language)),
);
const allNames = [...runtimeNames, ...isoLists, ...worldNames, ...nationalities];

it('takes no country for another one in any list, but for the errors of lists', () => {
  const wrong = Object.values(own.wrong).flatMap(Object.keys);
  const misread = allNames.filter(([, code, name]) => {
    const found = countriesNamed(name);
    return found.length === 1 && found[0] !== code;
  });
  expect(new Set(misread.map((name) => name.join(' ')))).toEqual(new Set(wrong));
});

it('reads the English word for the people of each country in a list, but for these', () => {
  const others: Record<string, string[]> = {};
  for (const { cca2, demonyms } of world) {
    const { f: word } = demonyms.eng;
    const found = countriesNamed(word).join(' or ') || 'not read';
    if (word && found !== cca2) (others[found] ??= []).push(`${word} (${cca2})`);
  }
  const said = Object.entries(others).map(([found, words]) => [found, words.sort().join(', ')]);
  expect(Object.fromEntries(said)).toEqual({
    'CG or CD': 'Congolese (CD), Congolese (CG)',
    'DM or DO': 'Dominican (DM), Dominican (DO)',
    FR: 'French (TF)',
    IN: 'Indian (IO)',
    NL: 'Dutch (BQ)',
    NO: 'Norwegian (SJ)',
    US: 'American (MP)',
    'not read':
      'American Islander (UM), Antarctican (AQ), Antiguan, Barbudan (AG), Bosnian, Herzegovinian (BA), Channel Islander (GG), Channel Islander (JE), Guianan (GF), Heard and McDonald Islander (HM), Mahoran (YT), Réunionese (RE), Saint Martin Islander (MF), Saint-Pierrais, Miquelonnais (PM), South Georgian South Sandwich Islander (GS), Virgin Islander (VG), Virgin Islander (VI)',
  });
});

it('reads every English and French name of a state, and its official one', () => {
  const states = world.filter(({ independent }) => independent).map(({ cca2 }) => cca2);
  const names = [...runtimeNames, ...isoLists, ...worldNames].filter(
    ([language, code]) => ['en', 'fr', 'eng'].includes(language) && states.includes(code),
  );
  const misread = names.filter(([, code, name]) => countriesNamed(name).join() !== code);
  expect(new Set(misread.map(([, , name]) => name))).toEqual(new Set(['Congo']));
});

it('reads what each country calls itself, and nearly all that others call it', () => {
  const misread = runtimeNames.filter(([, code, name]) => countriesNamed(name).join() !== code);
  expect(misread.filter(([language, code]) => language === languageOf(code))).toEqual([]);
  expect(misread.length).toBeLessThan(runtimeNames.length * 0.02);
});

it('reads names without their accents in capitals, unless they have the letters of a code', () => {
  const inCapitals = (name: string) =>
    ` ${name
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toUpperCase()} `;
  const misread = runtimeNames.filter(
    ([, , name]) => `${countriesNamed(inCapitals(name))}` !== `${countriesNamed(name)}`,
  );
  expect(new Set(misread.map(([, , name]) => name))).toEqual(new Set(['Áo', 'Bỉ', 'Lào', 'Nga']));
});
