/** Globals that a package which n8n verifies may not use, by what n8n offers. */
import { sleep, sleepWithAbort } from 'n8n-workflow';

/** The later n8n 2 has one function for both. */
const wait: typeof sleepWithAbort = sleepWithAbort ?? sleep;

/** `work` runs after so many milliseconds. @returns what stops it. */
export function setTimeout(work: () => void, milliseconds = 0): AbortController {
  const stop = new AbortController();
  wait(milliseconds, stop.signal).then(work, () => undefined);
  return stop;
}
export const clearTimeout = (timer?: AbortController): void => timer?.abort();

/** Libraries keep settings of their own here. */
const everything = {};
export { everything as globalThis };
