/** Choices of dropdowns. Fields with choices are functions, which no run of a step calls. */
import type { Dialect } from '../../service/dialect.ts';

/** A choice of a dropdown. `sample` is the platform's older name of `value`. */
export const choice = (value: string, label: string) => ({ value, sample: value, label });
export type Choices = ReturnType<typeof choice>[];

/** The choices of a table of labels. */
export const choicesOf = (labels: Record<string, string>): Choices =>
  Object.entries(labels).map(([value, label]) => choice(value, label));

const joining = /^(and|for|of|or|the|to)$/i;

/** `PROOF_OF_ADDRESS` -> `Proof of Address`, `in_review` -> `In Review`; `UBO` stays as it is. */
export const toLabel = (value: string): string =>
  value
    .split('_')
    .map((word, index) => {
      if (index > 0 && joining.test(word)) return word.toLowerCase();
      if (word.length <= 3 && word === word.toUpperCase()) return word;
      return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
    })
    .join(' ');

/** A list of suggestions: the key of the dialect that holds it. */
export type ListKey = {
  [Key in keyof Dialect]: Dialect[Key] extends string[] ? Key : never;
}[keyof Dialect];
