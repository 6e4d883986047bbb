/** Texts that stand in place of a value. */

/** What people and programs write where they have no value. */
const words = new Set(
  'n/a n.a. na #n/a none null nil nan undefined unknown tbd tba tbc pending'.split(' '),
);
/** The days that software writes for an empty date. */
const days = new Set(['1900-01-01', '1970-01-01']);

/** Nothing but zeros, x's, dashes or question marks, also in groups: "000 000 000", "xx-xx". */
const filler = /^(?!x$)[\s._/()?…\p{Pd}0x]+$/iu;

/** A word in brackets or quotation marks. */
const enclosed = /^[<([{"']*([^<>()[\]{}"']+)[>)\]}"']*$/;

/** A value of which a mask hides a part: "***", "j***@", "•••". */
const mask = /\*{2,}|[•●]{2,}/;

/** True for a text that stands in place of a value, such as "N/A", "tbd", "000", "xxx" or "***". */
export function isPlaceholder(value: unknown): boolean {
  const text = String(value).trim().toLowerCase();
  const bare = enclosed.exec(text)?.[1] ?? '';
  return words.has(bare) || days.has(bare) || filler.test(text) || mask.test(text);
}
