/**
 * The sandbox's time. It can move forward, for expiries and retries, and back to the computer's
 * time.
 */

/** @param wall the computer's clock. */
export function openClock(wall: () => number = Date.now) {
  let ahead = 0;
  /** The skipped times: a chain of retries in one runs as if the time had passed. */
  let skipped: { from: number; to: number }[] = [];
  /** The last unique time. */
  let latest = 0;
  const now = () => Math.floor(wall() + ahead);
  const iso = () => new Date(now()).toISOString();
  return {
    /** Milliseconds since 1970. */
    now,
    /** Now as ISO 8601 in UTC. */
    iso,
    /** The day in UTC: `2026-11-22`. */
    today: () => iso().slice(0, 10),
    /** A unique time as ISO 8601. */
    unique: () => new Date((latest = Math.max(now(), latest + 1))).toISOString(),
    /** The milliseconds by which it is ahead. */
    ahead: () => ahead,
    /** Returns to the computer's time. */
    backToNow() {
      [ahead, latest, skipped] = [0, 0, []];
    },
    /** Moves the time forward by these milliseconds. */
    advance(ms: number) {
      const from = now();
      skipped.push({ from, to: from + ms });
      ahead += ms;
    },
    /**
     * The time at which something due at `time` happens: now, or its own time if that was skipped.
     */
    whenDue: (time: number) =>
      skipped.some(({ from, to }) => time > from && time <= to) ? time : now(),
  };
}

export type Clock = ReturnType<typeof openClock>;
