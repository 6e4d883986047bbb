/**
 * The right to make the resource of an identity: a lock that one of several runs gets, and a note
 * of what earlier runs came to, under two keys. A run never touches a lock that it did not get.
 */
import { randomUUID } from 'node:crypto';

import { failure, OperationError, throttle } from '../basics/errors.ts';
import { isRecord } from '../basics/json.ts';
import type { Run } from '../exchange/run.ts';
import { honoursKeys, type Identity } from '../exchange/transport.ts';
import { forget, inTime, keyOf, read, recall, remember, storeTimeout } from './store.ts';

/** What earlier runs came to. */
type Note<Value = unknown> =
  | Found<Value>
  /** The service refused it for good this many times. The next attempt uses a new key. */
  | { state: 'refused'; times: number }
  /** The last attempt, at this time, may have made it. The next one uses the same key. */
  | { state: 'attempted'; times: number; time: number };

/** A resource that is there: whole, or with parts that may be missing. */
export interface Found<Value> {
  state: 'made' | 'unfinished';
  /** Small and without client data. */
  value: Value;
  /** When it was made, or when the last part may have been, in milliseconds since 1970. */
  time: number;
}

interface Lock {
  /** Tells whose it is. */
  by: string;
  /** Its end in milliseconds since 1970. */
  until: number;
}

const states = ['made', 'unfinished', 'refused', 'attempted'];
const noteIn = <Value>(value: unknown): Note<Value> | undefined =>
  isRecord(value) && states.includes(String(value.state)) ? (value as Note<Value>) : undefined;

const isFound = <Value>(note?: Note<Value> | null): note is Found<Value> =>
  note?.state === 'made' || note?.state === 'unfinished';

/** A value to note about an identity, without a claim. */
export type NewNote = [identity: unknown[], value: unknown];

/** Stores all notes at once. */
export const noteAll = (run: Run, notes: NewNote[]): Promise<unknown> =>
  Promise.all(
    notes.map(([identity, value]) =>
      remember(run, identity, { state: 'made', value, time: Date.now() } satisfies Note),
    ),
  );

/** The value of a note about a resource that is there. */
export async function recallNote<Value>(run: Run, parts: unknown[]): Promise<Value | undefined> {
  const note = noteIn<Value>(await recall(run, parts));
  return isFound(note) ? note.value : undefined;
}

/**
 * Seconds of a lock after its run noted how it ended. A run that reads the note just before that
 * gets an answer about the lock within this time, and must not get the lock.
 */
const restSeconds = 15;

/** Seconds until a busy step runs again. */
const busySeconds = 10;

const newLock = (seconds: number, by: string = randomUUID()): Lock => ({
  by,
  until: Date.now() + seconds * 1000,
});

/** For a store that does not answer. @throws what the store itself says is wrong. */
function unanswered(error: unknown): undefined {
  if (error instanceof OperationError) throw error;
}

const outOfReach = () =>
  throttle('The store that prevents duplicates cannot be reached. {{tries_again}}', 60, 'nothing');

function inDoubt({ lookFor = 'look in the service' }: Identity, until: number): OperationError {
  const minutes = Math.max(1, Math.ceil((until - Date.now()) / 60_000));
  const later = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return failure(
    `{{Another_run}} started to make the same thing and did not report a result: ${lookFor}. If it is not there, {{replay}} after ${later}.`,
    'unknown',
  );
}

/** The error while another run has the lock. */
export class Busy extends OperationError {
  constructor(
    seconds: number,
    /** Milliseconds after which that run has ended. */
    readonly patience: number,
    /** Waits until it is made or the lock is gone. @returns false if that takes too long. */
    readonly isOver: (until: number) => Promise<boolean>,
  ) {
    const text =
      '{{Another_run}} is doing the same at this moment, or broke off before it was done. {{tries_again}}';
    super('throttle', text, 'nothing', seconds);
  }
}

/** Asks again and again, until an answer is true. @returns false if that takes too long. */
async function becomesTrue({ host }: Run, ask: () => Promise<boolean>, until: number) {
  const time = until - Date.now();
  let wait = 100;
  for (let waited = 0; waited + wait <= time; waited += wait, wait = Math.min(2 * wait, 1000)) {
    await host.clock.wait(wait);
    if (await ask().catch(() => false)) return true;
  }
  return false;
}

export interface Claiming<Value> {
  /** True for a resource that this run continues. By default it uses the resource as it is. */
  resumes?: (found: Found<Value>) => boolean;
  /** A repeat does no harm, so a killed run leaves no doubt. */
  isHarmless?: true;
}

/**
 * Claims an identity. If the store does not answer, the run goes on or stops, as its host says.
 * @throws Busy while another run has the lock, and an error while nobody knows whether another run
 * made the resource.
 */
export async function claim<Value>(
  run: Run,
  identity: Identity,
  claiming: Claiming<Value> = {},
): Promise<Claim<Value>> {
  const { resumes = () => false, isHarmless = false } = claiming;
  const { store } = run.host;
  if (run.installation.memory === 'off') return new Claim(run, identity);
  const lockKey = keyOf(run, 'lock', identity.parts);
  // A lock is longer than a step and its waits for the store together.
  const seconds = Math.ceil(Math.max(60, run.installation.stepSeconds + 20));
  const lock = newLock(seconds);
  const readLock = () => inTime(run, store.get(lockKey)) as Promise<Lock | undefined>;
  const readNote = async () => noteIn<Value>(await read(run, identity.parts)) ?? null;
  const [isGot, first] = await Promise.all([
    inTime(run, store.claim(lockKey, lock, seconds)).catch(unanswered),
    readNote().catch(unanswered),
  ]);
  const note = isGot && first === undefined ? await readNote().catch(unanswered) : first;

  const mine = new Claim<Value>(run, identity, { note, lock: isGot ? lock : undefined });
  const isUsed = (one?: Note<Value> | null) => isFound(one) && !resumes(one);
  const isComplete = (one?: Note<Value> | null) => one?.state === 'made' && isUsed(one);
  if (isComplete(note) || (isGot !== false && isUsed(note))) {
    void mine.release();
    return new Claim(run, identity, { note, isUsed: true });
  }
  if (isGot === undefined || (isGot && note === undefined)) {
    if (store.onOutage !== 'closed') return mine;
    await mine.release();
    throw outOfReach();
  }
  if (!isGot && note?.state === 'attempted') {
    throw inDoubt(identity, (await readLock().catch(unanswered))?.until ?? 0);
  }
  if (!isGot) {
    const hasEnded = async () => !(await readLock()) || isComplete(await readNote());
    throw new Busy(isHarmless ? seconds : busySeconds, seconds * 1000 + storeTimeout, (until) =>
      becomesTrue(run, hasEnded, until),
    );
  }
  const doubt = isHarmless || honoursKeys(run) ? 0 : (store.doubtSeconds ?? 0);
  if (doubt && !(await mine.lockFor(doubt + seconds))) {
    // The store may carry it out later.
    void mine.lockFor(restSeconds);
    throw outOfReach();
  }
  return mine;
}

/**
 * Claims an identity whose repeat does no harm. Waits for another run, and for the rest of its lock.
 * @throws Busy if that takes too long.
 */
export async function claimInTurn<Value>(
  run: Run,
  identity: Identity,
  until = run.deadline,
): Promise<Claim<Value>> {
  while (true) {
    try {
      return await claim<Value>(run, identity, { isHarmless: true });
    } catch (error) {
      if (!(error instanceof Busy) || !(await error.isOver(until))) throw error;
    }
  }
}

/** What a run got from its claim. */
interface Got<Value> {
  /** Undefined if nobody has read it, null if there is none. */
  note?: Note<Value> | null;
  lock?: Lock;
  /** There is only the resource of the note to use. */
  isUsed?: true;
}

/** A claim. It ends with `done`, `failed` or `release`, which do nothing if it is not this run's. */
export class Claim<Value> {
  /** The resource of an earlier run, to use or to continue. */
  readonly found?: Found<Value>;
  /** The identity of this attempt, with a new key after refusals. */
  readonly identity: Identity;
  /** False if there is only a resource to use, or nothing is remembered at all. */
  readonly isMine: boolean;
  private readonly times: number;
  private unfinished?: { note: Found<Value>; isStored: Promise<boolean> };

  constructor(
    private readonly run: Run,
    private readonly base: Identity,
    private readonly got?: Got<Value>,
  ) {
    const note = got?.note;
    if (isFound(note)) this.found = note;
    this.isMine = got !== undefined && !got.isUsed;
    this.times = note && 'times' in note ? note.times : 0;
    this.identity = {
      ...base,
      parts: this.times ? [...base.parts, 'attempt', this.times] : base.parts,
      earlier: note?.state === 'attempted' ? note.time : undefined,
    };
  }

  /** Notes that it is there and has missing parts. @returns true if the note is stored. */
  async begun(value: Value): Promise<boolean> {
    if (!this.isMine) return false;
    const note: Found<Value> = { state: 'unfinished', value, time: this.since() ?? Date.now() };
    this.unfinished = { note, isStored: this.write(note) };
    return this.unfinished.isStored;
  }

  /** Notes that the resource is whole. @returns true if a note of it is stored. */
  async done(value: Value): Promise<boolean> {
    return this.end({ state: 'made', value, time: this.since() ?? Date.now() });
  }

  /**
   * Notes how an attempt failed.
   * @param value the resource, if it is there and has missing parts.
   * @returns true if a note of the resource is stored.
   */
  async failed(error: unknown, value?: Value): Promise<boolean> {
    const outcome = error instanceof OperationError ? error.outcome : 'unknown';
    // The service asked for another attempt.
    const isPassing = error instanceof OperationError && error.kind === 'throttle';
    const isDoubtful = outcome === 'unknown' && !isPassing;
    const { earlier } = this.identity;
    const time = (isDoubtful ? undefined : (earlier ?? this.since())) ?? Date.now();
    if (value !== undefined) return this.end({ state: 'unfinished', value, time });
    const { note, lock } = this.got ?? {};
    if (!lock) return false;
    const isRefused = outcome === 'refused' && earlier === undefined;
    // Without an answer there may be a note of the resource.
    if (note !== undefined && isRefused) {
      await this.write({ state: 'refused', times: this.times + 1 });
    } else if (note !== undefined && outcome === 'unknown') {
      await this.write({ state: 'attempted', times: this.times, time });
    }
    // Else the lock stays until it runs out.
    if (!isDoubtful || honoursKeys(this.run)) await this.release();
    return false;
  }

  /** Ends a claim of which nothing came. */
  async release(): Promise<void> {
    if (this.got?.lock) await forget(this.run, this.base.parts, 'lock');
  }

  /** Sets the rest of the lock's life. @returns true if the store says so. */
  async lockFor(seconds: number): Promise<boolean> {
    if (!this.got?.lock) return false;
    const lock = newLock(seconds, this.got.lock.by);
    return remember(this.run, this.base.parts, lock, seconds, 'lock');
  }

  private write(note: Note<Value>): Promise<boolean> {
    return remember(this.run, this.base.parts, note);
  }

  /** When the resource was made, or when its last part may have been. */
  private since(): number | undefined {
    return (this.unfinished?.note ?? this.found)?.time;
  }

  /** Stores the last note and lets the lock run out soon. */
  private async end(note: Found<Value>): Promise<boolean> {
    if (!this.isMine) return this.found !== undefined;
    const isFree = await this.isFree();
    const { latest } = this.base;
    const [isStored] = await Promise.all([
      isFree && this.write(note),
      latest && remember(this.run, latest, note),
      this.lockFor(restSeconds),
    ]);
    return isStored;
  }

  /** False if the first note was not answered, and the store has another one. */
  private async isFree(): Promise<boolean> {
    const { note, isStored } = this.unfinished ?? {};
    if (!isStored || (await isStored)) return true;
    const isOwn = (found: unknown) =>
      found === undefined || JSON.stringify(found) === JSON.stringify(note);
    return read(this.run, this.base.parts).then(isOwn, () => false);
  }
}
