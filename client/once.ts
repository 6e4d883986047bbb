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

/** What stands under an identity from its claim until something is noted of it. */
interface Entry {
  claimedBy: string;
  /** What its run has made so far, and until when it may be at work on the rest (milliseconds). */
  note?: unknown;
  until?: number;
}
/** True for what stands in a store while a run is at work. */
export const isClaim = (value: unknown): value is Entry => isRecord(value) && 'claimedBy' in value;

/** True for a claim that says nothing but whose it is. */
export const isBareClaim = (value: unknown): boolean =>
  isClaim(value) && Object.keys(value).length === 1;

const outOfReach = () =>
  throttled(
    'The store that keeps one thing from being made twice cannot be reached. {{tries_again}}',
    whileRunning,
  );

/**
 * Claims a place for this run: of several runs at once, one gets it. Where the store is out of reach
 * it is free as well, or the run ends, as the host says.
 * @returns undefined when it is this run's, else what stands there.
 */
async function take(run: Run, parts: unknown[]): Promise<unknown> {
  const mine: Entry = { claimedBy: randomUUID() };
  try {
    const entry = await ask(run, (store) => store.claim(fingerprint(parts), mine, whileRunning));
    return isClaim(entry) && entry.claimedBy === mine.claimedBy ? undefined : entry;
  } catch {
    if (run.host.store.onOutage === 'closed') throw outOfReach();
    return undefined;
  }
}

const busy = () =>
  throttled(
    '{{Another_run}} is creating the same thing at this moment. {{tries_again_and_finds}}',
    10,
  );

/** Milliseconds to wait before each look whether another run has ended. */
const looks = [100, 200, 400, 800, 1500, 2000];

/**
 * Waits until the run that has the claim has ended. @returns what it noted, undefined for nothing.
 * @throws a throttle when it does not end.
 */
async function afterOther(run: Run, parts: unknown[]): Promise<unknown> {
  for (const wait of looks) {
    if (Date.now() + wait > run.deadline) break;
    await run.host.clock.wait(wait);
    const entry = await recall(run, parts);
    if (!isClaim(entry)) return entry;
  }
  throw throttled(
    '{{Another_run}} is working on this event, or ended while working on it. {{tries_again}}',
    whileRunning,
  );
}

/** Earlier attempts to make a thing that may not be there; they stand in the place of its note. */
interface Attempts {
  /** How many were refused for good: the next key is a fresh one. */
  refused: number;
  /** The last one may have made it, as no answer came. */
  isOpen?: true;
}
const isAttempts = (value: unknown): value is Attempts => isRecord(value) && 'refused' in value;
/** True for what stands in a store after a run that may have made the thing. */
export const mayBeMade = (entry: unknown): boolean => isAttempts(entry) && entry.isOpen === true;

/** What stands after an attempt that failed; undefined where it made nothing. */
function attemptsAfter(
  outcome: Outcome | undefined,
  { refused, isOpen }: Attempts,
): Attempts | undefined {
  if (outcome === 'nothing') return undefined;
  return outcome === 'refused' && !isOpen ? { refused: refused + 1 } : { refused, isOpen: true };
}

/** What is noted in an entry, whoever is at work on it. */
const noteIn = (entry: unknown): unknown =>
  isAttempts(entry) ? undefined : isClaim(entry) ? entry.note : entry;

/** What is noted under an identity, whoever is at work on it. */
export const recallNote = async <Value>(run: Run, parts: unknown[]): Promise<Value | undefined> =>
  noteIn(await recall(run, parts)) as Value | undefined;

/** The right to make what an identity stands for, until `end` or `fail`. */
export interface Claim<Value> {
  /** What an earlier run noted; the identity is then not this run's. */
  note?: Value;
  /** The identity of this attempt: its key is a fresh one where the earlier ones were refused. */
  identity: Identity;
  /** Notes what has been made so far; the claim stays. @returns whether it is noted. */
  save(note: Value): Promise<boolean>;
  /** Ends the claim with a note, or with nothing. @returns whether it is noted. */
  end(note?: Value): Promise<boolean>;
  /** Ends the claim of an attempt that made nothing, or may have. */
  fail(error: unknown): Promise<void>;
}

/** Where another run has the claim: go on with what it has noted so far, stop, or wait for its end. */
type WhileClaimed = 'use' | 'stop' | 'wait';

/**
 * Claims an identity. A run that was killed loses its claim after a minute, and what it saved is
 * then there for the next one.
 * @throws a throttle while another run has it, as `whileClaimed` says.
 */
export async function openClaim<Value>(
  run: Run,
  identity: Identity,
  whileClaimed: WhileClaimed = 'stop',
): Promise<Claim<Value>> {
  const { parts, latest } = identity;
  let entry = await take(run, parts);
  if (isClaim(entry) && whileClaimed === 'wait') {
    entry = await afterOther(run, parts);
    if (entry === undefined) return openClaim(run, identity, whileClaimed);
  }
  if (isClaim(entry)) {
    const isOver = entry.until !== undefined && entry.until < Date.now();
    if (!isOver && !(whileClaimed === 'use' && entry.note !== undefined)) throw busy();
  }
  const attempts: Attempts = isAttempts(entry) ? entry : { refused: 0 };
  // The place of the note has the earlier attempts: the claim of this one lies beside it.
  const isRetry = attempts === entry;
  const turn = [...parts, 'turn'];
  if (isRetry && (await take(run, turn)) !== undefined) throw busy();
  const mine = { claimedBy: randomUUID(), until: Date.now() + whileRunning * 1000 };
  const free = () => (isRetry ? forget(run, turn) : undefined);
  const note = noteIn(entry) as Value | undefined;
  const { refused, isOpen } = attempts;
  return {
    ...(note !== undefined && { note }),
    identity: {
      ...identity,
      parts: refused ? [...parts, 'attempt', refused] : parts,
      hasEarlier: isOpen === true,
    },
    save: (made) => remember(run, parts, { ...mine, note: made }),
    async end(made) {
      const isNothing = made === undefined;
      const [isNoted] = await Promise.all([
        !isNothing && remember(run, parts, made),
        !isNothing && latest && remember(run, latest, made),
        isNothing && !isRetry && forget(run, parts),
        free(),
      ]);
      return isNoted;
    },
    async fail(error) {
      const left = attemptsAfter(outcomeOf(error), attempts);
      if (left) await remember(run, parts, left);
      else if (!isRetry) await forget(run, parts);
      await free();
    },
  };
}

/** Something to remember once the work is done. */
export interface Note {
  identity: unknown[];
  value: unknown;
}

/** Milliseconds in which a note that nobody waits for is on its way. */
const underWay = 20;

/** Sends notes on their way; nobody is held up for the store's answers. */
const soon = (run: Run, noting: Promise<unknown>): Promise<unknown> =>
  Promise.race([noting, run.host.clock.wait(underWay)]);

const noteAll = (run: Run, notes: Note[]): Promise<unknown> =>
  Promise.all(notes.map(({ identity, value }) => remember(run, identity, value)));

/** Notes all of it at once; nobody is held up for the store's answers. */
export const promptly = (run: Run, notes: Note[]): Promise<unknown> =>
  soon(run, noteAll(run, notes));

/** Work that is done once. */
interface Once<Read, T> {
  /** What it needs to know, read while the claim is under way. */
  read: () => Promise<Read>;
  /** `isOpen`: there was nothing to be done yet, so a repeat is to be looked at again. */
  work: (read: Read) => { result: T; isOpen?: boolean; notes?: Note[] } | Promise<never>;
}

/**
 * Does the work once per identity; a run at the same time waits for this one. The claim lasts no
 * longer than a run may: a run that failed or was killed loses nothing.
 * @returns what the work returns, undefined where it was done before.
 * @throws a throttle while another run is at it and does not end.
 */
export async function runOnce<Read, T>(
  run: Run,
  parts: unknown[],
  { read, work }: Once<Read, T>,
): Promise<T | undefined> {
  const reading = read();
  // A repeat does not care what came of it.
  reading.catch(() => undefined);
  const claim = await openClaim<'done'>(run, { parts, conflict: '' }, 'wait');
  if (claim.note !== undefined) return undefined;
  try {
    const { result, isOpen, notes = [] } = await work(await reading);
    if (isOpen) await claim.end();
    // Without the store's answer the claim ends by itself.
    else await soon(run, Promise.all([claim.end('done'), noteAll(run, notes)]));
    return result;
  } catch (error) {
    await claim.end();
    throw error;
  }
}

interface Making<T, Value> {
  /** Makes the thing under this identity. `existed`: the service gave an earlier one back. */
  make: (identity: Identity) => Promise<{ thing: T; existed: boolean }>;
  /** What to remember of it; small, and no client data. */
  note: (thing: T) => Value;
  /** The thing again by its note; undefined where it is gone. */
  find: (note: Value) => Promise<T | undefined>;
  /** Nobody is to be held up until it is noted. */
  isPrompt?: true;
}

/** A thing that was asked for, whoever made it. */
export interface Made<T> {
  thing: T;
  /** It had been made before. */
  existed: boolean;
}

/**
 * Makes a thing that has an identity, or finds the one that was made before. One that is gone is made
 * anew, under a key of its own.
 * @throws a throttle while another run is making it, else what `make` and `find` throw.
 */
export async function makeOnce<T, Value>(
  run: Run,
  identity: Identity,
  making: Making<T, Value>,
): Promise<Made<T>> {
  const claim = await openClaim<Value>(run, identity, 'use');
  if (claim.note !== undefined) {
    const thing = await making.find(claim.note);
    return thing === undefined
      ? makeOnce(run, nextIdentity(identity, claim.note), making)
      : { thing, existed: true };
  }
  try {
    const made = await making.make(claim.identity);
    const noting = claim.end(making.note(made.thing));
    await (making.isPrompt ? soon(run, noting) : noting);
    return made;
  } catch (error) {
    await claim.fail(error);
    throw error;
  }
}

/** The identity of what is made after a thing that is gone, or no longer the one to use. */
export const nextIdentity = (identity: Identity, note: unknown): Identity => ({
  ...identity,
  parts: [...identity.parts, 'after', note],
  latest: identity.latest ?? identity.parts,
});
