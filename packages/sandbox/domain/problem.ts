/** What the sandbox answers when it cannot do what was asked. */
import * as z from 'zod/mini';

/** The statuses of HTTP that say what kind of problem it is. */
type Status = 400 | 401 | 404 | 409 | 413 | 415 | 422 | 503;

/** Where a value is: names and places in lists, from the outside in. */
export type Place = (string | number)[];

/** Ends a request with `{ detail }`, as text or as a list of field problems. */
export class Problem extends Error {
  readonly status: Status;
  readonly detail: unknown;
  constructor(status: Status, detail: unknown) {
    super(typeof detail === 'string' ? detail : 'Invalid values');
    this.status = status;
    this.detail = detail;
  }

  /** What is wrong with each value, as `said`, or the one sentence there is. */
  inWords(words: (loc: Place, msg: string) => string, between: string): string {
    return Array.isArray(this.detail)
      ? this.detail
          .map(({ loc, msg }: { loc: Place; msg: string }) => words(loc, msg))
          .join(between)
      : this.message;
  }
}

/** A 422 that names one field. */
export const fieldProblem = (field: string, msg: string, type = 'value_error', where = 'body') =>
  new Problem(422, [{ loc: [where, ...field.split('.')], msg, type }]);

/** Names what an object has too much. */
const ofObject = {
  error: (issue: { code?: string; keys?: string[] }) =>
    issue.code === 'unrecognized_keys'
      ? `has no field ${issue.keys?.join(', ')}`
      : 'must be an object',
};
/** Strict: a misspelt name would otherwise set nothing up. */
export const strict = <Shape extends Record<string, z.ZodMiniType>>(shape: Shape) =>
  z.strictObject(shape, ofObject);

/** One of some texts. */
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`);
/** A value that is none of a list is answered with the list. */
const listChoices = (issue: { code: string; values?: unknown }) =>
  issue.code === 'invalid_value' && Array.isArray(issue.values)
    ? `must be one of ${issue.values.join(', ')}`
    : undefined;

/** The value as the schema wants it. @throws Problem 422 with one entry per field. */
export function valid<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  where = 'body',
): z.infer<S> {
  const result = schema.safeParse(value, { error: listChoices });
  if (result.success) return result.data;
  throw new Problem(
    422,
    result.error.issues.map(({ path, message, code }) => ({
      loc: [where, ...path],
      msg: message,
      type: code,
    })),
  );
}

/** @throws Problem 422 for a change that changes nothing. */
export function checkFields(change: object): void {
  if (Object.keys(change).length) return;
  throw new Problem(422, [{ loc: ['body'], msg: 'must hold a field', type: 'missing' }]);
}

/** What was looked for. @throws Problem 404 that says what is missing. */
export function existing<T>(found: T | undefined, missing: string): T {
  if (found === undefined) throw new Problem(404, missing);
  return found;
}

/** What `work` gives; where it is refused, what `refused` makes of that. */
export function unlessRefused<T, R>(work: () => T, refused: (problem: Problem) => R): T | R {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem) return refused(error);
    throw error;
  }
}

/** The JSON of a request's body. @throws Problem 400 when it is none. */
export async function json(request: { text(): Promise<string> }): Promise<unknown> {
  try {
    return JSON.parse(await request.text());
  } catch {
    throw new Problem(400, 'The body is not JSON.');
  }
}
