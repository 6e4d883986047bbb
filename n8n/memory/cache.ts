/** `z.cache` of the operations on a store; each account has its own keys. */
import { isRecord } from '../../api/answer.ts';
import type { Store } from './store.ts';

/** Milliseconds between two looks at what another run has claimed. */
const betweenLooks = 200;

const isClaim = (value: unknown) => isRecord(value) && 'claimedBy' in value;

export function cacheOn(store: Store, account: () => string, wait: (ms: number) => Promise<void>) {
  let owner: string | undefined;
  const keyOf = (key: string) => `${(owner ??= account())}:${key}`;
  /** The claim that this step did not get. */
  let lost: string | undefined;
  return {
    get: async (key: string): Promise<unknown> => (await store.get(keyOf(key))) ?? null,
    async set(key: string, value: unknown, ttl = 300, _scope?: string[], nx = false) {
      const isMine = await store.set(keyOf(key), value, ttl, nx);
      lost = isMine ? undefined : keyOf(key);
      return isMine;
    },
    async delete(key: string) {
      await store.delete(keyOf(key));
      return true;
    },

    /**
     * Waits until the run that got the claim before this one has its result, or gave up.
     * @returns whether there was such a claim, so that it is worth to look again.
     */
    async settled(until: number): Promise<boolean> {
      if (lost === undefined) return false;
      while (Date.now() < until && isClaim(await store.get(lost))) await wait(betweenLooks);
      return Date.now() < until;
    },
  };
}
