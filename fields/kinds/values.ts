/** The platform's input, mostly text, as values: each is read as meant, or refused by its label. */
import { isRecord } from '../../client/basics/json.ts';
import { halt } from '../../client/basics/errors.ts';
import { damageOf, type Place } from './damage.ts';
import { birthDateProblem, parseDate, pastDateProblem, unclearDate } from './dates.ts';
import { checkStructure, excerptOf, isRounded, jsonIn, tooLong, twice } from './json.ts';
import { excerpt } from '../../service/excerpt.ts';

/** The input of a step, or the part that a function reads: untyped until it is parsed. */
export type Input<Key extends string = string> = { [K in Key]?: unknown };

/** A character that people see. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** True if the user left it empty. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && !visible.test(value));

/** True for one value, whatever its type: a text from a CRM may be a number elsewhere. */
export const isSame = (one: unknown, other: unknown): boolean =>
  typeof one === 'object' || typeof other === 'object'
    ? JSON.stringify(one) === JSON.stringify(other)
    : String(one) === String(other);

/** What a text of JSON holds, where numbers keep their digits; any other value itself. */
export const unpacked = (value: unknown, label: string): unknown =>
  typeof value === 'string' && /^\s*(\[.*\]|\{.*\}|".*")\s*$/s.test(value)
    ? (jsonIn(value, label, String) ?? value)
    : value;

/** The entries of a list, or of a JSON list in a text. */
export function entriesOf(value: unknown, label: string): unknown[] {
  const parts = checkStructure([unpacked(value, label)].flat(), label) as unknown[];
  return parts.filter((part) => !isEmpty(part));
}

/** @throws a halt for a text that a spreadsheet or program left in place of a value. */
function checkText(text: string, label: string, place: Place = 'text'): string {
  const damage = damageOf(text, place);
  if (damage) throw halt(`${label}: "${excerpt(text)}" ${damage}`);
  return text;
}

/** A single value as text. @throws a halt for an object, a rounded number, and a damaged text. */
function toText(value: unknown, label: string): string {
  if (isRounded(value)) throw tooLong(label, String(value));
  if (typeof value === 'object') {
    const keys = isRecord(value)
      ? excerpt(Object.keys(value).join(', ') || 'empty')
      : excerptOf(value);
    throw halt(`${label} is a group of values (${keys}). {{Map}} a single value of it.`);
  }
  return checkText(String(value).trim(), label);
}

/** A single trimmed text; undefined for an empty field. @throws a halt for several values. */
export function toSingle(value: unknown, label: string): string | undefined {
  const parts = Array.isArray(value) ? entriesOf(value, label) : [value];
  if (parts.length > 1) {
    throw halt(`${label} has ${parts.length} values: ${excerptOf(parts)}. {{Map}} a single one.`);
  }
  const [part] = parts;
  return isEmpty(part) ? undefined : toText(part, label);
}

/** A sign that nobody sees at an end; but a joiner may be a part of the last letter. */
const unseen = String.raw`(?:[\s\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|(?<!\p{M})[\u200c\u200d])`;
const unseenEnds = new RegExp(`^${unseen}+|(?<!${unseen})${unseen}+$`, 'gu');

/** The text of a field with a meaning. @throws a halt for what other tools left (damage.ts). */
export function toValue(value: unknown, label: string, place: Place = 'value'): string | undefined {
  const text = toSingle(unpacked(value, label), label);
  return text && checkText(text.replace(unseenEnds, '') || text, label, place);
}

/** A reader of a single text; it reads no empty field. */
export const ofText =
  <T>(read: (text: string, label: string, value: unknown) => T) =>
  (value: unknown, label: string): T | undefined => {
    const text = toValue(value, label);
    return text === undefined ? undefined : read(text, label, value);
  };

/** The value of a required field. @throws a halt with the label if it is empty. */
export function required<T>(value: T | undefined, label: string): T {
  if (value === undefined) {
    throw halt(`${label} is empty. Fill it in or {{map}} it from {{earlier_step}}.`);
  }
  return value;
}

/** One of a few words. @throws a halt for another word. */
export function toOneOf<const Value extends string>(
  value: unknown,
  label: string,
  choices: readonly Value[],
): Value | undefined {
  const text = toValue(value, label)?.toLowerCase();
  const choice = choices.find((one) => one.toLowerCase() === text);
  if (text === undefined || choice) return choice;
  throw halt(`${label} must be one of: ${choices.join(', ')}.`);
}

/** `true`, "yes", "1", … @throws a halt for any other text. */
export const toBoolean = ofText((text, label) => {
  const word = text.toLowerCase();
  if (/^(true|t|yes|y|on|1)$/.test(word)) return true;
  if (/^(false|f|no|n|off|0)$/.test(word)) return false;
  throw halt(`${label}: "${excerpt(word)}" is neither yes nor no.`);
});

/** A date as `YYYY-MM-DD`. @throws a halt for an invalid or ambiguous date. */
export const toDate = ofText((text, label) => {
  const date = parseDate(text);
  if (date) return date;
  throw halt(`${label}: "${excerpt(text)}" ${unclearDate(text)} Write it like 2024-05-31.`);
});

/** A reader of dates without those that have a problem. */
const dateWithout =
  (problemOf: (date: string) => string | undefined) => (value: unknown, label: string) => {
    const date = toDate(value, label);
    const problem = date && problemOf(date);
    if (problem) throw halt(`${label}: ${date} ${problem}. Correct it, or leave the field empty.`);
    return date;
  };
/** A date of birth. @throws a halt, too, for a day on which nobody alive was born. */
export const toBirthDate = dateWithout(birthDateProblem);
/** A date that has come. @throws a halt, too, for a day in the future or of another calendar. */
export const toPastDate = dateWithout(pastDateProblem);

/** "1250.5" or "12,5" -> a number. @throws a halt for a too long or an unclear one: "1,000". */
export const toNumber = ofText((text, label, value) => {
  const digits = text.replace(',', '.');
  // "12.345" is a thousand in some countries and a decimal in others.
  const isUnclear = typeof value !== 'number' && /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text);
  if (isUnclear || !/^-?\d+(\.\d+)?$/.test(digits)) {
    throw halt(`${label}: "${excerpt(text)}" is not a clear number. Write it like 1250.5.`);
  }
  const isExact = digits.replace(/\D/g, '').length < 16 || String(Number(digits)) === digits;
  if (!isExact) throw tooLong(label, text);
  return Number(digits);
});

/** "12,5 %" -> 12.5. @throws a halt outside 0 to 100, and for the unclear "1,000" and "0.25". */
export const toPercentage = ofText((text, label) => {
  // With a percent sign, "33,333" is no thousand.
  const isShare = /^(?![1-9]\d{0,2},\d{3}$)\d{1,3}([.,]\d+)?\s*%?$/.test(text);
  const number = isShare ? Number(text.replace('%', '').replace(',', '.')) : NaN;
  if (number > 0 && number <= 1 && !text.endsWith('%')) {
    throw halt(
      `${label}: "${excerpt(text)}" may be ${number} % or ${Number((number * 100).toPrecision(12))} %. Multiply a part of one by 100, or write the percent sign behind it.`,
    );
  }
  if (number >= 0 && number <= 100) return number;
  throw halt(`${label}: "${excerpt(text)}" is not a percentage between 0 and 100.`);
});

/** `DIRECTOR`, `in_review`, `62.01`: a comma between such codes is never part of a name. */
const listCode = /^([A-Z][A-Z0-9_]*|[A-Za-z0-9]+([._][A-Za-z0-9]+)+)$/;

/** The parts of a text: split at semicolons, as HubSpot writes them, else at commas. */
function split(text: string): string[] {
  const separator = /[;\n]/.test(text) ? /[;\n]/ : /,/;
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
}

/**
 * The values of a list field: the entries of a list, or the parts of a text. As an entry,
 * `Director, Finance` is one value and `UBO,SHAREHOLDER` is two.
 */
export function toList(value: unknown, label: string): string[] {
  const entries = entriesOf(value, label);
  const parts = entries.flatMap((part) => toValue(part, label) ?? []);
  const isText = typeof value === 'string' && entries[0] === value;
  // The editor makes a list of one from a single line, in which HubSpot writes several values.
  const isLine = parts.length === 1 && /[;\n]/.test(parts[0]!);
  return parts.flatMap((part) => {
    const pieces = split(part);
    return isText || isLine || pieces.every((piece) => listCode.test(piece)) ? pieces : [part];
  });
}

/**
 * Restores the type from the CRM, because Zapier sends numbers, booleans and lists as text. "007",
 * "+33 1", numbers too long to be exact and texts in double quotes stay text.
 */
export function toTyped(value: unknown, label = 'Value'): unknown {
  if (typeof value !== 'string') return value;
  const text = checkText(value.trim(), label);
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^-?\d+(\.\d+)?$/.test(text) && String(Number(text)) === text) return Number(text);
  return /^(\[.*\]|\{.*\}|".*")$/s.test(text) ? (jsonIn(text, label) ?? value) : value;
}

/**
 * The key–value pairs of a dictionary field, or of a JSON object in a text; undefined without any.
 * `parse` reads each value; the default restores its type. `nulls` decides about a null that the user
 * wrote. A null from an earlier step is an empty value.
 * @throws a halt for another value, and for names that differ only in spaces.
 */
export function toPairs(
  value: unknown,
  label: string,
  parse: (value: unknown, label: string) => unknown = toTyped,
  nulls: 'keep' | 'drop' | 'refuse' = 'refuse',
): Record<string, unknown> | undefined {
  if (isEmpty(value)) return undefined;
  const content = typeof value === 'string' ? jsonIn(value, label) : value;
  if (!isRecord(content)) {
    throw halt(`${label} must be names with values, such as {"plan": "Premium"}.`);
  }
  const pairs = new Map<string, unknown>();
  for (const [name, item] of Object.entries(content)) {
    const isWritten = item === 'null' || (item === null && typeof value === 'string');
    if (isWritten && nulls === 'refuse') {
      throw halt(
        `${label}: "${excerpt(name)}" is null. Leave it out, or empty the field with Clear Fields of {{update_case}}. To send the word null, write "null" with its quotes.`,
      );
    }
    const isLeftEmpty = isEmpty(item) && !(nulls === 'keep' && item === null);
    const typed = isLeftEmpty ? undefined : checkStructure(parse(item, label), label);
    if (typed === undefined) continue;
    const key = name.trim();
    if (!key) throw halt(`${label}: the value "${excerptOf(item)}" has no name.`);
    if (pairs.has(key)) throw twice(label, key);
    pairs.set(key, typed);
  }
  // fromEntries defines own properties, so even __proto__ is a plain key.
  return pairs.size ? Object.fromEntries(pairs) : undefined;
}

/** A web address. @throws a halt unless it is http or https. */
export const toUrl = ofText((text, label) => {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw halt(`${label}: "${excerpt(text)}" is not a web address. Start it with https://.`);
});

/** An e-mail address. @throws a halt for a text that cannot be one. */
export const toEmail = ofText((text, label) => {
  if (/^[^\s@,;:<>"]{1,64}@[^\s@,;<>".]+(\.[^\s@,;<>".]+)+$/u.test(text)) return text;
  throw halt(
    `${label}: "${excerpt(text)}" is not an e-mail address. Write it like ana@example.com.`,
  );
});

/** The object without undefined values; undefined if nothing remains. */
export function omitEmpty<T extends object>(object: T): T | undefined {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return entries.length ? (Object.fromEntries(entries) as T) : undefined;
}
