/**
 * What the connector itself remembers, in Zapier's cache of the connection: which case was made for
 * a reference, which event ran a Zap. It makes repeats harmless on a service that ignores
 * idempotency keys. Where the cache cannot be reached, the step goes on as if nothing was known.
 */
import { randomUUID } from 'node:crypto';

import { isRecord } from './answer.ts';
import { outcomeOf, throttled, type Outcome } from './errors.ts';
import { setting } from './settings.ts';
import { pause, within } from './time.ts';
import { fingerprint, type Context, type Identity } from './transport.ts';

/** The longest the cache keeps anything: seven days. */
const longest = 7 * 24 * 3600;
/** Longer than any step may run: the claim of a run that was killed ends by itself. */
const whileRunning = 60;
/** Milliseconds after which the cache counts as out of reach. */
const patience = 5000;

interface Cache {
  get(key: string, scope: string[]): Promise<unknown>;
  set(key: string, value: unknown, ttl: number, scope: string[], nx?: boolean): Promise<unknown>;
  delete(key: string, scope: string[]): Promise<unknown>;
}

/** The same once the step has used up its time: what it made must still be remembered. */
const lastPatience = 1000;

/** Asks the cache; undefined where it cannot be reached within the time of the step. */
async function ask<T>(
  { z, deadline }: Context,
  work: (cache: Cache) => Promise<T>,
): Promise<T | undefined> {
  if (setting('memory') === 'off') return undefined;
  const milliseconds = Math.min(patience, Math.max(deadline - Date.now(), lastPatience));
  try {
    return await within(milliseconds, work(z.cache as unknown as Cache));
  } catch {
    return undefined;
  }
}

/** Each account has its own memory. */
const scope = ['auth'];

/** What is remembered under the identity; undefined where nothing is, or the cache is out of reach. */
export async function recall(context: Context, identity: unknown[]): Promise<unknown> {
  return (await ask(context, (cache) => cache.get(fingerprint(identity), scope))) ?? undefined;
}

/** Remembers a small value, for as long as the cache does or for some seconds. @returns whether it is kept. */
export async function remember(
  context: Context,
  identity: unknown[],
  value: unknown,
  seconds = longest,
): Promise<boolean> {
  const kept = await ask(context, async (cache) => {
    await cache.set(fingerprint(identity), value, seconds, scope);
    return true;
  });
  return kept === true;
}

/** Remembers nothing of the identity any more: a claim on it ends. */
export async function forget(context: Context, identity: unknown[]): Promise<void> {
  await ask(context, (cache) => cache.delete(fingerprint(identity), scope));
}

/** What stands under an identity from its claim until something is remembered of it. */
interface Claim {
  claimedBy: string;
  /** What its run has made so far, and until when it may be at work on the rest (milliseconds). */
  known?: unknown;
  until?: number;
}
const isClaim = (value: unknown): value is Claim => isRecord(value) && 'claimedBy' in value;

/** True for a claim that says nothing but whose it is. */
const isBare = (value: unknown): boolean => isClaim(value) && Object.keys(value).length === 1;

/**
 * Claims the identity for this run: of several runs at once, one gets it. Free as well where the
 * cache cannot be reached. What is there is read at the same time, as the cache of Zapier's own test
 * tools sets a value whether one is there or not.
 * @returns undefined when it is this run's, else what is remembered.
 */
async function claim(context: Context, identity: unknown[]): Promise<unknown> {
  const mine: Claim = { claimedBy: randomUUID() };
  const isMine = (value: unknown) => isClaim(value) && value.claimedBy === mine.claimedBy;
  const [before, answer] = await Promise.all([
    recall(context, identity),
    ask(context, (cache) => cache.set(fingerprint(identity), mine, whileRunning, scope, true)),
  ]);
  if (answer === true) {
    if (before === undefined || isBare(before)) return undefined;
    // It was set though something was there, which goes back.
    await remember(context, identity, before);
    return before;
  }
  if (before !== undefined) return isMine(before) ? undefined : before;
  if (answer === undefined) return undefined;
  // What the cache answers otherwise is not documented: what it holds says whose the claim is.
  const found = await recall(context, identity);
  return isMine(found) ? undefined : found;
}

/** Milliseconds to wait before each look whether another run has ended. */
const looks = [100, 200, 400, 800, 1500, 2000];
/** Milliseconds in which a note that nobody waits for is on its way. */
const underWay = 20;
const done = 'done';

/**
 * Waits until the run that holds the claim has ended. @returns whether it did the work.
 * @throws ThrottledError when it does not end.
 */
async function isDoneElsewhere(context: Context, identity: unknown[]): Promise<boolean> {
  for (const wait of looks) {
    if (Date.now() + wait > context.deadline) break;
    await pause(wait);
    const found = await recall(context, identity);
    if (!isClaim(found)) return found !== undefined;
  }
  throw throttled(
    'Another run is at work on this event, or was ended at it. Zapier tries this step again by itself.',
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

/** Notes all of it at once; nobody is held up for the cache's answers. */
export async function promptly(context: Context, notes: Note[]): Promise<void> {
  const kept = notes.map(({ identity, value }) => remember(context, identity, value));
  await Promise.race([Promise.all(kept), pause(underWay)]);
}

/**
 * Does the work once per identity. The claim lasts no longer than a run may, and is kept once the
 * work is done: a run that failed or was killed loses nothing.
 * @returns what the work returns, undefined where it was done before.
 * @throws ThrottledError while another run is at it and does not end.
 */
export async function runOnce<Read, T>(
  context: Context,
  identity: unknown[],
  { read, work }: Once<Read, T>,
): Promise<T | undefined> {
  const reading = read();
  // A repeat does not care what came of it.
  reading.catch(() => undefined);
  const found = await claim(context, identity);
  if (found !== undefined && !isClaim(found)) return undefined;
  if (found !== undefined) {
    if (await isDoneElsewhere(context, identity)) return undefined;
    return runOnce(context, identity, { read: () => reading, work });
  }
  try {
    const { result, isOpen, notes = [] } = await work(await reading);
    if (isOpen) await forget(context, identity);
    // Without the cache's answer the claim ends by itself.
    else await promptly(context, [{ identity, value: done }, ...notes]);
    return result;
  } catch (error) {
    await forget(context, identity);
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
  context: Context,
  identity: unknown[],
): Promise<Known | undefined> {
  const found = await recall(context, identity);
  if (isAttempts(found)) return undefined;
  return (isClaim(found) ? found.known : found) as Known | undefined;
}

const busy = () =>
  throttled(
    'Another run is making the same thing at this moment. Zapier tries this step again by itself and then finds it.',
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
 * @throws ThrottledError while another run holds it.
 */
export async function hold<Known>(
  context: Context,
  identity: Identity,
  isShared = false,
): Promise<Held<Known>> {
  const { parts } = identity;
  const found = await claim(context, parts);
  if (isClaim(found)) {
    const isOver = found.until !== undefined && found.until < Date.now();
    if (!isOver && !(isShared && found.known !== undefined)) throw busy();
  }
  const isRetry = isAttempts(found);
  const { refused, isOpen } = isRetry ? found : { refused: 0 };
  // The place of the thing holds the earlier attempts: the claim of this one lies beside it.
  const turn = [...parts, 'turn'];
  if (isRetry && (await claim(context, turn)) !== undefined) throw busy();
  const until = Date.now() + whileRunning * 1000;
  const mine = randomUUID();
  const free = () => (isRetry ? forget(context, turn) : undefined);
  const known = isClaim(found) ? found.known : isRetry ? undefined : found;
  return {
    ...(known !== undefined && { known: known as Known }),
    identity: {
      ...identity,
      parts: refused ? [...parts, 'attempt', refused] : parts,
      hasEarlier: isOpen === true,
    },
    keep: (made) => remember(context, parts, { claimedBy: mine, until, known: made }),
    async end(made) {
      const isNothing = made === undefined;
      const [isKept] = await Promise.all([
        !isNothing && remember(context, parts, made),
        isNothing && !isRetry && forget(context, parts),
        free(),
      ]);
      return isKept;
    },
    async fail(error) {
      const noted = noteOf(outcomeOf(error), { refused, isOpen });
      if (noted) await remember(context, parts, noted);
      else if (!isRetry) await forget(context, parts);
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
 * @throws ThrottledError while another run is making it, else what `make` and `find` throw.
 */
export async function makeOnce<T, Known>(
  context: Context,
  identity: Identity,
  making: Making<T, Known>,
): Promise<Made<T>> {
  const { make, note, find } = making;
  const held = await hold<Known>(context, identity, true);
  if (held.known !== undefined) {
    const thing = await find(held.known);
    if (thing !== undefined) return { thing, existed: true, kept: true };
    const parts = [...identity.parts, 'after', held.known];
    const made = await makeOnce(context, { ...identity, parts }, making);
    await remember(context, identity.parts, note(made.thing));
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
