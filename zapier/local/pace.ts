/** Delays the answers of a stand-in. */
import { setTimeout as wait } from 'node:timers/promises';

export function openPace() {
  let delay = 0;
  let pause: Promise<void> | undefined;
  let letGo = () => {};
  return {
    /** Ends when the next answer is due. It keeps no process alive. */
    async due(): Promise<void> {
      if (pause) await pause;
      else if (delay) await wait(delay, undefined, { ref: false });
    },
    /** Later answers come after `milliseconds`. */
    slow: (milliseconds: number) => void (delay = milliseconds),
    /** There are no answers until `release`. */
    hold() {
      pause ??= new Promise((resolve) => (letGo = resolve));
    },
    /** Sends the waiting answers, and later ones at once. */
    release() {
      delay = 0;
      pause = undefined;
      letGo();
    },
  };
}
