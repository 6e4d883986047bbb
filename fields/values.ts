/** From what Zapier hands over (mostly text) to the values the service expects. */
import { errors } from 'zapier-platform-core';

import { isRecord } from '../api/errors.ts';

/** The input of a step. Keys are those of its fields. */
export type Input = Record<string, unknown>;

const halt = (message: string): never => {
  throw new errors.HaltedError(message);
};

/** Trimmed text, or undefined where the field was left empty. */
export function toText(value: unknown): string | undefined {
  if (value === undefined || value === null || typeof value === 'object') return undefined;
  return String(value).trim() || undefined;
}

/** The text of a required field. @throws HaltedError naming the field when it is empty. */
export function requiredText(value: unknown, label: string): string {
  return toText(value) ?? halt(`${label} is empty. Fill it in or map it from an earlier step.`);
}

/** `true`, "yes", "1", … @throws HaltedError for anything else that is not empty. */
export function toBoolean(value: unknown, label: string): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = toText(value)?.toLowerCase();
  if (text === undefined) return undefined;
  if (/^(true|t|yes|y|on|1)$/.test(text)) return true;
  if (/^(false|f|no|n|off|0)$/.test(text)) return false;
  return halt(`${label}: "${text.slice(0, 60)}" is neither yes nor no.`);
}

const pad = (part: string) => part.padStart(2, '0');

/** Day, month and year of a date written with numbers; month first only where no day can be. */
function numericDate(text: string): string | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text);
  if (iso) return `${iso[1]}-${pad(iso[2]!)}-${pad(iso[3]!)}`;
  const other = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)/.exec(text);
  if (!other) return undefined;
  const [, first, separator, second, year] = other as unknown as string[];
  const a = Number(first);
  const b = Number(second);
  if (separator === '.' || a > 12 || a === b) return `${year}-${pad(second!)}-${pad(first!)}`;
  return b > 12 ? `${year}-${pad(first!)}-${pad(second!)}` : undefined;
}

/**
 * A date as `YYYY-MM-DD`, without moving it to another day by a time zone.
 * @throws HaltedError when it is no date, or day and month cannot be told apart.
 */
export function toDate(value: unknown, label: string): string | undefined {
  const text = toText(value);
  if (text === undefined) return undefined;
  let date = numericDate(text);
  if (!date && /^-?\d{9,13}$/.test(text)) {
    const stamp = Number(text) * (text.length > 11 ? 1 : 1000);
    date = new Date(stamp).toISOString().slice(0, 10);
  }
  if (!date && /[a-z]{3}/i.test(text) && !Number.isNaN(Date.parse(`${text} UTC`))) {
    date = new Date(Date.parse(`${text} UTC`)).toISOString().slice(0, 10);
  }
  const valid =
    date && !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().slice(0, 10) === date;
  return valid
    ? date
    : halt(`${label}: "${text.slice(0, 60)}" is not a clear date. Write it like 2024-05-31.`);
}

/** "12,5 %" -> 12.5. @throws HaltedError outside 0 to 100. */
export function toPercentage(value: unknown, label: string): number | undefined {
  const text = toText(value);
  if (text === undefined) return undefined;
  const number = Number(text.replace(/\s*%$/, '').replace(',', '.'));
  return text && number >= 0 && number <= 100
    ? number
    : halt(`${label}: "${text.slice(0, 60)}" is not a percentage between 0 and 100.`);
}

/** The values of a list field; text with commas counts as several. Empty ones are dropped. */
export function toList(value: unknown): string[] {
  return [value]
    .flat()
    .flatMap((item) => (typeof item === 'string' ? item.split(',') : [item]))
    .flatMap((item) => toText(item) ?? []);
}

/**
 * The type a value had in the CRM: numbers, booleans and lists come as text out of Zapier.
 * "007", "+33 1" and numbers too long to be exact stay text, and so does all in double quotes.
 */
export function toTyped(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^-?\d+(\.\d+)?$/.test(text) && String(Number(text)) === text) return Number(text);
  if (/^(\[.*\]|\{.*\}|".*")$/s.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      return value;
    }
  }
  return value;
}

/** Key–value pairs of a dictionary field with their types; undefined where there are none. */
export function toPairs(value: unknown): Record<string, unknown> | undefined {
  if (!isRecord(value)) return undefined;
  const pairs = Object.entries(value)
    .filter(([key, item]) => key.trim() && item !== '' && item !== null && item !== undefined)
    .map(([key, item]) => [key.trim(), toTyped(item)] as const);
  // fromEntries defines own properties, so a key such as __proto__ stays a plain key.
  return pairs.length ? Object.fromEntries(pairs) : undefined;
}

/** A web address. @throws HaltedError when it is not one a browser can be sent to. */
export function toUrl(value: unknown, label: string): string | undefined {
  const text = toText(value);
  if (text === undefined) return undefined;
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
    ? text
    : halt(`${label}: "${text.slice(0, 60)}" is not a web address. Start it with https://.`);
}

/** The object without its undefined values; undefined where nothing is left. */
export function filled<T extends object>(object: T): T | undefined {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return entries.length ? (Object.fromEntries(entries) as T) : undefined;
}
