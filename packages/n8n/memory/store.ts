/** The stores of the nodes. */
import type { Store } from '../../../host/host.ts';
import { openStore } from '../../../host/process-store.ts';

/** Longer than all automatic repeats: Retry On Fail, and jobs that n8n gives to another worker. */
export const doubtSeconds = 15 * 60;

/** Enough for a day of a large account. */
export const processStore: Store = { ...openStore(50_000), doubtSeconds };

/** Combines two stores: reads ask the first one first, and a claim must be free in both. */
export const both = (first: Store, second: Store): Store => ({
  get: async (key) => (await first.get(key)) ?? (await second.get(key)),
  async set(key, value, seconds) {
    await first.set(key, value, seconds);
    await second.set(key, value, seconds);
  },
  async claim(key, value, seconds) {
    if (!(await first.claim(key, value, seconds))) return false;
    if (await second.claim(key, value, seconds)) return true;
    await first.delete(key);
    return false;
  },
  async delete(key) {
    await first.delete(key);
    await second.delete(key);
  },
});
