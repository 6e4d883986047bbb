/** A store in which each account has its own keys. */
import { isClaim } from '../../../client/once.ts';
import type { Clock, Store } from '../../../host.ts';

/** Milliseconds between two looks at what another run has claimed. */
const betweenLooks = 200;

export function accountStore(store: Store, account: string, { wait }: Clock) {
  const keyOf = (key: string) => `${account}:${key}`;
  /** The claim that this step did not get. */
  let lost: string | undefined;
  return {
    onOutage: store.onOutage,
    get: (key: string) => store.get(keyOf(key)),
    set: (key: string, value: unknown, seconds: number) => store.set(keyOf(key), value, seconds),
    async claim(key: string, value: unknown, seconds: number) {
      const found = await store.claim(keyOf(key), value, seconds);
      lost = found === undefined ? undefined : keyOf(key);
      return found;
    },
    delete: (key: string) => store.delete(keyOf(key)),

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
