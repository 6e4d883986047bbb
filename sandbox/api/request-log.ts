/** The latest API requests, for the developer page. Keys and bodies are not kept. */
import type { MiddlewareHandler } from 'hono';

export interface LoggedRequest {
  at: string;
  method: string;
  path: string;
  status: number;
  ms: number;
}

const kept = 200;

export function openRequestLog() {
  let requests: LoggedRequest[] = [];
  const middleware: MiddlewareHandler = async (c, next) => {
    const started = performance.now();
    await next();
    requests.push({
      at: new Date().toISOString(),
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round(performance.now() - started),
    });
    if (requests.length > kept * 2) requests = requests.slice(-kept);
  };
  return {
    middleware,
    latest: () => requests.slice(-kept).reverse(),
    clear: () => void (requests = []),
  };
}

export type RequestLog = ReturnType<typeof openRequestLog>;
