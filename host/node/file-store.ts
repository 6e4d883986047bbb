/**
 * A store on this computer: what one process made, the next one knows. Each change writes a new file
 * with the next number, which only one process can make, so there is no lock that a killed process
 * could leave behind. The highest number counts.
 */
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

import type { Store } from '../host.ts';
import { storeIn, type Values } from '../process-store.ts';

type Problem = (text: string) => Error;

const hasCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code;

/** The numbers of the files in a folder; none if it does not exist. */
function numbersIn(folder: string): number[] {
  try {
    return fs
      .readdirSync(folder)
      .flatMap((name) => /^(\d+)\.json$/.exec(name)?.[1] ?? [])
      .map(Number);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

const newestIn = (folder: string): number => Math.max(0, ...numbersIn(folder));

const fileOf = (folder: string, number: number): string => join(folder, `${number}.json`);

/** What a file says. */
interface State {
  number: number;
  values: Values;
  /** The IDs of the last changes. */
  changes: string[];
}

/** The most IDs to note: those between a change and its check. */
const mostChanges = 100;
/** The older files that stay: while a process lists the folder, others may replace the newest. */
const mostOlder = 20;

/** @throws Error for a damaged text: an empty memory would let things be made twice. */
function stateIn(text: string, number: number): State {
  try {
    const { memory, changes } = JSON.parse(text) as { memory: object; changes: string[] };
    const values: Values = new Map(Object.entries(memory));
    const isWhole = [...values.values()].every(({ until }) => Number.isFinite(until));
    if (isWhole && Array.isArray(changes)) return { number, values, changes };
  } catch {
    // The same as values without their end.
  }
  throw new Error(
    'it is damaged. Restore the file, or start with --fresh: then what it says may be made again',
  );
}

/** The newest state. */
function stateOf(folder: string): State {
  while (true) {
    const number = newestIn(folder);
    if (number === 0) return { number, values: new Map(), changes: [] };
    try {
      return stateIn(fs.readFileSync(fileOf(folder, number), 'utf8'), number);
    } catch (error) {
      // Another process has replaced it meanwhile.
      if (!hasCode(error, 'ENOENT')) throw error;
    }
  }
}

/** Deletes older states. @returns true if that made room. */
function removeBelow(folder: string, number: number): boolean {
  let isRemoved = false;
  for (const older of numbersIn(folder).filter((one) => one < number)) {
    try {
      fs.unlinkSync(fileOf(folder, older));
      isRemoved = true;
    } catch {
      // Another process was faster, or a later change tries again.
    }
  }
  return isRemoved;
}

/**
 * Writes the values as the next state.
 * @returns false to try again: another process was faster, or the disk was full. A file of this
 * number is no proof: it may have been there and be deleted. So the newest state says whether it
 * comes from this change.
 */
function save(folder: string, { number, values, changes }: State): boolean {
  const live = [...values].filter(([, { until }]) => until > Date.now());
  const id = randomUUID();
  const state = {
    memory: Object.fromEntries(live),
    changes: [id, ...changes].slice(0, mostChanges),
  };
  const draft = join(folder, `${id}.draft`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    fs.writeFileSync(draft, JSON.stringify(state), { mode: 0o600, flush: true });
    fs.linkSync(draft, fileOf(folder, number + 1));
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    if (hasCode(error, 'ENOSPC') && removeBelow(folder, newestIn(folder))) return false;
    throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
  removeBelow(folder, number + 1 - mostOlder);
  return stateOf(folder).changes.includes(id);
}

/** Changes the values. */
async function change<T>(folder: string, work: (store: Store) => Promise<T>): Promise<T> {
  while (true) {
    const state = stateOf(folder);
    const result = await work(storeIn(state.values));
    // A claim that was not got changes nothing.
    if (result === false || save(folder, state)) return result;
  }
}

/** Forgets everything, also what a damaged file says. */
function empty(folder: string): void {
  while (!save(folder, { number: newestIn(folder), values: new Map(), changes: [] }));
  removeBelow(folder, newestIn(folder));
}

/** What the codes of the system mean for the user. */
const meanings: Record<string, string> = {
  ENOSPC: 'the disk is full. Make room on it',
  EROFS: 'the disk is read-only. Set HOME to a folder on another one',
  EACCES: 'your user may not read and write it. Change its owner, or set HOME to your own folder',
  ENOTDIR: 'a file is where its folder should be. Move that file',
};

/**
 * The store in a folder, which the first value makes.
 * @param problem makes the error of a call, such as a halt of its step.
 * @param isFresh forgets everything first.
 * @throws an error of `problem` if the folder cannot be used.
 */
export function openFileStore(folder: string, problem: Problem, isFresh = false): Store {
  const fail = ({ message, code = '' }: NodeJS.ErrnoException): never => {
    const why = meanings[code] ?? message;
    throw problem(`The memory of what was made, ${folder}, cannot be used: ${why}.`);
  };
  try {
    if (isFresh) empty(folder);
    stateOf(folder);
  } catch (error) {
    fail(error as Error);
  }
  const get = async (key: string) => storeIn(stateOf(folder).values).get(key);
  return {
    get: (key) => get(key).catch(fail),
    set: (...entry) => change(folder, (store) => store.set(...entry)).catch(fail),
    claim: (...entry) => change(folder, (store) => store.claim(...entry)).catch(fail),
    delete: (key) => change(folder, (store) => store.delete(key)).catch(fail),
    onOutage: 'closed',
  };
}

/**
 * The store that all tools of this user share.
 * @throws an error of `problem` if it cannot be used.
 */
export function openUserStore(problem: Problem, isFresh?: boolean): Store {
  let home = '';
  try {
    home = homedir();
  } catch {
    // Neither the environment nor the system names one.
  }
  if (!isAbsolute(home)) {
    throw problem('The memory of what was made has no place. Set HOME to your home folder.');
  }
  return openFileStore(join(home, '.compliance-onboarding', 'memory'), problem, isFresh);
}
