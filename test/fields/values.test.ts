import { toCountry } from '../../fields/country.ts';
import { toDate, toList, toPairs, toPercentage, toTyped } from '../../fields/values.ts';

it.each([
  ['2024-05-31', '2024-05-31'],
  ['2024-05-31T23:30:00+02:00', '2024-05-31'],
  ['1990-05-31T00:00:00Z', '1990-05-31'],
  ['31.05.2024', '2024-05-31'],
  ['31/05/2024', '2024-05-31'],
  ['05/31/2024', '2024-05-31'],
  ['5/5/2024', '2024-05-05'],
  ['2024/5/1', '2024-05-01'],
  ['May 31, 2024', '2024-05-31'],
  ['31 May 2024', '2024-05-31'],
  ['1717113600', '2024-05-31'],
  ['1717113600000', '2024-05-31'],
  ['', undefined],
])('reads the date %j', (text, date) => expect(toDate(text, 'Day')).toBe(date));

it.each(['03/04/2024', '2024-02-30', '31.13.2024', 'soon', '12'])('refuses the date %j', (text) =>
  expect(() => toDate(text, 'Day')).toThrow('Day'),
);

it.each([
  ['12,5 %', 12.5],
  ['100', 100],
  [0, 0],
  ['25.00%', 25],
])('reads the percentage %j', (text, value) => expect(toPercentage(text, 'Share')).toBe(value));
it.each(['-1', '101', 'half', '1,2,3'])('refuses the percentage %j', (text) =>
  expect(() => toPercentage(text, 'Share')).toThrow('between 0 and 100'),
);

it.each([
  ['12', 12],
  ['1.5', 1.5],
  ['007', '007'],
  ['+33 1', '+33 1'],
  ['12345678901234567890', '12345678901234567890'],
  ['1.50', '1.50'],
  ['true', true],
  ['"12"', '12'],
  ['["a",1]', ['a', 1]],
  ['2024-05-31', '2024-05-31'],
  ['[broken', '[broken'],
  ['{broken}', '{broken}'],
])('types %j', (text, value) => expect(toTyped(text)).toEqual(value));

it('keeps a key such as __proto__ a plain key', () => {
  const pairs = toPairs(JSON.parse('{"__proto__": "1", "constructor": "x"}'))!;
  expect(Object.keys(pairs)).toEqual(['__proto__', 'constructor']);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

it('splits lists', () => {
  expect(toList('DIRECTOR, UBO')).toEqual(['DIRECTOR', 'UBO']);
  expect(toList(['A', '', null])).toEqual(['A']);
});

it.each([
  ['France', 'FR'],
  ['fr', 'FR'],
  ['FRA', 'FR'],
  ['Deutschland', 'DE'],
  ['Espagne', 'ES'],
  ['United States', 'US'],
  ['USA', 'US'],
  ['U.S.A.', 'US'],
  ['UK', 'GB'],
  ['Great Britain', 'GB'],
  ['Czech Republic', 'CZ'],
  ["Côte d'Ivoire", 'CI'],
  ['Cote d’Ivoire', 'CI'],
  ['Türkiye', 'TR'],
])('reads the country %s', (text, code) => expect(toCountry(text, 'Country')).toBe(code));
it.each(['Atlantis', 'XX', 'ZZZ'])('refuses the country %s', (text) =>
  expect(() => toCountry(text, 'Country')).toThrow('Country'),
);
