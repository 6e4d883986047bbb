/**
 * JSON without rounding. A number that JavaScript cannot hold keeps its digits: answers show it as
 * text, requests send it as the user wrote it.
 */
import { isLosslessNumber, isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json';

/** No service nests objects and lists deeper; more would overflow the stack. */
const maxDepth = 500;

/** True for objects and lists with more levels than this. */
export const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)));

/** True for an object with keys, not for a list or an exact number. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

/** The object; `{}` for any other value. */
export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** A string or a number in well-formed JSON. */
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
/** Shorter numbers are always exact. */
const maybeInexact = /\d[\d.]{15}|\d[eE][+-]?\d{2}/;

/** Parses JSON and turns numbers that would be rounded into text; undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  const content = text.replace(/^\uFEFF/, '');
  try {
    const value: unknown = JSON.parse(content);
    if (isDeeperThan(maxDepth, value)) return undefined;
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

/** A number with its original digits, which JavaScript would round or shorten. */
export class ExactNumber extends LosslessNumber {
  /** A text, except in a request. */
  toJSON(): string {
    return this.value;
  }
}

/** A problem in well-formed JSON. */
export class JsonProblem extends Error {
  /** `twice`: the repeated name in an object. Without it the JSON is nested too deeply. */
  constructor(readonly twice?: string) {
    super('JSON that cannot be taken');
  }
}

/**
 * Parses the user's JSON with exact numbers; undefined for invalid JSON.
 * @throws JsonProblem for a repeated name and for too many levels.
 */
export function parseExact(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (isDeeperThan(maxDepth, value)) throw new JsonProblem();
  return parse(text, undefined, {
    parseNumber: (digits) =>
      String(Number(digits)) === digits ? Number(digits) : new ExactNumber(digits),
    onDuplicateKey: ({ key }) => {
      throw new JsonProblem(key);
    },
  });
}

/** True if the value contains an exact number. */
const holdsExact = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (value instanceof ExactNumber || Object.values(value).some(holdsExact));

/** The text of a request body. */
export const toJson = (body: object): string =>
  holdsExact(body) ? stringify(body)! : JSON.stringify(body);

/** The body with plain numbers, which schemas expect. */
export const withNumbers = (body: object): object =>
  holdsExact(body) ? (JSON.parse(toJson(body)) as object) : body;
