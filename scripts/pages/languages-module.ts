/** Generates service/languages.ts from the folders of languages (`npm run docs`). */
import { readdirSync } from 'node:fs';

/** English is the model of the others, so it is first. */
const languages = () =>
  readdirSync('service/languages').sort((a, b) => Number(b === 'en') - Number(a === 'en'));

const files = { letters: 'Letters', names: 'Names' };

export function languagesModule(): string {
  const all = languages();
  const imports = Object.entries(files).flatMap(([file, name]) =>
    all.map(
      (lang) =>
        `import ${lang}${name} from './languages/${lang}/${file}.json' with { type: 'json' };`,
    ),
  );
  const table = (name: string) => `{ ${all.map((lang) => `${lang}: ${lang}${name}`).join(', ')} }`;
  return [
    '/** The folders of languages/, one per language. `npm run docs` writes this file. */',
    ...imports,
    '',
    '/** The texts of the letters to clients. */',
    `export const letters = ${table('Letters')};`,
    `export type Language = keyof typeof letters;`,
    '',
    '/** The names of fields and documents, for letters. */',
    `export const names = ${table('Names')};`,
    '',
  ].join('\n');
}
