/** Times, and work that is waited for. */

/** The error of what took too long; `code` tells it apart. */
export const outOfTime = () => Object.assign(new Error('time'), { code: 'ETIMEDOUT' });

/** The error of an answer that ended before its announced end. */
export const cutOff = () => Object.assign(new Error('cut off'), { code: 'ECUTOFF' });

/** Milliseconds, which tests shorten. */
export const delays = {
  /** Before a request that failed on the way is sent once more; doubled and varied. */
  retry: 300,
  /** Between two looks whether something has arrived, and how many there are. */
  look: 2000,
  looks: 10,
};

/** The results of all, once all have ended. @throws the first failure. */
export async function settleAll<T>(work: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
