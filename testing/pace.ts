/** When a stand-in answers: at once, after a time, or when it is let go. */

export function openPace(delay = 0) {
  let held: Promise<void> | undefined;
  let letGo = () => {};
  return {
    /** Runs `answer` when it is due. It keeps no process alive that has nothing else to do. */
    answer(answer: () => unknown) {
      if (held) void held.then(answer);
      else if (delay) setTimeout(answer, delay).unref();
      else answer();
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
