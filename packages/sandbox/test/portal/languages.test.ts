/** A language is one file, with the keys and places of the English one. */
import { readdirSync, readFileSync } from 'node:fs';

import { filled, texts, typeName } from '../../portal/texts.ts';

const folder = 'packages/sandbox/languages';
const languages = readdirSync(folder).map((file) => file.replace('.json', ''));

/** Each text by its path, with its places: `errors.missing` -> `{label}`. */
function placesOf(part: object, path = ''): [path: string, places: string][] {
  return Object.entries(part).flatMap(([key, text]: [string, object | string]) =>
    typeof text === 'string'
      ? [[path + key, (text.match(/\{\w+\}/g) ?? []).sort().join(' ')]]
      : placesOf(text, `${path}${key}.`),
  );
}
const read = (lang: string) =>
  new Map(placesOf(JSON.parse(readFileSync(`${folder}/${lang}.json`, 'utf8')) as object));
const model = read('en');

it.each(languages)('%s is whole', (lang) => {
  const own = read(lang);
  const wrong = [...new Set([...model.keys(), ...own.keys()])].filter(
    (path) => own.get(path) !== model.get(path),
  );
  // As a text, because Jest shortens long lists.
  expect(wrong.map((path) => `${folder}/${lang}.json: ${path}`).join('\n')).toBe('');
});

it('has a text of each language', () =>
  expect(Object.keys(texts).sort()).toEqual([...languages].sort()));

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
