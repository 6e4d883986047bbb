/** Turns a logged request into a command. */
import { ownKey } from '../domain/api-keys.ts';
import type { LoggedRequest } from './request-log.ts';

/** Quotes a text for a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** curl sets these headers itself, or they would make the repeat a replay. */
const leftOut =
  /^(host|connection|content-length|accept-encoding|transfer-encoding|idempotency-key|sec-.*|user-agent|accept|accept-language|authorization)$/;

/** The headers of a repeat, without its key. */
const headersAgain = ({ headers }: LoggedRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      leftOut.test(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );

/** The command. It runs as it is, with the sandbox's own key. */
export function asCurl(url: string, request: LoggedRequest): string {
  const { method, path, body } = request;
  return [
    `curl -X ${method} ${quoted(url + path)}`,
    `-H ${quoted(`Authorization: ${ownKey}`)}`,
    ...Object.entries(headersAgain(request)).map(
      ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
    ),
    ...(body ? [`--data-raw ${quoted(body)}`] : []),
  ].join(' \\\n  ');
}
