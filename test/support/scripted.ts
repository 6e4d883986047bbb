/** A service that answers as a row of the table of operations says. */
import type { Exchange } from '../operations/table.ts';
import { startStandIn, type Asked } from './stand-in.ts';

/** Requests for forms: a tool sends them once, and they are not part of a step. */
const definitions = ['/api/custom_fields', '/api/expected_documents_configuration'];

/**
 * Starts a service that answers as a test says, and records the requests of the steps. A repeated
 * request gets its answers in turn; any other is not found.
 */
export async function startScripted() {
  const standIn = await startStandIn();
  const got: Asked[] = [];
  return {
    ...standIn,
    got,
    /** From now on, it gives these answers. */
    follow(exchanges: Exchange[]) {
      const counts = new Map<string, number>();
      got.length = 0;
      standIn.serve({
        '.*': (asked) => {
          const { method, path } = asked;
          if (!definitions.includes(path)) got.push(asked);
          const same = exchanges.filter((one) => one.method === method && one.path === path);
          const count = counts.get(`${method} ${path}`) ?? 0;
          counts.set(`${method} ${path}`, count + 1);
          const match = same[count % same.length];
          if (!match) return [404, { detail: 'Not Found' }];
          const { status = method === 'POST' ? 201 : 200, answer, headers } = match;
          return match.instead ?? [status, answer, headers];
        },
      });
    },
  };
}

/** A service with the answers of an example. */
export async function recording(exchanges: Exchange[]) {
  const service = await startScripted();
  service.follow(exchanges);
  return service;
}
