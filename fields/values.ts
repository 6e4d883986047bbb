/**
 * From what Zapier hands over (mostly text) to the values the service expects. A value is either
 * read as meant or refused by the label of its field; nothing is dropped.
 */
import { isRecord } from '../client/answer.ts';
import { halt } from '../client/errors.ts';
import { ExactNumber, isDeeperThan, parseExact, type JsonProblem } from '../client/json.ts';
import { readDate } from './dates.ts';
import { excerpt } from '../service/excerpt.ts';

/** The input of a step, or those of its fields that are read. What they hold is known once it is read. */
export type Input<Key extends string = string> = { [K in Key]?: unknown };

const excerptOf = (value: unknown): string => {
  const isText = typeof value === 'string' || isDeeperThan(deepest, value);
  const text = isText ? String(value) : (JSON.stringify(value) ?? '');
  return excerpt(text);
};

/** True for what a user left empty. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && !value.trim());

/** Objects and lists within each other deeper than anyone means. */
const deepest = 50;

const tooDeep = (label: string) => halt(`${label} is nested too deeply. {{Map}} a simpler value.`);
const twice = (label: string, name: string) =>
  halt(`${label}: the name "${excerptOf(name)}" is there twice. Keep one of the two.`);

/** The first number in a value that was rounded. */
const roundedIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.values(value).map(roundedIn).find(Boolean)
    : isRounded(value) && value;

/**
 * JSON a user gave as text or Zapier as an object.
 * @throws HaltedError when it is nested too deeply, or holds a number that was rounded.
 */
export function structured(value: unknown, label: string): unknown {
  if (isDeeperThan(deepest, value)) throw tooDeep(label);
  const lost = roundedIn(value);
  if (lost) throw rounded(lost, label);
  return value;
}

/**
 * The JSON in a text, numbers as they were written; undefined where it is none.
 * @throws HaltedError where a name is there twice, as one of its values would be lost.
 */
export function jsonIn(text: string, label: string): unknown {
  try {
    return parseExact(text);
  } catch (error) {
    const name = (error as JsonProblem).twice;
    throw name === undefined ? tooDeep(label) : twice(label, name);
  }
}

/** The parts of a value that came as a list; a text with a JSON list in it is one too. */
export function partsOf(value: unknown, label: string): unknown[] {
  const list =
    typeof value === 'string' && /^\s*\[.*\]\s*$/s.test(value) ? jsonIn(value, label) : undefined;
  const parts = Array.isArray(list) ? list : [value].flat();
  return (structured(parts, label) as unknown[]).filter((part) => !isEmpty(part));
}

/** A number that JavaScript cannot hold, so that its last digits may be others. */
const isRounded = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
const rounded = (value: unknown, label: string) =>
  halt(
    `${label}: ${excerptOf(value)} is too long for a number, so its last digits may have changed. {{Map}} it as text.`,
  );

/** One value without parts as text. @throws HaltedError for an object, and a number that was rounded. */
function plain(value: unknown, label: string): string {
  if (isRounded(value)) throw rounded(value, label);
  if (typeof value === 'object' && !(value instanceof ExactNumber)) {
    throw halt(`${label} is a group of values, not a text. {{Map}} a single value of it.`);
  }
  return String(value).trim();
}

/**
 * Trimmed text, such as the ID of a case; undefined where the field was left empty.
 * @throws HaltedError for a list of several.
 */
export function toId(value: unknown, label: string): string | undefined {
  const parts = Array.isArray(value) ? partsOf(value, label) : [value];
  if (parts.length > 1) {
    throw halt(`${label} has ${parts.length} values: ${excerptOf(parts)}. {{Map}} a single one.`);
  }
  const [part] = parts;
  return isEmpty(part) ? undefined : plain(part, label);
}

/** A reference: in composed letters, so that the same one is the same text. */
export const toReference = (value: unknown, label: string): string | undefined =>
  toId(value, label)?.normalize('NFC');

/** The text of a required field. @throws HaltedError naming the field when it is empty. */
export function required<T>(value: T | undefined, label: string): T {
  if (value === undefined) {
    throw halt(`${label} is empty. Fill it in or {{map}} it from {{earlier_step}}.`);
  }
  return value;
}

/** One of a few words. @throws HaltedError for another one. */
export function toOneOf<const Value extends string>(
  value: unknown,
  label: string,
  choices: readonly Value[],
): Value | undefined {
  const text = toId(value, label)?.toLowerCase();
  const choice = choices.find((one) => one === text);
  if (text === undefined || choice) return choice;
  throw halt(`${label} must be one of: ${choices.join(', ')}.`);
}

/** `true`, "yes", "1", … @throws HaltedError for anything else that is not empty. */
export function toBoolean(value: unknown, label: string): boolean | undefined {
  const text = toId(value, label)?.toLowerCase();
  if (text === undefined) return undefined;
  if (/^(true|t|yes|y|on|1)$/.test(text)) return true;
  if (/^(false|f|no|n|off|0)$/.test(text)) return false;
  throw halt(`${label}: "${excerptOf(text)}" is neither yes nor no.`);
}

/**
 * A date as `YYYY-MM-DD`.
 * @throws HaltedError when it is no date, or day and month cannot be told apart.
 */
export function toDate(value: unknown, label: string): string | undefined {
  const text = toId(value, label);
  if (text === undefined) return undefined;
  const date = readDate(text);
  if (!date)
    throw halt(`${label}: "${excerptOf(text)}" is not a clear date. Write it like 2024-05-31.`);
  return date;
}

/** A thousand, or one? Some write "12.345" for the one, others for the other. */
const isUnclear = (text: string) => /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text);

/**
 * "1250.5" or "12,5" as a number; more digits than a number holds are kept.
 * @throws HaltedError for what is none, and for the text "1,000" or "1.234", which can be read in two
 * ways.
 */
export function toNumber(value: unknown, label: string): number | ExactNumber | undefined {
  if (value instanceof ExactNumber) return value;
  const text = toId(value, label);
  if (text === undefined) return undefined;
  const digits = text.replace(',', '.');
  if (!/^-?\d+(\.\d+)?$/.test(digits) || (isUnclear(text) && typeof value !== 'number')) {
    throw halt(`${label}: "${excerptOf(text)}" is not a clear number. Write it like 1250.5.`);
  }
  return digits.replace(/\D/g, '').length > 15 ? new ExactNumber(digits) : Number(digits);
}

/**
 * "12,5 %" -> 12.5. @throws HaltedError outside 0 to 100, for "1,000", which is a thousand, and for
 * "0.25" without a sign, which a spreadsheet writes for 25 %.
 */
export function toPercentage(value: unknown, label: string): number | undefined {
  const text = toId(value, label);
  if (text === undefined) return undefined;
  const isThousands = /^[1-9]\d{0,2},\d{3}\b/.test(text);
  const number =
    !isThousands && /^\d{1,3}([.,]\d+)?\s*%?$/.test(text)
      ? Number(text.replace(/\s*%$/, '').replace(',', '.'))
      : NaN;
  if (number > 0 && number <= 1 && !text.endsWith('%')) {
    throw halt(
      `${label}: "${excerptOf(text)}" may be ${number} % or a part of one, ${Number((number * 100).toPrecision(12))} %. Write it with the percent sign.`,
    );
  }
  if (number >= 0 && number <= 100) return number;
  throw halt(`${label}: "${excerptOf(text)}" is not a percentage between 0 and 100.`);
}

/** `DIRECTOR`, `in_review`, `62.01` and the like: commas between such are never part of a name. */
const code = /^([A-Z][A-Z0-9_]*|[A-Za-z0-9]+([._][A-Za-z0-9]+)+)$/;

/** The parts of one text: between semicolons, as HubSpot has them, else between commas. */
function split(text: string): string[] {
  const separator = /[;\n]/.test(text) ? /[;\n]/ : /,/;
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
}

/**
 * The values of a list field: a list as its parts, a text as what stands between its commas or
 * semicolons. In a list `Director, Finance` is one value, `UBO,SHAREHOLDER` are two.
 */
export function toList(value: unknown, label: string): string[] {
  const parts = partsOf(value, label).map((part) => plain(part, label));
  const isText = typeof value === 'string' && parts[0] === value.trim();
  // The editor makes a list of one of what is mapped into a single line, as HubSpot writes several.
  const isLine = parts.length === 1 && /[;\n]/.test(parts[0]!);
  return parts.flatMap((part) => {
    const pieces = split(part);
    return isText || isLine || pieces.every((piece) => code.test(piece)) ? pieces : [part];
  });
}

/**
 * The type a value had in the CRM: numbers, booleans and lists come as text out of Zapier.
 * "007", "+33 1" and numbers too long to be exact stay text, and so does all in double quotes.
 */
export function toTyped(value: unknown, label = 'Value'): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^-?\d+(\.\d+)?$/.test(text) && String(Number(text)) === text) return Number(text);
  return /^(\[.*\]|\{.*\}|".*")$/s.test(text) ? (jsonIn(text, label) ?? value) : value;
}

/** How the values of pairs are read, where not as the type they look like. */
type ReadPair = (value: unknown, label: string) => unknown;

/**
 * Key–value pairs of a dictionary field with their types; a JSON object as text is one too.
 * Undefined where there are none. @throws HaltedError for anything else, and for names that differ
 * by blanks only. `nulls`: a null that somebody wrote is a value or refused; one that came as a
 * value is what an empty one arrives as.
 */
export function toPairs(
  value: unknown,
  label: string,
  read: ReadPair = toTyped,
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
        `${label}: "${excerptOf(name)}" is null. Leave it out; Clear Fields of {{update_case}} empties it. The word itself goes into double quotes.`,
      );
    }
    const isLeftEmpty = isEmpty(item) && !(nulls === 'keep' && item === null);
    const typed = isLeftEmpty ? undefined : structured(read(item, label), label);
    if (typed === undefined) continue;
    const key = name.trim();
    if (!key) throw halt(`${label}: the value "${excerptOf(item)}" has no name.`);
    if (pairs.has(key)) throw twice(label, key);
    pairs.set(key, typed);
  }
  // fromEntries defines own properties, so a key such as __proto__ stays a plain key.
  return pairs.size ? Object.fromEntries(pairs) : undefined;
}

/**
 * The lines of a group of fields that can be filled in several times, with their numbers; lines left
 * empty are dropped. @throws HaltedError for what is no line.
 */
export function toLines(value: unknown, label: string): { line: Input; number: number }[] {
  const lines = typeof value === 'string' ? (jsonIn(value, label) ?? value) : value;
  if (isEmpty(lines)) return [];
  return [lines].flat().flatMap((line, index) => {
    if (!isRecord(line)) {
      throw halt(
        `${label}, line ${index + 1}: "${excerptOf(line)}" is not a line with fields. {{Map}} the fields one by one.`,
      );
    }
    return Object.values(line).every(isEmpty) ? [] : [{ line, number: index + 1 }];
  });
}

/** A web address. @throws HaltedError when it is not one a browser can be sent to. */
export function toUrl(value: unknown, label: string): string | undefined {
  const text = toId(value, label);
  if (text === undefined) return undefined;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw halt(`${label}: "${excerptOf(text)}" is not a web address. Start it with https://.`);
}

/** The object without its undefined values; undefined where nothing is left. */
export function filled<T extends object>(object: T): T | undefined {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return entries.length ? (Object.fromEntries(entries) as T) : undefined;
}
