/**
 * A stand-in of the service behind `z.cache`, as the platform's core talks to it (JSON-RPC over
 * HTTP). Unlike the core's own test object it honours `nx`, time to live and scope, so that runs
 * can race each other. Start it, then put `event` into the event of a run.
 */
import { answerJson, listen } from './listen.ts';
import { openPace } from './pace.ts';

interface Call {
  id: string;
  method: string;
  params: [key: string, value?: string, ttl?: number | null, scope?: string[] | null, nx?: boolean];
}

/** How it answers where nothing else is asked for; `ahead` in seconds. */
const usual = { ahead: 0, mute: false, broken: false };

/** What the service holds, and how it answers a call. */
function openEntries() {
  const entries = new Map<string, { value: string; until: number }>();
  const calls: { method: string; key: string; scope?: string[] | null; ttl?: number | null }[] = [];
  const state = { ...usual };
  const now = () => Date.now() / 1000 + state.ahead;

  const live = (key: string) => {
    const found = entries.get(key);
    if (found && found.until > now()) return found;
    entries.delete(key);
    return undefined;
  };
  const answer = (method: string, params: Call['params']): unknown => {
    const [key, value, ttl, , nx] = params;
    const isSet = method === 'zcache_set';
    calls.push({
      method,
      key,
      scope: isSet ? params[3] : (params[1] as never),
      ttl: isSet ? ttl : undefined,
    });
    const found = live(key);
    if (method === 'zcache_get') return found?.value ?? null;
    if (method === 'zcache_delete') return entries.delete(key);
    if (nx && found) return null;
    entries.set(key, { value: value!, until: now() + (ttl ?? Infinity) });
    return state.mute ? null : true;
  };
  return { entries, calls, state, answer };
}

/** Starts it on a free port. `entries` shows what it holds; `advance` moves its clock (seconds). */
export async function startCache() {
  const { entries, calls, state, answer } = openEntries();
  const { due, ...pace } = openPace();

  const server = await listen(async ({ content }, response) => {
    if (state.broken) return response.writeHead(500).end();
    const { id, method, params } = JSON.parse(content) as Call;
    const result = answer(method, params);
    await due();
    return answerJson(response, 200, { id, result });
  });
  // The core asks no cache without a key; a token in the event would make it send its logs, too.
  process.env.ZAPIER_DEPLOY_KEY ??= 'stand-in';
  return {
    /** What an event needs so that the core asks this cache. */
    event: { rpc_base: `${server.url}/` },
    entries,
    calls,
    clear() {
      entries.clear();
      calls.length = 0;
      Object.assign(state, usual);
      pace.release();
    },
    ...pace,
    advance: (seconds: number) => (state.ahead += seconds),
    /** From now on it does not say whether it set a value. */
    beMute: () => (state.mute = true),
    /** From now on it answers with errors only. */
    fail: () => (state.broken = true),
    close: server.close,
  };
}

const outOfReach = (): never => {
  throw new Error('The cache is out of reach.');
};
/** What an event needs for a cache that cannot be reached, which is known at once. */
export const noCache = { zcacheTestObj: new Proxy({}, { has: outOfReach, set: outOfReach }) };

export type Cache = Awaited<ReturnType<typeof startCache>>;
