/** Whether a key is right: the specification shows no endpoint for that ("Authentication"). */
import { parseJson, type Answer } from './answer.ts';
import { baseUrl, portalAddress } from './connection.ts';
import { halt } from './errors.ts';
import type { Run } from './run.ts';
import { send } from './transport.ts';

/** A read that no case can answer. */
const probe = { method: 'GET' as const, about: 'connection' };

/** Any refusal but these proves the key: the service looked further than the key. */
const proves = Array.from({ length: 100 }, (_, index) => 400 + index).filter(
  (status) => ![401, 403, 429].includes(status),
);

/**
 * Proves the key without side effects and without a paid registry look-up: any JSON answer but
 * 401, 403, "slow down" and a failure of the service does.
 * @throws a reconnect for a wrong key, a halt for an address that cannot be right, else an error that
 * tells a wrong address, a service that is down and a page that is no API apart.
 */
export async function testConnection(run: Run): Promise<void> {
  // A wrong one would show up in the mail to a client only.
  portalAddress(run);
  const endpoint = { ...probe, path: run.dialect.connection_test };
  const answer = await send(run, endpoint, { accept: proves });
  await refusePage(run, answer);
  if (parseJson(answer.content) === undefined) {
    throw halt(
      'The Base URL answers, but not like the API of the service. Check it for typing errors. It is the start of every address of the API.',
    );
  }
}

/** Paths below it are no part of any API. */
const nowhere = '/api/no-such-address';

/** Whether an address tells the test's path from one that is not there; undefined where it refuses both. */
async function knowsPaths(run: Run): Promise<boolean | undefined> {
  const answerTo = async (path: string) => {
    const { status, content } = await send(run, { ...probe, path }, { accept: [404] });
    return status + content.replaceAll(path, '');
  };
  try {
    return (await answerTo(run.dialect.connection_test)) !== (await answerTo(nowhere));
  } catch {
    return undefined;
  }
}

/**
 * A service may say "not found" of any address, also below one of its pages.
 * @throws a halt for a Base URL below which nothing is known, where its host is the API.
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

/** Host and the last characters of the key: tells two accounts apart and shows no secret. */
export function accountLabel(run: Run): string {
  const key = (run.connection.api_key ?? '').trim();
  return `${new URL(baseUrl(run)).host} (key …${key.slice(-Math.min(4, key.length / 4))})`;
}
