/**
 * What an answer of the service says: whether it did what was asked, its problems, when to ask again,
 * and which case it names. The specification does not show error bodies ("Errors").
 */
import type { HttpAnswer } from '../../host/host.ts';

import { isRecord, parseJson } from '../basics/json.ts';
import { snake } from '../basics/labels.ts';

/** An answer of the service, with its body as text. */
export interface Answer extends HttpAnswer {
  /** An earlier request of this run got no answer, and this one repeated it. */
  isRepeat?: boolean;
  /** Milliseconds from the first of these requests to the answer. */
  duration?: number;
}

/** One problem in an error body. */
interface Problem {
  /** The path of its field; empty if it names none. */
  path: string[];
  message: string;
}

/** An ID as text; undefined for an empty or invalid one. */
export function idText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value.trim() ? value.trim() : undefined;
}

/** The ID of a resource: under its own key, such as `person_id`, or under `id`. */
export const idIn = (resource: unknown, idKey: string): string | undefined =>
  isRecord(resource) ? (idText(resource[idKey]) ?? idText(resource.id)) : undefined;

/** What statuses may mean to a caller that reads them. */
export const statuses = {
  /** No such resource. */
  absent: [404, 410],
  /** No resource under a text, which may be no ID. */
  noSuchId: [400, 404, 410, 422],
  /** No such path. */
  noPath: [404, 405],
  /** It conflicts with what the service has, such as a reference or a submission. */
  conflict: [400, 409, 422],
};

/** Parts that frameworks put around the name of a field. */
const around = /^(|__root__|\$|body|query|path)$/;

/** `['body', 'business', 'country']`, `#/business/country` or `business.country` -> its parts. */
const pathIn = (place: unknown): string[] =>
  (Array.isArray(place) ? place : String(place).split(/[/.#[\]]/))
    .map(String)
    .filter((part) => !around.test(part));

/** No known shape nests problems deeper. */
const maxDepth = 8;

/**
 * The problems in a part of an error body.
 * @param path the path of its field.
 * @param areFields true below `errors`, where unknown keys are fields.
 */
function problemsAt(node: unknown, path: string[] = [], areFields = false, depth = 0): Problem[] {
  if (depth > maxDepth) return [];
  if (typeof node === 'string') return node.trim() ? [{ path, message: node.trim() }] : [];
  if (Array.isArray(node)) {
    // Lines of a list have their number in the path.
    return node.flatMap((item, index) => {
      const line = isRecord(item) && path.length ? [...path, `${index}`] : path;
      return problemsAt(item, line, areFields, depth + 1);
    });
  }
  if (!isRecord(node)) return [];
  const place = depth ? (node.loc ?? node.pointer ?? node.field ?? node.path) : undefined;
  const here = place === undefined ? path : pathIn(place);
  const message = [node.msg, node.message, node.detail, node.title, node.error].find(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  );
  if (place !== undefined && message !== undefined) return [{ path: here, message }];
  for (const key of ['errors', 'detail', 'error', 'message']) {
    if (typeof node[key] !== 'object') continue;
    const found = problemsAt(node[key], here, areFields || key === 'errors', depth + 1);
    if (found.length) return found;
  }
  if (message !== undefined) return [{ path: here, message }];
  if (!areFields || place !== undefined) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    problemsAt(value, [...here, ...pathIn(key)], true, depth + 1),
  );
}

/**
 * The problems in an error body: a text, or `detail`, problem+json, `errors`, `message` and
 * `error`. Empty for HTML, an empty body or incomplete JSON.
 */
export function problemsIn(content: string): Problem[] {
  const body = parseJson(content);
  const text = /^\s*[<{[]/.test(content) ? '' : content;
  return problemsAt(body === undefined ? text : body);
}

/** True if a refusal names a field: then it is about that value. */
export const namesField = ({ content }: Answer): boolean =>
  problemsIn(content).some(({ path }) => path.length > 0);

/** The keys that a refusal calls unknown, in contrast to an invalid value. */
export const unknownKeysIn = ({ content }: Answer): string[] =>
  problemsIn(content).flatMap(({ path, message }) =>
    path.length === 1 && /\bextra\b|unknown field/i.test(message) ? path : [],
  );

/** Seconds to wait if the service does not say how long. */
const usualWait = 60;

/**
 * The seconds in `Retry-After` (a number or a date), at least 1. If the header is missing or
 * invalid, the usual wait.
 */
export function retryAfter(headers: Answer['headers']): number {
  const header = headers.get('retry-after')?.trim() ?? '';
  const seconds = /^\d+(\.\d+)?$/.test(header)
    ? Number(header)
    : /^[a-z]+,? .*\d{4}/i.test(header)
      ? (Date.parse(header) - Date.now()) / 1000
      : NaN;
  return Number.isFinite(seconds) ? Math.max(Math.ceil(seconds), 1) : usualWait;
}

/** True for the type of a web page. */
export const isPageType = (contentType: string): boolean =>
  /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType);

/** True for a web page, by its type or its first bytes. An API does not answer with a page. */
export const isPage = ({ headers, content }: Answer): boolean =>
  isPageType(headers.get('content-type') ?? '') || /^\s*(<!doctype html|<html)\b/i.test(content);

/** True for 2xx. */
export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status <= 299;

/** True for no value, an empty text and an empty list. */
export const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length);

/** True for false, 0 and "no" in any spelling. */
const isNo = (value: unknown): boolean => /^(false|no|0)$/i.test(String(value).trim());

/**
 * True if a 2xx says that nothing was done: `success`, `ok` or `accepted` is false, it is
 * problem+json, or it has an error. Beside the ID of the resource an error is a warning, but for
 * `null`.
 */
export function saysFailed({ headers, content }: Answer, idKey: string | null = 'id'): boolean {
  const body = parseJson(content);
  if (!isRecord(body)) return false;
  const entries = Object.entries(body).map(([key, value]) => [snake(key), value] as const);
  if (entries.some(([key, value]) => /^(success|ok|accepted)$/.test(key) && isNo(value)))
    return true;
  if (/^application\/problem\+json\b/i.test(headers.get('content-type') ?? '')) return true;
  const isError = (value: unknown) =>
    Boolean(value) && (typeof value !== 'object' || Object.keys(value!).length > 0);
  const hasError = entries.some(
    ([key, value]) => /^(errors?|error_code)$/.test(key) && isError(value),
  );
  return hasError && (idKey === null || idIn(body, idKey) === undefined);
}

/** True if the service says that it repeated its answer to an earlier run. */
export const isReplay = ({ headers, isRepeat }: Answer): boolean =>
  !isRepeat && headers.get('idempotent-replayed')?.toLowerCase() === 'true';

/**
 * True if the service refuses an idempotency key because an earlier request used it with other
 * content (IETF draft "The Idempotency-Key HTTP Header Field", 2.7).
 */
export const isKeyConflict = ({ status, content }: Answer): boolean =>
  statuses.conflict.includes(status) &&
  /idempoten/i.test(content) &&
  /different|other|another|mismatch|reuse|already/i.test(content);

/**
 * True if a 409 may concern an earlier request with the same key: its body is empty, names the key
 * or says when to ask again.
 */
export const isAboutKey = ({ content, headers }: Answer): boolean =>
  /idempoten/i.test(content) || headers.get('retry-after') !== null || !/[^\s{}[\]]/.test(content);

/** "does not exist" means the opposite. */
const negated = /\b(not|no|never|n't|cannot|can't)\b[^.;"]{0,40}?\b(exist\w*|found|known)\b/gi;

/** True if the service says that another case has the reference. */
export const namesDuplicate = ({ content }: Answer): boolean =>
  /reference/i.test(content) &&
  /exist|taken|already|unique|duplicat|in use|belongs|that of/i.test(content.replace(negated, ''));

const caseKeys = /^((existing_)?(application|case)(_id)?|existing_id)$/;

/** IDs under keys that name a case. Plain `id` counts only inside such a key. */
function idsUnder(value: unknown, isCase = false): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => idsUnder(item, isCase));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const names = caseKeys.test(key) || (isCase && key === 'id');
    const id = names ? idText(item) : undefined;
    return id === undefined ? idsUnder(item, names) : [id];
  });
}

/** Words that may be IDs: after "case", or with a digit or capital inside. */
function idsInText(text: string): string[] {
  const named = [...text.matchAll(/\b(?:case|application)\W+([A-Za-z0-9][\w-]{3,})/gi)];
  const words = text.match(/[A-Za-z0-9][\w-]{3,}/g) ?? [];
  return [...named.map(([, id]) => id!), ...words.filter((word) => /\d|[a-z][A-Z]/.test(word))];
}

/** IDs of cases in a refusal, the likely ones first, at most three. */
export function casesNamedIn(answer: Answer, reference: unknown): string[] {
  const { status, content, headers } = answer;
  const [, located] = /\/applications\/([^/?#]+)/.exec(headers.get('location') ?? '') ?? [];
  const inText = status === 409 || namesDuplicate(answer) ? idsInText(content) : [];
  const ids = [located ?? [], idsUnder(parseJson(content)), inText].flat();
  return [...new Set(ids)].filter((id) => id !== reference).slice(0, 3);
}
