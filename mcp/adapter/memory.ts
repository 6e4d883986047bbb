/**
 * What the operations remember (`z.cache`), for as long as the server runs: a repeat within a
 * conversation makes nothing twice. Values expire, and there are never too many.
 */
const most = 5000;

export function openMemory() {
  const kept = new Map<string, { value: unknown; until: number }>();
  const read = (key: string) => {
    const found = kept.get(key);
    if (found && found.until > Date.now()) return found;
    kept.delete(key);
    return undefined;
  };
  return {
    get: async (key: string): Promise<unknown> => read(key)?.value ?? null,
    /** @returns false where `nx` finds a value there already. */
    async set(key: string, value: unknown, ttl = 300, _scope?: string[], nx = false) {
      if (nx && read(key)) return false;
      // A map keeps the order in which keys came: the first is the oldest.
      if (kept.size >= most) kept.delete(kept.keys().next().value!);
      kept.delete(key);
      kept.set(key, { value, until: Date.now() + ttl * 1000 });
      return true;
    },
    delete: async (key: string) => kept.delete(key),
  };
}

export type Memory = ReturnType<typeof openMemory>;
