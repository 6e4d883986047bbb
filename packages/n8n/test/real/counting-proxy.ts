/**
 * Stands between n8n and the sandbox, and counts. It makes the sandbox a service that prevents
 * nothing: it removes idempotency keys, and makes each reference unique, so each POST makes a case.
 * It delivers each deal and each event twice at once, to different webhook processes if there are
 * several. It is also the CRM to which executions report.
 */
import { setTimeout as wait } from 'node:timers/promises';

import { answerJson, listen, type Received } from '../../../../zapier/local/listen.ts';

/** What an execution reports: its deal or event, and its problem if it made nothing. */
interface Report {
  name: string;
  problem?: string;
  /** The case of the deal. */
  case?: string;
}

/** Appended to a reference on its way to the sandbox, and removed on its way back. */
const mark = (number: number) => `~${number}~`;
export const unmarked = (text: string) => text.replace(/~\d+~/g, '');

const headersOf = ({ headers }: Received) =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !['host', 'connection', 'content-length', 'idempotency-key'].includes(name),
    ),
  ) as Record<string, string>;

/** Sends a request on to another origin, each in a connection of its own: an idle one may end. */
const forward = (origin: string, received: Received) =>
  fetch(`${origin}${received.path}`, {
    method: received.method,
    headers: { ...headersOf(received), connection: 'close' },
    ...(received.content && { body: received.content }),
  });

/** Delivers a webhook to n8n. A CRM repeats a deal that n8n is too busy for. */
async function deliver(origin: string, received: Received): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const status = await forward(origin, received).then(
      (answer) => answer.status,
      () => 503,
    );
    if (status < 500 || attempt === 30 || !received.path.includes('/deal')) return status;
    await wait(1000);
  }
}

/** Counts the POSTs of each reference. */
function openCount() {
  const posts = new Map<string, number>();
  return {
    /** Counts the POST of a case. @returns its body with a unique reference. */
    add(content: string): string {
      const body = JSON.parse(content) as { external_reference: string };
      const count = (posts.get(body.external_reference) ?? 0) + 1;
      posts.set(body.external_reference, count);
      return JSON.stringify({ ...body, external_reference: body.external_reference + mark(count) });
    },
    /** The number of POSTs of each reference that begins with this text. */
    postsOf: (start: string) =>
      new Map([...posts].filter(([reference]) => reference.startsWith(start))),
  };
}

/** @param target the address of the sandbox. */
export async function startProxy(target: string) {
  const { add, postsOf } = openCount();
  const reports: Report[] = [];
  const state = {
    /** The addresses that take webhooks. */
    receivers: [] as string[],
    /** Milliseconds before the answer to each POST of a case. */
    delay: 0,
    /** How many of the next POSTs of a case get no answer. */
    cuts: 0,
  };
  const server = await listen(async (received, response) => {
    const { method, path, content } = received;
    // The CRM has no more of a deal than it was told.
    if (path.startsWith('/crm') && method === 'GET') return answerJson(response, 200, {});
    if (path.startsWith('/crm')) {
      const report = JSON.parse(content) as Partial<Report> & { deal: string };
      reports.push({ name: report.deal, ...report });
      return answerJson(response, 200, {});
    }
    if (path.startsWith('/webhook/')) {
      const [first, second = first] = state.receivers as [string, string?];
      const statuses = await Promise.all([first, second].map((one) => deliver(one, received)));
      return answerJson(response, Math.max(...statuses), {});
    }
    const isCase = method === 'POST' && path === '/api/applications';
    const sent = isCase ? { ...received, content: add(content) } : received;
    const answer = await forward(target, sent);
    const text = unmarked(await answer.text());
    if (isCase && state.cuts-- > 0) return response.destroy();
    if (isCase) await wait(state.delay);
    const type = answer.headers.get('content-type') ?? 'application/json';
    return response.writeHead(answer.status, { 'content-type': type }).end(text);
  });
  return {
    ...server,
    state,
    postsOf,
    /** The reports whose name begins with this text. */
    reportsOf: (start: string) => reports.filter(({ name }) => name.startsWith(start)),
    /** Sends a deal to a workflow, twice at once. */
    async sendDeal(deal: object, path = 'deals'): Promise<void> {
      const { status } = await fetch(`${server.url}/webhook/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(deal),
      });
      if (status !== 200) throw new Error(`n8n answers a deal ${status}.`);
    },
  };
}

export type Proxy = Awaited<ReturnType<typeof startProxy>>;
