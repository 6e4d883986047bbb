/** Waiting no longer than a given time. */

/** The error of what took too long; `code` tells it apart. */
export const outOfTime = () => Object.assign(new Error('time'), { code: 'ETIMEDOUT' });

/** The error of an answer that ended before its announced end. */
export const cutOff = () => Object.assign(new Error('cut off'), { code: 'ECUTOFF' });

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
