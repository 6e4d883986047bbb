/** The memory of the account, in `z.cache`. */
import type { ZObject } from 'zapier-platform-core';

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
 * Zapier does not document what the cache answers if the key has a value. The cache of its test
 * tools sets the value all the same, so there a claim counts as got.
 */
async function claim(cache: Cache, key: string, value: unknown, seconds: number) {
  if ((await cache.set(key, value, seconds, scope, true)) === true) return true;
  // Without that answer, the value in the cache shows whose claim it is.
  return isSame(await cache.get(key, scope), value);
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
    isSlow: true,
  };
}
