/**
 * Choices of dropdowns. They stand in fields that are given as functions: the editor gets them
 * ready with the form, and the platform does not copy them on each run of a step.
 */
import type { Dialect } from '../api/dialect.ts';
import { definitionDialect } from '../api/dialect-in-use.ts';

export type Choices = { value: string; sample: string; label: string }[] | Record<string, string>;

/** A choice in the form the editor keeps in order; `sample` is the platform's older name of `value`. */
export const choice = (value: string, label: string) => ({ value, sample: value, label });

const joining = /^(and|for|of|or|the|to)$/i;

/** `PROOF_OF_ADDRESS` -> `Proof of Address`, `in_review` -> `In Review`; `UBO` and the like stay. */
const labelled = (value: string) =>
  value
    .split('_')
    .map((word, index) => {
      if (index > 0 && joining.test(word)) return word.toLowerCase();
      if (word.length <= 3 && word === word.toUpperCase()) return word;
      return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
    })
    .join(' ');

const plainly = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, ' ');

/** What was typed as the dropdown shows it, or in other capitals, as its value; any other as it is. */
export function chosen(given: string, choices: Choices): string {
  if (!Array.isArray(choices) || choices.some(({ value }) => value === given)) return given;
  const isMeant = ({ value, label }: (typeof choices)[number]) =>
    [value, label].some((name) => plainly(name) === plainly(given));
  return choices.find(isMeant)?.value ?? given;
}

/** Keys of the dialect that are a list of values. */
type ListKey = {
  [Key in keyof Dialect]: Dialect[Key] extends string[] ? Key : never;
}[keyof Dialect];

/** The dialect's suggestions; the admin may type or map other values. */
export const suggestions = (key: ListKey) =>
  definitionDialect()[key].map((value) => choice(value, labelled(value)));

/** The same under the names the service itself uses. */
export const values = (key: ListKey) =>
  definitionDialect()[key].map((value) => choice(value, value));
