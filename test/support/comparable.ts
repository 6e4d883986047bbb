import type { Received } from '../../zapier/local/listen.ts';

/** A request, whatever connection it came by. */
type Recorded = Omit<Received, 'port'>;

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
