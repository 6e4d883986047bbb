/** Delays the answers of a stand-in. */
import { setTimeout as wait } from 'node:timers/promises';

export function openPace() {
  let delay = 0;
  let held: Promise<void> | undefined;
  let letGo = () => {};
  return {
    /** Ends when the next answer is due. It keeps no process alive. */
    async due(): Promise<void> {
      if (held) await held;
      else if (delay) await wait(delay, undefined, { ref: false });
    },
    /** Later answers come after `milliseconds`. */
    slow: (milliseconds: number) => void (delay = milliseconds),
    /** There are no answers until `release`. */
    hold() {
      held ??= new Promise((resolve) => (letGo = resolve));
    },
    /** Sends the waiting answers, and later ones at once. */
    release() {
      delay = 0;
      held = undefined;
      letGo();
    },
  };
}
