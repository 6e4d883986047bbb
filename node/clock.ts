/** The clock of a Node process. */
import { outOfTime } from '../client/time.ts';
import type { Clock } from '../host.ts';

export const clock: Clock = {
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  async within(milliseconds, work) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(outOfTime()), milliseconds);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  },
};
