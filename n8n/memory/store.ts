/** Where the nodes remember which case was made for a reference, and which event ran. */
export interface Store {
  /** @returns undefined where nothing is kept. */
  get(key: string): Promise<unknown>;
  /** @returns false where `isClaim` finds a value there already; both in one step. */
  set(key: string, value: unknown, seconds: number, isClaim: boolean): Promise<boolean>;
  delete(key: string): Promise<void>;
}

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
