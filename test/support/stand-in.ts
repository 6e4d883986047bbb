/** The stand-in of a service. It answers by a table of routes and records its requests. */
import { answerJson, listen, type Received } from './listen.ts';
import { openPace } from './pace.ts';

export type Asked = Received & {
  headers: Record<string, string>;
  /** The JSON of the request. */
  body: any;
  /** The parts of the path that the route's pattern captures. */
  parts: string[];
};
/** The answer of a route: a status and JSON, or plain text. */
export type Reply = [status: number, body?: unknown, headers?: Record<string, string>];
/** No answer: the connection breaks. */
const cut = 'cut';
type Answer = Reply | typeof cut;
/**
 * `POST /api/applications/(\w+)/portals` -> its answer: always the same, or a function of the
 * request.
 */
export type Routes = Record<string, Reply | ((asked: Asked) => Answer | Promise<Answer>)>;

const json = (content: string): unknown => {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
};

/** The answer to the next request of a line; with `after`, the route still does its work. */
interface Fault {
  line: RegExp;
  reply: Reply;
  after?: boolean;
}

/** The answers of a service. Each fault changes one of them. */
function openRoutes() {
  let routes: Routes = {};
  const faults: Fault[] = [];

  /** The answer of the first matching route, else FastAPI's answer to an unknown path. */
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
    const request = { ...received, body: json(received.content), parts: [] } as Received as Asked;
    requests.push(request);
    const answer = await reply(request, `${received.method} ${path}`);
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
    /** Replaces the routes, and forgets the requests. */
    serve(table: Routes) {
      serve(table);
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
    ) => void faults.push({ line, reply: [status, json(body)], after }),
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
