/** A store in this process, for platforms without one. */
import type { Store } from './host.ts';

/** The synchronous storage of a store. */
interface Entries {
  /** @returns undefined for a missing or expired value. */
  read(key: string): unknown;
  write(key: string, value: unknown, seconds: number): void;
  remove(key: string): void;
}

/** A store on synchronous entries, so a claim is atomic. */
export const storeOn = ({ read, write, remove }: Entries): Store => ({
  get: async (key) => read(key),
  set: async (key, value, seconds) => write(key, value, seconds),
  async claim(key, value, seconds) {
    const isFree = read(key) === undefined;
    if (isFree) write(key, value, seconds);
    return isFree;
  },
  delete: async (key) => remove(key),
});

/** Values with their ends in milliseconds since 1970. */
export type Values = Map<string, { value: unknown; until: number }>;

/** A store of these values. Above `most` it drops the oldest. */
export const storeIn = (values: Values, most = Infinity): Store =>
  storeOn({
    read(key) {
      const entry = values.get(key);
      return entry && entry.until > Date.now() ? entry.value : undefined;
    },
    write(key, value, seconds) {
      // A map keeps the order of its keys, so the first is the oldest.
      values.delete(key);
      if (values.size >= most) values.delete(values.keys().next().value!);
      values.set(key, { value, until: Date.now() + seconds * 1000 });
    },
    remove: (key) => values.delete(key),
  });

/** A store in memory. */
export const openStore = (most: number): Store => storeIn(new Map(), most);
