/**
 * A service with other valid choices than the sandbox: it accepts everything, ignores idempotency
 * keys, refuses no reference, and answers with IDs and the least data of a case.
 */
import { startStandIn, type Asked, type Reply } from './stand-in.ts';

type Body = Record<string, unknown>;

/** Starts it on a free port. */
export async function startPlainService() {
  const standIn = await startStandIn();
  const cases = new Map<string, Body>();
  const made: { path: string; id: string; body: unknown }[] = [];
  let count = 0;
  let knowsAll = false;

  const make = ({ path, body }: Asked): Reply => {
    const id = `${path.split('/').at(-1)!.slice(0, 3)}-${++count}`;
    made.push({ path, id, body });
    if (path === '/api/applications')
      cases.set(id, { id, status_review: 'new', is_draft: false, ...body });
    return [200, { id, ...(path.endsWith('/portals') && { link: `token-${count}` }) }];
  };
  standIn.serve({
    'GET /api/applications/([^/]+)': ({ parts: [id] }) =>
      cases.has(id!) || knowsAll ? [200, { id, ...cases.get(id!) }] : [404, {}],
    'PUT /api/applications/([^/]+)': ({ parts: [id], body }) => {
      cases.set(id!, { ...cases.get(id!), ...body });
      return [204];
    },
    'DELETE .*': [204],
    'POST .*': make,
    '.*': [200, []],
  });

  return {
    ...standIn,
    cases,
    /** Everything that a POST made, in order. */
    made,
    madeAt: (path: string) => made.filter((thing) => thing.path.endsWith(path)),
    /** From now on, every ID has a case. */
    knowAll: () => (knowsAll = true),
    clear() {
      standIn.clear();
      made.length = 0;
      cases.clear();
    },
  };
}

export type PlainService = Awaited<ReturnType<typeof startPlainService>>;
