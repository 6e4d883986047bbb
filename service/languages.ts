/** The folders of languages/, one per language. `npm run docs` writes this file. */
import enLetters from './languages/en/letters.json' with { type: 'json' };
import deLetters from './languages/de/letters.json' with { type: 'json' };
import esLetters from './languages/es/letters.json' with { type: 'json' };
import frLetters from './languages/fr/letters.json' with { type: 'json' };
import enNames from './languages/en/names.json' with { type: 'json' };
import deNames from './languages/de/names.json' with { type: 'json' };
import esNames from './languages/es/names.json' with { type: 'json' };
import frNames from './languages/fr/names.json' with { type: 'json' };

/** The texts of the letters to clients. */
export const letters = { en: enLetters, de: deLetters, es: esLetters, fr: frLetters };
export type Language = keyof typeof letters;

/** The names of fields and documents, for letters. */
export const names = { en: enNames, de: deNames, es: esNames, fr: frNames };
