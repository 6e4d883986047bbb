/**
 * What the connector itself remembers, in Zapier's cache of the connection: which case was made for
 * a reference, which event ran a Zap. It makes repeats harmless on a service that ignores
 * idempotency keys. Where the cache cannot be reached, the step goes on as if nothing was known.
 */
import { randomUUID } from 'node:crypto';

import { isRecord } from './answer.ts';
import { throttled } from './errors.ts';
import { setting } from './settings.ts';
import { within } from './time.ts';
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

/** Asks the cache; undefined where it cannot be reached. */
async function ask<T>({ z }: Context, work: (cache: Cache) => Promise<T>): Promise<T | undefined> {
  if (setting('memory') === 'off') return undefined;
  try {
    return await within(patience, work(z.cache as unknown as Cache));
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

/** Remembers a small value for as long as the cache does. @returns whether it is kept. */
export async function remember(
  context: Context,
  identity: unknown[],
  value: unknown,
): Promise<boolean> {
  const kept = await ask(context, async (cache) => {
    await cache.set(fingerprint(identity), value, longest, scope);
    return true;
  });
  return kept === true;
}

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

/**
 * Claims the identity for this run: of several runs at once, one gets it.
 * @returns undefined when it is this run's, else what is remembered. Free as well where the cache
 * cannot be reached.
 */
async function claim(context: Context, identity: unknown[], seconds: number): Promise<unknown> {
  const mine: Claim = { claimedBy: randomUUID() };
  const answer = await ask(context, (cache) =>
    cache.set(fingerprint(identity), mine, seconds, scope, true),
  );
  if (answer === true || answer === undefined) return undefined;
  // What the cache answers otherwise is not documented: what it holds says whose the claim is.
  const found = await recall(context, identity);
  return isClaim(found) && found.claimedBy === mine.claimedBy ? undefined : found;
}

/**
 * Runs the work once per identity; a run that fails gives its claim back, so that a repeat works.
 * @returns what the work returns, undefined where it has been run before.
 */
export async function runOnce<T>(
  context: Context,
  identity: unknown[],
  work: () => Promise<T>,
): Promise<T | undefined> {
  if ((await claim(context, identity, longest)) !== undefined) return undefined;
  try {
    return await work();
  } catch (error) {
    await forget(context, identity);
    throw error;
  }
}

interface Making<T, Known> {
  /** Makes the thing. `existed`: the service says that it gave an earlier one back. */
  make: () => Promise<{ thing: T; existed: boolean }>;
  /** What to remember of it; small, and no client data. */
  note: (thing: T) => Known;
  /** The thing again by what is remembered; undefined where it is gone. */
  find: (known: Known) => Promise<T | undefined>;
}

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
  return (isClaim(found) ? found.known : found) as Known | undefined;
}

const busy = () =>
  throttled(
    'Another run is making the same thing at this moment. Zapier tries this step again by itself and then finds it.',
    10,
  );

/** A claim that is held while several things are made one after the other. */
export interface Held<Known> {
  /** What an earlier run remembered; the identity is then not this run's. */
  known?: Known;
  /** Notes what has been made so far; the claim stays. @returns whether it is kept. */
  keep(known: Known): Promise<boolean>;
  /** Ends the claim with what is to be remembered, or with nothing. @returns whether it is kept. */
  end(known?: Known): Promise<boolean>;
}

/**
 * Claims an identity until `end`. A run that was killed loses its claim after a minute, and what it
 * kept is then known.
 * @throws ThrottledError while another run holds it.
 */
export async function hold<Known>(context: Context, identity: unknown[]): Promise<Held<Known>> {
  const found = await claim(context, identity, whileRunning);
  if (isClaim(found) && !(found.until && found.until < Date.now())) throw busy();
  const until = Date.now() + whileRunning * 1000;
  const mine = randomUUID();
  return {
    ...(found !== undefined && { known: (isClaim(found) ? found.known : found) as Known }),
    keep: (known) => remember(context, identity, { claimedBy: mine, until, known }),
    end: async (known) => {
      if (known !== undefined) return remember(context, identity, known);
      await forget(context, identity);
      return false;
    },
  };
}

/**
 * Makes a thing that has an identity, or finds the one that was made before.
 * @throws ThrottledError while another run is making it, else what `make` and `find` throw.
 */
export async function makeOnce<T, Known>(
  context: Context,
  { parts }: Identity,
  { make, note, find }: Making<T, Known>,
): Promise<Made<T>> {
  const known = await claim(context, parts, whileRunning);
  if (known !== undefined) {
    if (isClaim(known) && known.known === undefined) throw busy();
    const thing = await find((isClaim(known) ? known.known : known) as Known);
    if (thing !== undefined) return { thing, existed: true, kept: true };
  }
  try {
    const { thing, existed } = await make();
    return { thing, existed, kept: await remember(context, parts, note(thing)) };
  } catch (error) {
    await forget(context, parts);
    throw error;
  }
}
