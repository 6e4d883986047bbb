/**
 * Reading what the service answered. The specification's section "Errors" is "not shown", so every
 * common shape of an error body is read.
 */
import { isLosslessNumber } from 'lossless-json';

import { parseJson } from './json.ts';
import { setting } from './settings.ts';

export { parseJson };

export interface Answer {
  status: number;
  headers: { get(name: string): string | null };
  content: string;
}

/** Wire path of a field (`business.country`) -> the label the admin sees in the editor. */
export type Labels = Record<string, string>;

export interface Problem {
  field?: string;
  message: string;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

/** An id as text; undefined for an empty one and for what is none. */
export function idText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value.trim() ? value.trim() : undefined;
}

/** The id of a thing: under its own key, such as `person_id`, or as plain `id`. */
export const idIn = (thing: unknown, idKey: string): string | undefined =>
  isRecord(thing) ? (idText(thing[idKey]) ?? idText(thing.id)) : undefined;

/** What an answer is about, without the `data` that some services put around it. */
export function thingIn(body: unknown): unknown {
  if (!isRecord(body) || typeof body.data !== 'object' || body.data === null) return body;
  const isThingItself = Object.keys(body).some((key) => /^(id|link|\w+_id)$/.test(key));
  return isThingItself ? body : body.data;
}

/** The records of a list, which may stand alone or be the first list in an object. */
export function recordsIn(body: unknown): Record<string, unknown>[] {
  const thing = thingIn(body);
  const list = isRecord(thing) ? Object.values(thing).find(Array.isArray) : thing;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** `legal_form` -> `Legal Form`, for a field that no label is known of. */
const humanised = (key: string): string =>
  key
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** `['body', 'business', 'country']` or `/business/country` -> the field's label. */
export function labelAt(path: unknown, labels: Labels): string | undefined {
  const parts = (Array.isArray(path) ? path : String(path ?? '').split(/[/.#]/))
    .map(String)
    .filter((part) => !/^(|\d+|body|query|path)$/.test(part));
  if (!parts.length) return undefined;
  const known = labels[parts.join('.')];
  return known ?? parts.map((part) => labels[part] ?? humanised(part)).join(': ');
}

const firstText = (...values: unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value.trim() !== '');

function problemFrom(item: unknown, labels: Labels): Problem | undefined {
  if (typeof item === 'string') return { message: item };
  if (!isRecord(item)) return undefined;
  const message = firstText(item.msg, item.message, item.detail, item.reason, item.error);
  if (!message) return undefined;
  const field = labelAt(item.loc ?? item.pointer ?? item.field ?? item.name ?? item.path, labels);
  return field ? { field, message } : { message };
}

/** The problems an error body names, whatever its shape; none for HTML, nothing or cut-off JSON. */
export function problemsIn(content: string, labels: Labels = {}): Problem[] {
  const read = (item: unknown) => problemFrom(item, labels) ?? [];
  const body = parseJson(content);
  if (body === undefined) {
    const plain = content.trim();
    return plain && !/[<{[]/.test(plain.charAt(0)) ? [{ message: plain }] : [];
  }
  if (!isRecord(body)) return [body].flat().flatMap(read);
  for (const list of [body.detail, body.errors, body['invalid-params'], body.error]) {
    if (Array.isArray(list)) {
      const problems = list.flatMap(read);
      if (problems.length) return problems;
    } else if (isRecord(list)) {
      const nested = problemFrom(list, labels);
      if (nested) return [nested];
      const byField = Object.entries(list).flatMap(([key, value]) =>
        [value].flat().flatMap((item) => {
          const problem = problemFrom(item, labels);
          return problem ? [{ ...problem, field: labelAt([key], labels) }] : [];
        }),
      );
      if (byField.length) return byField;
    }
  }
  const message = firstText(body.message, body.detail, body.error, body.title);
  return message ? [{ message }] : [];
}

/**
 * Seconds to wait as the service asks (`Retry-After` in seconds or as a date), at least 1.
 * Falls back to the setting when the header is missing or cannot be read.
 */
export function retryAfter(headers: Answer['headers']): number {
  const given = headers.get('retry-after')?.trim() ?? '';
  // A header that came twice has both values, with a comma between them; a date has one itself.
  const seconds = /^\d+(\.\d+)?(\s*,\s*\d+(\.\d+)?)*$/.test(given)
    ? Math.max(...given.split(',').map(Number))
    : /^[a-z]+,? .*\d{4}/i.test(given)
      ? (Date.parse(given) - Date.now()) / 1000
      : NaN;
  return Number.isFinite(seconds) ? Math.max(Math.ceil(seconds), 1) : setting('retryAfterSeconds');
}

/** True for 2xx; a caller may accept other answers as well. */
export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status <= 299;

/** A problem as the reader sees it, under the label of its field where one is known. */
export const problemText = ({ field, message }: Problem): string =>
  field ? `${field}: ${message}` : message;

/** True when the service says that it made no new thing but gives the earlier answer again. */
export const isReplay = ({ headers }: Answer): boolean =>
  headers.get('idempotent-replayed')?.toLowerCase() === 'true';

/** Words that say an earlier request of the same key has not ended yet. */
const underWay =
  /in progress|under way|underway|outstanding|concurrent|still (being )?process|being (processed|handled|created)|is processing|locked|try (it )?again|retry/i;

/** Words that say the thing is there, or that a key came with other content before. */
const other =
  /idempoten|already|exists?\b|there is (one|an?)\b|duplicate|taken|in use|unique|(different|other|another) (body|content|payload|param|request|value)|mismatch/i;

/**
 * True when the service says that it is still at work on an earlier request of the same key: a 409
 * says it by itself (IETF draft "The Idempotency-Key HTTP Header Field", 2.7), unless its words are
 * about something else.
 */
export function isUnderWay({ status, content }: Answer): boolean {
  if (status !== 409) return false;
  const saysNothing = !/[^\s{}[\]]/.test(content);
  return underWay.test(content) || saysNothing;
}

/** True when the service refuses an idempotency key because it came with other content before. */
export const isKeyConflict = (answer: Answer): boolean =>
  answer.status === 409
    ? !isUnderWay(answer) && other.test(answer.content)
    : [400, 422].includes(answer.status) && /idempoten/i.test(answer.content);
