/**
 * A store in a file of this computer: what one process made, the next one knows. A lock beside the
 * file lets one process at a time change it; that of a killed process ends by itself.
 */
import * as fs from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { lock } from 'proper-lockfile';

import type { Store } from '../host.ts';
import { storeIn, type Values } from '../process-store.ts';

/** The file that the tools of this user share. */
export const memoryFile = join(homedir(), '.compliance-onboarding', 'memory.json');

/** Milliseconds after which a lock that nobody renews is a killed process's. */
const stale = 2000;
/** Tries for four seconds, which is longer than that. */
const retries = { retries: 160, factor: 1, minTimeout: 25, maxTimeout: 25 };

/** The text of the file; undefined if there is none. */
function textIn(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @throws Error for a damaged file: an empty memory would let things be made twice. */
function entriesIn(file: string): Values {
  const text = textIn(file);
  if (text === undefined) return new Map();
  try {
    const { memory } = JSON.parse(text) as { memory: object };
    const all: Values = new Map(Object.entries(memory));
    if ([...all.values()].every(({ until }) => Number.isFinite(until))) return all;
  } catch {
    // The same as entries without their end.
  }
  throw new Error(
    'it is damaged. Restore the file, or start with --fresh: then what it says may be made again',
  );
}

/** Replaces the file in one step, so that nobody reads a part of it. */
function save(file: string, entries: Values): void {
  const live = [...entries].filter(([, { until }]) => until > Date.now());
  const next = `${file}.next`;
  fs.writeFileSync(next, JSON.stringify({ memory: Object.fromEntries(live) }), {
    mode: 0o600,
    flush: true,
  });
  fs.renameSync(next, file);
}

/** Does the work while no other process changes the file. */
async function alone<T>(file: string, work: () => T | Promise<T>): Promise<T> {
  fs.mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // By default the library ends the process of a lock that was lost.
  const options = { realpath: false, stale, retries, onCompromised: () => undefined };
  const release = await lock(file, options);
  try {
    return await work();
  } finally {
    await release().catch(() => undefined);
  }
}

/** Forgets everything, also what a damaged file says. */
export const emptyFileStore = (file: string): Promise<void> =>
  alone(file, () => fs.rmSync(file, { force: true }));

/**
 * The store in a file, which the first value makes.
 * @param problem makes the error of a call, such as a halt of its step.
 * @throws Error for a damaged file.
 */
export function openFileStore(file: string, problem: (text: string) => Error): Store {
  const failure = ({ message }: Error) =>
    problem(`The memory of what was made, ${file}, cannot be used: ${message}.`);
  const entriesNow = () => {
    try {
      return entriesIn(file);
    } catch (error) {
      throw failure(error as Error);
    }
  };
  entriesNow();
  let last: Promise<unknown> = Promise.resolve();
  /** The calls of this process wait for each other, not for the lock. */
  const change = <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    const turn = last.then(() =>
      alone(file, async () => {
        const entries = entriesIn(file);
        const result = await work(storeIn(entries));
        save(file, entries);
        return result;
      }),
    );
    last = turn.catch(() => undefined);
    return turn.catch((error: Error) => Promise.reject(failure(error)));
  };
  return {
    get: async (key) => storeIn(entriesNow()).get(key),
    set: (key, value, seconds) => change((store) => store.set(key, value, seconds)),
    claim: (key, value, seconds) => change((store) => store.claim(key, value, seconds)),
    delete: (key) => change((store) => store.delete(key)),
    onOutage: 'closed',
  };
}
