/** The memory of the account, in `z.cache`. */
import type { ZObject } from 'zapier-platform-core';

import { isBareClaim, noteLifetime } from '../client/memory/once.ts';
import type { Store } from '../host/host.ts';

interface Cache {
  get(key: string, scope: string[]): Promise<unknown>;
  set(key: string, value: unknown, ttl: number, scope: string[], nx?: boolean): Promise<unknown>;
  delete(key: string, scope: string[]): Promise<unknown>;
}

/** Each account has its own memory. */
const scope = ['auth'];

/** Compares two values that went through the cache. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Reads the value while it sets the claim. The cache of Zapier's test tools overwrites existing
 * values, and Zapier does not document what the cache answers then.
 */
async function claim(cache: Cache, key: string, value: unknown, seconds: number) {
  const read = async () => (await cache.get(key, scope)) ?? undefined;
  const [before, set] = await Promise.allSettled([
    read(),
    cache.set(key, value, seconds, scope, true),
  ]);
  if (before.status === 'rejected' && set.status === 'rejected') throw set.reason;
  const found = before.status === 'fulfilled' ? before.value : undefined;
  if (set.status === 'fulfilled' && set.value === true) {
    // The other claim may have ended by now.
    if (found === undefined || isBareClaim(found)) return undefined;
    // The claim replaced a value: restore it.
    await cache.set(key, found, noteLifetime, scope);
    return found;
  }
  if (found !== undefined) return isSame(found, value) ? undefined : found;
  if (set.status === 'rejected') throw set.reason;
  // The value in the cache shows whose claim it is.
  const holder = await read();
  return isSame(holder, value) ? undefined : holder;
}

/** The store of a Zapier step. If it does not answer, the step goes on without it. */
export function storeOf(z: ZObject): Store {
  /** A form has no `z.cache`. */
  const cache = () => z.cache as unknown as Cache;
  return {
    get: async (key) => (await cache().get(key, scope)) ?? undefined,
    async set(key, value, seconds) {
      await cache().set(key, value, seconds, scope);
    },
    claim: (key, value, seconds) => claim(cache(), key, value, seconds),
    async delete(key) {
      await cache().delete(key, scope);
    },
    onOutage: 'open',
    isSlow: true,
  };
}
