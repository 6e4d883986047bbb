/** A logged request as a command to run again. */
import type { LoggedRequest } from './request-log.ts';

/** For a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Headers that curl sets itself, or that would make the repeat a replay. */
const leftOut =
  /^(host|connection|content-length|accept-encoding|transfer-encoding|idempotency-key|sec-.*|user-agent|accept|accept-language|authorization)$/;

/** The headers that a repeat of the request sends, besides its key. */
export const headersAgain = ({ headers }: LoggedRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      leftOut.test(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );

/** The command; the key is taken from the variable SERVICE_API_KEY. */
export function asCurl(url: string, request: LoggedRequest): string {
  const { method, path, body } = request;
  return [
    `curl -X ${method} ${quoted(url + path)}`,
    `-H "Authorization: $SERVICE_API_KEY"`,
    ...Object.entries(headersAgain(request)).map(
      ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
    ),
    ...(body ? [`--data-raw ${quoted(body)}`] : []),
  ].join(' \\\n  ');
}
