/**
 * The connector's memory for the account: the case of each reference, the events that ran. It makes
 * repeats harmless even if the service ignores idempotency keys. If the store does not answer, the
 * step goes on or stops, as its host says.
 */
import { randomUUID } from 'node:crypto';

import type { Store } from '../core/host.ts';
import { isRecord } from './answer.ts';
import { OperationError, outcomeOf, throttled, type Outcome } from './errors.ts';
import type { Run } from './run.ts';
import { fingerprint, type Identity } from './transport.ts';

/** Zapier's cache keeps a value for at most seven days. */
export const longest = 7 * 24 * 3600;
/** Longer than any step runs, so the claim of a killed run ends by itself. */
const whileRunning = 60;
/** Milliseconds to wait for the store. */
const patience = 5000;

/** The wait after the end of the step's time: its results must still be stored. */
const lastPatience = 1000;

/** Asks the store. @throws the store's error, or ETIMEDOUT if the time runs out. */
async function ask<T>(
  { host, installation, deadline }: Run,
  work: (store: Store) => Promise<T>,
): Promise<T | undefined> {
  if (installation.memory === 'off') return undefined;
  const milliseconds = Math.min(patience, Math.max(deadline - Date.now(), lastPatience));
  return host.clock.within(milliseconds, work(host.store));
}

/** Asks the store; undefined if it does not answer. */
const attempt = <T>(run: Run, work: (store: Store) => Promise<T>): Promise<T | undefined> =>
  ask(run, work).catch(() => undefined);

/** The value of the identity; undefined if it has none or the store does not answer. */
export const recall = (run: Run, identity: unknown[]): Promise<unknown> =>
  attempt(run, (store) => store.get(fingerprint(identity)));

/** Stores a small value, by default for as long as the cache can. @returns true if it is stored. */
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

/** Deletes the value or claim of the identity. */
async function forget(run: Run, identity: unknown[]): Promise<void> {
  await attempt(run, (store) => store.delete(fingerprint(identity)));
}

/** The entry of an identity while a run has its claim. */
interface Entry {
  claimedBy: string;
  /** The results so far, and the end of the claim in milliseconds. */
  note?: unknown;
  until?: number;
}
/** True for the entry of a claim. */
export const isClaim = (value: unknown): value is Entry => isRecord(value) && 'claimedBy' in value;

/** True for a claim without a note. */
export const isBareClaim = (value: unknown): boolean =>
  isClaim(value) && Object.keys(value).length === 1;

const outOfReach = () =>
  throttled('The store that prevents duplicates cannot be reached. {{tries_again}}', whileRunning);

/**
 * Claims an identity: of several runs at once, one gets it. If the store does not answer, the run
 * gets it or stops, as the host says.
 * @returns undefined if this run got it, else the existing entry.
 */
async function claimIdentity(run: Run, parts: unknown[]): Promise<unknown> {
  const mine: Entry = { claimedBy: randomUUID() };
  try {
    const entry = await ask(run, (store) => store.claim(fingerprint(parts), mine, whileRunning));
    return isClaim(entry) && entry.claimedBy === mine.claimedBy ? undefined : entry;
  } catch (error) {
    if (error instanceof OperationError) throw error;
    if (run.host.store.onOutage === 'closed') throw outOfReach();
    return undefined;
  }
}

const busy = () =>
  throttled(
    '{{Another_run}} is creating the same thing at this moment. {{tries_again_and_finds}}',
    10,
  );

/** Milliseconds before each look at another run's claim. */
const waits = [100, 200, 400, 800, 1500, 2000];

/**
 * Waits for the end of another run.
 * @returns its note, or undefined.
 * @throws a throttle if it does not end in time.
 */
async function afterOther(run: Run, parts: unknown[]): Promise<unknown> {
  for (const wait of waits) {
    if (Date.now() + wait > run.deadline) break;
    await run.host.clock.wait(wait);
    const entry = await recall(run, parts);
    if (!isClaim(entry)) return entry;
  }
  throw throttled(
    '{{Another_run}} is working on this event, or broke off before it was done. {{tries_again}}',
    whileRunning,
  );
}

/** Earlier failed attempts, stored instead of a note. */
interface Attempts {
  /** Number of final refusals. The next attempt uses a new key. */
  refused: number;
  /** The last attempt got no answer and may have made the thing. */
  isOpen?: true;
}
const isAttempts = (value: unknown): value is Attempts => isRecord(value) && 'refused' in value;
/** True for the entry of a run that may have made the thing. */
export const mayBeMade = (entry: unknown): boolean => isAttempts(entry) && entry.isOpen === true;

/** The entry after a failed attempt; undefined if it made nothing. */
function attemptsAfter(
  outcome: Outcome | undefined,
  { refused, isOpen }: Attempts,
): Attempts | undefined {
  if (outcome === 'nothing') return undefined;
  return outcome === 'refused' && !isOpen ? { refused: refused + 1 } : { refused, isOpen: true };
}

/** The note in an entry, even while a run has the claim. */
const noteIn = (entry: unknown): unknown =>
  isAttempts(entry) ? undefined : isClaim(entry) ? entry.note : entry;

/** The note of an identity, even while a run has the claim. */
export const recallNote = async <Value>(run: Run, parts: unknown[]): Promise<Value | undefined> =>
  noteIn(await recall(run, parts)) as Value | undefined;

/** The right to make the thing of an identity, until `end` or `fail`. */
export interface Claim<Value> {
  /** The note of an earlier run. This run then has no claim. */
  note?: Value;
  /** The identity of this attempt, with a new key after refusals. */
  identity: Identity;
  /** Notes the results so far and keeps the claim. @returns true if it is stored. */
  save(note: Value): Promise<boolean>;
  /** Ends the claim, with or without a note. @returns true if the note is stored. */
  end(note?: Value): Promise<boolean>;
  /** Ends the claim after a failure, and notes whether the thing may exist. */
  fail(error: unknown): Promise<void>;
}

/** While another run has the claim: use its note so far, stop, or wait for its end. */
type WhileClaimed = 'use' | 'stop' | 'wait';

/**
 * Claims an identity. A killed run loses its claim after a minute, and the next run finds the note
 * it saved.
 * @throws a throttle while another run has the claim, as `whileClaimed` says.
 */
export async function openClaim<Value>(
  run: Run,
  identity: Identity,
  whileClaimed: WhileClaimed = 'stop',
): Promise<Claim<Value>> {
  const { parts, latest } = identity;
  let entry = await claimIdentity(run, parts);
  if (isClaim(entry) && whileClaimed === 'wait') {
    entry = await afterOther(run, parts);
    if (entry === undefined) return openClaim(run, identity, whileClaimed);
  }
  if (isClaim(entry)) {
    const isOver = entry.until !== undefined && entry.until < Date.now();
    if (!isOver && !(whileClaimed === 'use' && entry.note !== undefined)) throw busy();
  }
  const attempts: Attempts = isAttempts(entry) ? entry : { refused: 0 };
  // The earlier attempts are stored under the identity, so this claim has its own entry.
  const isRetry = attempts === entry;
  const turn = [...parts, 'turn'];
  if (isRetry && (await claimIdentity(run, turn)) !== undefined) throw busy();
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

/** A value to remember after the work. */
export interface Note {
  identity: unknown[];
  value: unknown;
}

/** Milliseconds to send a note without awaiting it. */
const underWay = 20;

/** Sends notes without waiting for the store's answers. */
const soon = (run: Run, noting: Promise<unknown>): Promise<unknown> =>
  Promise.race([noting, run.host.clock.wait(underWay)]);

const noteAll = (run: Run, notes: Note[]): Promise<unknown> =>
  Promise.all(notes.map(({ identity, value }) => remember(run, identity, value)));

/** Stores all notes at once without waiting for the store's answers. */
export const promptly = (run: Run, notes: Note[]): Promise<unknown> =>
  soon(run, noteAll(run, notes));

/** Work for `runOnce`. */
interface Once<Read, T> {
  /** Reads the input of the work while the claim is made. */
  read: () => Promise<Read>;
  /** `isOpen`: there was nothing to do yet, so a repeat must run again. */
  work: (read: Read) => { result: T; isOpen?: boolean; notes?: Note[] } | Promise<never>;
}

/**
 * Does the work once per identity. A run at the same time waits. A failed or killed run frees the
 * claim, so nothing is lost.
 * @returns the result of the work, or undefined if it ran before.
 * @throws a throttle if another run does not end in time.
 */
export async function runOnce<Read, T>(
  run: Run,
  parts: unknown[],
  { read, work }: Once<Read, T>,
): Promise<T | undefined> {
  const reading = read();
  // A repeat ignores the result.
  reading.catch(() => undefined);
  const claim = await openClaim<'done'>(run, { parts, conflict: '' }, 'wait');
  if (claim.note !== undefined) return undefined;
  try {
    const { result, isOpen, notes = [] } = await work(await reading);
    if (isOpen) await claim.end();
    // If the store does not answer, the claim ends by itself.
    else await soon(run, Promise.all([claim.end('done'), noteAll(run, notes)]));
    return result;
  } catch (error) {
    await claim.end();
    throw error;
  }
}

interface Making<T, Value> {
  /** Makes the thing. `existed`: the service returned an earlier one. */
  make: (identity: Identity) => Promise<{ thing: T; existed: boolean }>;
  /** The note about the thing: small and without client data. */
  note: (thing: T) => Value;
  /** Finds the thing by its note; undefined if it no longer exists. */
  find: (note: Value) => Promise<T | undefined>;
  /** Do not wait until the note is stored. */
  isPrompt?: true;
}

/** A thing that this run or an earlier one made. */
export interface Made<T> {
  thing: T;
  /** An earlier run made it. */
  existed: boolean;
}

/**
 * Makes the thing of an identity, or finds the existing one. Replaces a thing that no longer
 * exists, with a new key.
 * @throws a throttle while another run makes it, else the errors of `make` and `find`.
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

/** The identity of the next thing, after one that is gone or must not be used again. */
export const nextIdentity = (identity: Identity, note: unknown): Identity => ({
  ...identity,
  parts: [...identity.parts, 'after', note],
  latest: identity.latest ?? identity.parts,
});
