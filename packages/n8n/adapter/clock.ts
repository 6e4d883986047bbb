/** Time by what n8n offers: a package that it verifies may use no timers of its own. */
import { sleep } from 'n8n-workflow';

import { outOfTime } from '../../../client/time.ts';
import type { Clock } from '../../../host.ts';

/** Work that waits, and when it is due (milliseconds of the clock). */
interface Timer {
  due: number;
  work: () => void;
}
const waiting = new Set<Timer>();
/** When the next sleep ends. */
let wakes = Infinity;

/**
 * One sleep for all that wait: n8n's own can only be ended by an error, with its stack, and nearly
 * every timer here is stopped before it is due.
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
