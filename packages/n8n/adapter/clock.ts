/** A clock from n8n's functions: a verified package must not use timers of its own. */
import { sleep } from 'n8n-workflow';

import { outOfTime } from '../../../host/errors.ts';
import type { Clock } from '../../../host/host.ts';

/** Waiting work, and its time in milliseconds of the clock. */
interface Timer {
  due: number;
  work: () => void;
}
const waiting = new Set<Timer>();
/** The end of the current sleep. */
let wakes = Infinity;

/**
 * One sleep for all waiting work. n8n can end a sleep only with an error and its stack, and nearly
 * every timer here stops early.
 */
async function sleepUntil(due: number): Promise<void> {
  wakes = due;
  await sleep(Math.max(due - Date.now(), 1));
  if (wakes === due) wakes = Infinity;
  const now = Date.now();
  for (const timer of waiting) {
    if (timer.due > now) continue;
    waiting.delete(timer);
    timer.work();
  }
  const next = Math.min(...[...waiting].map((timer) => timer.due));
  if (next < wakes) await sleepUntil(next);
}

export const clock: Clock = {
  wait: sleep,
  async within(milliseconds, work) {
    let timer: Timer | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = { due: Date.now() + milliseconds, work: () => reject(outOfTime()) };
      waiting.add(timer);
      if (timer.due < wakes) void sleepUntil(timer.due);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      if (timer) waiting.delete(timer);
    }
  },
};
