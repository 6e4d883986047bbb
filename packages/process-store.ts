/** A store in this process, for platforms without one. */
import type { Store } from '../host.ts';

/** A store that nothing outlives: of more values than `most` the oldest go first. */
export function openStore(most: number): Store {
  /** `until`: milliseconds since 1970 until which a value holds. */
  const values = new Map<string, { value: unknown; until: number }>();
  const read = (key: string): unknown => {
    const entry = values.get(key);
    return entry && entry.until > Date.now() ? entry.value : undefined;
  };
  const write = (key: string, value: unknown, seconds: number) => {
    // A map keeps the order in which keys came: the first is the oldest.
    values.delete(key);
    if (values.size >= most) values.delete(values.keys().next().value!);
    values.set(key, { value, until: Date.now() + seconds * 1000 });
  };
  return {
    get: async (key) => read(key),
    async set(key, value, seconds) {
      write(key, value, seconds);
    },
    async claim(key, value, seconds) {
      const found = read(key);
      if (found === undefined) write(key, value, seconds);
      return found;
    },
    async delete(key) {
      values.delete(key);
    },
    onOutage: 'open',
  };
}
