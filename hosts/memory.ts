/** Where the operations remember which case was made for a reference, and which event ran. */
export interface Store {
  /** @returns undefined where nothing is kept. */
  get(key: string): Promise<unknown>;
  /** @returns false where `isClaim` finds a value there already; both in one step. */
  set(key: string, value: unknown, seconds: number, isClaim: boolean): Promise<boolean>;
  delete(key: string): Promise<void>;
}

/** A store in this process, which nothing outlives: of more values than `most` the oldest go first. */
export function openStore(most: number): Store {
  /** `until`: milliseconds since 1970 until which a value holds. */
  const values = new Map<string, { value: unknown; until: number }>();
  const read = (key: string): unknown => {
    const kept = values.get(key);
    return kept && kept.until > Date.now() ? kept.value : undefined;
  };
  return {
    get: async (key) => read(key),
    async set(key, value, seconds, isClaim) {
      if (isClaim && read(key) !== undefined) return false;
      // A map keeps the order in which keys came: the first is the oldest.
      values.delete(key);
      if (values.size >= most) values.delete(values.keys().next().value!);
      values.set(key, { value, until: Date.now() + seconds * 1000 });
      return true;
    },
    async delete(key) {
      values.delete(key);
    },
  };
}

/** `z.cache` of the operations on a store. */
export const cacheOn = (store: Store) => ({
  get: async (key: string): Promise<unknown> => (await store.get(key)) ?? null,
  set: (key: string, value: unknown, ttl = 300, _scope?: string[], nx = false) =>
    store.set(key, value, ttl, nx),
  async delete(key: string) {
    await store.delete(key);
    return true;
  },
});
export type Cache = ReturnType<typeof cacheOn>;
