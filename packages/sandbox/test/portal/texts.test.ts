/** A language of the portal: its sizes, its kinds of documents and its messages. */
import { filled } from '../../portal/messages.ts';
import { sizeInWords, typeName } from '../../portal/texts.ts';

/** Spaces that keep a number and its unit on one line, as plain ones. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

it.each([
  ['en', 1, '1 kB'],
  ['fr', 1025, '2 ko'],
  ['fr', 1.5 * 1024 * 1024, '1,5 Mo'],
  ['en', 1023 * 1024 + 1, '1 MB'],
] as const)('writes the size of a file in %s: %d bytes', (lang, bytes, size) =>
  expect(plain(sizeInWords(bytes, lang))).toBe(size),
);

it.each([
  ['ID', 'fr', 'Pièce d’identité'],
  ['PROOF_OF_FUNDS', 'en', 'Proof of funds'],
  ['proof of funds', 'en', 'proof of funds'],
  ['Kbis', 'fr', 'Kbis'],
  ['toString', 'en', 'toString'],
] as const)('names the kind of document %s in %s', (type, lang, name) =>
  expect(typeName(type, lang)).toBe(name),
);

it('fills in the values of a message, and never leaves one out', () => {
  expect(filled('{a} of {b}', { a: 1, b: '{a}' })).toBe('1 of {a}');
  expect(() => filled('{label} is missing', {})).toThrow('{label}');
});
