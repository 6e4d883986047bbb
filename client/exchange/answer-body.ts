/** Reads the resource in a good answer: a case, a party, a portal ("Response bodies": not shown). */
import { idIn, idText, isPage, isSuccess, saysFailed, type Answer } from './answer.ts';
import { parseJson, recordOf } from '../basics/json.ts';
import { haltAfter } from '../basics/errors.ts';
import { errorFromContent, errorFromFailure } from './answer-errors.ts';
import type { Run } from './run.ts';
import { fromWire } from './wire.ts';

/**
 * The resource in an answer. Candidates are the body and its `data`: the one with the resource's key,
 * else the one with an `id`, else `data`.
 * @param key the resource's key, such as `application_id`, or `link` of a portal.
 * @throws a halt if both name different resources.
 */
export function resourceIn(body: unknown, key = 'id'): unknown {
  const { data } = recordOf(body);
  if (typeof data !== 'object' || data === null) return body;
  for (const name of [key, 'id']) {
    const [whole, inner] = [body, data].map((one) => idText(recordOf(one)[name]));
    if (whole !== undefined && inner !== undefined && whole !== inner) {
      throw haltAfter(
        `The service answered about ${whole} and ${inner} at once, so the {{step}} cannot tell which one is right. Look at both in the service.`,
        'unknown',
      );
    }
    if (inner !== undefined) return data;
    if (whole !== undefined) return body;
  }
  return data;
}

/** @throws an error if a 2xx says that nothing was done (`saysFailed`). */
export function refuseFailed(answer: Answer, key?: string | null): void {
  if (saysFailed(answer, key)) throw errorFromFailure(answer);
}

/**
 * The resource in an answer, with the catalogue's names; `{}` for an empty answer. Only the values
 * that later steps need are checked.
 * @throws an error if the answer is no JSON, names two resources or says that nothing was done.
 */
export function dataOf({ dialect }: Run, answer: Answer, key?: string): unknown {
  refuseFailed(answer, key);
  const { content, request } = answer;
  const data = content.trim() ? resourceIn(parseJson(content), key) : {};
  if (typeof data === 'object' && data !== null) return fromWire(dialect, data, request.holds);
  throw errorFromContent(answer);
}

/** The resource with its ID. After 201, one that no later step needs may have none. */
export function resourceWithId<T>(run: Run, answer: Answer, idKey: string, mayLackId = false): T {
  const data = dataOf(run, answer, idKey);
  const id = idIn(data, idKey);
  if (id === undefined && !(mayLackId && answer.status === 201)) {
    throw errorFromContent(answer);
  }
  return { ...(data as object), [idKey]: id } as T;
}

/**
 * False if the service says that the resource does not exist.
 * @throws an error for a web page: something in front of the service may have sent it.
 */
export function isThere(answer: Answer): boolean {
  if (isSuccess(answer)) return true;
  if (isPage(answer)) throw errorFromContent(answer);
  return false;
}

/** @throws a halt with both IDs if the answer is about another case or resource. */
export function refuseOther(other: string | undefined, expected: string, noun = 'case'): void {
  if (other === undefined || other === expected) return;
  throw haltAfter(
    `The service answered about ${noun} ${other} instead of ${noun} ${expected}, so the result was dropped. Check the ID of the ${noun}, and enter it exactly as the service shows it. If the {{step}} changes data, check in the service which ${noun} it changed.`,
    'unknown',
  );
}
