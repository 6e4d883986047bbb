/** A store in which each account has its own keys, and what may have been made is not made again. */
import { isClaim, mayBeMade } from '../../../client/once.ts';
import type { Clock, Store } from '../../../host.ts';
import type { Dialect } from '../../../service/dialect.ts';

/** Milliseconds between two looks at what another run has claimed. */
const betweenLooks = 200;

/**
 * Seconds in which nothing is made again whose run was killed, or got no answer. Longer than all
 * repeats that come by themselves: waiting copies, Retry On Fail, a job that n8n gives to another
 * worker.
 */
export const doubtSeconds = 15 * 60;

/** Stands in the place of a claim whose run ended without an answer. */
const doubt = { claimedBy: 'nobody' };
const isDoubt = (entry: unknown) => isClaim(entry) && entry.claimedBy === doubt.claimedBy;

const isAtWork = (entry: unknown) =>
  isClaim(entry) && !(entry.until !== undefined && entry.until < Date.now());

export function accountStore(
  store: Store,
  account: string,
  { wait }: Clock,
  { idempotency_keys }: Dialect,
) {
  const keyOf = (key: string) => `${account}:${key}`;
  /** Where the service honours keys, a second POST does no harm. */
  const isDoubtful = idempotency_keys !== 'honoured';
  const claimSeconds = isDoubtful ? doubtSeconds : 0;
  /** The claim that this step did not get. */
  let other: string | undefined;
  /** The attempt of this step that may have made the thing. */
  let open: [key: string, value: unknown, seconds: number] | undefined;
  return {
    onOutage: store.onOutage,
    get: (key: string) => store.get(keyOf(key)),
    async set(key: string, value: unknown, seconds: number) {
      const entry = [keyOf(key), value, seconds] as const;
      if (!isDoubtful || !mayBeMade(value)) return store.set(...entry);
      open = [...entry];
      await store.set(keyOf(key), doubt, doubtSeconds);
    },
    async claim(key: string, value: unknown, seconds: number) {
      const found = await store.claim(keyOf(key), value, Math.max(seconds, claimSeconds));
      other = isClaim(found) ? keyOf(key) : undefined;
      return found;
    },
    delete: (key: string) => store.delete(keyOf(key)),

    /** The service asked for another attempt: it may come at once. */
    async release(): Promise<void> {
      if (open) await store.set(...open);
    },

    /** Whether another run has the claim of what this step was to make. */
    isClaimed: () => other !== undefined,

    /**
     * Waits until that run has its result, or gave up.
     * @returns false where it has not by then, or ended without an answer.
     */
    async settled(until: number): Promise<boolean> {
      while (Date.now() < until) {
        const entry = await store.get(other!);
        if (!isAtWork(entry)) return true;
        if (isDoubt(entry)) return false;
        await wait(betweenLooks);
      }
      return false;
    },
  };
}
