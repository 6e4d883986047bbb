/** Text in UTF-8 that a program read in an older character set: "ZoÃ©" for "Zoé". */
import { isRecord } from './basics/json.ts';
import { resultOf } from './basics/errors.ts';
import type { NotTaken } from './comparison/not-taken.ts';
import type { Repair } from './exchange/run.ts';
import { excerpt } from '../service/excerpt.ts';

/** The characters of the bytes 80 to 9F in Windows-1252. In Latin-1 these are control characters. */
const high = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The byte of a character in Windows-1252 or Latin-1; a greater number for any other character. */
function byteOf(letter: string): number {
  const place = high.indexOf(letter);
  return place < 0 ? letter.codePointAt(0)! : 0x80 + place;
}

/** The text that UTF-8 makes of the bytes; undefined for other bytes. */
function inUtf8(all: number[]): string | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return resultOf(() => decoder.decode(Uint8Array.from(all)));
}

/**
 * A letter with a sign behind it as nobody writes them. Any other pair may be meant, such as the end of
 * a word before a no-break space, an ellipsis, a quotation mark, a dash or a trade mark: "CAFÉ…".
 */
const unmeant = [
  // These signs end no word: "ZoÃ©", "â‚¬". Two of them make a letter of "Nguyễn".
  /(?:[Â-ô]|[à-ô]\P{ASCII})(?![\u00a0…‘’‚“”„‹›«»–—®™])\P{ASCII}|á»\P{ASCII}/u,
  // A capital behind a small letter: "MichaÅ‚".
  /\p{Ll}[Â-Þ]\P{ASCII}/u,
  // "Ã…rhus", "MUÃ‘OZ", "LumenÂ®"; but not "IRMÃ…", "IRMÃ’S" or "MANHÃ—TARDE".
  /(?<!\p{L})[ÂÃ]\P{ASCII}|Â(?:®|\P{ASCII}\p{L})|Ã(?![\u00a0—]|’[Ss]\b)\P{ASCII}\p{L}/u,
  // A quotation mark or trade mark inside a word: "CÅ“ur", "DÄ…browski"; but not "SMÅ’s".
  /[ÄÅ][®™]\p{L}|(?<!\p{L}\p{L})[ÄÅ](?!‘s\b)[‘“‚„‹›«»]\p{Ll}|(?<=(?<!\p{L})\p{Lu})Ä…\p{Ll}/u,
];

/** Nothing but Latin letters and signs. */
const latin = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;
/** Letters of phonetic and other writing, which no name has: "BANGLADÉŠ" would have one. */
const phonetic = /[\u0240-\u1dff]/;
/** What no text has: "CAMARÂ…" would have one. */
const control = /[\u0080-\u009f]/;
/** Most texts, which need none of the patterns above. */
const ascii = /^\p{ASCII}*$/u;
const foreignLetters = /(?![A-Za-z])\p{L}/gu;

/**
 * True for letters of one kind of writing. In "CAFÉ®", which is also UTF-8, they would be of two, and
 * a capital word has no small letter.
 */
function isPlausible(before: string, after: string): boolean {
  const found = after.match(foreignLetters) ?? [];
  if (!latin.test(after)) return found.length > 1 && !/\p{Script=Latin}/u.test(after);
  const isCapital = /[A-Z]/.test(before) && !/[a-z]/.test(before);
  return !phonetic.test(after) && !(isCapital && found.some((one) => /\p{Ll}/u.test(one)));
}

/** The text as it was before a program decoded it wrongly; undefined for any other text. */
export function repaired(text: string): string | undefined {
  if (ascii.test(text) || !unmeant.some((pair) => pair.test(text))) return undefined;
  const all = [...text].map(byteOf);
  const after = all.every((byte) => byte < 256) ? inUtf8(all) : undefined;
  if (after === undefined || !isPlausible(text, after)) return undefined;
  // Two programs may have done so, one after the other.
  const result = repaired(after) ?? after;
  return control.test(result) ? undefined : result;
}

/** "Zo\ufffd", or "ZoÃ©" beside signs that no such program writes: what it was nobody can tell. */
export const isDecodedWrongly = (text: string): boolean =>
  text.includes('\ufffd') ||
  /\p{Ll}[ÂÃ](?:[\u0080-\u00bf]|$|\s)|[ÂÃ][\u0080-\u009f\u00a1-\u00bf]\p{Ll}|â€[\u0153\u2122\u02dc\u201c]/u.test(
    text,
  );

/** No input has a text deeper. */
const maxDepth = 4;

/** The input with other texts, each by its own and its path. */
export function withTexts<T>(input: T, textFor: (text: string, path: string[]) => string): T {
  const walk = (value: unknown, path: string[]): unknown => {
    if (typeof value === 'string') return textFor(value, path);
    if (path.length > maxDepth) return value;
    if (Array.isArray(value)) return value.map((one, index) => walk(one, [...path, `${index}`]));
    // A file of the platform has functions.
    if (!isRecord(value) || Object.values(value).some((one) => typeof one === 'function')) {
      return value;
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, walk(one, [...path, key])]),
    );
  };
  return walk(input, []) as T;
}

/** The output about texts that were repaired. */
export const outputOf = (repairs: Repair[]): NotTaken => ({
  not_taken: [],
  not_taken_text: [
    'A tool before this one left these values in a wrong form. They were sent repaired.',
    ...repairs.map(({ label, before, after }) => {
      const done = after ? `sent as "${excerpt(after)}"` : 'left out';
      return `${label}: "${excerpt(before)}" was ${done}.`;
    }),
  ].join('\n'),
});
