/** Records the requests of a step, to compare them with those of another tool. */
import type { Exchange } from './examples.ts';
import type { Received } from '../../zapier/local/listen.ts';
import { startStandIn } from './stand-in.ts';

/** A request, whatever connection it came by. */
type Recorded = Omit<Received, 'port'>;

/** Requests for forms: a tool sends them once, and they are not part of a step. */
const definitions = ['/api/custom_fields', '/api/expected_documents_configuration'];

/**
 * A service with the answers of an example. It records the requests of the steps. A repeated
 * request gets its answers in turn.
 */
export async function recording(requests: Exchange[]) {
  const service = await startStandIn();
  const got: Recorded[] = [];
  const counts = new Map<string, number>();
  service.serve({
    '.*': (asked) => {
      const { method, path } = asked;
      if (!definitions.includes(path)) got.push(asked);
      const same = requests.filter((one) => one.method === method && one.path === path);
      const count = counts.get(`${method} ${path}`) ?? 0;
      counts.set(`${method} ${path}`, count + 1);
      const match = same[count % same.length];
      return match ? [200, match.answer] : [404, { detail: 'none' }];
    },
  });
  return { ...service, got };
}

/** A request without random parts. */
export function comparable({ method, path, headers, content }: Recorded) {
  const boundary = /boundary=(\S+)/.exec(headers['content-type'] ?? '')?.[1];
  const even = (text: string) => (boundary ? text.replaceAll(boundary, 'boundary') : text);
  const key = headers['idempotency-key'] as string | undefined;
  // The key of an identity is always the same; any other key is random.
  const random = key && !/^[0-9a-f]{64}$/.test(key) ? { 'idempotency-key': 'fresh' } : {};
  // Each host has its own name.
  const { 'user-agent': _, ...others } = headers;
  return JSON.parse(
    even(JSON.stringify({ method, path, headers: { ...others, ...random }, content })),
  ) as Recorded;
}
