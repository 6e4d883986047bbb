/** Time, and work with a time limit. */

/** The end of a text that names its time zone. */
const zone =
  /(?:Z|UTC?|GMT|[ECMP][SD]T|:\d\d(?:\.\d+)?\s*(?:UTC|GMT)?[+-]\d\d(?::?\d\d)?)\s*(?:\([^)]*\))?$/i;

/** True for a time with its zone. */
export const hasZone = (time: unknown): boolean =>
  typeof time === 'number' || zone.test(String(time).trim());

/** True for a time of day. Midnight is what programs make of a date alone. */
export const hasTime = (time: unknown): boolean =>
  typeof time === 'number' || /[T\s](?=[\d.]*:)[\d:.]*[1-9]/.test(String(time));

/** No time is longer. */
const maxLength = 100;

/** Seconds since 1970 reach this number in the year 5138; a larger one counts milliseconds. */
const maxSeconds = 1e11;

/**
 * The milliseconds since 1970 of a time in an answer or event: a text, in UTC unless it names its
 * zone, or a number of seconds or milliseconds. NaN for anything else.
 */
export function parseTime(value: unknown): number {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  if (!text || text.length > maxLength) return NaN;
  const number = Number(text);
  if (Number.isFinite(number)) return Math.abs(number) > maxSeconds ? number : number * 1000;
  // JavaScript wants the minutes of an offset.
  return Date.parse(zone.test(text) ? text.replace(/(:\d\S*[+-]\d\d)$/, '$1:00') : `${text}Z`);
}

/** Milliseconds. Tests shorten them. */
export const delays = {
  /** Before the first retry of a failed request. Doubles each time, with jitter. */
  retry: 300,
  /** Between two looks for new data, and the number of looks. */
  poll: 2000,
  polls: 10,
};

/** True for two minutes: the service may still work on it, and may not show it yet. */
export const isFresh = (time: number): boolean => Date.now() - time < 2 * 60_000;

/** Milliseconds an editor waits for facts of the account. Then its form opens without them. */
export const editorTimeout = 8000;

/** The results of all work after everything has ended. @throws the first failure. */
export async function settleAll<T>(work: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
