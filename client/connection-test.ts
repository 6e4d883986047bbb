/** Tests a key. The specification shows no endpoint for that ("Authentication"). */
import { type Answer } from './answer.ts';
import { parseJson } from './json.ts';
import { baseUrl, portalAddress } from './connection.ts';
import { halt } from './errors.ts';
import type { Run } from './run.ts';
import { send } from './transport.ts';

/** This path matches no case. */
const noCase = '/api/applications/connection-test';
const probe = { method: 'GET' as const, about: 'account' };

/** Any other refusal proves the key, because the service looked beyond it. */
const proves = Array.from({ length: 100 }, (_, index) => 400 + index).filter(
  (status) => ![401, 403, 429].includes(status),
);

/**
 * Proves the key without side effects and without a paid registry look-up. Any JSON answer proves
 * it, except 401, 403, "slow down" and a failure of the service.
 * @throws a reconnect for a wrong key, a halt for an invalid address, else an error that says
 * whether the address is wrong, the service is down or the answer is a web page.
 */
export async function testConnection(run: Run): Promise<void> {
  // Otherwise only the mail to a client would show a wrong address.
  portalAddress(run);
  const endpoint = { ...probe, path: noCase };
  const answer = await send(run, endpoint, { accept: proves });
  await refusePage(run, answer);
  if (parseJson(answer.content) === undefined) {
    throw halt(
      'The Base URL answers, but not like the API of the service. Check it for typing errors. Every API address must start with it.',
    );
  }
}

/** No API has a path below this one. */
const nowhere = '/api/no-such-address';

/**
 * True if the address distinguishes the test's path from an unknown path; undefined if it refuses
 * both.
 */
async function knowsPaths(run: Run): Promise<boolean | undefined> {
  const answerTo = async (path: string) => {
    const { status, content } = await send(run, { ...probe, path }, { accept: [404] });
    return status + content.replaceAll(path, '');
  };
  try {
    return (await answerTo(noCase)) !== (await answerTo(nowhere));
  } catch {
    return undefined;
  }
}

/**
 * A Base URL may end with a page of the application, below which the service answers "not found" to
 * everything.
 * @throws a halt if the Base URL knows no path but its host does.
 */
async function refusePage(run: Run, { status }: Answer): Promise<void> {
  const { origin, pathname } = new URL(baseUrl(run));
  if (status !== 404 || pathname === '/') return;
  const atHost = { ...run, connection: { ...run.connection, base_url: origin } };
  if ((await knowsPaths(run)) !== false || !(await knowsPaths(atHost))) return;
  throw halt(
    `The Base URL ends with a page of the application, "${pathname}". Enter it without that page: ${origin}.`,
  );
}

/** The host of the service: no endpoint names the account, and no part of the key is for display. */
export const accountLabel = (run: Run): string => new URL(baseUrl(run)).host;
