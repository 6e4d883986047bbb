/** What a step asks a service, to be compared with what it asks from another tool. */
import type { Exchange } from './examples.ts';
import type { Received } from './listen.ts';
import { startStandIn } from './stand-in.ts';

/** What forms are made of: read once for the list of tools, and no part of a step. */
const definitions = ['/api/custom_fields', '/api/expected_documents_configuration'];

/**
 * A service that gives the answers of an example and keeps what its steps asked. Where a request comes
 * several times, it gets its answers in turn.
 */
export async function recording(requests: Exchange[]) {
  const service = await startStandIn();
  const got: Received[] = [];
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

/** A request with what is made anew each time left out. */
export function comparable({ method, path, headers, content }: Received) {
  const boundary = /boundary=(\S+)/.exec(headers['content-type'] ?? '')?.[1];
  const even = (text: string) => (boundary ? text.replaceAll(boundary, 'boundary') : text);
  const key = headers['idempotency-key'] as string | undefined;
  // A key of an identity is the same each time, any other is fresh.
  const told = key && !/^[0-9a-f]{64}$/.test(key) ? { 'idempotency-key': 'fresh' } : {};
  // Each host has a name of its own.
  const { 'user-agent': _, ...others } = headers;
  return JSON.parse(
    even(JSON.stringify({ method, path, headers: { ...others, ...told }, content })),
  ) as Omit<Received, 'port'>;
}

/** A body as people read it: JSON, or the fields and files of a form. */
async function readableBody(content: string, type = ''): Promise<unknown> {
  if (!content) return undefined;
  if (!type.startsWith('multipart/')) return JSON.parse(content);
  const form = await new Response(content, { headers: { 'content-type': type } }).formData();
  const parts = [...form].map(async ([name, part]) => [
    name,
    typeof part === 'string'
      ? part
      : { name: part.name, type: part.type, content: await part.text() },
  ]);
  return Object.fromEntries(await Promise.all(parts)) as object;
}

/** The headers of a request that say nothing of it. */
const ofTransport =
  /^(host|connection|content-length|transfer-encoding|accept|accept-encoding|user-agent)$/;

/** A request as people read it in a file. */
export interface Readable {
  request: string;
  headers: Record<string, unknown>;
  /** JSON; of a form its fields, and its files with name, type and content. */
  body: unknown;
}

/** What is made anew each time is left out. */
export async function readable(received: Received): Promise<Readable> {
  const { method, path, headers } = comparable(received) as Received;
  return {
    request: `${method} ${path}`,
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => !ofTransport.test(name)),
    ),
    body: await readableBody(received.content, received.headers['content-type']),
  };
}
