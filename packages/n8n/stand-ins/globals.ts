/** Globals that a package which n8n verifies may not use, by what n8n offers. */
import { sleep } from 'n8n-workflow';

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

/** `work` runs after so many milliseconds. @returns what stops it. */
export function setTimeout(work: () => void, milliseconds = 0): Timer {
  const timer = { due: Date.now() + milliseconds, work };
  waiting.add(timer);
  if (timer.due < wakes) void sleepUntil(timer.due);
  return timer;
}
export const clearTimeout = (timer?: Timer): void => {
  if (timer) waiting.delete(timer);
};

/** Libraries keep settings of their own here. */
const everything = {};
export { everything as globalThis };
