/**
 * Reads the service's answers. The specification does not show error bodies ("Errors"), so this
 * file reads every common shape.
 */
import { isLosslessNumber } from 'lossless-json';

import { parseJson } from './json.ts';

export { parseJson };

/** An answer of the service, with its body as text. */
export interface Answer {
  status: number;
  headers: { get(name: string): string | null };
  content: string;
  /** An earlier request of this run got no answer, and this one repeated it. */
  isRepeat?: boolean;
}

/** Wire path of a field (`business.country`) -> its label in the editor. */
export type Labels = Record<string, string>;

/** One problem in an error body. */
interface Problem {
  /** The label of the field, if the problem names one. */
  field?: string;
  message: string;
}

/** True for an object with keys, not for a list or an exact number. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

/** An ID as text; undefined for an empty or invalid one. */
export function idText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value.trim() ? value.trim() : undefined;
}

/** The ID of a thing: under its own key, such as `person_id`, or under `id`. */
export const idIn = (thing: unknown, idKey: string): string | undefined =>
  isRecord(thing) ? (idText(thing[idKey]) ?? idText(thing.id)) : undefined;

/** `legal_form` or `legalForm` -> `Legal Form`, for a field without a label. */
const titleCase = (key: string): string =>
  snake(key)
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** `legalForm`, `LegalForm` -> `legal_form` */
const snake = (key: string): string => key.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();

/** Parts that frameworks put around the name of a field. */
const around = /^(|__root__|\$|\d+|\*|body|query|path|data|attributes|request_body|requestBody)$/;

/** The label of a path in the editor; undefined for an unknown path. */
function labelOf(parts: string[], labels: Labels): string | undefined {
  const path = parts.map(snake).join('.');
  return (
    labels[parts.join('.')] ??
    labels[path] ??
    labels[`business.${path}`] ??
    labels[`person.${path}`]
  );
}

/**
 * `['body', 'business', 'country']`, `/business/country` or `$.business.country` -> the field's
 * label. `persons.1.last_name` also gets the label of its line.
 */
export function labelAt(path: unknown, labels: Labels): string | undefined {
  const all = (Array.isArray(path) ? path : String(path ?? '').split(/[/.#[\]]/)).map(String);
  const start = all.findIndex(
    (part, index) => labels[`${part}.${all[index + 1]}`] && /^\d+$/.test(all[index + 1] ?? ''),
  );
  if (start >= 0) {
    const line = labels[`${all[start]}.${all[start + 1]}`]!;
    const owner = all[start] === 'persons' ? 'person' : 'business';
    const rest = all.slice(start + 2);
    const own = labels[[all[start], all[start + 1], ...rest.map(snake)].join('.')];
    if (own) return own;
    const field = rest.length ? (labelOf([owner, ...rest], labels) ?? labelAt(rest, labels)) : '';
    return field ? `${line}: ${field}` : line;
  }
  const parts = all.filter((part) => !around.test(part));
  if (!parts.length) return undefined;
  return (
    labelOf(parts, labels) ??
    parts.map((part) => labelOf([part], labels) ?? titleCase(part)).join(': ')
  );
}

const firstText = (...values: unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value.trim() !== '');

/** Keys under which frameworks list problems, the most precise first. */
const lists = [
  'violations',
  'invalid-params',
  'invalidParams',
  'invalid_params',
  'issues',
  'fieldErrors',
  'field_errors',
  'errors',
  'detail',
  'details',
  'error',
  'message',
  'formErrors',
  '_errors',
  'non_field_errors',
];
/** Further keys that are not fields. */
const notFields = new Set([
  ...lists,
  'title',
  'type',
  'status',
  'statusCode',
  'code',
  'path',
  'instance',
  'trace',
  'traces',
  'stack',
  'exception',
  'file',
  'line',
  'links',
  'meta',
  'timestamp',
  'traceId',
  'requestId',
  'request_id',
  'success',
  'name',
  'arguments',
  'codes',
  'input',
  'ctx',
  'url',
  '@context',
  '@type',
  '@id',
]);

/** The field of a problem, under the key of any framework. */
const placeOf = ({ source, ...item }: Record<string, unknown>): unknown =>
  item.loc ??
  item.propertyPath ??
  item.pointer ??
  (isRecord(source) ? (source.pointer ?? source.parameter) : undefined) ??
  item.field ??
  item.param ??
  item.property ??
  item.instancePath ??
  item.path ??
  item.name;

/** "country must be …" or "body/country is …" -> the field and the rest, if the field is known. */
function problemIn(message: string, path: string[], labels: Labels): Problem {
  if (path.length) return { field: labelAt(path, labels), message };
  const [, name, rest] = /^"?([\w./-]+)"? +(\S.*)$/s.exec(message) ?? [];
  const parts = (name ?? '').split(/[./]/).filter((part) => !around.test(part));
  const field = parts.length ? labelOf(parts, labels) : undefined;
  return field && rest && !/^[A-Z]/.test(name!) ? { field, message: rest } : { message };
}

/** Keys for the text of a problem, the most helpful first. */
const texts = [
  'msg',
  'message',
  'defaultMessage',
  'detail',
  'reason',
  'description',
  'title',
  'error',
];

/** No known shape nests problems deeper. */
const deepest = 8;

interface Place {
  depth: number;
  /** True below a key such as `errors`, where a plain text is a problem. */
  isAnnounced: boolean;
}

/** The problems in a part of an error body. `path` is its path when the keys are fields. */
function problemsAt(node: unknown, path: string[], labels: Labels, position: Place): Problem[] {
  const { depth, isAnnounced } = position;
  const below = { depth: depth + 1, isAnnounced };
  if (depth > deepest) return [];
  if (typeof node === 'string') return node.trim() ? [problemIn(node.trim(), path, labels)] : [];
  if (Array.isArray(node)) {
    // Lines of a list have their number in the path.
    return node.flatMap((item, index) =>
      problemsAt(item, isRecord(item) && path.length ? [...path, `${index}`] : path, labels, below),
    );
  }
  if (!isRecord(node)) return [];
  const text = firstText(...texts.map((key) => node[key]));
  const place = depth > 0 ? placeOf(node) : undefined;
  const field = place === undefined ? undefined : labelAt(place, labels);
  if (field && text !== undefined) return [{ field, message: text }];
  const here = field ? [...path, ...String(place).split('.')] : path;
  for (const key of lists) {
    const inside = node[key];
    if (typeof inside !== 'object' || inside === null) continue;
    const found = problemsAt(inside, here, labels, { ...below, isAnnounced: true });
    if (found.length) return found;
  }
  if (text !== undefined) return [problemIn(text, path, labels)];
  // The keys are fields. Their problems are lists, or texts below a key such as `errors`.
  return Object.entries(node).flatMap(([key, value]) =>
    !notFields.has(key) && (typeof value === 'object' || isAnnounced)
      ? problemsAt(value, [...path, ...key.split('.')], labels, below)
      : [],
  );
}

/**
 * The problems in an error body, in the shapes of the usual frameworks, with the editor's labels.
 * Empty for HTML, an empty body or incomplete JSON.
 */
export function problemsIn(content: string, labels: Labels = {}): Problem[] {
  const body = parseJson(content);
  if (body === undefined) {
    const plain = content.trim();
    return plain && !/[<{[]/.test(plain.charAt(0)) ? [{ message: plain }] : [];
  }
  const seen = new Set<string>();
  return problemsAt(body, [], labels, { depth: 0, isAnnounced: false })
    .map(({ field, message }) => (field ? { field, message } : { message }))
    .filter((problem) => {
      const text = problemText(problem);
      return !seen.has(text) && seen.add(text);
    });
}

/** Seconds to wait if the service does not say how long. */
const usualWait = 60;

/**
 * The seconds in `Retry-After` (a number or a date), at least 1. If the header is missing or
 * invalid, the usual wait.
 */
export function retryAfter(headers: Answer['headers']): number {
  const header = headers.get('retry-after')?.trim() ?? '';
  // A repeated header joins its values with a comma. A date contains a comma too.
  const seconds = /^\d+(\.\d+)?(\s*,\s*\d+(\.\d+)?)*$/.test(header)
    ? Math.max(...header.split(',').map(Number))
    : /^[a-z]+,? .*\d{4}/i.test(header)
      ? (Date.parse(header) - Date.now()) / 1000
      : NaN;
  return Number.isFinite(seconds) ? Math.max(Math.ceil(seconds), 1) : usualWait;
}

/** True for a web page, by its type or its first bytes. An API does not answer with a page. */
export const isPage = ({ headers, content }: Answer): boolean =>
  /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(headers.get('content-type') ?? '') ||
  /^\s*(<!doctype html|<html)\b/i.test(content);

/** True for 2xx. */
export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status <= 299;

/** True for no value, an empty text and an empty list. */
export const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length);

/**
 * True if the body says that nothing was done, whatever the status: `success` or `ok` is false, or
 * it has an error and nothing else.
 */
export function saysFailed(body: unknown): boolean {
  if (!isRecord(body)) return false;
  if (body.success === false || body.ok === false) return true;
  const isBare = (...more: string[]) =>
    Object.entries(body).every(
      ([key, value]) => isNothing(value) || notFields.has(key) || more.includes(key),
    );
  if (body.status === 'error' || body.status === 'fail') return isBare('data');
  return !(isNothing(body.error) && isNothing(body.errors)) && isBare();
}

/** A problem for the reader, with the label of its field. */
export const problemText = ({ field, message }: Problem): string =>
  field ? `${field}: ${message}` : message;

/** True if the service says that it repeated its answer to an earlier run. */
export const isReplay = ({ headers, isRepeat }: Answer): boolean =>
  !isRepeat && headers.get('idempotent-replayed')?.toLowerCase() === 'true';

/**
 * True if the service refuses an idempotency key because an earlier request used it with other
 * content (IETF draft "The Idempotency-Key HTTP Header Field", 2.7).
 */
export const isKeyConflict = ({ status, content }: Answer): boolean =>
  [400, 409, 422].includes(status) &&
  /idempoten/i.test(content) &&
  /different|other|another|mismatch|reuse|already/i.test(content);

/**
 * True for a 409 that may concern an earlier request with the same key: its body is empty, names
 * the key or says when to ask again.
 */
export const isAboutKey = ({ status, content, headers }: Answer): boolean =>
  status === 409 &&
  (/idempoten/i.test(content) ||
    headers.get('retry-after') !== null ||
    !/[^\s{}[\]]/.test(content));
