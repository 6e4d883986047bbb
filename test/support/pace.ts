/** When a stand-in answers: at once, after a time, or when it is let go. */
import { setTimeout as wait } from 'node:timers/promises';

export function openPace() {
  let delay = 0;
  let held: Promise<void> | undefined;
  let letGo = () => {};
  return {
    /** Ends when the next answer is due. It keeps no process alive that has nothing else to do. */
    async due(): Promise<void> {
      if (held) await held;
      else if (delay) await wait(delay, undefined, { ref: false });
    },
    /** From now on `milliseconds` go by before each answer. */
    slow: (milliseconds: number) => void (delay = milliseconds),
    /** From now on there is no answer until `release`. */
    hold() {
      held ??= new Promise((resolve) => (letGo = resolve));
    },
    /** What was held is answered, and all else at once. */
    release() {
      delay = 0;
      held = undefined;
      letGo();
    },
  };
}
