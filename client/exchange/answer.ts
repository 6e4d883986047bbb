/**
 * What an answer of the service says: whether it did what was asked, its problems, when to ask again,
 * and which case it names. The specification does not show error bodies ("Errors").
 */
import type { HttpAnswer } from '../../host/host.ts';
import type { Endpoint } from '../../service/contract.ts';

import { resultOf } from '../basics/errors.ts';
import { isRecord, parseJson, recordOf } from '../basics/json.ts';
import { snake, type Labels } from '../basics/labels.ts';

/** The facts about a request that its answer and its error need. */
export interface RequestFacts extends Pick<
  Endpoint,
  'about' | 'refersTo' | 'correction' | 'holds'
> {
  /** The request makes something. Without a good answer, nobody knows whether it did. */
  makes?: boolean;
  /** Its whole address, and its path before the ID of a case was filled in. */
  url?: string;
  path?: string;
  /** How the reader finds the resource that may exist. */
  lookFor?: string;
  /** The API key and other secrets, in case the service repeats them. */
  secrets?: (string | undefined)[];
  labels?: Labels;
  /** A failed trigger leaves no run to replay, so a temporary failure is tried again. */
  isTrigger?: boolean;
  /** A repeat of the step would do something twice, so a temporary failure is final. */
  unrepeatable?: boolean;
}

/** An answer of the service, with its body as text. */
export interface Answer extends HttpAnswer {
  request: RequestFacts;
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
  noPath: [404, 405],
  /** Redirects after which the service may have processed the request. */
  processed: [302, 303],
  /** It conflicts with what the service has, such as a reference or a submission. */
  conflict: [400, 409, 422],
};

/** Parts that frameworks put around the name of a field, or in place of one. */
const around = /^(|__root__|\$|body|query|path|json|base|non_field_errors)$/;

/** `['body', 'business', 'country']`, `#/business/country` or `business.country` -> its parts. */
const pathIn = (place: unknown): string[] =>
  (Array.isArray(place) ? place : String(place).split(/^\/data\/attributes|[/.#[\]]/))
    .map(String)
    .filter((part) => !around.test(part));

const isText = (value: unknown): value is string => typeof value === 'string' && /\S/.test(value);

/** The text of a problem; undefined for an object that only holds others. */
const textIn = ({ msg, message, defaultMessage, detail, title, error }: Record<string, unknown>) =>
  [msg, message, defaultMessage, detail, title, error].find(isText);

/** The problems in a text, an object with its text and perhaps its place, or a list of those. */
const problemsAt = (value: unknown, path: string[] = []): Problem[] =>
  [value].flat().flatMap((one) => {
    const { loc, pointer, field, path: ofEntry, param, source, ...entry } = recordOf(one);
    const place = loc ?? pointer ?? field ?? ofEntry ?? param ?? recordOf(source).pointer;
    const messages = [isText(one) ? one : (textIn(entry) ?? entry.errors)].flat().filter(isText);
    const here = isText(place) || Array.isArray(place) ? pathIn(place) : path;
    return messages.map((message) => ({ path: here, message: message.trim() }));
  });

/**
 * The problems in an error body: `errors` (a list, or a map of fields), `detail`, `error`, `message`
 * and problem+json, a map of fields alone, or a text. Empty for all else.
 */
export function problemsIn(content: string): Problem[] {
  const body = parseJson(content);
  if (body === undefined) return /^\s*[<{[]/.test(content) ? [] : problemsAt(content);
  if (!isRecord(body)) return problemsAt(body);
  const { errors, detail, error, message } = body;
  const isMap = Object.values(body).every(Array.isArray);
  const fields = Object.entries(recordOf(isMap ? body : errors));
  const found = [
    ...[errors, detail, error, message].map((one) => (isText(one) ? [] : problemsAt(one))),
    fields.flatMap(([field, problems]) => problemsAt(problems, pathIn(field))),
    problemsAt(textIn(body)),
  ];
  return found.find(({ length }) => length > 0) ?? [];
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

const pageType = /^\s*(text\/html|application\/xhtml\+xml)\b/i;

/** True for a web page, by its type or its first bytes. An API does not answer with a page. */
export const isPage = ({ headers, content }: Answer): boolean =>
  pageType.test(headers.get('content-type') ?? '') || /^\s*(<!doctype html|<html)\b/i.test(content);

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status <= 299;

/** True for no value, an empty text and an empty list. */
export const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length);

/**
 * True if a 2xx says that nothing was done: `success`, `ok` or `accepted` is false, it is
 * problem+json, or it has an error. Beside the ID of the resource an error is a warning, but for
 * `null`.
 */
export function saysFailed({ headers, content }: Answer, idKey: string | null = 'id'): boolean {
  const body = parseJson(content);
  if (!isRecord(body)) return false;
  const valuesOf = (keys: RegExp) =>
    Object.keys(body).flatMap((key) => (keys.test(snake(key)) ? [body[key]] : []));
  const answers = valuesOf(/^(success|ok|accepted)$/);
  if (answers.some((one) => /^(false|no|0)$/i.test(String(one).trim()))) return true;
  if (/^application\/problem\+json\b/i.test(headers.get('content-type') ?? '')) return true;
  const hasError = valuesOf(/^(errors?|error_code)$/).some((value) =>
    typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : Boolean(value),
  );
  return hasError && (idKey === null || idIn(body, idKey) === undefined);
}

/** The parts of an address without its query, and without a final slash. */
const addressParts = (url: string): string[] => {
  const { origin, pathname } = new URL(url);
  const parts = `${origin}${pathname.replace(/\/$/, '')}`.split('/');
  return parts.map((part) => resultOf(() => decodeURIComponent(part)) ?? part);
};

/**
 * The cases before and after a redirect to another case, as after a merge: the address is the same
 * but for another ID in its place. Undefined for any other redirect.
 */
export function otherCaseIn({ headers, request }: Answer): [from: string, to: string] | undefined {
  const { url = '', path = '' } = request;
  const location = headers.get('location');
  const parts = path.split('/');
  if (!location || !parts.includes('{application_id}')) return undefined;
  if (!URL.canParse(location, url)) return undefined;
  // From the end: the Base URL may have parts of its own.
  const place = parts.indexOf('{application_id}') - parts.length;
  const [ours, theirs] = [addressParts(url), addressParts(new URL(location, url).href)];
  const [from, to] = [ours.at(place)!, theirs.at(place)];
  const others = (all: string[]) => JSON.stringify(all.toSpliced(place, 1));
  return to && to !== from && others(ours) === others(theirs) ? [from, to] : undefined;
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

/**
 * IDs of cases in a refusal, at most three: in `Location`, under a key, or any word that may be one.
 * They prove nothing: only a case with the sent reference is used.
 */
export function casesNamedIn(answer: Answer, reference: unknown): string[] {
  const { status, content, headers } = answer;
  const [, located] = /\/applications\/([^/?#]+)/.exec(headers.get('location') ?? '') ?? [];
  const { application_id, existing_id } = recordOf(parseJson(content));
  const sentences = [...problemsIn(content).map(({ message }) => message), content].join(' ');
  const text = status === 409 || namesDuplicate(answer) ? sentences : '';
  const named = text.matchAll(/\b(?:case|application)\W+([A-Za-z0-9][\w-]{3,})/gi);
  const words = text.match(/[A-Za-z0-9][\w-]{3,}/g) ?? [];
  const likely = words.filter((word) => /\d|[a-z][A-Z]/.test(word));
  const keyed = [application_id, existing_id].map(idText);
  const ids = [located, ...keyed, ...Array.from(named, ([, id]) => id), ...likely];
  const others = ids.filter((id) => id !== undefined && id !== reference);
  return [...new Set(others as string[])].slice(0, 3);
}
