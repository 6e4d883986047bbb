/** `z.cache` of the operations on a store; each account has its own keys. */
import { isRecord } from '../../../client/answer.ts';
import { cacheOn, type Store } from '../../../hosts/memory.ts';

/** Milliseconds between two looks at what another run has claimed. */
const betweenLooks = 200;

const isClaim = (value: unknown) => isRecord(value) && 'claimedBy' in value;

export function cacheOf(store: Store, account: () => string, wait: (ms: number) => Promise<void>) {
  let owner: string | undefined;
  const keyOf = (key: string) => `${(owner ??= account())}:${key}`;
  /** The claim that this step did not get. */
  let lost: string | undefined;
  return {
    ...cacheOn({
      get: (key) => store.get(keyOf(key)),
      async set(key, ...given) {
        const isMine = await store.set(keyOf(key), ...given);
        lost = isMine ? undefined : keyOf(key);
        return isMine;
      },
      delete: (key) => store.delete(keyOf(key)),
    }),

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
