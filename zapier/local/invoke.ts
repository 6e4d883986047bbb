/**
 * Loaded before Zapier's CLI, so that `npm run zapier -- invoke` remembers on this computer what it
 * made: by itself, the CLI gives each process an empty `z.cache`. `--fresh` empties the memory.
 */
import { createRequire } from 'node:module';

import { openUserStore } from '../../host/node/file-store.ts';

type Rpc = (method: string, ...params: unknown[]) => Promise<unknown>;
type Params = [key: string, value: string, seconds: number, scope: string[], nx?: boolean];

const load = createRequire(import.meta.url);
const client = load.resolve('zapier-platform-core/src/tools/create-rpc-client');
const clientOf = load(client) as (event: object) => Rpc;

const fresh = process.argv.indexOf('--fresh');
try {
  const store = openUserStore((text) => new Error(text), fresh > 0);
  const set = async ([key, value, seconds, , nx]: Params) => {
    const parsed: unknown = JSON.parse(value);
    if (nx) return (await store.claim(key, parsed, seconds)) || null;
    await store.set(key, parsed, seconds);
    return true;
  };
  const calls: Record<string, (params: Params) => Promise<unknown>> = {
    zcache_get: async ([key]) => JSON.stringify(await store.get(key)) ?? null,
    zcache_set: set,
    zcache_delete: ([key]) => store.delete(key),
  };
  load.cache[client]!.exports = (event: object): Rpc => {
    const rpc = clientOf(event);
    return (method, ...params) => calls[method]?.(params as Params) ?? rpc(method, ...params);
  };
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
// The CLI knows no such option.
if (fresh > 0) process.argv.splice(fresh, 1);
