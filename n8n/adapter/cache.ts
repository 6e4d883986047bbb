/**
 * What the operations remember (`z.cache`), in the static data of the workflow: it outlives an
 * execution of an active workflow. Values expire, and there are never too many.
 */
import type { IDataObject } from 'n8n-workflow';

interface Kept {
  value: unknown;
  /** Milliseconds since 1970. */
  until: number;
}
const most = 5000;
const home = 'complianceOnboarding';

/** `account` keeps the memories of several credentials apart; most steps need none. */
export function workflowCache(staticData: IDataObject, account: () => string) {
  const all = (staticData[home] ??= {}) as unknown as Record<string, Kept>;
  let owner: string | undefined;
  const keyOf = (key: string) => `${(owner ??= account())} ${key}`;
  const read = (key: string): Kept | undefined => {
    const kept = all[keyOf(key)];
    return kept && kept.until > Date.now() ? kept : undefined;
  };
  /** What has run out goes, and of too many the oldest. */
  const tidy = () => {
    const entries = Object.entries(all);
    if (entries.length < most) return;
    const now = Date.now();
    entries
      .sort(([, a], [, b]) => b.until - a.until)
      .forEach(([key, { until }], index) => {
        if (until <= now || index >= most / 2) delete all[key];
      });
  };
  return {
    get: async (key: string): Promise<unknown> => read(key)?.value ?? null,
    /** @returns false where `nx` finds a value there already. */
    async set(key: string, value: unknown, ttl = 300, _scope?: string[], nx = false) {
      if (nx && read(key)) return false;
      tidy();
      all[keyOf(key)] = { value, until: Date.now() + ttl * 1000 };
      return true;
    },
    async delete(key: string) {
      return delete all[keyOf(key)];
    },
  };
}
