/** The stand-in of a service. It answers by a table of routes and records its requests. */
import { answerJson, listen } from '../../zapier/local/listen.ts';
import { openPace } from '../../zapier/local/pace.ts';
import { answerOf, jsonIn, type Answer, type Asked, type Reply, type Routes } from './routes.ts';

export type { Asked, Reply, Routes } from './routes.ts';

/** The answer to the next request of a line; with `after`, the route still does its work. */
interface Fault {
  line: RegExp;
  reply: Reply;
  after?: boolean;
}

/** Starts it on a free port. */
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
    if (answer === 'cut') return response.destroy();
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
