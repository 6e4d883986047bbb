/**
 * A stand-in service with other legal choices than the sandbox: it records every request, ignores
 * idempotency keys, names things by plain `id` and tells nothing of a case but what it must.
 */
import { isRecord } from '../../client/answer.ts';
import { answerJson, listen, type Received } from './listen.ts';
import { openPace } from './pace.ts';

type Recorded = Received & { headers: Record<string, string> };
type Body = Record<string, unknown>;

/** The cases of the service, and how it answers a request about them. */
function openCases() {
  const cases = new Map<string, Body>();
  const made: { path: string; id: string; body: unknown }[] = [];
  let count = 0;
  let knowsAll = false;

  const make = (path: string, body: unknown): [number, unknown] => {
    const id = `${path.split('/').at(-1)!.slice(0, 3)}-${++count}`;
    made.push({ path, id, body });
    if (path === '/api/applications') {
      cases.set(id, { id, status_review: 'new', is_draft: false, ...(isRecord(body) && body) });
    }
    return [200, { id, ...(path.endsWith('/portals') && { link: `token-${count}` }) }];
  };
  const handle = ({ method, path, content, headers }: Recorded): [number, unknown] => {
    const isForm = headers['content-type']?.startsWith('multipart/');
    const body = content && !isForm ? (JSON.parse(content) as unknown) : {};
    const [, written] = /^\/api\/applications\/([^/]+)$/.exec(path) ?? [];
    const id = written && decodeURIComponent(written);
    if (id && method === 'GET')
      return cases.has(id) || knowsAll ? [200, { id, ...cases.get(id) }] : [404, {}];
    if (id && method === 'PUT') {
      cases.set(id, { ...cases.get(id), ...(body as Body) });
      return [204, undefined];
    }
    if (method === 'DELETE') return [204, undefined];
    return method === 'POST' ? make(path, body) : [200, []];
  };
  return { cases, made, handle, knowAll: () => (knowsAll = true) };
}

export async function startPlainService() {
  const { cases, made, handle, knowAll } = openCases();
  const requests: Recorded[] = [];
  /** What the next requests of a path are answered instead; one entry a request. */
  const faults: { path: RegExp; status: number; body?: string; after?: boolean }[] = [];
  const { due, ...pace } = openPace();
  let replayed: string | undefined;

  const server = await listen(async (received, response) => {
    const recorded = received as Recorded;
    requests.push(recorded);
    const index = faults.findIndex(({ path }) => path.test(`${recorded.method} ${recorded.path}`));
    const [fault] = index < 0 ? [] : faults.splice(index, 1);
    const [status, body] = fault && !fault.after ? [fault.status, undefined] : handle(recorded);
    const isReplay = replayed !== undefined && recorded.method === 'POST';
    await due();
    const headers = isReplay ? { 'idempotent-replayed': 'true' } : undefined;
    const told = isReplay ? { id: replayed } : fault ? JSON.parse(fault.body ?? '{}') : body;
    return answerJson(response, fault?.status ?? status, told, headers);
  });

  return {
    url: server.url,
    requests,
    cases,
    /** Everything a POST made, in order. */
    made,
    madeAt: (path: string) => made.filter((thing) => thing.path.endsWith(path)),
    /** The next request that matches "METHOD /path" gets this status; `after`: the work is done all the same. */
    fail: (path: RegExp, status: number, more: { body?: string; after?: boolean } = {}) =>
      faults.push({ path, status, ...more }),
    /** From now on every POST gives the thing with this id again, and says so. */
    replay: (id: string) => (replayed = id),
    /** From now on there is a case for every id. */
    knowAll,
    ...pace,
    clear() {
      pace.release();
      replayed = undefined;
      requests.length = made.length = faults.length = 0;
      cases.clear();
    },
    close: server.close,
  };
}

export type PlainService = Awaited<ReturnType<typeof startPlainService>>;
