/**
 * JSON without rounding: a number that JavaScript cannot hold keeps its digits. What the service
 * answers shows it as text; what a user wrote is sent as it was written.
 */
import { isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json';

/** Objects and lists within each other deeper than any service means; more would overflow the stack. */
const deepest = 500;

/** True for objects and lists that lie within each other deeper than so many levels. */
export const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)));

/** A string or a number of JSON that is known to be well-formed. */
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
/** Shorter numbers are exact. */
const maybeInexact = /\d[\d.]{15}|\d[eE][+-]?\d{2}/;

/** The JSON in a text, numbers that would be rounded as text; undefined where it is none. */
export function parseJson(content: string): unknown {
  try {
    const value: unknown = JSON.parse(content);
    if (isDeeperThan(deepest, value)) return undefined;
    if (!maybeInexact.test(content)) return value;
    return JSON.parse(
      content.replace(token, (found) =>
        found.startsWith('"') || isSafeNumber(found) ? found : `"${found}"`,
      ),
    );
  } catch {
    return undefined;
  }
}

/** A number as it was written: digits that JavaScript would round, or zeros it would drop. */
export class ExactNumber extends LosslessNumber {
  /** Shown as text wherever it is not sent. */
  toJSON(): string {
    return this.value;
  }
}

/** What is wrong with JSON that is well-formed. */
export class JsonProblem extends Error {
  /** `twice`: the name that an object has twice; without it the JSON is nested too deeply. */
  constructor(readonly twice?: string) {
    super('JSON that cannot be taken');
  }
}

/**
 * The JSON a user wrote, each number as it was written; undefined where it is none.
 * @throws JsonProblem where one of two values would be lost, and for too many levels.
 */
export function parseExact(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (isDeeperThan(deepest, value)) throw new JsonProblem();
  return parse(text, undefined, {
    parseNumber: (digits) =>
      String(Number(digits)) === digits ? Number(digits) : new ExactNumber(digits),
    onDuplicateKey: ({ key }) => {
      throw new JsonProblem(key);
    },
  });
}

/** True where a number in it is sent as it was written. */
const holdsExact = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (value instanceof ExactNumber || Object.values(value).some(holdsExact));

/** A body as the text that is sent. */
export const toJson = (body: object): string =>
  holdsExact(body) ? stringify(body)! : JSON.stringify(body);

/** The same body with every number as a number, as schemas know them. */
export const withNumbers = (body: object): object =>
  holdsExact(body) ? (JSON.parse(toJson(body)) as object) : body;
