/** A language of the portal: its kinds of documents and its messages. */
import { filled } from '../../portal/messages.ts';
import { typeName } from '../../portal/texts.ts';

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
