/** The stores of the nodes. */
import { openStore, type Store } from '../../../hosts/memory.ts';

/** Enough for a day of a large account. */
export const processStore = openStore(50_000);

/** Two stores as one: the first is asked first, a claim must be free in both. */
export const both = (first: Store, second: Store): Store => ({
  get: async (key) => (await first.get(key)) ?? (await second.get(key)),
  async set(key, value, seconds, isClaim) {
    if (!(await first.set(key, value, seconds, isClaim))) return false;
    if (await second.set(key, value, seconds, isClaim)) return true;
    await first.delete(key);
    return false;
  },
  async delete(key) {
    await first.delete(key);
    await second.delete(key);
  },
});
