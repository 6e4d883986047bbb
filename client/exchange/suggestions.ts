/** What is typed in place of a suggested value: its label, or itself in other capitals. */
import { excerpt } from '../../service/excerpt.ts';
import { halt } from './errors.ts';

/** A label and its value in one form: "In Review" and `in_review`. */
export const foldWords = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, ' ');

/** The value that a text means; undefined for any other text. */
type Find = (text: string) => string | undefined;

/**
 * The values that a text means: itself or, in a line of a list, each of its parts. Any other text
 * stays as it is, and so does one of several entries: its comma is its own.
 * @throws a halt for a text that may be one value or several.
 */
function valuesIn(text: string, find: Find, label: string, list?: unknown[]): string[] {
  const whole = find(text);
  const parts = text.split(list ? ',' : /[,;\n]/);
  const found = parts.flatMap((part) => find(part.trim()) ?? []);
  if (whole !== undefined || !found.length) return [whole ?? text];
  if (list && found.length === parts.length) return found;
  if (list && list.length > 1) return [text];
  const advice = list
    ? 'may be one value or several. Put each value on its own line.'
    : 'may be several values. {{Map}} a single one.';
  throw halt(`${label}: "${excerpt(text)}" ${advice}`);
}

/**
 * What a value, or each of a list, means.
 * @throws a halt with the label for a text that may be one value or several.
 */
export function meaningOf<T>(value: T, label: string, find: Find): T {
  const list = Array.isArray(value) ? value : undefined;
  const values = [value as unknown]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? valuesIn(one, find, label, list) : [one]));
  return (list ? values : values[0]) as T;
}

/**
 * The same by the values that the dialect suggests. Others are valid, too.
 * @throws a halt with the label for a text that may be one value or several.
 */
export const toSuggestion = <T>(suggestions: string[], value: T, label: string): T =>
  meaningOf(value, label, (text) =>
    suggestions.includes(text)
      ? text
      : suggestions.find((one) => foldWords(one) === foldWords(text)),
  );
