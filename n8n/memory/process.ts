/** What this process remembers: a claim is atomic here, and nothing outlives a restart. */
import type { Store } from './store.ts';

/** Enough for a day of a large account; the oldest go first. */
const most = 50_000;
/** Milliseconds since 1970 until which a value holds. */
const values = new Map<string, { value: unknown; until: number }>();

const read = (key: string): unknown => {
  const kept = values.get(key);
  return kept && kept.until > Date.now() ? kept.value : undefined;
};

export const processStore: Store = {
  get: async (key) => read(key),
  async set(key, value, seconds, isClaim) {
    if (isClaim && read(key) !== undefined) return false;
    values.delete(key);
    if (values.size >= most) values.delete(values.keys().next().value!);
    values.set(key, { value, until: Date.now() + seconds * 1000 });
    return true;
  },
  async delete(key) {
    values.delete(key);
  },
};
