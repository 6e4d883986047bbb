/** The latest requests with headers, bodies and answers, without keys and files. */
import type { HonoRequest, MiddlewareHandler } from 'hono';
import type { IncomingHttpHeaders } from 'node:http';

import type { Clock } from '../domain/clock.ts';
import { mapValues, parsed } from '../domain/plain.ts';
import type { Fault, LogEnv } from './faults.ts';

export interface LoggedRequest {
  id: number;
  at: string;
  method: string;
  /** With its query. */
  path: string;
  /** Without the key. */
  headers: IncomingHttpHeaders;
  /** The JSON as sent, or the fields of a form as JSON; undefined without a body. */
  body?: string;
  /** 0 if the connection ended without an answer. */
  status: number;
  /** The answer's JSON, or the fault's text. */
  answer?: unknown;
  ms: number;
  /** The fault of this request. */
  fault?: Fault;
}
/** Filters requests: exact method and status, the path's start, a text in body or answer. */
type RequestFilter = Partial<Pick<LoggedRequest, 'method' | 'path' | 'status'>> & { text?: string };

/** Limit of the log: enough for some hundred deals. */
const most = 1000;
const secret = /^(authorization|cookie)$/;

/** The text of a body that the route has read. Of a form, its fields and file names. */
async function bodyOf({ bodyCache }: HonoRequest): Promise<string | undefined> {
  const form = await Promise.resolve(bodyCache.formData).catch(() => undefined);
  const bytes = await Promise.resolve(bodyCache.arrayBuffer).catch(() => undefined);
  if (!form) return bytes ? new TextDecoder().decode(bytes) : bodyCache.text;
  const fields = [...form].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : `${value.name} (${value.size} bytes)`,
  ]);
  return JSON.stringify(Object.fromEntries(fields));
}

export function openRequestLog(clock: Clock) {
  let requests: LoggedRequest[] = [];
  let id = 0;

  const middleware: MiddlewareHandler<LogEnv> = async (c, next) => {
    const started = performance.now();
    const at = clock.iso();
    const own = ++id;
    let answer: unknown;
    const json = c.json;
    // Parsing the answer again would cost more than making it.
    c.json = ((value: object, ...rest: []) => json((answer = value), ...rest)) as typeof json;
    await next();
    const { fault, instead } = c.var;
    const isCut = ['drop', 'lost', 'cut'].includes(fault?.kind ?? '');
    requests.push({
      id: own,
      at,
      method: c.req.method,
      path: c.env.incoming.url ?? c.req.path,
      headers: c.env.incoming.headers,
      body: await bodyOf(c.req),
      status: isCut ? 0 : c.res.status,
      answer: instead === undefined ? answer : (parsed(instead) ?? instead),
      ms: Math.round(performance.now() - started),
      fault,
    });
    if (requests.length > most * 2) requests = requests.slice(-most);
  };

  const withoutKey = (request: LoggedRequest): LoggedRequest => ({
    ...request,
    headers: mapValues(request.headers, (value, name) => (secret.test(name) ? '…' : value)),
  });
  const latest = () => requests.slice(-most).reverse().map(withoutKey);

  return {
    middleware,
    /** The latest thousand, newest first. */
    latest,
    /** The latest requests that match. */
    find: ({ method, path, status, text }: RequestFilter) =>
      latest().filter(
        (request) =>
          (!method || request.method === method) &&
          (!path || request.path.startsWith(path)) &&
          (status === undefined || request.status === status) &&
          (!text || `${request.body} ${JSON.stringify(request.answer)}`.includes(text)),
      ),
    get: (number: number) => latest().find((request) => request.id === number),
    clear: () => void (requests = []),
  };
}

export type RequestLog = ReturnType<typeof openRequestLog>;
