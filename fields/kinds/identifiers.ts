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

/** The numbers of a list that a tool joined. A pause for dialling begins no second one. */
function numbersIn(text: string): string[] {
  const parts = text.split(/[,;\n]|\s\/\s/);
  return parts.every((part) => /(\p{Nd}\P{Nd}*){5}/u.test(part)) ? parts : [text];
}

/** A number of a register, an account or a telephone. @throws a halt for what stands in for it. */
export function toIdentifier(value: unknown, label: string): string | undefined {
  const plain = toPlain(value, label);
  const text = plain && toSingle(numbersIn(plain), label);
  if (text === undefined || (/\p{Nd}/u.test(text) && !isPlaceholder(text))) return text;
  throw halt(
    `${label}: "${excerpt(text)}" stands in place of a number. Leave the field empty as long as there is none.`,
  );
}

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
