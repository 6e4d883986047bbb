/** A language is one folder, whose files have the keys and places of the English ones. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { letters, names } from '../../service/languages.ts';

const folder = 'service/languages';
const languages = readdirSync(folder);

/** Each text by its path, with its places: `errors.missing` -> `{label}`. */
function placesOf(texts: object, path = ''): [path: string, places: string][] {
  return Object.entries(texts).flatMap(([key, text]: [string, object | string]) =>
    typeof text === 'string'
      ? [[path + key, (text.match(/\{\w+\}/g) ?? []).sort().join(' ')]]
      : placesOf(text, `${path}${key}.`),
  );
}
const read = (file: string) =>
  new Map(existsSync(file) ? placesOf(JSON.parse(readFileSync(file, 'utf8')) as object) : []);

describe.each(['letters.json', 'names.json'])('%s', (file) => {
  const model = read(`${folder}/en/${file}`);

  it.each(languages)('is whole in %s', (lang) => {
    const own = read(`${folder}/${lang}/${file}`);
    const wrong = [...new Set([...model.keys(), ...own.keys()])].filter(
      (path) => own.get(path) !== model.get(path),
    );
    // As a text, because Jest shortens long lists.
    expect(wrong.map((path) => `${folder}/${lang}/${file}: ${path}`).join('\n')).toBe('');
  });
});

it.each(Object.entries({ letters, names }))('%s has each language (npm run docs)', (_, table) =>
  expect(Object.keys(table).sort()).toEqual([...languages].sort()),
);
