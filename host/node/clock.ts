/** The clock of a Node process. */
import { outOfTime } from '../errors.ts';
import type { Clock } from '../host.ts';

export const clock: Clock = {
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  within: (milliseconds, work) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(outOfTime()), milliseconds);
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    }),
};
