/** The sandbox's time: it can be moved on, for expiries and retries, and set back to the computer's. */

/**
 * Follows the computer's clock, but where that is set back goes on with the `steady` one: nothing
 * that waits would otherwise be due for as long.
 */
export function openClock(
  wall: () => number = Date.now,
  steady: () => number = () => performance.now(),
) {
  let ahead = 0;
  /** What was passed over: a chain of retries that falls into it runs as if it had been lived. */
  let skipped: { from: number; to: number }[] = [];
  /** The last moment that was given to one alone. */
  let latest = 0;
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
  const iso = () => {
    const ms = now();
    if (ms !== written.ms) written = { ms, text: new Date(ms).toISOString() };
    return written.text;
  };
  return {
    /** Milliseconds since 1970. */
    now,
    /** The same as ISO 8601 in UTC. */
    iso,
    /** The day in UTC: `2026-11-22`. */
    today: () => iso().slice(0, 10),
    /** A moment of its own as ISO 8601: no two are the same. */
    unique: () => new Date((latest = Math.max(now(), latest + 1))).toISOString(),
    /** By how many milliseconds it was moved on. */
    ahead: () => ahead,
    /** Sets it back to the computer's. @returns by how many milliseconds. */
    backToNow() {
      const before = ahead;
      [ahead, latest, skipped] = [0, 0, []];
      [last, lastSteady] = [wall(), steady()];
      return before;
    },
    /** Moves the time on by so many milliseconds, until it is set back or the process ends. */
    advance(ms: number) {
      const from = now();
      skipped.push({ from, to: from + ms });
      ahead += ms;
    },
    /** When something due at `at` happens: now, or then, where the time was moved on past it. */
    whenDue: (time: number) =>
      skipped.some(({ from, to }) => time > from && time <= to) ? time : now(),
  };
}

export type Clock = ReturnType<typeof openClock>;
