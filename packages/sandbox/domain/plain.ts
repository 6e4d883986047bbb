/** Texts, what is in them, joining and searching; objects as a whole. */

/** True for a text with a control character: a tab and the end of a line are none. */
export const hasControl = (text: string): boolean => /(?![\t\n\v\f\r\x85])\p{Cc}/u.test(text);

/** True for a text that shows nothing. */
export const isBlank = (text: unknown): boolean =>
  typeof text !== 'string' || !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text);

/** Joins the non-empty parts. */
export const joined = (between: string, parts: unknown[]): string =>
  parts.filter(Boolean).join(between);

/** Letters without a base letter -> their usual spelling without accents. */
const typed: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** For searches: ignores accents, capitals and repeated blanks, so `Łódź` equals `lodz`. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[ßæœøłđðþı]/g, (letter) => typed[letter]!);

/** The value in a text of JSON; undefined for any other text. */
export function parsed(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with the same keys and other values. */
export const mapValues = <Value, Made>(
  object: Record<string, Value>,
  change: (value: Value, name: string) => Made,
): Record<string, Made> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
