/** The sandbox's refusals. */
import * as z from 'zod/mini';

import { isDeeperThan } from '../../../service/depth.ts';
import { isRecord, hasControl } from './plain.ts';

/** The HTTP statuses of problems. */
type Status = 400 | 401 | 404 | 409 | 413 | 415 | 422 | 503;

/** The place of a value: keys and list indexes, from the outside in. */
export type Place = (string | number)[];

/** Ends a request with `{ detail }`, as text or a list of field problems, and the case in the way. */
export class Problem extends Error {
  constructor(
    readonly status: Status,
    readonly detail: unknown,
    readonly application_id?: string,
  ) {
    super(typeof detail === 'string' ? detail : 'Invalid values');
  }
}

/** A 422 that names one field. */
export const fieldProblem = (field: string, msg: string, type = 'value_error', where = 'body') =>
  new Problem(422, [{ loc: [where, ...field.split('.')], msg, type }]);

/** The message about unknown keys of an object. */
const ofObject = {
  error: (issue: { code?: string; keys?: string[] }) =>
    issue.code === 'unrecognized_keys'
      ? `has no field ${issue.keys?.join(', ')}`
      : 'must be an object',
};
/** Strict, because a misspelt key would have no effect. */
export const strict = <Shape extends Record<string, z.ZodMiniType>>(shape: Shape) =>
  z.strictObject(shape, ofObject);

/** One of some texts. */
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`);
interface Issue {
  code: string;
  input?: unknown;
  expected?: unknown;
  values?: unknown;
}
/** The message of a schema that has none of its own. */
function messageOf({ code, input, expected, values }: Issue): string | undefined {
  if (code === 'invalid_value' && Array.isArray(values))
    return `must be one of ${values.join(', ')}`;
  if (code !== 'invalid_type') return undefined;
  return input === undefined ? 'is missing' : `must be of type ${String(expected)}`;
}

/** The places of texts that contain a control character. */
const controlsIn = (value: unknown, place: Place): Place[] => {
  if (typeof value === 'string') return hasControl(value) ? [place] : [];
  if (Array.isArray(value))
    return value.flatMap((item, index) => controlsIn(item, [...place, index]));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => controlsIn(inner, [...place, key]));
};

/** The value in the schema's form. @throws Problem 422 with one entry per field. */
export function valid<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  where = 'body',
): z.infer<S> {
  const result = schema.safeParse(value, { error: messageOf });
  const wrong = (result.error?.issues ?? []).map(({ path, message, code }) => ({
    loc: [where, ...path],
    msg: message,
    type: code as string,
  }));
  const controls = controlsIn(value, [where]).map((loc) => ({
    loc,
    msg: 'must not contain control characters',
    type: 'value_error',
  }));
  if (result.success && !controls.length) return result.data;
  throw new Problem(422, [...wrong, ...controls]);
}

/** @throws Problem 422 for a change that changes nothing. */
export function checkFields(change: object): void {
  if (Object.keys(change).length) return;
  throw new Problem(422, [{ loc: ['body'], msg: 'must contain a field', type: 'missing' }]);
}

/** The value that was found. @throws Problem 404 that names the missing thing. */
export function existing<T>(found: T | undefined, missing: string): T {
  if (found === undefined) throw new Problem(404, missing);
  return found;
}

/** The result of `work`, or of `refused` if it throws a Problem. */
export function unlessRefused<T, R>(work: () => T, refused: (problem: Problem) => R): T | R {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem) return refused(error);
    throw error;
  }
}

/** The value in a text of JSON in UTF-8; undefined for anything else. */
function parse(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** No client nests deeper, and what is stored is read by functions that call themselves. */
const maxDepth = 50;

/** The JSON of a request's body. @throws Problem 400 for invalid JSON, and for one that is too deep. */
export async function json(request: { arrayBuffer(): Promise<ArrayBuffer> }): Promise<unknown> {
  const value = parse(await request.arrayBuffer());
  if (value === undefined) throw new Problem(400, 'The body is not JSON in UTF-8.');
  if (isDeeperThan(maxDepth, value)) {
    throw new Problem(400, `The body has more than ${maxDepth} levels.`);
  }
  return value;
}
