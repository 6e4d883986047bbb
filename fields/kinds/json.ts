/** JSON that a user wrote, or that Zapier parsed: none of its values is lost or changed. */
import { parseStrict, type JsonProblem } from '../../client/basics/json.ts';
import { halt } from '../../client/basics/errors.ts';
import { isDeeperThan } from '../../service/depth.ts';
import { excerpt } from '../../service/excerpt.ts';

/** No user nests objects and lists deeper. */
const maxDepth = 50;

/** The beginning of a value, as a message quotes it. */
export const excerptOf = (value: unknown): string => {
  const isText = typeof value === 'string' || isDeeperThan(maxDepth, value);
  const text = isText ? String(value) : (JSON.stringify(value) ?? '');
  return excerpt(text);
};

const tooDeep = (label: string) => halt(`${label} is nested too deeply. {{Map}} a simpler value.`);

/** The error for a number whose last digits would change. */
export const tooLong = (label: string, digits: string) =>
  halt(
    `${label}: ${excerpt(digits)} is too long for a number, so its last digits would change. {{Map}} it as text.`,
  );

/** The error for a name that occurs twice. */
export const twice = (label: string, name: string) =>
  halt(`${label}: the name "${excerpt(name)}" occurs twice. Keep one of the two.`);

/** True for a number that JavaScript cannot hold: its last digits may be wrong. */
export const isRounded = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);

/** The first rounded number in a value. */
const roundedIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.values(value).map(roundedIn).find(Boolean)
    : isRounded(value) && value;

/** Checks JSON that is parsed. @throws a halt for too many levels, or a rounded number. */
export function checkStructure(value: unknown, label: string): unknown {
  if (isDeeperThan(maxDepth, value)) throw tooDeep(label);
  const lost = roundedIn(value);
  if (lost) throw tooLong(label, String(lost));
  return value;
}

/** The JSON in a text; undefined for none. @throws a halt for a doubled name or a rounded number. */
export function jsonIn(
  text: string,
  label: string,
  parseNumber?: (digits: string) => unknown,
): unknown {
  try {
    return parseStrict(text, parseNumber);
  } catch (error) {
    const { kind, found } = error as JsonProblem;
    const problems = { twice, long: tooLong, deep: tooDeep };
    throw problems[kind](label, found);
  }
}
