/** Faults on demand: an endpoint's wrong answer, and how often it occurs. */
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';

import { faultFields, takeFault } from '../domain/delivery-faults.ts';
import { strict } from '../domain/problem.ts';

export const Fault = strict({
  method: z.optional(z.enum(['GET', 'POST', 'PUT', 'DELETE'])),
  /** Start of the path, for example /api/applications. */
  path: z.string().check(z.startsWith('/', 'must begin with "/"')),
  /** Number of matching requests to skip first. */
  skip: z.optional(z.int().check(z.gte(0))),
  ...faultFields,
  headers: z.optional(z.record(z.string(), z.string())),
  body: z.optional(z.string()),
  /**
   * drop: closes the connection. lost: closes it after the work. cut: ends the body early. html:
   * answers with a web page. huge: answers with 12 MB of JSON.
   */
  kind: z.optional(z.enum(['drop', 'lost', 'cut', 'html', 'huge'])),
  /** Probability from 0 to 1. */
  rate: z.optional(z.number().check(z.gte(0), z.lte(1))),
});
export type Fault = z.infer<typeof Fault>;

/** The context of a request for the log. */
export type LogEnv = {
  Bindings: HttpBindings;
  Variables: {
    fault?: Fault;
    /** The fault's answer. */
    instead?: string;
  };
};

/** The huge body, made once. The log does not store it. */
let filler: string | undefined;
const huge = () => (filler ??= JSON.stringify({ filler: 'x'.repeat(12 * 1024 * 1024) }));

const half = '{"application_id": "app_';
const page = '<!doctype html><title>Maintenance</title><h1>Maintenance</h1>';

/** Reads a body for the log before the fault ends the request. */
async function readBody({ req }: Context): Promise<void> {
  if (req.header('content-type')?.startsWith('multipart/')) return;
  if (Number(req.header('content-length') ?? 0) > 0) await req.text().catch(() => '');
}

export function openFaults() {
  let faults: Fault[] = [];

  const middleware: MiddlewareHandler<LogEnv> = async (c, next) => {
    const fault = takeFault(
      faults,
      (candidate) =>
        c.req.path.startsWith(candidate.path) &&
        (!candidate.method || candidate.method === c.req.method) &&
        !(candidate.skip && candidate.skip-- > 0) &&
        Math.random() < (candidate.rate ?? 1),
    );
    if (!fault) return next();
    const { times: _, ...met } = fault;
    c.set('fault', met);
    await readBody(c);
    if (fault.delay) await new Promise((resolve) => setTimeout(resolve, fault.delay));
    const { outgoing } = c.env;
    if (fault.kind === 'drop' || fault.kind === 'lost') {
      if (fault.kind === 'lost') await next();
      outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    if (fault.kind === 'cut') {
      outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      outgoing.write(half, () => outgoing.destroy());
      c.set('instead', half);
      return RESPONSE_ALREADY_SENT;
    }
    if (fault.kind === 'html') {
      c.set('instead', page);
      return c.html(page, 200);
    }
    if (fault.kind === 'huge') return c.body(huge(), 200, { 'content-type': 'application/json' });
    if (!fault.status) return next();
    const body = fault.body ?? JSON.stringify({ detail: `Fault on demand: ${fault.status}.` });
    const empty = fault.status === 204 || fault.status === 304;
    if (!empty) c.set('instead', body);
    return new Response(empty ? null : body, {
      status: fault.status,
      headers: { 'content-type': 'application/json', ...fault.headers },
    });
  };

  return {
    middleware,
    list: () => faults,
    add: (fault: Fault) => void faults.push(fault),
    clear: () => void (faults = []),
  };
}

export type Faults = ReturnType<typeof openFaults>;
