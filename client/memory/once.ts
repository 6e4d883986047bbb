/** Makes each resource once, even if the service ignores its keys: claim, make or find, note. */
import { idIn } from '../exchange/answer.ts';
import { throttle } from '../basics/errors.ts';
import type { Run } from '../exchange/run.ts';
import { isFresh } from '../basics/time.ts';
import type { Identity } from '../exchange/transport.ts';
import { claim, claimInTurn, type Claim, type Claiming, type Found } from './claim.ts';

/** A resource that this run or an earlier one made. */
export interface Made<T> {
  resource: T;
  /** An earlier run made it. */
  existed: boolean;
}

export interface Making<T, Value> extends Pick<Claiming<Value>, 'resumes'> {
  /** Makes the resource. `existed`: the service returned an earlier one. */
  make: (identity: Identity) => Promise<Made<T>>;
  /** Finds the resource by its note; undefined if it does not exist. */
  find: (value: Value) => Promise<T | undefined>;
}

export interface Opened<T, Value> extends Made<T> {
  claim: Claim<Value>;
  /** The identity under which it was made or found. */
  identity: Identity;
}

/** Milliseconds before the service is asked again for a resource that was just made. */
const rereads = [500, 1000, 2000];

/** The resource of a note; undefined if it is gone. @throws a throttle if it was just made. */
async function findNoted<T, Value>(
  run: Run,
  { value, time }: Found<Value>,
  { find }: Making<T, Value>,
): Promise<T | undefined> {
  // A note of something new outweighs an answer that there is no such thing.
  const isNew = isFresh(time);
  for (const wait of [0, ...(isNew ? rereads : [])]) {
    if (Date.now() + wait > run.deadline) break;
    if (wait) await run.host.clock.wait(wait);
    const resource = await find(value);
    if (resource !== undefined) return resource;
  }
  if (!isNew || run.isTest) return undefined;
  throw throttle(
    'The service does not show yet what an earlier {{run}} made a moment ago. {{tries_again}}',
    30,
    'nothing',
  );
}

/**
 * Makes the resource of an identity, or finds the existing one. Replaces a resource that no longer
 * exists, with a new key. The caller ends the claim.
 */
export async function openOnce<T, Value>(
  run: Run,
  first: Identity,
  making: Making<T, Value>,
): Promise<Opened<T, Value>> {
  let identity = first;
  while (true) {
    const own = await claim<Value>(run, identity, making);
    const { found } = own;
    try {
      if (!found) return { ...(await making.make(own.identity)), claim: own, identity };
      const resource = await findNoted(run, found, making);
      if (resource !== undefined) return { resource, existed: true, claim: own, identity };
      identity = nextIdentity(identity, idIn(found.value, 'id') ?? found.value);
      await own.release();
    } catch (error) {
      await (found ? own.release() : own.failed(error));
      throw error;
    }
  }
}

/** The same for a resource of one request. Its note is small and without client data. */
export async function makeOnce<T, Value>(
  run: Run,
  identity: Identity,
  making: Making<T, Value> & { note: (resource: T) => Value },
): Promise<Made<T>> {
  const { resource, existed, claim: own } = await openOnce(run, identity, making);
  await own.done(making.note(resource));
  return { resource, existed };
}

/** The identity of the next resource, after one that is gone or must not be used again. */
export const nextIdentity = (identity: Identity, note: unknown): Identity => ({
  ...identity,
  parts: [...identity.parts, 'after', note],
  latest: identity.latest ?? identity.parts,
});

/**
 * Notes an existing resource under its lock, if nothing is known about its identity.
 * @returns false if there is no note. @throws Busy while another run has the lock.
 */
export async function noteExisting<Value>(
  run: Run,
  identity: Identity,
  value: Value,
): Promise<boolean> {
  const own = await claimInTurn<Value>(run, identity);
  if (!own.found && own.identity.earlier === undefined) return own.done(value);
  await own.release();
  return own.found !== undefined;
}
