/** Time, and work with a time limit. */

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
