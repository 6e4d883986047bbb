/** Globals that a package which n8n verifies may not use, by what n8n offers. */
import { sleepWithAbort } from 'n8n-workflow';

/** `work` runs after so many milliseconds. @returns what stops it. */
export function setTimeout(work: () => void, milliseconds = 0): AbortController {
  const stop = new AbortController();
  sleepWithAbort(milliseconds, stop.signal).then(work, () => undefined);
  return stop;
}
export const clearTimeout = (timer?: AbortController): void => timer?.abort();

/** Libraries keep settings of their own here. */
const everything = {};
export { everything as globalThis };
