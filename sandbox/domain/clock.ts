/** The sandbox's time: it never goes back, and can be moved on, for expiries and retries. */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** The same as ISO 8601 in UTC. */
  iso(): string;
  /** Moves the time on by so many milliseconds, until the process ends. */
  advance(ms: number): void;
  /** When something due at `at` happens: now, or then, where the time was moved on past it. */
  whenDue(at: number): number;
}

/**
 * Follows the computer's clock, but where that is set back goes on with the `steady` one: nothing
 * that waits would otherwise be due for as long.
 */
export function openClock(
  wall: () => number = Date.now,
  steady: () => number = () => performance.now(),
): Clock {
  let ahead = 0;
  /** What was passed over: a chain of retries that falls into it runs as if it had been lived. */
  const skipped: { from: number; to: number }[] = [];
  let last = wall();
  let lastSteady = steady();
  const now = () => {
    const elapsed = steady() - lastSteady;
    lastSteady += elapsed;
    last = Math.max(wall() + ahead, last + elapsed);
    return Math.floor(last);
  };
  /** Written once per millisecond: a request asks several times. */
  let written = { ms: 0, text: '' };
  return {
    now,
    iso() {
      const ms = now();
      if (ms !== written.ms) written = { ms, text: new Date(ms).toISOString() };
      return written.text;
    },
    advance(ms) {
      const from = now();
      skipped.push({ from, to: from + ms });
      ahead += ms;
    },
    whenDue: (at) => (skipped.some(({ from, to }) => at > from && at <= to) ? at : now()),
  };
}
