/** A service made of a table of routes, which records what it is sent; for one behaviour at a time. */
import { answerJson, listen, type Received } from './listen.ts';
import { openPace } from './pace.ts';

export interface Asked extends Received {
  /** The JSON that was sent. */
  body: any;
  /** Parts of the path that the pattern of the route takes out. */
  parts: string[];
}
/** What a route answers: a status and JSON, or text as it is. */
export type Reply = [status: number, body?: unknown, headers?: Record<string, string>];
/** `POST /api/applications/(\w+)/portals` -> its answer, each time or by the request. */
export type Routes = Record<string, Reply | ((asked: Asked) => Reply)>;

const json = (content: string): unknown => {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
};

/** Starts it on a free port; a path that is no route is answered as FastAPI does. */
export async function startStandIn() {
  const { due, ...pace } = openPace();
  let routes: Routes = {};
  const requests: Asked[] = [];
  const server = await listen(async (received, response) => {
    const [path = ''] = received.path.split('?');
    const line = `${received.method} ${path}`;
    const asked: Asked = { ...received, body: json(received.content), parts: [] };
    requests.push(asked);
    let reply: Reply = [404, { detail: 'Not Found' }];
    for (const [pattern, route] of Object.entries(routes)) {
      const match = new RegExp(`^${pattern}$`).exec(line);
      if (!match) continue;
      asked.parts = match.slice(1);
      reply = typeof route === 'function' ? route(asked) : route;
      break;
    }
    const [status, body, headers] = reply;
    await due();
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
      routes = table;
      requests.length = 0;
    },
    ...pace,
    close: server.close,
  };
}

export type StandIn = Awaited<ReturnType<typeof startStandIn>>;
