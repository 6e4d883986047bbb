/**
 * A store with separate keys for each account. It prevents a second attempt at a thing that may
 * exist.
 */
import { isClaim, mayBeMade } from '../../../client/once.ts';
import type { Clock, Store } from '../../../core/host.ts';
import type { Dialect } from '../../../service/dialect.ts';

/** Milliseconds between two looks at another run's claim. */
const betweenLooks = 200;

/**
 * Seconds during which a thing is not made again after its run was killed or got no answer. This is
 * longer than all automatic repeats: waiting copies, Retry On Fail, and jobs that n8n gives to
 * another worker.
 */
export const doubtSeconds = 15 * 60;

/** Replaces a claim whose run ended without an answer. */
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
  /** If the service honours keys, a second POST is harmless. */
  const isDoubtful = idempotency_keys !== 'honoured';
  const claimSeconds = isDoubtful ? doubtSeconds : 0;
  /** The claim of another run. */
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

    /** Allows another attempt at once, because the service asked for one. */
    async release(): Promise<void> {
      if (open) await store.set(...open);
    },

    /** True if another run has the claim. */
    isClaimed: () => other !== undefined,

    /**
     * Waits until that run has a result or gave up.
     * @returns false if it has neither in time, or ended without an answer.
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
