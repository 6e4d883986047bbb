/** What is remembered for the account, in `z.cache`. */
import type { ZObject } from 'zapier-platform-core';

import { isBareClaim, longest } from '../client/once.ts';
import type { Store } from '../host.ts';

interface Cache {
  get(key: string, scope: string[]): Promise<unknown>;
  set(key: string, value: unknown, ttl: number, scope: string[], nx?: boolean): Promise<unknown>;
  delete(key: string, scope: string[]): Promise<unknown>;
}

/** Each account has its own memory. */
const scope = ['auth'];

/** Of two values that went through the cache. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * What is there is read while the claim is set: the cache of Zapier's own test tools sets a value
 * whether one is there or not, and what the cache answers to that is not documented.
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
    // A claim may have ended in between.
    if (found === undefined || isBareClaim(found)) return undefined;
    // It was set though something was there, which goes back.
    await cache.set(key, found, longest, scope);
    return found;
  }
  if (found !== undefined) return isSame(found, value) ? undefined : found;
  if (set.status === 'rejected') throw set.reason;
  // What the cache holds says whose the claim is.
  const holder = await read();
  return isSame(holder, value) ? undefined : holder;
}

/** The store of a step in Zapier. Where it cannot be reached, the step goes on without. */
export function storeOf(z: ZObject): Store {
  /** A form that is only looked at has none. */
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
  };
}
