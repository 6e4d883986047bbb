/** A language of the portal: its countries, its numbers and sizes. */
import { filled } from '../../portal/messages.ts';
import {
  countryName,
  numberOf,
  percent,
  sizeInWords,
  typeName,
  languages,
} from '../../portal/texts.ts';

/** Spaces that keep a number and its unit on one line, as plain ones. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

it.each([
  ['en', '33.3%', '33.3'],
  ['fr', '33,3 %', '33,3'],
  ['de', '33,3 %', '33,3'],
  ['es', '33,3 %', '33,3'],
] as const)('writes a share in %s', (lang, share, typed) => {
  expect(plain(percent(33.3, lang))).toBe(share);
  expect(percent(33.3, lang)).not.toContain(' ');
  expect(numberOf(33.3, lang)).toBe(typed);
  expect(numberOf(1000.5, lang)).toMatch(/^1000[.,]5$/);
});

it.each([
  ['en', 1, '1 KB'],
  ['fr', 1, '1 Ko'],
  ['fr', 1025, '2 Ko'],
  ['fr', 1.5 * 1024 * 1024, '1,5 Mo'],
  ['de', 1.5 * 1024 * 1024, '1,5 MB'],
  ['es', 1023 * 1024 + 1, '1 MB'],
] as const)('writes the size of a file in %s: %d bytes', (lang, bytes, size) =>
  expect(plain(sizeInWords(bytes, lang))).toBe(size),
);

it.each([
  ['ID', 'de', 'Ausweis'],
  ['PASSPORT', 'fr', 'Passeport'],
  ['BANK_STATEMENT', 'es', 'Extracto bancario'],
  ['PROOF_OF_FUNDS', 'en', 'Proof of funds'],
  ['proof of funds', 'en', 'proof of funds'],
  ['Kbis', 'fr', 'Kbis'],
  ['toString', 'en', 'toString'],
] as const)('names the kind of document %s in %s', (type, lang, name) =>
  expect(typeName(type, lang)).toBe(name),
);

it('names each language in itself', () =>
  expect(languages).toMatchObject({ en: 'English', fr: 'Français', de: 'Deutsch', es: 'Español' }));

it.each([
  ['FR', 'de', 'Frankreich'],
  ['FRA', 'es', 'Francia'],
  ['Atlantis', 'en', 'Atlantis'],
] as const)('names the country %s in %s', (code, lang, name) =>
  expect(countryName(code, lang)).toBe(name),
);

it('fills in the values of a message, and never leaves one out', () => {
  expect(filled('{a} of {b}', { a: 1, b: '{a}' })).toBe('1 of {a}');
  expect(() => filled('{label} is missing', {})).toThrow('{label}');
});
