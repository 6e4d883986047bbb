/** The lines of a group of fields, such as related persons. */
import { halt, addPlace } from '../../client/basics/errors.ts';
import { isRecord } from '../../client/basics/json.ts';
import type { Labels } from '../../client/basics/labels.ts';
import { excerptOf, jsonIn } from './json.ts';
import { isEmpty, type Input } from './values.ts';
import { excerpt } from '../../service/excerpt.ts';

/** "12,5 %" is one number. */
const isOneShare = (text: string) => /^\s*\d{1,3}(,\d+)?\s*%\s*$/.test(text);

/**
 * A line is one party, so only its roles may be several. Zapier joins a list that is mapped into a
 * line with commas; a person writes a space after a comma, as in "Smith, Jr.".
 * @throws a halt for a field that may have several values.
 */
function checkOneParty(line: Input, labels: Labels): void {
  const texts = Object.entries(line).filter(
    // A list or a group in JSON is refused by its field.
    (field): field is [string, string] =>
      field[0] !== 'roles' && typeof field[1] === 'string' && !/^\s*[[{]/.test(field[1]),
  );
  const withComma = texts.filter(([, text]) => text.includes(',') && !isOneShare(text));
  const isJoined = ([key, text]: [string, string]) =>
    withComma.length > 1 || (key !== 'direct_ownership_percentage' && /,(?!\s)/.test(text));
  const several = texts.find(([, text]) => /[;\n]/.test(text.trim())) ?? withComma.find(isJoined);
  if (!several) return;
  const [key, text] = several;
  throw halt(
    `${labels[key]}: "${excerpt(text)}" may be one value or several. Put each value on its own line. If a name contains a comma, put a space after the comma. Write a share with a point, such as 12.5.`,
  );
}

/**
 * Parses each line of a group as its own input. Keys may have the group's prefix. `parse` gets the
 * name of its line, "Related Persons, line 2". `labels` are those of the fields, by their keys.
 * @throws a halt that names the line, for an unknown key, and the errors of `parse`.
 */
export function parseLines<T>(
  labels: Labels,
  value: unknown,
  label: string,
  prefix: string,
  parse: (line: Input, name: string) => T,
): T[] {
  const lines = typeof value === 'string' ? (jsonIn(value, label) ?? value) : value;
  if (isEmpty(lines)) return [];
  return [lines].flat().flatMap((line: unknown, index) => {
    const name = `${label}, line ${index + 1}`;
    if (!isRecord(line)) {
      throw halt(
        `${name}: "${excerptOf(line)}" is not a line with fields. {{Map}} the fields one by one.`,
      );
    }
    if (Object.values(line).every(isEmpty)) return [];
    const input: Input = {};
    for (const [header, item] of Object.entries(line)) {
      const key = header.startsWith(prefix) ? header.slice(prefix.length) : header;
      if (!Object.hasOwn(labels, key)) {
        throw halt(
          `${name}: "${header}" is not a field of a line. Use ${Object.keys(labels).join(', ')}.`,
        );
      }
      if (!isEmpty(input[key]) && !isEmpty(item)) {
        throw halt(`${name}: "${header}" occurs twice. Keep one of the two.`);
      }
      if (!isEmpty(item)) input[key] = item;
    }
    return addPlace(name, () => {
      checkOneParty(input, labels);
      return [parse(input, name)];
    });
  });
}
