/**
 * Countries as CRMs and registers write them: the code that is sent, or the message. The names come
 * from lists that nobody here wrote: those of ISO 3166-1, and of the runtime (CLDR).
 */
import isoNames from 'country-list/data.json' with { type: 'json' };

import { openCore, refusal } from '../../support/core.ts';
import { alpha2Codes, alpha3Of, countriesNamed } from '../../../service/countries.ts';
import { toCountries, toCountry } from '../../../fields/kinds/country.ts';

const sentFor = (value: unknown) => toCountry(value, 'Country');

it.each([
  ['France', 'FRA'],
  [['FR'], 'FRA'],
  ['Espagne', 'ESP'],
  ['USA', 'USA'],
  ['U.S.A.', 'USA'],
  ['U.S.', 'USA'],
  ['UK', 'GBR'],
  ['Great Britain', 'GBR'],
  ['Czech Republic', 'CZE'],
  ["Côte d'Ivoire", 'CIV'],
  ['Cote d’Ivoire', 'CIV'],
  ['Turkey', 'TUR'],
  ['NA', 'NAM'],
  ['The Netherlands', 'NLD'],
  ['Congo - Kinshasa', 'COD'],
  ['Republic of the Congo', 'COG'],
  ['', undefined],
  // Parts, short and former names.
  ['England', 'GBR'],
  ['Scotland', 'GBR'],
  ['Wales', 'GBR'],
  ['Northern Ireland', 'GBR'],
  ['Angleterre', 'GBR'],
  ['Republic of Ireland', 'IRL'],
  ['Holland', 'NLD'],
  ['Bosnia', 'BIH'],
  ['Bosnia-Herzegovina', 'BIH'],
  ['Macedonia', 'MKD'],
  ['Macau', 'MAC'],
  ['Holy See', 'VAT'],
  ['Burma', 'MMR'],
  ['East Timor', 'TLS'],
  // Long forms.
  ["Democratic People's Republic of Korea", 'PRK'],
  ['Kingdom of Denmark', 'DNK'],
  ['Federal Republic of Germany', 'DEU'],
  // Own names; each country's in its first language is tested below.
  ['België', 'BEL'],
  ['Schweiz', 'CHE'],
  ['Niemcy', 'DEU'],
  // Nationalities.
  ['British', 'GBR'],
  ['French', 'FRA'],
  ['Française', 'FRA'],
  ['German', 'DEU'],
  ['Deutsch', 'DEU'],
  ['Española', 'ESP'],
  ['Nigerian', 'NGA'],
  ['Nigerien', 'NER'],
])('sends %j as %s', (written, sent) => expect(sentFor(written)).toBe(sent));

const unknown = 'is not a country';
const several = 'may be';
it.each<[unknown, string]>([
  ['Atlantis', unknown],
  ['XX', unknown],
  ['ZZZ', unknown],
  ['n.a.', unknown],
  ['N.A.', unknown],
  ['na', unknown],
  ['n/a', unknown],
  ['I.T.', unknown],
  ['Republic of', unknown],
  ['Congo', several],
  ['Kongo', several],
  ['Korea', several],
  ['Virgin Islands', several],
  ['Congolese', several],
  ['Dominican', several],
  ['Republic of China', several],
  [['FR', 'DE'], 'has 2 values'],
  [{}, 'is a group of values'],
])('refuses %j', async (written, message) => {
  const shown = await refusal(() => sentFor(written));
  expect(shown).toMatch(/^Country/);
  expect(shown).toContain(message);
});

it('says which countries a name may mean', () => {
  expect(() => sentFor('Congo')).toThrow(
    'Country: "Congo" may be Republic of the Congo (CG) or Democratic Republic of the Congo (CD). Use the code of the country that you mean.',
  );
});

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

  it.each(['XK', 'XKK', 'XKX', 'xkx', 'Kosovo', 'Kosovë'])('is XKX for %s', async (country) => {
    const business = { organization_name: 'Lumen', country: 'XKX' };
    service.serve({ 'POST /api/applications': [201, { application_id: 'app_1', business }] });
    const input = { subject: 'business', organization_name: 'Lumen', country };
    const made = await perform('create_case', input);
    expect(sent('POST /api/applications')).toEqual({ business });
    expect(made).toMatchObject({ business: { country: 'XKX', country_name: 'Kosovo' } });
  });

  it.each(['XK', 'XKK'])('is what a service shows as %s', async (country) => {
    const business = { organization_name: 'Lumen', country };
    service.serve({ 'POST /api/applications': [201, { application_id: 'app_1', business }] });
    const input = { subject: 'business', organization_name: 'Lumen', country: 'XKX' };
    expect(await perform('create_case', input)).toMatchObject({
      not_taken: [],
      business: { country, country_name: 'Kosovo' },
    });
  });
});

it('reads every code in both forms', () => {
  for (const code of alpha2Codes) {
    for (const text of [code, code.toLowerCase(), alpha3Of(code)!.toLowerCase()]) {
      expect([text, countriesNamed(text)]).toEqual([
        text,
        code === 'NA' && text === 'na' ? [] : [code],
      ]);
    }
  }
});

it('reads the names of ISO 3166-1 in each of their spellings', () => {
  const brackets = /^(.+) \((.+?)\)( \[.+\])?$/;
  const misread = isoNames.flatMap(({ code, name: marked }) => {
    // The list has an asterisk for a note.
    const name = marked.replace('*', '');
    return [name, name.replace(brackets, '$1, $2'), name.toUpperCase()]
      .map((spelling) => [spelling, countriesNamed(spelling).join()])
      .filter(([, found]) => found !== code);
  });
  // Two countries are called so, whatever ISO says.
  const congo = ['Congo (the)', 'Congo, the', 'CONGO (THE)'];
  expect(misread).toEqual(congo.map((name) => [name, 'CG,CD']));
});

it('reads what each country calls itself', () => {
  const misread = alpha2Codes.flatMap((code) => {
    const { language } = new Intl.Locale(`und-${code}`).maximize();
    const name = new Intl.DisplayNames([language], { type: 'region' }).of(code)!;
    return countriesNamed(name).join() === code ? [] : [[code, name]];
  });
  expect(misread).toEqual([]);
});

it('takes no country for another one, in any language the runtime knows', () => {
  const meanings = new Map<string, Set<string>>();
  const languages =
    'en fr de es it nl pl pt sv da fi cs el hu ro tr lt hr uk zh ja ko ar hi th'.split(' ');
  for (const language of languages) {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    for (const code of alpha2Codes) {
      const name = names.of(code)!;
      meanings.set(name, (meanings.get(name) ?? new Set()).add(code));
    }
  }
  let read = 0;
  const misread = [...meanings].filter(([name, meant]) => {
    const found = countriesNamed(name);
    if (found.length === 1) read++;
    const bare = name.normalize('NFD').replace(/\p{M}/gu, '');
    const written = countriesNamed(` ${bare.toUpperCase()} `);
    const isOther = found.length === 1 && [...meant].join() !== found[0];
    return isOther || written.join() !== found.join();
  });
  expect(misread).toEqual([]);
  expect(read).toBeGreaterThan(meanings.size * 0.98);
});
