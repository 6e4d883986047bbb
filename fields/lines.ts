/** The lines of a group of fields, such as related persons. */
import { parseJson } from '../client/json.ts';
import { halt, addPlace } from '../client/errors.ts';
import { isEmpty, toLines, toList, type Input } from './values.ts';
import { excerpt } from '../service/excerpt.ts';

interface Joined {
  parts: string[];
  /** True for `A,B`, as software joins values. A person writes `A, B`. */
  tight: boolean;
}

interface Field {
  key: string;
  value: unknown;
}

/** The values of several lines that a field may contain. */
function parseJoined(value: unknown): Joined {
  const list = typeof value === 'string' && value.trim().startsWith('[') ? parseJson(value) : value;
  if (Array.isArray(list)) {
    // Its field refuses nested values.
    const isPlain = list.every((item) => typeof item !== 'object' || item === null);
    const filledIn = list.filter((item) => !isEmpty(item));
    const parts = isPlain && filledIn.length > 1 ? list.map((item) => String(item ?? '')) : [''];
    return { parts, tight: true };
  }
  const parts = String(value).split(',');
  const tight = parts.every((part) => part === part.trim());
  return { parts: parts.map((part) => part.trim()), tight };
}

/** True for `A,B` as software joins it, with one value per line. */
const isDealtOut = (roles: string, count: number) => {
  const { parts, tight } = parseJoined(roles);
  return tight && parts.length === count;
};

/** "12,5 %" is one number. */
const isOneShare = (value: unknown) => /^\s*\d{1,3}(,\d+)?\s*%\s*$/.test(String(value));

const unclear = ({ key, value }: Field, labels: Record<string, string>, what: string) =>
  halt(
    `${labels[key] ?? key}: "${excerpt(String(value))}" ${what} Put each value on its own line. If a name contains a comma, put a space after the comma. Write a share with a point, such as 12.5.`,
  );

/**
 * One line -> the lines that it was made of, usually one. Zapier joins lists that are mapped into
 * one line with commas. This splits them if that is certain, and refuses them otherwise. `labels`
 * are the labels of the fields.
 * @throws a halt if the line may be one or several.
 */
export function splitLine(line: Input, labels: Record<string, string>): Input[] {
  const fields = Object.entries(line)
    .filter(([key, value]) => !isEmpty(value) && key !== 'roles')
    .map(([key, value]) => ({ key, value, ...parseJoined(value) }));
  const stacked = fields.find(({ value }) => /[;\n]/.test(String(value).trim()));
  if (stacked) throw unclear(stacked, labels, 'may be one value or several.');
  const several = fields.filter(({ parts, value }) => parts.length > 1 && !isOneShare(value));
  const [first] = several;
  if (!first) return [line];
  if (several.length === 1) {
    const isShare = first.key === 'direct_ownership_percentage';
    if (isShare ? fields.length > 1 : !first.tight) return [line];
    throw unclear(first, labels, 'may be one value or several.');
  }
  const count = first.parts.length;
  if (several.some(({ parts, tight }) => parts.length !== count || tight !== first.tight)) {
    throw unclear(first, labels, 'has more or fewer values than the other fields.');
  }
  const shared = fields.filter((field) => !several.includes(field));
  if (shared.some(({ key }) => key !== 'country')) {
    throw unclear(first, labels, 'has more or fewer values than the other fields.');
  }
  const roles = isEmpty(line.roles) ? [] : toList(line.roles, labels.roles ?? 'Roles');
  // A text that a person wrote, or a list of roles, may apply to each line.
  const isDealt = typeof line.roles === 'string' && first.tight && isDealtOut(line.roles, count);
  if (roles.length > 1 && (roles.length !== count || !isDealt)) {
    throw unclear(
      first,
      labels,
      'has several values, and it is not clear which role each of them has.',
    );
  }
  return Array.from({ length: count }, (_, index) => ({
    ...Object.fromEntries(shared.map(({ key, value }) => [key, value])),
    ...Object.fromEntries(several.map(({ key, parts }) => [key, parts[index]])),
    ...(roles.length && { roles: [roles.length > 1 ? roles[index]! : roles[0]!] }),
  }));
}

/**
 * Parses each line of a group as its own input. Keys may have the group's prefix. `parse` gets the
 * name of its line, "Related Persons, line 2".
 * @throws a halt that names the line, for an unknown key, and the errors of `parse`.
 */
export function parseLines<T>(
  table: object,
  value: unknown,
  label: string,
  prefix: string,
  parse: (line: Input, name: string) => T[],
): T[] {
  return toLines(value, label).flatMap(({ line, number }) => {
    const name = `${label}, line ${number}`;
    const input: Input = {};
    for (const [header, item] of Object.entries(line)) {
      const key = header.startsWith(prefix) ? header.slice(prefix.length) : header;
      if (!Object.hasOwn(table, key)) {
        throw halt(
          `${name}: "${header}" is not a field of a line. Use ${Object.keys(table).join(', ')}.`,
        );
      }
      if (!isEmpty(input[key]) && !isEmpty(item)) {
        throw halt(`${name}: "${header}" occurs twice. Keep one of the two.`);
      }
      if (!isEmpty(item)) input[key] = item;
    }
    return addPlace(name, () => parse(input, name));
  });
}
