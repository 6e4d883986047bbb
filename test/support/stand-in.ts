/** The stand-in of a service: it answers by a table of routes, and records what it is sent. */
import { answerJson, listen, type Received } from './listen.ts';
import { openPace } from './pace.ts';

export type Asked = Received & {
  headers: Record<string, string>;
  /** The JSON that was sent. */
  body: any;
  /** Parts of the path that the pattern of the route takes out. */
  parts: string[];
};
/** What a route answers: a status and JSON, or text as it is. */
export type Reply = [status: number, body?: unknown, headers?: Record<string, string>];
/** An answer that never comes: the connection is cut. */
export const cut = 'cut';
type Answer = Reply | typeof cut;
/** `POST /api/applications/(\w+)/portals` -> its answer, each time or by the request. */
export type Routes = Record<string, Reply | ((asked: Asked) => Answer | Promise<Answer>)>;

const json = (content: string): unknown => {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
};

/** What the next request of a line is answered instead; `after`: its work is done all the same. */
interface Fault {
  line: RegExp;
  reply: Reply;
  after?: boolean;
}

/** The answers of a service, of which each fault disturbs one. */
function openRoutes() {
  let routes: Routes = {};
  const faults: Fault[] = [];

  /** The answer of the first route that fits; a path that is none is answered as FastAPI does. */
  function answer(asked: Asked, line: string): Answer | Promise<Answer> {
    for (const [pattern, route] of Object.entries(routes)) {
      const match = new RegExp(`^${pattern}$`).exec(line);
      if (!match) continue;
      asked.parts = match.slice(1).map(decodeURIComponent);
      return typeof route === 'function' ? route(asked) : route;
    }
    return [404, { detail: 'Not Found' }];
  }
  return {
    faults,
    serve: (table: Routes) => void (routes = table),
    async reply(asked: Asked, line: string): Promise<Answer> {
      const index = faults.findIndex((fault) => fault.line.test(line));
      const [fault] = index < 0 ? [] : faults.splice(index, 1);
      const usual = fault && !fault.after ? undefined : await answer(asked, line);
      return fault?.reply ?? usual!;
    },
  };
}

/** Starts it on a free port. */
export async function startStandIn() {
  const { due, ...pace } = openPace();
  const { faults, serve, reply } = openRoutes();
  const requests: Asked[] = [];
  const server = await listen(async (received, response) => {
    const [path = ''] = received.path.split('?');
    const asked = { ...received, body: json(received.content), parts: [] } as Received as Asked;
    requests.push(asked);
    const answer = await reply(asked, `${received.method} ${path}`);
    await due();
    if (answer === cut) return response.destroy();
    const [status, body, headers] = answer;
    if (typeof body !== 'string') return answerJson(response, status, body, headers);
    return response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  });
  return {
    url: server.url,
    requests,
    /** The requests as "METHOD /path". */
    lines: () => requests.map(({ method, path }) => `${method} ${path}`),
    /** From now on it has these routes, and has been asked nothing. */
    serve(table: Routes) {
      serve(table);
      requests.length = 0;
    },
    /** The next request that matches "METHOD /path" gets this status; `after`: the work is done all the same. */
    fail: (
      line: RegExp,
      status: number,
      { body = '{}', after }: { body?: string; after?: boolean } = {},
    ) => void faults.push({ line, reply: [status, json(body)], after }),
    ...pace,
    /** Forgets requests and faults; what was held is answered. */
    clear() {
      pace.release();
      requests.length = faults.length = 0;
    },
    close: server.close,
  };
}

export type StandIn = Awaited<ReturnType<typeof startStandIn>>;
