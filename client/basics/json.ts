/**
 * JSON without rounding. A number that JavaScript cannot hold is a text in an answer, and a mistake
 * in the input of a user.
 */
import { isSafeNumber, parse } from 'lossless-json';

import { isDeeperThan } from '../../service/depth.ts';
import { resultOf } from './errors.ts';

/** No service nests objects and lists deeper; more would overflow the stack. */
const maxDepth = 500;

/** True for an object with keys, not for a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object; `{}` for any other value. */
export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** The object without the keys that show no value. */
export const withoutNulls = <T extends object>(object: T): Partial<T> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null)) as Partial<T>;

/** Shorter numbers are always exact. */
const maybeInexact = /\d[\d.]{15}|\d[eE][+-]?\d{2}/;

/** The value of well-formed JSON; undefined for any other text. */
const valueIn = (text: string): unknown => resultOf(() => JSON.parse(text));

/** Parses JSON and turns numbers that would be rounded into text; undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  const content = text.replace(/^\uFEFF/, '');
  const value = valueIn(content);
  if (isDeeperThan(maxDepth, value)) return undefined;
  if (value === undefined || !maybeInexact.test(content)) return value;
  return parse(content, undefined, {
    parseNumber: (digits) => (isSafeNumber(digits) ? Number(digits) : digits),
    onDuplicateKey: ({ newValue }) => newValue,
  });
}

/** A problem in well-formed JSON. */
export class JsonProblem extends Error {
  constructor(
    readonly kind: 'twice' | 'long' | 'deep',
    /** The repeated name, or the number. */
    readonly found = '',
  ) {
    super('JSON that cannot be taken');
  }
}

/** The number with these digits. @throws JsonProblem if JavaScript cannot hold it. */
function exactNumber(digits: string): number {
  if (!isSafeNumber(digits)) throw new JsonProblem('long', digits);
  return Number(digits);
}

/**
 * Parses the user's JSON; undefined for invalid JSON.
 * @throws JsonProblem for a repeated name, a number that would be rounded and too many levels.
 */
export function parseStrict(
  text: string,
  parseNumber: (digits: string) => unknown = exactNumber,
): unknown {
  const value = valueIn(text);
  if (value === undefined) return undefined;
  if (isDeeperThan(maxDepth, value)) throw new JsonProblem('deep');
  return parse(text, undefined, {
    parseNumber,
    onDuplicateKey: ({ key }) => {
      throw new JsonProblem('twice', key);
    },
  });
}
