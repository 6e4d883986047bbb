/** Reading a good answer: what it is about, and lists with their further parts. */
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

/** The JSON of an answer. @throws an error where it says that nothing was done. */
export function refuseFailed(run: Run, endpoint: About, answer: Answer): unknown {
  const body = parseJson(answer.content);
  if (saysFailed(body)) throw errorFromFailure(answer, subjectOf(run, endpoint));
  return body;
}

/**
 * What the answer is about, under the names of the catalogue; `{}` for an empty one. Only what later
 * steps cannot do without is checked.
 * @param key the thing's own key, such as `application_id`.
 * @throws an error for an answer that is no JSON, that names two things, or that says
 * that nothing was done.
 */
export function dataOf(run: Run, endpoint: About, answer: Answer, key?: string): unknown {
  const body = refuseFailed(run, endpoint, answer);
  const data = answer.content.trim() ? thingIn(run.dialect, body, key) : {};
  if (typeof data === 'object' && data !== null) return fromWire(run.dialect, data, endpoint.holds);
  throw errorFromContent(answer, subjectOf(run, endpoint));
}

/**
 * An answer that must name the thing it is about: under `idKey`, or as plain `id`. One that no later
 * step needs may come without, where 201 says by itself that it was made.
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
 * False for a refusal that says that there is no such thing.
 * @throws an error for a web page, which says nothing of it: something in front of the
 * service may have answered.
 */
export function isThere(run: Run, endpoint: About, answer: Answer): boolean {
  if (isSuccess(answer)) return true;
  if (isPage(answer)) throw errorFromContent(answer, subjectOf(run, endpoint));
  return false;
}

/** @throws a halt that names both when the answer is about another case, or another thing. */
export function refuseOther(other: string | undefined, own: string, thing = 'case'): void {
  if (other === undefined || other === own) return;
  throw halt(
    `The service answered about ${thing} ${other} instead of ${thing} ${own}, so the result was dropped. Check the ID of the ${thing}, and enter it exactly as the service shows it. If the {{step}} changes data, look at both in the service first.`,
  );
}

/** As many parts of a list are read. */
const mostParts = 5;

/**
 * A list of the service, on the wire's names: as many parts as the service says there are, up to
 * five and within the time of the step. Undefined where the service has no such list: 404, 405, or
 * a web page.
 * @param names under which the list may lie in an object.
 * @throws an error for an answer that holds no list.
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

/** The list in an answer. @throws an error where there is none. */
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

/** The error for a path that is not there: 404 is said of an unknown case as well. */
export const notOffered = (answer: Answer, subject: Subject): OperationError =>
  errorFromAnswer({ ...answer, status: 405 }, subject);
