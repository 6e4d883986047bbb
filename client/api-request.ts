/** A request to any endpoint of the service. */
import type { Endpoint } from '../service/contract.ts';

import { isPage, type Answer } from './exchange/answer.ts';
import { baseUrl } from './exchange/connection.ts';
import { halt } from './basics/errors.ts';
import { errorFromContent } from './exchange/answer-errors.ts';
import type { Run } from './exchange/run.ts';
import { asTyped } from './exchange/wire.ts';
import { send } from './exchange/transport.ts';

/** A request as the user entered it. */
export interface RawCall {
  method: Endpoint['method'];
  /** Path below the Base URL, possibly with a query. */
  path: string;
  /** Additional query parameters. */
  query?: [name: string, value: string][];
  /** JSON as the user entered it. */
  body?: string;
}

/** Calls any endpoint, only below the Base URL. @throws a halt if the path would leave it. */
export async function callApi(run: Run, call: RawCall): Promise<Answer> {
  const { method, path, body } = call;
  if (/[\\\s]|(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path.split('?')[0]!)) {
    throw halt(
      'Path must not contain spaces, backslashes, or a part "." or "..". Write the full path.',
    );
  }
  const root = baseUrl(run);
  const url =
    /^\/(?!\/)/.test(path) && URL.canParse(root + path) ? new URL(root + path) : undefined;
  if (!url || !`${url.origin}${url.pathname}`.startsWith(`${root}/`) || url.hash) {
    throw halt(
      'Path must start with "/" and stay below the Base URL, for example /api/applications/app_1.',
    );
  }
  const more = new URLSearchParams(call.query).toString();
  const query = [url.search.slice(1), more].filter(Boolean).join('&');
  const endpoint = {
    method,
    path: `${url.origin}${url.pathname}`.slice(root.length),
    about: 'address',
    correction: 'Check Path and the IDs in it.',
  };
  const answer = await send(run, endpoint, {
    body: body === undefined ? undefined : asTyped(body),
    query: query && `?${query}`,
  });
  if (isPage(answer)) throw errorFromContent(answer);
  return answer;
}
