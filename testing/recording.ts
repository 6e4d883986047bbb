/** What a step asks a service, to be compared with what it asks from another tool. */
import type { Example } from './examples.ts';
import { answerJson, listen, type Received } from './listen.ts';

/** What forms are made of: read once for the list of tools, and no part of a step. */
const definitions = ['/api/custom_fields', '/api/expected_documents_configuration'];

/** A service that gives the answers of an example and keeps what its steps asked. */
export async function recording(requests: Example['requests'] | []) {
  const got: Received[] = [];
  const service = await listen((received, response) => {
    const { method, path } = received;
    if (!definitions.includes(path)) got.push(received);
    const match = requests.find((one) => one.method === method && one.path === path);
    answerJson(response, match ? 200 : 404, match?.answer ?? { detail: 'none' });
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
  return JSON.parse(
    even(JSON.stringify({ method, path, headers: { ...headers, ...told }, content })),
  ) as Omit<Received, 'port'>;
}
