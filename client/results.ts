/** Reads good answers: things, and lists with several parts. */
import type { Endpoint } from '../service/contract.ts';

import { idIn, isPage, isSuccess, parseJson, saysFailed, type Answer } from './answer.ts';
import { baseUrl } from './connection.ts';
import { listIn, thingIn, type List } from './envelope.ts';
import {
  errorFromAnswer,
  errorFromContent,
  errorFromFailure,
  halt,
  type OperationError,
  type Subject,
} from './errors.ts';
import type { Run } from './run.ts';
import { send, subjectOf, timeLeft, type About } from './transport.ts';
import { fromWire } from './wire.ts';

/** The JSON of an answer. @throws an error if it says that nothing was done. */
export function refuseFailed(run: Run, endpoint: About, answer: Answer): unknown {
  const body = parseJson(answer.content);
  if (saysFailed(body)) throw errorFromFailure(answer, subjectOf(run, endpoint));
  return body;
}

/**
 * The thing in an answer, with the catalogue's names; `{}` for an empty answer. Only the values
 * that later steps need are checked.
 * @param key the thing's own key, such as `application_id`.
 * @throws an error if the answer is no JSON, names two things or says that nothing was done.
 */
export function dataOf(run: Run, endpoint: About, answer: Answer, key?: string): unknown {
  const body = refuseFailed(run, endpoint, answer);
  const data = answer.content.trim() ? thingIn(run.dialect, body, key) : {};
  if (typeof data === 'object' && data !== null) return fromWire(run.dialect, data, endpoint.holds);
  throw errorFromContent(answer, subjectOf(run, endpoint));
}

/**
 * Checks that the answer has an ID under `idKey` or `id`. After 201, a thing that no later step
 * needs may have none.
 */
export function identified<T>(
  run: Run,
  endpoint: About,
  answer: Answer,
  idKey: string,
  mayLackId = false,
): T {
  const data = dataOf(run, endpoint, answer, idKey);
  const id = idIn(data, idKey);
  if (id === undefined && !(mayLackId && answer.status === 201)) {
    throw errorFromContent(answer, subjectOf(run, endpoint));
  }
  return { ...(data as object), [idKey]: id } as T;
}

/**
 * False if the service says that the thing does not exist.
 * @throws an error for a web page: something in front of the service may have sent it.
 */
export function isThere(run: Run, endpoint: About, answer: Answer): boolean {
  if (isSuccess(answer)) return true;
  if (isPage(answer)) throw errorFromContent(answer, subjectOf(run, endpoint));
  return false;
}

/** @throws a halt with both IDs if the answer is about another case or thing. */
export function refuseOther(other: string | undefined, own: string, thing = 'case'): void {
  if (other === undefined || other === own) return;
  throw halt(
    `The service answered about ${thing} ${other} instead of ${thing} ${own}, so the result was dropped. Check the ID of the ${thing}, and enter it exactly as the service shows it. If the {{step}} changes data, check in the service which ${thing} it changed.`,
  );
}

/** Reads at most this many parts of a list. */
const mostParts = 5;

/**
 * A list of the service with the names on the wire: up to five parts, within the time of the step.
 * Undefined if the service has no such list: 404, 405 or a web page.
 * @param names keys under which an object may hold the list.
 * @throws an error if the answer contains no list.
 */
export async function readList(
  run: Run,
  endpoint: Omit<Endpoint, 'summary'>,
  path: Record<string, string>,
  names: string[],
): Promise<List | undefined> {
  const first = await send(run, endpoint, { path, accept: [404, 405] });
  if (!isSuccess(first) || isPage(first)) return undefined;
  const root = baseUrl(run);
  let part = listOf(run, endpoint, first, names);
  const { records } = part;
  for (let parts = 1; part.next !== undefined && parts < mostParts; parts++) {
    const next = URL.canParse(part.next, `${root}/`) ? new URL(part.next, `${root}/`).href : '';
    if (!next.startsWith(`${root}/`) || timeLeft(run) < 1000) break;
    const answer = await send(run, { ...endpoint, path: next.slice(root.length) });
    part = listOf(run, endpoint, answer, names, records.length);
    records.push(...part.records);
  }
  return { records, more: part.more };
}

/** The list in an answer. @throws an error if there is none. */
export function listOf(
  run: Run,
  endpoint: About,
  answer: Answer,
  names: string[],
  before = 0,
): List {
  const list = listIn(
    run.dialect,
    parseJson(answer.content),
    names,
    answer.headers.get('link'),
    before,
  );
  if (!list) throw errorFromContent(answer, subjectOf(run, endpoint));
  return list;
}

/** The error for a missing path. The service answers 404 for an unknown case, too. */
export const notOffered = (answer: Answer, subject: Subject): OperationError =>
  errorFromAnswer({ ...answer, status: 405 }, subject);
