/** Waiting: for a given time, or no longer than that. */

/** The error of what took too long; `code` tells it apart. */
export const outOfTime = () => Object.assign(new Error('time'), { code: 'ETIMEDOUT' });

/** The error of an answer that ended before its announced end. */
export const cutOff = () => Object.assign(new Error('cut off'), { code: 'ECUTOFF' });

/**
 * Milliseconds before a request that failed on the way is sent once more; doubled and varied. Tests
 * shorten it.
 */
export const delays = { retry: 300 };

/** Waits so many milliseconds. */
export const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** The results of all, once all have ended. @throws the first failure. */
export async function settleAll<T>(work: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** What `work` comes to within so many milliseconds. @throws what it throws, or `outOfTime`. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(outOfTime()), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
