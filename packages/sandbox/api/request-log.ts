/** The latest API requests with headers and bodies; keys are not kept. */
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { IncomingHttpHeaders } from 'node:http';

import { mapValues } from '../domain/objects.ts';

export interface LoggedRequest {
  id: number;
  at: string;
  method: string;
  /** With its query. */
  path: string;
  /** Without the key. */
  headers: IncomingHttpHeaders;
  /** The JSON as it came; undefined for an upload, or where nobody read it. */
  body?: string;
  status: number;
  /** What a JSON answer said. */
  answer?: unknown;
  ms: number;
}
/** What a request must match: method and status exactly, the path's start, text in body or answer. */
type RequestFilter = Partial<Pick<LoggedRequest, 'method' | 'path' | 'status'>> & { text?: string };

const kept = 200;
const secret = /^(authorization|cookie)$/;

export function openRequestLog() {
  let requests: LoggedRequest[] = [];
  let id = 0;

  const middleware: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
    const started = performance.now();
    let answer: unknown;
    const json = c.json;
    // Reading an answer again would cost more than making it.
    c.json = ((value: object, ...rest: []) => json((answer = value), ...rest)) as typeof json;
    await next();
    requests.push({
      id: ++id,
      at: new Date().toISOString(),
      method: c.req.method,
      path: c.env.incoming.url ?? c.req.path,
      headers: c.env.incoming.headers,
      body: await c.req.bodyCache.text,
      status: c.res.status,
      answer,
      ms: Math.round(performance.now() - started),
    });
    if (requests.length > kept * 2) requests = requests.slice(-kept);
  };

  const withoutKey = (request: LoggedRequest): LoggedRequest => ({
    ...request,
    headers: mapValues(request.headers, (value, name) => (secret.test(name) ? '…' : value)),
  });
  const latest = () => requests.slice(-kept).reverse().map(withoutKey);

  return {
    middleware,
    /** The latest 200, newest first. */
    latest,
    /** Those of them that match. */
    find: ({ method, path, status, text }: RequestFilter) =>
      latest().filter(
        (request) =>
          (!method || request.method === method) &&
          (!path || request.path.startsWith(path)) &&
          (!status || request.status === status) &&
          (!text || `${request.body} ${JSON.stringify(request.answer)}`.includes(text)),
      ),
    /** Grows with each request. */
    latestId: () => id,
    get: (wanted: number) => latest().find((request) => request.id === wanted),
    clear: () => void (requests = []),
  };
}

export type RequestLog = ReturnType<typeof openRequestLog>;
