/** Tests a key. The specification shows no endpoint for that ("Authentication"). */
import { parseJson } from './basics/json.ts';
import { baseUrl, portalAddress } from './exchange/connection.ts';
import { halt } from './basics/errors.ts';
import type { Run } from './exchange/run.ts';
import { send } from './exchange/transport.ts';

/** This path matches no case. */
const noCase = '/api/applications/connection-test';

/** Any other refusal proves the key, because the service looked beyond it. */
const proves = Array.from({ length: 100 }, (_, index) => 400 + index).filter(
  (status) => ![401, 403, 429].includes(status),
);

/**
 * Proves the key without side effects and without a paid registry look-up. Any JSON answer proves
 * it, except 401, 403, "slow down" and a failure of the service.
 * @throws a reconnect for a wrong key, a halt for an invalid address, else what is wrong.
 */
export async function testConnection(run: Run): Promise<void> {
  // Otherwise only the mail to a client would show a wrong address.
  portalAddress(run);
  const endpoint = { method: 'GET' as const, path: noCase, about: 'account' };
  const answer = await send(run, endpoint, { accept: proves });
  if (parseJson(answer.content) === undefined) {
    throw halt(
      'The Base URL answers, but not like the API of the service. Check it for typing errors. Every API address must start with it.',
    );
  }
}

/**
 * The host of the service, after the name that the admin gave the account: no endpoint names it, and
 * no part of the key is for display.
 */
export function accountLabel(run: Run): string {
  const { host } = new URL(baseUrl(run));
  const name = run.connection.account_name?.trim();
  return name ? `${name} (${host})` : host;
}
