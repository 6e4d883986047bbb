/**
 * What the connector itself remembers for the account: which case was made for a reference, which
 * event was run. It makes repeats harmless on a service that ignores idempotency keys. Where the
 * store cannot be reached, the step goes on as if nothing was there, or stops, as its host says.
 */
import { randomUUID } from 'node:crypto';

import type { Store } from '../host.ts';
import { isRecord } from './answer.ts';
import { outcomeOf, throttled, type Outcome } from './errors.ts';
import type { Run } from './run.ts';
import { fingerprint, type Identity } from './transport.ts';

/** The longest that Zapier's cache keeps anything: seven days. */
export const longest = 7 * 24 * 3600;
/** Longer than any step may run: the claim of a run that was killed ends by itself. */
const whileRunning = 60;
/** Milliseconds after which the store counts as out of reach. */
const patience = 5000;

/** The same once the step has used up its time: what it made must still be remembered. */
const lastPatience = 1000;

/** Asks the store. @throws what it throws, and ETIMEDOUT where the step has no more time for it. */
async function ask<T>(
  { host, installation, deadline }: Run,
  work: (store: Store) => Promise<T>,
): Promise<T | undefined> {
  if (installation.memory === 'off') return undefined;
  const milliseconds = Math.min(patience, Math.max(deadline - Date.now(), lastPatience));
  return host.clock.within(milliseconds, work(host.store));
}

/** The same; undefined where the store is out of reach. */
const attempt = <T>(run: Run, work: (store: Store) => Promise<T>): Promise<T | undefined> =>
  ask(run, work).catch(() => undefined);

/** What is remembered under the identity; undefined where nothing is, or the store is out of reach. */
export const recall = (run: Run, identity: unknown[]): Promise<unknown> =>
  attempt(run, (store) => store.get(fingerprint(identity)));

/** Remembers a small value, for as long as the cache does or for some seconds. @returns whether it is kept. */
export async function remember(
  run: Run,
  identity: unknown[],
  value: unknown,
  seconds = longest,
): Promise<boolean> {
  const isNoted = await attempt(run, async (store) => {
    await store.set(fingerprint(identity), value, seconds);
    return true;
  });
  return isNoted === true;
}

/** Remembers nothing of the identity any more: a claim on it ends. */
async function forget(run: Run, identity: unknown[]): Promise<void> {
  await attempt(run, (store) => store.delete(fingerprint(identity)));
}

/** What stands under an identity from its claim until something is remembered of it. */
interface Claim {
  claimedBy: string;
  /** What its run has made so far, and until when it may be at work on the rest (milliseconds). */
  known?: unknown;
  until?: number;
}
/** True for what stands in a store while a run is at work. */
export const isClaim = (value: unknown): value is Claim => isRecord(value) && 'claimedBy' in value;

/** True for a claim that says nothing but whose it is. */
export const isBareClaim = (value: unknown): boolean =>
  isClaim(value) && Object.keys(value).length === 1;

const outOfReach = () =>
  throttled(
    'The store that keeps one thing from being made twice cannot be reached. {{tries_again}}',
    whileRunning,
  );

/**
 * Claims the identity for this run: of several runs at once, one gets it. Where the store is out of
 * reach it is free as well, or the run ends, as the host says.
 * @returns undefined when it is this run's, else what is remembered.
 */
async function claim(run: Run, identity: unknown[]): Promise<unknown> {
  const mine: Claim = { claimedBy: randomUUID() };
  try {
    const found = await ask(run, (store) => store.claim(fingerprint(identity), mine, whileRunning));
    return isClaim(found) && found.claimedBy === mine.claimedBy ? undefined : found;
  } catch {
    if (run.host.store.onOutage === 'closed') throw outOfReach();
    return undefined;
  }
}

/** Milliseconds to wait before each look whether another run has ended. */
const looks = [100, 200, 400, 800, 1500, 2000];
/** Milliseconds in which a note that nobody waits for is on its way. */
const underWay = 20;
const done = 'done';

/**
 * Waits until the run that holds the claim has ended. @returns whether it did the work.
 * @throws a throttle when it does not end.
 */
async function isDoneElsewhere(run: Run, identity: unknown[]): Promise<boolean> {
  for (const wait of looks) {
    if (Date.now() + wait > run.deadline) break;
    await run.host.clock.wait(wait);
    const found = await recall(run, identity);
    if (!isClaim(found)) return found !== undefined;
  }
  throw throttled(
    '{{Another_run}} is at work on this event, or was ended at it. {{tries_again}}',
    whileRunning,
  );
}

/** Work that is done once. */
interface Once<Read, T> {
  /** What it needs to know, read while the claim is under way. */
  read: () => Promise<Read>;
  /** `isOpen`: there was nothing to be done yet, so a repeat is to be looked at again. */
  work: (read: Read) => { result: T; isOpen?: boolean; notes?: Note[] } | Promise<never>;
}
/** Something to remember once the work is done. */
export interface Note {
  identity: unknown[];
  value: unknown;
}

/** Notes all of it at once; nobody is held up for the store's answers. */
export async function promptly(run: Run, notes: Note[]): Promise<void> {
  const noted = notes.map(({ identity, value }) => remember(run, identity, value));
  await Promise.race([Promise.all(noted), run.host.clock.wait(underWay)]);
}

/**
 * Does the work once per identity. The claim lasts no longer than a run may, and is kept once the
 * work is done: a run that failed or was killed loses nothing.
 * @returns what the work returns, undefined where it was done before.
 * @throws a throttle while another run is at it and does not end.
 */
export async function runOnce<Read, T>(
  run: Run,
  identity: unknown[],
  { read, work }: Once<Read, T>,
): Promise<T | undefined> {
  const reading = read();
  // A repeat does not care what came of it.
  reading.catch(() => undefined);
  const found = await claim(run, identity);
  if (found !== undefined && !isClaim(found)) return undefined;
  if (found !== undefined) {
    if (await isDoneElsewhere(run, identity)) return undefined;
    return runOnce(run, identity, { read: () => reading, work });
  }
  try {
    const { result, isOpen, notes = [] } = await work(await reading);
    if (isOpen) await forget(run, identity);
    // Without the store's answer the claim ends by itself.
    else await promptly(run, [{ identity, value: done }, ...notes]);
    return result;
  } catch (error) {
    await forget(run, identity);
    throw error;
  }
}

interface Making<T, Known> {
  /** Makes the thing under this identity. `existed`: the service gave an earlier one back. */
  make: (identity: Identity) => Promise<{ thing: T; existed: boolean }>;
  /** What to remember of it; small, and no client data. */
  note: (thing: T) => Known;
  /** The thing again by what is remembered; undefined where it is gone. */
  find: (known: Known) => Promise<T | undefined>;
}

/** A thing that was asked for, whoever made it. */
export interface Made<T> {
  thing: T;
  /** It had been made before. */
  existed: boolean;
  /** A repeat will find it, whatever the service does. */
  kept: boolean;
}

/** What is known under an identity, whoever is at work on it. */
export async function recallKnown<Known>(
  run: Run,
  identity: unknown[],
): Promise<Known | undefined> {
  const found = await recall(run, identity);
  if (isAttempts(found)) return undefined;
  return (isClaim(found) ? found.known : found) as Known | undefined;
}

const busy = () =>
  throttled(
    '{{Another_run}} is making the same thing at this moment. {{tries_again_and_finds}}',
    10,
  );

/** Earlier attempts to make a thing that is not known to be there; noted in the place of the thing. */
interface Attempts {
  /** How many were refused for good: the next key is a fresh one. */
  refused: number;
  /** The last one may have made it, as no answer came. */
  isOpen?: true;
}
const isAttempts = (value: unknown): value is Attempts => isRecord(value) && 'refused' in value;

/** A claim that is held while one or several things are made one after the other. */
export interface Held<Known> {
  /** What an earlier run remembered; the identity is then not this run's. */
  known?: Known;
  /** The identity of this attempt: its key is a fresh one where the earlier ones were refused. */
  identity: Identity;
  /** Notes what has been made so far; the claim stays. @returns whether it is kept. */
  keep(known: Known): Promise<boolean>;
  /** Ends the claim with what is to be remembered, or with nothing. @returns whether it is kept. */
  end(known?: Known): Promise<boolean>;
  /** Ends the claim of an attempt that made nothing, or may have. */
  fail(error: unknown): Promise<void>;
}

/**
 * Claims an identity until `end` or `fail`. A run that was killed loses its claim after a minute,
 * and what it kept is then known.
 * @param isShared what another run has kept is enough; its claim need not end first.
 * @throws a throttle while another run holds it.
 */
export async function hold<Known>(
  run: Run,
  identity: Identity,
  isShared = false,
): Promise<Held<Known>> {
  const { parts } = identity;
  const found = await claim(run, parts);
  if (isClaim(found)) {
    const isOver = found.until !== undefined && found.until < Date.now();
    if (!isOver && !(isShared && found.known !== undefined)) throw busy();
  }
  const isRetry = isAttempts(found);
  const { refused, isOpen } = isRetry ? found : { refused: 0 };
  // The place of the thing holds the earlier attempts: the claim of this one lies beside it.
  const turn = [...parts, 'turn'];
  if (isRetry && (await claim(run, turn)) !== undefined) throw busy();
  const until = Date.now() + whileRunning * 1000;
  const mine = randomUUID();
  const free = () => (isRetry ? forget(run, turn) : undefined);
  const known = isClaim(found) ? found.known : isRetry ? undefined : found;
  return {
    ...(known !== undefined && { known: known as Known }),
    identity: {
      ...identity,
      parts: refused ? [...parts, 'attempt', refused] : parts,
      hasEarlier: isOpen === true,
    },
    keep: (made) => remember(run, parts, { claimedBy: mine, until, known: made }),
    async end(made) {
      const isNothing = made === undefined;
      const [isKept] = await Promise.all([
        !isNothing && remember(run, parts, made),
        isNothing && !isRetry && forget(run, parts),
        free(),
      ]);
      return isKept;
    },
    async fail(error) {
      const noted = noteOf(outcomeOf(error), { refused, isOpen });
      if (noted) await remember(run, parts, noted);
      else if (!isRetry) await forget(run, parts);
      await free();
    },
  };
}

/** What is noted after an attempt that failed; undefined where it made nothing. */
function noteOf(outcome: Outcome | undefined, { refused, isOpen }: Attempts): Attempts | undefined {
  if (outcome === 'nothing') return undefined;
  return outcome === 'refused' && !isOpen ? { refused: refused + 1 } : { refused, isOpen: true };
}

/**
 * Makes a thing that has an identity, or finds the one that was made before. One that is gone is made
 * anew, under a key of its own.
 * @throws a throttle while another run is making it, else what `make` and `find` throw.
 */
export async function makeOnce<T, Known>(
  run: Run,
  identity: Identity,
  making: Making<T, Known>,
): Promise<Made<T>> {
  const { make, note, find } = making;
  const held = await hold<Known>(run, identity, true);
  if (held.known !== undefined) {
    const thing = await find(held.known);
    if (thing !== undefined) return { thing, existed: true, kept: true };
    const parts = [...identity.parts, 'after', held.known];
    const made = await makeOnce(run, { ...identity, parts }, making);
    await remember(run, identity.parts, note(made.thing));
    return made;
  }
  try {
    const { thing, existed } = await make(held.identity);
    return { thing, existed, kept: await held.end(note(thing)) };
  } catch (error) {
    await held.fail(error);
    throw error;
  }
}
