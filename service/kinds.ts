/**
 * The kinds of values, each with its schema. A field names its kind, which decides its schema,
 * input, parsing and display (fields/kinds/table.ts). CRM admins read these messages after the label of
 * the field: "Country: must be …".
 */
import * as z from 'zod/mini';

import { alpha2Codes, alpha3Codes, countriesNamed } from './countries.ts';
import { normalNumber } from './numbers.ts';

export const string = z.string('must be text');
export const text = string.check(
  z.minLength(1, 'must not be empty'),
  z.maxLength(1000, 'must not be longer than 1000 characters'),
);

const number = z.number('must be a number');

const date = z.iso.date('must be a date such as 2024-05-31');

/** ISO 3166-1 alpha-3 or alpha-2. The specification does not show the values of its enum. */
const countryCode = z.enum(
  [...alpha2Codes, ...alpha3Codes],
  'must be a country code such as FRA or FR',
);

/** "risk_level (integer enum)". */
export const riskLevels = { UNSET: -1, LOW: 0, MEDIUM: 1, HIGH: 2, FORBIDDEN: 3 } as const;

export const kinds = {
  text,
  /** Several lines of text. */
  note: text,
  /** A short text in the service's own words, such as a legal form. */
  code: text,
  /** A number in a register or of a bank account, with or without separators. */
  identifier: text,
  phone: text,
  id: text.check(z.maxLength(200, 'must not be longer than 200 characters')),
  /** An ID from the caller's own system. */
  reference: string.check(z.maxLength(255, 'must not be longer than 255 characters')),
  // zod's unicodeEmail, whose import would bring all its patterns.
  email: z.email({ pattern: /^[^\s@"]{1,64}@[^\s@]{1,255}$/u, error: 'must be an e-mail address' }),
  date,
  /** A day on which somebody alive was born. */
  birthDate: date,
  url: z.url({
    protocol: /^https?$/,
    error: 'must be a web address that starts with https://',
  }),
  boolean: z.boolean('must be true or false'),
  number,
  percentage: number.check(
    z.gte(0, 'must be between 0 and 100'),
    z.lte(100, 'must be between 0 and 100'),
  ),
  country: countryCode,
  countries: z.array(countryCode, 'must be a list of country codes'),
  list: z.array(text, 'must be a list'),
  pairs: z.record(z.string(), z.unknown(), 'must be a set of names and values'),
  riskLevel: z.literal(Object.values(riskLevels), 'must be -1, 0, 1, 2 or 3'),
} satisfies Record<string, z.ZodMiniType>;
export type Kind = keyof typeof kinds;

/** The type of a kind in a request body. */
export type ValueOf<K extends Kind> = z.infer<(typeof kinds)[K]>;

/** A text in one case, with its accents composed and without blanks around it. */
const foldText = (value: unknown): string =>
  String(value).normalize('NFC').trim().toUpperCase().normalize('NFC');

/** The number in a text; JavaScript holds all with up to 15 digits exactly. */
function digitsOf(value: unknown): string {
  const written = foldText(value);
  return /^(?=.*\d)[\d.E+-]{1,15}$/.test(written) && Number.isFinite(Number(written))
    ? String(Number(written))
    : written;
}

/** The same of a number that may have a percent sign. */
const withoutSign = (value: unknown): string => digitsOf(String(value).trim().replace(/%$/, ''));

function country(value: unknown): string {
  const [code, other] = countriesNamed(String(value));
  return code !== undefined && other === undefined ? code : foldText(value);
}

function day(value: unknown): string {
  const [, ...parts] = /^(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)(?!\d)/.exec(foldText(value)) ?? [];
  return parts.length ? parts.join('-') : foldText(value);
}

/** The digits of a telephone number, "+" before them if it has the code of its country. */
const phoneOf = (value: unknown): string =>
  String(value)
    .replace('(0)', '')
    .replace(/[^\d+]/g, '')
    .replace(/^00/, '+');

/** True for the number, without the code of its country, that ends the other one. It may begin with 0. */
function isNational(one: string, other: string): boolean {
  const local = one.replace(/^0/, '');
  const code = other.slice(0, other.length - local.length);
  return /^\d+$/.test(one) && local !== '' && other.endsWith(local) && /^\+\d{0,3}0?$/.test(code);
}

/** How the values of a kind compare; those of the others compare as texts. */
const normal: { [K in Kind]?: (value: unknown, of?: string) => string } = {
  code: (value) => normalNumber(String(value)),
  identifier: (value, of) => normalNumber(String(value), of),
  phone: phoneOf,
  date: day,
  birthDate: day,
  url: (value) => (URL.canParse(String(value)) ? new URL(String(value)).href : foldText(value)),
  number: withoutSign,
  percentage: withoutSign,
  riskLevel: (value) =>
    String((riskLevels as Record<string, number>)[foldText(value)] ?? digitsOf(value)),
  country,
  countries: country,
};

/**
 * The form that all notations of a value share: "FR", "fra" and "France" are one country.
 * @param of the alpha-2 code of the country whose number it is.
 */
export const normalOf = (kind: Kind, value: unknown, of?: string): string =>
  (normal[kind] ?? foldText)(value, of);

/** True for two notations of one value, of a number of the same country. */
export function isSame(kind: Kind, one: unknown, other: unknown, of?: string): boolean {
  const [ours, theirs] = [normalOf(kind, one, of), normalOf(kind, other, of)];
  if (ours === theirs) return true;
  return kind === 'phone' && (isNational(ours, theirs) || isNational(theirs, ours));
}
