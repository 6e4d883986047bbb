/** The texts for clients in each language, the language of a request, and the formats of numbers. */

import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

import { alpha2Codes, alpha2Of } from '../../../service/countries.ts';
import { mapValues } from '../domain/plain.ts';
import en from '../languages/en.json' with { type: 'json' };
import fr from '../languages/fr.json' with { type: 'json' };
import type { Kind } from '../domain/case.ts';

/** The texts of a language. */
export type Texts = typeof en;

const files = { en, fr };
export type Language = keyof typeof files;
/** The texts of each language, by its code. English is the model of the others. */
export const texts: Record<Language, Texts> = files;

export const isLanguage = (text: unknown): text is Language =>
  typeof text === 'string' && Object.hasOwn(texts, text);

/** The languages by their own names. */
export const languages = mapValues(texts, (_, lang) => {
  const name = new Intl.DisplayNames([lang], { type: 'language' }).of(lang)!;
  return name.charAt(0).toLocaleUpperCase(lang) + name.slice(1);
}) as Record<Language, string>;

/** The format of numbers and dates in a language. */
export const localeOf = (lang: Language): string => (lang === 'en' ? 'en-GB' : lang);

/** The text of a key, else the key itself: roles and documents may be free text. */
export const textOf = (of: Record<string, string>, key: string): string =>
  Object.hasOwn(of, key) ? of[key]! : key;

/** Fills in the places of a message. @throws Error for a place without a value. */
export const filled = (message: string, values: Record<string, string | number>): string =>
  message.replace(/\{(\w+)\}/g, (place, name: string) => {
    if (!Object.hasOwn(values, name)) throw new Error(`“${message}” has no value for ${place}.`);
    return String(values[name]);
  });

/** The label of a field: its own, else that of its name. */
export const labelOf = (
  { name, label }: { name: string; label?: string },
  lang: Language,
): string => label ?? textOf(texts[lang].labels, name);

/** A percentage, `33.3` -> "33.3%". */
export const percent = (value: number, lang: Language): string =>
  new Intl.NumberFormat(localeOf(lang), { style: 'percent', maximumFractionDigits: 4 }).format(
    value / 100,
  );

/**
 * The name of a kind of document. A kind that is only in the API becomes words: `BANK_STATEMENT` is
 * "Bank statement".
 */
export function typeName(type: string, lang: Language): string {
  const { types } = texts[lang];
  if (Object.hasOwn(types, type)) return textOf(types, type);
  const words = type.replaceAll('_', ' ').trim();
  const isCode = words === words.toUpperCase();
  return isCode ? words.charAt(0) + words.slice(1).toLowerCase() : words;
}

/** The names of all countries in a language. */
const regions = mapValues(
  texts,
  (_, lang) => new Intl.DisplayNames([lang], { type: 'region' }),
) as Record<Language, Intl.DisplayNames>;

/** The name of a country; another text stays as it is. */
export function countryName(code: string, lang: Language): string {
  const alpha2 = alpha2Of(code);
  return (alpha2 && regions[lang].of(alpha2)) ?? code;
}
/** All countries, code -> name. */
export function countryNames(lang: Language): [code: string, name: string][] {
  const { compare } = new Intl.Collator(lang);
  return alpha2Codes
    .map((code): [string, string] => [code, countryName(code, lang)])
    .sort(([, a], [, b]) => compare(a, b));
}

/** The one form of days and times on all pages; office.js has it for times in the reader's zone. */
const formatted = (iso: string, lang: Language, form: Intl.DateTimeFormatOptions): string =>
  Number.isNaN(Date.parse(iso))
    ? iso
    : new Intl.DateTimeFormat(localeOf(lang), {
        dateStyle: 'long',
        timeZone: 'UTC',
        ...form,
      }).format(new Date(iso));

/** A date of a form (`2024-05-31`) or a moment, in words. */
export const dateInWords = (iso: string, lang: Language): string => formatted(iso, lang, {});

/** A day with its time in UTC. */
export const momentInWords = (iso: string, lang: Language): string =>
  `${formatted(iso, lang, { timeStyle: 'medium' })} UTC`;

/**
 * The requested language, else the one of an earlier request, else the browser's. Programs have
 * none.
 */
export function preferredLanguage(c: Context): Language | undefined {
  const browser = (c.req.header('accept-language') ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase());
  return [c.req.query('lang'), getCookie(c, 'lang'), ...browser].find(isLanguage);
}

/** The language of a page. A cookie keeps a requested language for later pages. */
export function languageOf(c: Context): Language {
  const requested = c.req.query('lang');
  if (isLanguage(requested))
    setCookie(c, 'lang', requested, { path: '/portals', sameSite: 'Lax', maxAge: 365 * 24 * 3600 });
  return preferredLanguage(c) ?? 'en';
}

export const kindOf = (value: unknown): Kind => (value === 'business' ? 'business' : 'person');
