/** A request as the stand-in gets it, and answers that are set for it. */
import type { Endpoint } from '../../service/contract.ts';

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
type Route = Reply | ((asked: Asked) => Answer | Promise<Answer>);
/**
 * `POST /api/applications/(\w+)/portals` -> its answer: always the same, or a function of the
 * request.
 */
export type Routes = Record<string, Route>;

/** The JSON of a text; undefined if it is none. */
export function jsonIn(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** A request as "METHOD /path", without its query. */
export const lineOf = ({ method, path }: Pick<Asked, 'method' | 'path'>) =>
  `${method} ${path.split('?')[0]}`;

/** The patterns of all tables: thousands of services have the same ones. */
const patterns = new Map<string, RegExp>();
export function patternOf(line: string): RegExp {
  const pattern = patterns.get(line) ?? new RegExp(`^${line}$`);
  patterns.set(line, pattern);
  return pattern;
}

/** A table that is ready to be searched. */
export const routesIn = (table: Routes) =>
  Object.entries(table).map(([line, route]) => [patternOf(line), route] as const);

/** The answer of the first matching route; undefined if none matches. */
export function answerOf(
  routes: ReturnType<typeof routesIn>,
  asked: Asked,
): Answer | Promise<Answer> | undefined {
  const line = lineOf(asked);
  for (const [pattern, route] of routes) {
    const match = pattern.exec(line);
    if (!match) continue;
    asked.parts = match.slice(1).map(decodeURIComponent);
    return typeof route === 'function' ? route(asked) : route;
  }
  return undefined;
}

/** A request that the step sends, and the service's answer to it. */
export interface Exchange {
  method: Endpoint['method'];
  /** With its query. */
  path: string;
  /** What the request carries: JSON, or a pattern in the content. */
  body?: object | RegExp;
  answer: unknown;
  /** 201 for a POST, else 200. */
  status?: number;
  headers?: Record<string, string>;
  /** What goes wrong in place of that answer. */
  instead?: Answer;
}

/** The answers of an example: a repeated request gets its answers in turn. */
export function answersIn(exchanges: Exchange[]) {
  const counts = new Map<string, number>();
  return ({ method, path }: Asked): Answer | undefined => {
    const same = exchanges.filter((one) => one.method === method && one.path === path);
    const count = counts.get(`${method} ${path}`) ?? 0;
    counts.set(`${method} ${path}`, count + 1);
    const match = same[count % same.length];
    if (!match) return undefined;
    const { status = method === 'POST' ? 201 : 200, answer, headers, instead } = match;
    return instead ?? [status, answer, headers];
  };
}
