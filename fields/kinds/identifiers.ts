/**
 * Numbers and references. One that a spreadsheet destroyed, or that has a placeholder in it, would be
 * the same for many clients.
 */
import { halt } from '../../client/basics/errors.ts';
import { excerpt } from '../../service/excerpt.ts';
import { isPlaceholder } from '../../client/comparison/placeholders.ts';
import { toSingle, toValue } from './values.ts';

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A text in composed letters and without invisible signs, so that equal values are equal texts. */
const toPlain = (value: unknown, label: string): string | undefined =>
  toValue(value, label, 'number')?.normalize('NFC').replace(invisible, '').trim() || undefined;

/** How several numbers are joined, and how many digits each has: fewer may be a part of one. */
type Joint = [joint: RegExp, digits: RegExp];
const long = /(\p{Nd}\P{Nd}*){5}/u;
/** A pause for dialling, as in "+1 212 555 0100,,123", begins no second number. */
const ofPhones: Joint[] = [[/[,;\n]|\s\/\s/, long]];
const ofRegisters: Joint[] = [
  // "T 35876; F 176; S 8" is one entry, "J40 / 8302 / 1997" and "1,234,567" are one number.
  [/[;\n]/, /\p{Nd}\P{Nd}*\p{Nd}/u],
  [/,(?!\s)/, /(\p{Nd}\P{Nd}*){4}/u],
  [/,|\s\/\s/, long],
];

function numbersIn(text: string, joints: Joint[]): string[] {
  for (const [joint, digits] of joints) {
    const parts = text.split(joint);
    if (parts.length > 1 && parts.every((part) => digits.test(part))) return parts;
  }
  return [text];
}

function toNumber(value: unknown, label: string, joints: Joint[]): string | undefined {
  const plain = toPlain(value, label);
  const text = plain && toSingle(numbersIn(plain, joints), label);
  if (text === undefined || (/\p{Nd}/u.test(text) && !isPlaceholder(text))) return text;
  throw halt(
    `${label}: "${excerpt(text)}" stands in place of a number. Leave the field empty as long as there is none.`,
  );
}

/** A number of a register or an account. @throws a halt for what stands in for it, and for several. */
export const toIdentifier = (value: unknown, label: string) => toNumber(value, label, ofRegisters);
/** The same of a telephone. */
export const toPhone = (value: unknown, label: string) => toNumber(value, label, ofPhones);

/** The signs with which templates join the parts of a reference; not the one in "N/A". */
const joint = /[\p{Pd}_:;|+=~#]|\/(?!a\b)/iu;

/** A digit other than zero, or the many changes between small and capital letters of a random ID. */
const isIdentifying = (text: string): boolean =>
  /[^\P{Nd}0]/u.test(text) || (text.length >= 16 && /(\p{Ll}\p{Lu}.*){3}/u.test(text));

/** What stands in place of the ID: a placeholder, or '' for nothing; undefined beside an ID. */
function gapIn(text: string): string | undefined {
  // The signs of a web address itself join no parts.
  const bare = text.replace(/^https?:\/\/([^/]+)\/$/i, '$1').replace(/^https?:\/\//i, '');
  const parts = bare.split(joint).map((part) => part.trim());
  const isGap = (part: string) => !part || isPlaceholder(part);
  const others = parts.filter((part) => !isGap(part)).join('');
  if (!parts.some(isGap) || isIdentifying(others)) return undefined;
  return parts.find(isPlaceholder) ?? '';
}

/** An ID of the caller's own system. @throws a halt for a template whose ID was empty. */
export function toReference(value: unknown, label: string): string | undefined {
  const text = toPlain(value, label);
  if (text === undefined) return text;
  const gap = gapIn(text);
  if (gap === undefined) return text;
  const problem = gap
    ? `contains "${excerpt(gap)}" in place of an ID.`
    : 'contains no ID. The ID of the deal was empty.';
  throw halt(
    `${label}: "${excerpt(text)}" ${problem} {{Map}} the ID of the deal or client from {{earlier_step}}.`,
  );
}
