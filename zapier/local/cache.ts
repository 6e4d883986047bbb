/**
 * A stand-in for the service behind `z.cache`, which the platform's core calls by JSON-RPC over
 * HTTP. Unlike the core's own test object, it honours `nx`, time to live and scope, so runs can
 * race each other. Start it, then put `event` into the event of a run.
 */
import { answerJson, listen } from './listen.ts';
import { openPace } from './pace.ts';

interface Call {
  id: string;
  method: string;
  params: [key: string, value?: string, ttl?: number | null, scope?: string[] | null, nx?: boolean];
}

/** Its default answers; `ahead` in seconds. */
const usual = { ahead: 0, mute: false, broken: false };

/** The stored entries, and the answer to a call. */
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

/**
 * Starts it on a free port. `entries` are the stored ones; `advance` moves its clock by seconds.
 */
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
  // The core calls the cache only with a key. A token in the event would make it send its logs,
  // too.
  process.env.ZAPIER_DEPLOY_KEY ??= 'stand-in';
  return {
    /** The part of an event that makes the core call this cache. */
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
    /** Its later answers do not say whether it set a value. */
    beMute: () => (state.mute = true),
    /** Its later answers are errors. */
    fail: () => (state.broken = true),
    close: server.close,
  };
}

const outOfReach = (): never => {
  throw new Error('The cache is out of reach.');
};
/** The part of an event for a cache that cannot be reached. The core learns that at once. */
export const noCache = { zcacheTestObj: new Proxy({}, { has: outOfReach, set: outOfReach }) };

export type Cache = Awaited<ReturnType<typeof startCache>>;
