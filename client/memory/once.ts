/**
 * The connector's memory for the account: the case of each reference, the events that ran. It makes
 * repeats harmless even if the service ignores idempotency keys. If the store does not answer, the
 * step goes on or stops, as its host says.
 */
import { randomUUID } from 'node:crypto';

import type { Store } from '../../host/host.ts';
import { idIn } from '../exchange/answer.ts';
import { isRecord } from '../exchange/json.ts';
import { baseUrl } from '../exchange/connection.ts';
import { failure, OperationError, outcomeOf, throttle, type Outcome } from '../exchange/errors.ts';
import type { Run } from '../exchange/run.ts';
import { isFresh } from '../exchange/time.ts';
import { fingerprint, type Identity } from '../exchange/transport.ts';

/** Zapier's cache keeps a value for at most seven days. */
export const noteLifetime = 7 * 24 * 3600;
/** Longer than any step runs, so the claim of a killed run ends by itself. */
const claimLifetime = 60;
/** Milliseconds to wait for the store. */
const storeTimeout = 5000;

/** The wait after the end of the step's time: its results must still be stored. */
const lastStoreTimeout = 1000;

/** Asks the store. @throws the store's error, or ETIMEDOUT if the time runs out. */
async function askStore<T>(
  { host, installation, deadline }: Run,
  work: (store: Store) => Promise<T>,
): Promise<T | undefined> {
  if (installation.memory === 'off') return undefined;
  const milliseconds = Math.min(storeTimeout, Math.max(deadline - Date.now(), lastStoreTimeout));
  return host.clock.within(milliseconds, work(host.store));
}

/** Asks the store; undefined if it does not answer. */
const tryStore = <T>(run: Run, work: (store: Store) => Promise<T>): Promise<T | undefined> =>
  askStore(run, work).catch(() => undefined);

/** The same identity at another service is another thing. */
const storeKey = (run: Run, parts: unknown[]): string => fingerprint([baseUrl(run), ...parts]);

/** A mark of the API key, which tells accounts of one service apart. */
export const accountOf = ({ connection }: Run): string =>
  fingerprint(['key', (connection.api_key ?? '').trim()]).slice(0, 16);

/** The value of the identity; undefined if it has none or the store does not answer. */
export const recall = (run: Run, parts: unknown[]): Promise<unknown> =>
  tryStore(run, (store) => store.get(storeKey(run, parts)));

/** Stores a small value, by default for as long as the cache can. @returns true if it is stored. */
export async function remember(
  run: Run,
  parts: unknown[],
  value: unknown,
  seconds = noteLifetime,
): Promise<boolean> {
  const isStored = await tryStore(run, async (store) => {
    await store.set(storeKey(run, parts), value, seconds);
    return true;
  });
  return isStored === true;
}

/** Deletes the value or claim of the identity. */
const forget = (run: Run, parts: unknown[]): Promise<unknown> =>
  tryStore(run, (store) => store.delete(storeKey(run, parts)));

/** What is noted about an identity. Without an entry it is free. */
type Entry<Value = unknown> =
  | Claimed<Value>
  | Noted<Value>
  /** The service refused it for good this many times. The next attempt uses a new key. */
  | { state: 'refused'; times: number }
  /** An attempt may have made the thing. Until then nobody makes it again. */
  | { state: 'doubtful'; times: number; until: number };

/** A run is at work. */
interface Claimed<Value = unknown> {
  state: 'claimed';
  by: string;
  /** The end of the claim in milliseconds. */
  until: number;
  /** The results so far. */
  noted?: Noted<Value>;
}

/** An earlier run made the thing. */
interface Noted<Value> {
  state: 'made';
  /** Small and without client data. */
  value: Value;
  /** When it was made, in milliseconds since 1970. */
  time: number;
  /** A mark of its API key. */
  account: string;
}

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) && ['claimed', 'made', 'refused', 'doubtful'].includes(String(value.state));

/** True for a claim without results. */
export const isBareClaim = (value: unknown): boolean =>
  isEntry(value) && value.state === 'claimed' && !value.noted;

const notedBy = <Value>(run: Run, value: Value, time = Date.now()): Noted<Value> => ({
  state: 'made',
  value,
  time,
  account: accountOf(run),
});

/** What happens to an identity. */
type Happening<Value> =
  | { type: 'save'; claim: Claimed; noted: Noted<Value> }
  | { type: 'make'; noted: Noted<Value> }
  | { type: 'fail'; outcome?: Outcome; until: number }
  | { type: 'pass'; time: number; doubt: number };

/** The entry after something happened; undefined if the identity is free. */
export function entryAfter<Value>(
  entry: Entry<Value> | undefined,
  happening: Happening<Value>,
): Entry<Value> | undefined {
  const times = entry && 'times' in entry ? entry.times : 0;
  switch (happening.type) {
    case 'save':
      return { ...happening.claim, noted: happening.noted };
    case 'make':
      return happening.noted;
    case 'fail':
      if (happening.outcome === 'nothing') return entry;
      return happening.outcome === 'refused' && entry?.state !== 'doubtful'
        ? { state: 'refused', times: times + 1 }
        : { state: 'doubtful', times, until: happening.until };
    case 'pass':
      if (entry?.state !== 'claimed' || entry.until > happening.time) return entry;
      // A killed run loses its claim, but not its results.
      return entry.noted ?? { state: 'doubtful', times, until: entry.until + happening.doubt };
  }
}

/**
 * Milliseconds during which a thing that may exist is not made again. If the service honours keys,
 * a second POST is harmless.
 */
const doubtOf = ({ host, dialect }: Run): number =>
  dialect.idempotency_keys === 'honoured' ? 0 : (host.doubtSeconds ?? 0) * 1000;

/** The entry in a value of the store, as it counts now. */
const entryIn = <Value>(run: Run, value: unknown): Entry<Value> | undefined =>
  isEntry(value)
    ? entryAfter(value as Entry<Value>, { type: 'pass', time: Date.now(), doubt: doubtOf(run) })
    : undefined;

const recallEntry = async <Value>(run: Run, parts: unknown[]) =>
  entryIn<Value>(run, await recall(run, parts));

/** The note of an identity and its account, even while a run has the claim. */
export async function recallNoted<Value>(run: Run, parts: unknown[]) {
  const entry = await recallEntry<Value>(run, parts);
  return entry?.state === 'claimed' ? entry.noted : entry?.state === 'made' ? entry : undefined;
}

/** The note alone. */
export const recallNote = async <Value>(run: Run, parts: unknown[]): Promise<Value | undefined> =>
  (await recallNoted<Value>(run, parts))?.value;

const outOfReach = () =>
  throttle('The store that prevents duplicates cannot be reached. {{tries_again}}', claimLifetime);

/** Stops a step that must not do something twice, if its host says so. */
function stopOnOutage({ host }: Run): void {
  if (host.store.onOutage === 'closed') throw outOfReach();
}

/**
 * Claims an identity: of several runs at once, one gets it. If the store does not answer, the run
 * gets it or stops, as the host says. A claim that arrives late ends after a minute.
 * @returns undefined if this run got it, null if the store does not say so, else the existing entry.
 */
async function claimIdentity<Value>(run: Run, parts: unknown[], mine: Claimed) {
  const key = storeKey(run, parts);
  try {
    const found = await askStore(run, (store) => store.claim(key, mine, claimLifetime));
    const entry = entryIn<Value>(run, found);
    return entry?.state === 'claimed' && entry.by === mine.by ? undefined : entry;
  } catch (error) {
    if (error instanceof OperationError) throw error;
    stopOnOutage(run);
    return null;
  }
}

/** Keeps the claim for as long as the thing is in doubt if this run is killed. */
async function keepClaim(run: Run, parts: unknown[], mine: Claimed): Promise<void> {
  const doubt = doubtOf(run) / 1000;
  if (!doubt || (await remember(run, parts, mine, claimLifetime + doubt))) return;
  // The store may carry it out later. Nobody else can have the claim yet.
  void forget(run, parts);
  stopOnOutage(run);
}

/** The error while another run has the claim of these parts. */
export class Busy extends OperationError {
  constructor(
    readonly parts: unknown[],
    seconds = 10,
  ) {
    const text =
      '{{Another_run}} is doing the same at this moment, or broke off before it was done. {{tries_again}}';
    super('throttle', text, seconds);
  }
}

const inDoubt = ({ lookFor = 'look in the service' }: Identity, until: number) =>
  failure(
    `{{Another_run}} started to make the same thing and did not report a result: ${lookFor}. If it is not there, {{replay}} after ${Math.ceil((until - Date.now()) / 60_000)} minutes.`,
  );

/** Waits until no run has the claim any more. @returns false if that takes too long. */
export async function isOver(run: Run, parts: unknown[], until: number): Promise<boolean> {
  const time = until - Date.now();
  let wait = 100;
  for (let waited = 0; waited + wait <= time; waited += wait, wait = Math.min(2 * wait, 1000)) {
    await run.host.clock.wait(wait);
    const entry = await recallEntry(run, parts);
    if (entry?.state !== 'claimed') return true;
  }
  return false;
}

/** The right to make the thing of an identity, until `end` or `fail`. */
interface Claim<Value> {
  /** The note of an earlier run. */
  noted?: Noted<Value>;
  /** False if there is only the note to use. Then the functions do nothing. */
  isMine: boolean;
  /** The identity of this attempt, with a new key after refusals. */
  identity: Identity;
  /** Notes the results so far and keeps the claim. @returns true if it is stored. */
  save(value: Value): Promise<boolean>;
  /** Ends the claim, with or without a note. @returns true if the note is stored. */
  end(value?: Value): Promise<boolean>;
  /** Ends the claim after a failure, and notes whether the thing may exist. */
  fail(error: unknown): Promise<void>;
}

/** A claim of nothing: a note of an earlier run, or no identity at all. */
export const noClaim = <Value>(identity: Identity, noted?: Noted<Value>): Claim<Value> => ({
  noted,
  isMine: false,
  identity,
  save: async () => noted !== undefined,
  end: async () => noted !== undefined,
  fail: async () => undefined,
});

interface Claiming<Value> extends Pick<Making<unknown, Value>, 'resumes'> {
  /** A repeat does no harm: a run waits for another one, and leaves no doubt if it is killed. */
  isHarmless?: true;
}

/** A claim as the store has it. */
interface Lock<Value> {
  parts: unknown[];
  /** The parts of the claim itself. The entry of earlier attempts stays where it is. */
  turn: unknown[];
  mine: Claimed;
  /** null: the store may have an entry that nobody has read. Only a new one replaces it. */
  entry?: Entry<Value> | null;
}

/** The functions of a claim that this run has. */
function claimOf<Value>(
  run: Run,
  identity: Identity,
  { parts, turn, mine, entry }: Lock<Value>,
): Claim<Value> {
  const times = entry && 'times' in entry ? entry.times : 0;
  const since = entry?.state === 'doubtful' ? entry.until : undefined;
  const notedNow = (value: Value) =>
    notedBy(run, value, entry?.state === 'made' ? entry.time : undefined);
  const write = async (happening: Happening<Value>): Promise<boolean> => {
    if (entry === null && happening.type === 'fail') return false;
    const after = entryAfter(entry ?? undefined, happening);
    if (!after) await forget(run, parts);
    return after !== undefined && after !== entry && remember(run, parts, after);
  };
  /** Ends the claim. */
  const settle = async (happening: Happening<Value>): Promise<boolean> => {
    const isNewest = happening.type === 'make' && identity.latest;
    const [isStored] = await Promise.all([
      write(happening),
      isNewest && remember(run, identity.latest!, happening.noted),
    ]);
    // The run that gets the turn next must find the entry.
    if (turn !== parts) await forget(run, turn);
    return isStored;
  };
  return {
    ...(entry?.state === 'made' && { noted: entry }),
    isMine: true,
    identity: {
      ...identity,
      parts: times ? [...identity.parts, 'attempt', times] : identity.parts,
      earlier: since,
    },
    save: (value) => write({ type: 'save', claim: mine, noted: notedNow(value) }),
    end: (value) =>
      settle(
        value === undefined
          ? { type: 'fail', outcome: 'nothing', until: 0 }
          : { type: 'make', noted: notedNow(value) },
      ),
    async fail(error) {
      // The service asked for another attempt.
      const isPassing = error instanceof OperationError && error.kind === 'throttle';
      const until = isPassing ? (since ?? Date.now()) : Date.now() + doubtOf(run);
      await settle({ type: 'fail', outcome: outcomeOf(error), until });
    },
  };
}

/**
 * Claims an identity. A killed run loses its claim after a minute, and the next run finds the note
 * it saved.
 * @throws Busy while another run has the claim, and an error while nobody knows whether the thing
 * exists.
 */
async function openClaim<Value>(
  run: Run,
  identity: Identity,
  claiming: Claiming<Value> = {},
): Promise<Claim<Value>> {
  const { resumes = () => false, isHarmless } = claiming;
  const parts = [...identity.parts, ...(identity.account ?? [])];
  const until = Date.now() + claimLifetime * 1000;
  const mine: Claimed = { state: 'claimed', by: randomUUID(), until };
  const isUsed = (one: Entry<Value>): one is Noted<Value> =>
    one.state === 'made' && !resumes(one.value);

  let entry = await claimIdentity<Value>(run, parts, mine);
  if (entry?.state === 'claimed') {
    if (!isHarmless) throw new Busy(parts);
    const end = Math.min(Date.now() + storeTimeout, run.deadline);
    if (!(await isOver(run, parts, end))) throw new Busy(parts, claimLifetime);
    return openClaim(run, identity, claiming);
  }
  if (entry && isUsed(entry)) return noClaim(identity, entry);
  if (entry?.state === 'doubtful' && entry.until > Date.now()) throw inDoubt(identity, entry.until);
  // After earlier attempts, or a run that has not finished, one of several runs gets the turn.
  const turn = entry ? [...parts, 'turn'] : parts;
  if (entry) {
    const other = await claimIdentity(run, turn, mine);
    if (other?.state === 'doubtful') throw inDoubt(identity, other.until);
    if (other) throw new Busy(turn);
    // Another run may have ended meanwhile.
    entry = (await recallEntry<Value>(run, parts)) ?? entry;
    if (isUsed(entry)) {
      await forget(run, turn);
      return noClaim(identity, entry);
    }
  }
  if (!isHarmless) await keepClaim(run, turn, mine);
  return claimOf(run, identity, { parts, turn, mine, entry });
}

/** A value to remember after the work. */
export interface Note {
  identity: unknown[];
  value: unknown;
}

/** Milliseconds to send a note without awaiting it. */
const sendTime = 20;

/** Sends notes without waiting for the store's answers. */
const sendSoon = (run: Run, noting: Promise<unknown>): Promise<unknown> =>
  Promise.race([noting, run.host.clock.wait(sendTime)]);

/** Stores all notes at once. */
export const noteAll = (run: Run, notes: Note[]): Promise<unknown> =>
  Promise.all(notes.map(({ identity, value }) => remember(run, identity, notedBy(run, value))));

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
 * @throws Busy if another run does not end in time.
 */
export async function runOnce<Read, T>(
  run: Run,
  parts: unknown[],
  { read, work }: Once<Read, T>,
): Promise<T | undefined> {
  const reading = read();
  // A repeat ignores the result.
  reading.catch(() => undefined);
  const identity = { parts, conflict: '' };
  const claim = await openClaim<'done'>(run, identity, { isHarmless: true });
  if (!claim.isMine) return undefined;
  try {
    const { result, isOpen, notes = [] } = await work(await reading);
    if (isOpen) await claim.end();
    // If the store does not answer, the claim ends by itself.
    else await sendSoon(run, Promise.all([claim.end('done'), noteAll(run, notes)]));
    return result;
  } catch (error) {
    await claim.end();
    throw error;
  }
}

/** A thing that this run or an earlier one made. */
export interface Made<T> {
  thing: T;
  /** An earlier run made it. */
  existed: boolean;
}

/** How a thing is made, and found again. */
export interface Making<T, Value> {
  /** Makes the thing. `existed`: the service returned an earlier one. */
  make: (identity: Identity) => Promise<Made<T>>;
  /** Finds the thing by its note; undefined if it does not exist. */
  find: (value: Value) => Promise<T | undefined>;
  /**
   * The same for the note of another API key, which may be another account's. Without it such a
   * note does not count.
   */
  findOther?: (value: Value) => Promise<T | undefined>;
  /** True for a note whose run has not finished. This run continues it. */
  resumes?: (value: Value) => boolean;
}

/** A thing, and the claim of its identity. */
export interface Opened<T, Value> extends Made<T> {
  claim: Claim<Value>;
  /** The identity under which it was made or found. */
  identity: Identity;
}

/** Milliseconds before the service is asked again for a thing that was just made. */
const rereads = [500, 1000, 2000];

/**
 * The thing of a note, or the identity of the one to make instead.
 * @throws a throttle if the service does not find a thing that was just made.
 */
async function findNoted<T, Value>(
  run: Run,
  identity: Identity,
  { value, time, account }: Noted<Value>,
  { find, findOther }: Making<T, Value>,
): Promise<{ thing: T } | { next: Identity }> {
  if (account !== accountOf(run) && !identity.account) {
    // Each of two accounts keeps its own notes.
    const next = { ...identity, account: ['account', accountOf(run)] };
    if (await recallEntry(run, [...identity.parts, ...next.account])) return { next };
    const thing = await findOther?.(value);
    return thing === undefined ? { next } : { thing };
  }
  // A note of something new outweighs an answer that there is no such thing.
  const isNew = isFresh(time);
  for (const wait of [0, ...(isNew ? rereads : [])]) {
    if (Date.now() + wait > run.deadline) break;
    if (wait) await run.host.clock.wait(wait);
    const thing = await find(value);
    if (thing !== undefined) return { thing };
  }
  if (!isNew || run.isTest) return { next: nextIdentity(identity, idIn(value, 'id') ?? value) };
  throw throttle(
    'The service does not show yet what an earlier {{run}} made a moment ago. {{tries_again}}',
    30,
  );
}

/**
 * Makes the thing of an identity, or finds the existing one. Replaces a thing that no longer
 * exists, with a new key. The caller ends the claim.
 * @throws Busy while another run makes it, else the errors of `make` and `find`.
 */
export async function openOnce<T, Value>(
  run: Run,
  first: Identity,
  making: Making<T, Value>,
): Promise<Opened<T, Value>> {
  for (let identity = first; ;) {
    const claim = await openClaim<Value>(run, identity, { resumes: making.resumes });
    try {
      if (!claim.noted) return { ...(await making.make(claim.identity)), claim, identity };
      const found = await findNoted(run, identity, claim.noted, making);
      if ('thing' in found) return { ...found, existed: true, claim, identity };
      identity = found.next;
      if (claim.isMine) await claim.end();
    } catch (error) {
      await (claim.noted ? claim.end() : claim.fail(error));
      throw error;
    }
  }
}

/** The same for a thing that is made in one request, with its note. */
export async function makeOnce<T, Value>(
  run: Run,
  identity: Identity,
  {
    note,
    ...making
  }: Making<T, Value> & {
    /** The note about the thing: small and without client data. */
    note: (thing: T) => Value;
  },
): Promise<Made<T>> {
  const { thing, existed, claim } = await openOnce(run, identity, making);
  if (claim.isMine) await claim.end(note(thing));
  return { thing, existed };
}

/** The identity of the next thing, after one that is gone or must not be used again. */
export const nextIdentity = (identity: Identity, note: unknown): Identity => ({
  ...identity,
  parts: [...identity.parts, 'after', note],
  latest: identity.latest ?? [...identity.parts, ...(identity.account ?? [])],
});
