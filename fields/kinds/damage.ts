/**
 * What spreadsheets and programs leave in place of a value. Each function returns the end of a
 * message after the quoted value, or undefined for an undamaged one.
 */

import { isDecodedWrongly, repaired } from '../../client/decoding.ts';
import { excerpt } from '../../service/excerpt.ts';
import { hasFormulaError, isFormulaError } from '../../service/formula-errors.ts';

const object = String.raw`\[object [A-Z]\w*\]`;
const isObject = new RegExp(String.raw`^${object}([,;\s]*${object})*$`);
const hasObject = new RegExp(object, 'i');

const fromFormula =
  'is the error of a spreadsheet formula. Correct the formula, or leave the field empty.';
const fromObject =
  'is what a program writes for a group of values. {{Map}} a single value of the group.';

/** The damage of any text. */
export function damageOf(text: string): string | undefined {
  const better = repaired(text);
  if (better) {
    return `was decoded in a wrong character set. It should be "${excerpt(better)}". Correct it where it comes from.`;
  }
  if (isDecodedWrongly(text)) {
    return 'has letters that were decoded in a wrong character set. Correct it where it comes from.';
  }
  if (isFormulaError.test(text)) return fromFormula;
  return isObject.test(text) ? fromObject : undefined;
}

/** "5.52101E+13", "1E+14": the first digits of a number. */
const shortened = /(?<![\p{L}\p{N}.,])\d(?:[.,]\d+E[+-]?|E\+)\d{1,3}(?![\p{L}\p{N}])/iu;
/** "55210055400013.0" */
const decimal = /(?:^|[+\p{Pd}_:/#|])\d+[.,]0{1,2}(?:$|[\p{Pd}_:/#|])/u;

/** The damage of a number or reference, also beside other text: "1.54839E+11-kyb". */
export function numberDamageOf(text: string): string | undefined {
  if (hasFormulaError.test(text)) return fromFormula;
  if (hasObject.test(text)) return fromObject;
  if (shortened.test(text)) {
    return 'looks like a number that a spreadsheet shortened. Format the column as text, and enter the whole number.';
  }
  if (decimal.test(text)) {
    return 'looks like a number that a program turned into a decimal. Format the column as text, and enter the number without its decimals.';
  }
  return undefined;
}
