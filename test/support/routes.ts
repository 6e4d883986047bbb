/** A service as a table of routes, with or without a network in front of it. */

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
/** `cut` is no answer: the connection breaks. */
export type Answer = Reply | 'cut';
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
