/** Letters to clients, in each language of languages/. */
import countries from 'i18n-iso-countries/index.js';

import { letters, type Language } from './languages.ts';

const { en } = letters;
/** A letter is a subject and its paragraphs; the other entries are words. */
export type LetterKind = {
  [Key in keyof typeof en]: (typeof en)[Key] extends string ? never : Key;
}[keyof typeof en];
export const letterKinds = Object.keys(en).filter(
  (key) => typeof en[key as 'link'] === 'object',
) as LetterKind[];

/** The values of a letter. */
interface LetterValues {
  /** The first name of a person; empty for a business. */
  name?: string;
  link?: string;
  /** What is needed, and until when. */
  reason?: string;
}

export const isLanguage = (text: unknown): text is Language =>
  typeof text === 'string' && Object.hasOwn(letters, text);

/** The main language of a country, by its code; English if there are no letters in it. */
export function languageOf(country: string | null | undefined): Language {
  const code = country?.length === 3 ? countries.alpha3ToAlpha2(country.toUpperCase()) : country;
  if (!code || !/^[a-z]{2}$/i.test(code)) return 'en';
  const { language } = new Intl.Locale(`und-${code}`).maximize();
  return isLanguage(language) ? language : 'en';
}

/** A text with its values. An empty value also removes the space in front of it. */
const filled = (text: string, values: LetterValues): string =>
  text.replace(/( ?)\{(\w+)\}/g, (_, space: string, name: string) => {
    const value = values[name as keyof LetterValues];
    return value ? space + value : '';
  });

/** "We need this by 6 May 2031.", in the language of the letter. */
export const dueSentence = (date: string, lang: Language): string =>
  letters[lang].due.replace('{date}', () => date);

/** A letter as paragraphs, without a signature. A paragraph without its value is left out. */
export function writeLetter(kind: LetterKind, lang: Language, values: LetterValues) {
  const { hello, thanks } = letters[lang];
  const { subject, text } = letters[lang][kind];
  const paragraphs = [hello, ...text, thanks].map((part) => filled(part, values)).filter(Boolean);
  return { subject: filled(subject, values), paragraphs };
}
