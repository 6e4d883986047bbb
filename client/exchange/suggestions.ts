/** What is typed in place of a choice: its label, or its value in other capitals. */
import { excerpt } from '../../service/excerpt.ts';
import { halt } from '../basics/errors.ts';

/** A label and its value in one form: "In Review" and `in_review`. */
export const foldWords = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, ' ');

interface Choice {
  value: string;
  label: string;
}

/** The value of a typed choice, in any capitals; undefined for any other text. */
function choiceOf(typed: string, choices: Choice[]): string | undefined {
  if (choices.some(({ value }) => value === typed)) return typed;
  const isMeant = ({ value, label }: Choice) =>
    [value, label].some((name) => foldWords(name) === foldWords(typed));
  return choices.find(isMeant)?.value;
}

/**
 * The values that a text means: itself or, in a line of a list, each of its parts. Any other text
 * stays as it is, and so does one of several entries: its comma is its own.
 * @throws a halt for a text that may be one value or several.
 */
function valuesIn(text: string, choices: Choice[], label: string, list?: unknown[]): string[] {
  const whole = choiceOf(text, choices);
  const parts = text.split(list ? /[,/]/ : /[,;\n]/);
  const found = parts.flatMap((part) => choiceOf(part.trim(), choices) ?? []);
  if (whole !== undefined || !found.length) return [whole ?? text];
  if (list && found.length === parts.length) return found;
  if (list && list.length > 1) return [text];
  const advice = list
    ? 'may be one value or several. Put each value on its own line.'
    : 'may be several values. {{Map}} a single one.';
  throw halt(`${label}: "${excerpt(text)}" ${advice}`);
}

/** The choice that a value means, or each of a list. Others are valid, too. */
export function toChoice<T>(choices: Choice[], value: T, label: string): T {
  const list = Array.isArray(value) ? value : undefined;
  const values = [value as unknown]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? valuesIn(one, choices, label, list) : [one]));
  return (list ? values : values[0]) as T;
}

/** The same by the values that the dialect suggests, whose labels differ from them in form alone. */
export function toSuggestion<T>(suggestions: string[], value: T, label: string): T {
  const choices = suggestions.map((one) => ({ value: one, label: one }));
  return toChoice(choices, value, label);
}
