/**
 * How the memory asks the host's store: within a time limit, under keys that contain the Base URL
 * and the API key. Another service or another key starts with an empty memory.
 */
import { baseUrl } from '../exchange/connection.ts';
import type { Run } from '../exchange/run.ts';
import { fingerprint } from '../exchange/transport.ts';

/** Zapier's cache keeps a value for at most seven days. */
const longestLife = 7 * 24 * 3600;
/** Milliseconds to wait for the store. */
export const storeTimeout = 5000;
/** The wait after the end of the step's time: its results must still be stored. */
const lastStoreTimeout = 1000;

type Kind = 'note' | 'lock';

/** The key of the note or of the lock of an identity. */
export const keyOf = (run: Run, kind: Kind, parts: unknown[]): string =>
  fingerprint([kind, baseUrl(run), (run.connection.api_key ?? '').trim(), ...parts]);

/** Waits for the store. @throws its error, or ETIMEDOUT if the time runs out. */
export const inTime = <T>({ host, deadline }: Run, work: Promise<T>): Promise<T> =>
  host.clock.within(
    Math.min(storeTimeout, Math.max(deadline - Date.now(), lastStoreTimeout)),
    work,
  );

/** The value of the identity; undefined without one. @throws an error without an answer. */
export async function read(run: Run, parts: unknown[]): Promise<unknown> {
  if (run.installation.memory === 'off') return undefined;
  return inTime(run, run.host.store.get(keyOf(run, 'note', parts)));
}

/** The value of the identity; undefined without one or without an answer. */
export const recall = (run: Run, parts: unknown[]): Promise<unknown> =>
  read(run, parts).catch(() => undefined);

/** Stores a small value, by default for as long as the cache can. @returns true if it is stored. */
export async function remember(
  run: Run,
  parts: unknown[],
  value: unknown,
  seconds = longestLife,
  kind: Kind = 'note',
): Promise<boolean> {
  if (run.installation.memory === 'off') return false;
  const storing = run.host.store.set(keyOf(run, kind, parts), value, seconds);
  return inTime(run, storing).then(
    () => true,
    () => false,
  );
}

/** Deletes the value of the identity. */
export async function forget(run: Run, parts: unknown[], kind: Kind = 'note'): Promise<void> {
  if (run.installation.memory === 'off') return;
  const deleting = run.host.store.delete(keyOf(run, kind, parts));
  await inTime(run, deleting).catch(() => undefined);
}
