/**
 * Stand-ins of a service: a table of routes, with or without a network in front of it, and two
 * services that are such tables.
 */
import { answerJson, listen, type Received } from '../../zapier/local/listen.ts';
import { openPace } from '../../zapier/local/pace.ts';

export interface Asked {
  method: string;
  /** The path with its query. */
  path: string;
  headers: Record<string, string>;
  content: string;
  /** The JSON of the request. */
  body: any;
  /** The parts of the path that the route's pattern captures. */
  parts: string[];
}
/** The answer of a route: a status and JSON, or plain text. */
export type Reply = [status: number, body?: unknown, headers?: Record<string, string>];
/** In place of an answer: the connection breaks, the answer breaks off in the middle, or none comes. */
export type Answer = Reply | 'cut' | 'half' | 'none';
/**
 * `POST /api/applications/(\w+)/portals` -> its answer: always the same, or a function of the
 * request.
 */
export type Routes = Record<string, Reply | ((asked: Asked) => Answer | Promise<Answer>)>;

/** The JSON of a text; undefined if it is none. */
export function jsonIn(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** The answer of the first matching route, else FastAPI's answer to an unknown path. */
export function answerOf(routes: Routes, asked: Asked): Answer | Promise<Answer> {
  const line = `${asked.method} ${asked.path.split('?')[0]}`;
  for (const [pattern, route] of Object.entries(routes)) {
    const match = new RegExp(`^${pattern}$`).exec(line);
    if (!match) continue;
    asked.parts = match.slice(1).map(decodeURIComponent);
    return typeof route === 'function' ? route(asked) : route;
  }
  return [404, { detail: 'Not Found' }];
}

/** The answer to the next request of a line; with `after`, the route still does its work. */
interface Fault {
  line: RegExp;
  reply: Answer;
  after?: boolean;
}

/** Starts one on a free port, which records its requests. */
export async function startStandIn() {
  const { due, ...pace } = openPace();
  const requests: (Asked & { port: number })[] = [];
  const faults: Fault[] = [];
  let routes: Routes = {};

  async function reply(asked: Asked): Promise<Answer> {
    const line = `${asked.method} ${asked.path.split('?')[0]}`;
    const index = faults.findIndex((fault) => fault.line.test(line));
    const [fault] = index < 0 ? [] : faults.splice(index, 1);
    const usual = fault && !fault.after ? undefined : await answerOf(routes, asked);
    return fault?.reply ?? usual!;
  }
  const server = await listen(async (received, response) => {
    const headers = received.headers as Record<string, string>;
    const request = { ...received, headers, body: jsonIn(received.content), parts: [] };
    requests.push(request);
    const answer = await reply(request);
    await due();
    if (answer === 'none') return response;
    if (answer === 'cut') return response.destroy();
    if (answer === 'half') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      return response.write('{"application_id": "app_', () => response.destroy());
    }
    const [status, body, more] = answer;
    if (typeof body !== 'string') return answerJson(response, status, body, more);
    return response.writeHead(status, { 'content-type': 'text/html', ...more }).end(body);
  });
  return {
    url: server.url,
    requests,
    /** The requests as "METHOD /path". */
    lines: () => requests.map(({ method, path }) => `${method} ${path}`),
    /** Replaces the routes, and forgets the requests. */
    serve(table: Routes) {
      routes = table;
      requests.length = 0;
    },
    /**
     * The next request that matches "METHOD /path" gets this status; with `after`, the route still
     * does its work.
     */
    fail: (
      line: RegExp,
      status: number,
      { body = '{}', after }: { body?: string; after?: boolean } = {},
    ) => void faults.push({ line, reply: [status, jsonIn(body)], after }),
    ...pace,
    /** Forgets requests and faults, and sends the waiting answers. */
    clear() {
      pace.release();
      requests.length = faults.length = 0;
    },
    close: server.close,
  };
}

export type StandIn = Awaited<ReturnType<typeof startStandIn>>;

/**
 * Starts a service with other valid choices than the sandbox: it accepts everything, ignores
 * idempotency keys, refuses no reference, and answers with IDs and the least data of a case.
 */
export async function startPlainService() {
  const standIn = await startStandIn();
  const cases = new Map<string, object>();
  const made: { path: string; id: string; body: unknown }[] = [];
  let count = 0;
  let knowsAll = false;

  const make = ({ path, body }: Asked): Reply => {
    const id = `${path.split('/').at(-1)!.slice(0, 3)}-${++count}`;
    made.push({ path, id, body });
    if (path === '/api/applications')
      cases.set(id, { id, status_review: 'new', is_draft: false, ...body });
    return [200, { id, ...(path.endsWith('/portals') && { link: `token-${count}` }) }];
  };
  standIn.serve({
    'GET /api/applications/([^/]+)': ({ parts: [id] }) =>
      cases.has(id!) || knowsAll ? [200, { id, ...cases.get(id!) }] : [404, {}],
    'PUT /api/applications/([^/]+)': ({ parts: [id], body }) => {
      cases.set(id!, { ...cases.get(id!), ...body });
      return [204];
    },
    'DELETE .*': [204],
    'POST .*': make,
    '.*': [200, []],
  });

  return {
    ...standIn,
    cases,
    /** Everything that a POST made, in order. */
    made,
    madeAt: (path: string) => made.filter((one) => one.path.endsWith(path)),
    /** From now on, every ID has a case. */
    knowAll: () => (knowsAll = true),
    /** Forgets everything, and counts its IDs from one again. */
    clear() {
      standIn.clear();
      made.length = count = 0;
      cases.clear();
    },
  };
}

export type PlainService = Awaited<ReturnType<typeof startPlainService>>;

/** A request, whatever connection it came by. */
type Recorded = Omit<Received, 'port'>;

/** A request without random parts. */
export function comparable({ method, path, headers, content }: Recorded) {
  const boundary = /boundary=(\S+)/.exec(headers['content-type'] ?? '')?.[1];
  const even = (text: string) => (boundary ? text.replaceAll(boundary, 'boundary') : text);
  const key = headers['idempotency-key'] as string | undefined;
  // The key of an identity is always the same; any other key is random.
  const random = key && !/^[0-9a-f]{64}$/.test(key) ? { 'idempotency-key': 'fresh' } : {};
  // Each host has its own name.
  const { 'user-agent': _, ...others } = headers;
  return JSON.parse(
    even(JSON.stringify({ method, path, headers: { ...others, ...random }, content })),
  ) as Recorded;
}
