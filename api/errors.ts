/**
 * What the service or the network answered -> the platform's error with a message for the reader.
 * docs/errors.md shows the table. The specification's section "Errors" is "not shown", so every
 * common body shape is read.
 */
import { errors } from 'zapier-platform-core';

import { profile } from './profile.ts';

/**
 * halt: this run stops, the Zap stays on. throttle: Zapier runs the step again later.
 * reconnect: the admin is asked for a new key. error: the run fails and can be replayed.
 */
export type Kind = 'halt' | 'throttle' | 'reconnect' | 'error';

export interface Answer {
  status: number;
  headers: { get(name: string): string | null };
  content: string;
}

interface Problem {
  field?: string;
  message: string;
}

interface Rule {
  kind: Kind;
  /** `about` is the thing the request was about: "case", "portal", "file", … */
  text: (about: string) => string;
  /** It may pass: what to do about it follows the text. */
  passing?: true;
}

/** What the reader does about a failure that may pass. */
const again = (kind: Kind) =>
  kind === 'throttle'
    ? 'Zapier tries this step again by itself.'
    : 'Try again later, for example by replaying the run; nothing is created twice.';

const rules: Record<number, Rule> = {
  400: { kind: 'halt', text: () => 'The service could not accept these values.' },
  401: {
    kind: 'reconnect',
    text: () => 'The service does not accept the API key. Reconnect the account with a valid key.',
  },
  403: {
    kind: 'error',
    text: (about) =>
      `The API key is not allowed to do this (${about}). Ask the owner of the account to grant the key access.`,
  },
  404: {
    kind: 'halt',
    text: (about) =>
      `The service knows no such ${about}. Map the value from the step that created or found the ${about}.`,
  },
  405: {
    kind: 'halt',
    text: () => 'The service does not offer this call. Check the Base URL of the connection.',
  },
  409: {
    kind: 'halt',
    text: (about) => `The ${about} is in a state that does not allow this.`,
  },
  413: {
    kind: 'halt',
    text: () => 'This is larger than the service accepts. Use a smaller file or shorter texts.',
  },
  415: { kind: 'halt', text: () => 'The service does not accept this kind of file.' },
  422: { kind: 'halt', text: () => 'The service could not accept these values.' },
  429: {
    kind: 'throttle',
    text: () => 'The service asks to slow down.',
    passing: true,
  },
  503: {
    kind: 'throttle',
    text: () => 'The service is busy or under maintenance.',
    passing: true,
  },
};
const otherClientError: Rule = {
  kind: 'halt',
  text: () => 'The service refused the request.',
};
const serverError: Rule = {
  kind: 'error',
  text: () => 'The service failed on its side.',
  passing: true,
};

/** The rule for an HTTP status; the table in docs/errors.md is generated from it. */
export function ruleFor(status: number): Rule {
  return rules[status] ?? (status >= 500 ? serverError : otherClientError);
}
/** What the reader sees of a rule, before what the service itself says. */
export const ruleText = ({ text, passing, kind: own }: Rule, about: string, kind = own) =>
  passing ? `${text(about)} ${again(kind)}` : text(about);
export const ruledStatuses = Object.keys(rules).map(Number);

/** `registration_number` -> `Registration Number`: the label the admin sees for that field. */
export function labelOf(key: string): string {
  const words: Record<string, string> = { vat: 'VAT', url: 'URL', q: 'Search Text', id: 'ID' };
  const names: Record<string, string> = { application_id: 'Case' };
  return (
    names[key] ??
    key
      .split('_')
      .map((word) => words[word] ?? word.charAt(0).toUpperCase() + word.slice(1))
      .join(' ')
  );
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const firstText = (...values: unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value.trim() !== '');

/** `['body', 'business', 'country']` or `/business/country` -> `Business: Country`. */
function fieldLabel(path: unknown): string | undefined {
  const parts = (Array.isArray(path) ? path : String(path ?? '').split(/[/.#]/))
    .map(String)
    .filter((part) => part !== '' && part !== 'body' && part !== 'query' && part !== 'path');
  return parts.length ? parts.map(labelOf).join(': ') : undefined;
}

function problemFrom(item: unknown): Problem | undefined {
  if (typeof item === 'string') return { message: item };
  if (!isRecord(item)) return undefined;
  const message = firstText(item.msg, item.message, item.detail, item.reason, item.error);
  if (!message) return undefined;
  const field = fieldLabel(item.loc ?? item.pointer ?? item.field ?? item.name ?? item.path);
  return field ? { field, message } : { message };
}

/** The problems an error body names, whatever its shape; none for HTML, nothing or cut-off JSON. */
export function problemsIn(content: string): Problem[] {
  const body = parseJson(content);
  if (body === undefined) {
    const plain = content.trim();
    return plain && !/[<{[]/.test(plain.charAt(0)) ? [{ message: plain }] : [];
  }
  if (!isRecord(body)) return [body].flat().flatMap((item) => problemFrom(item) ?? []);
  const lists = [body.detail, body.errors, body['invalid-params'], body.error];
  for (const list of lists) {
    if (Array.isArray(list)) {
      const problems = list.flatMap((item) => problemFrom(item) ?? []);
      if (problems.length) return problems;
    } else if (isRecord(list)) {
      const nested = problemFrom(list);
      if (nested) return [nested];
      const byField = Object.entries(list).flatMap(([key, value]) =>
        [value].flat().flatMap((item) => {
          const problem = problemFrom(item);
          const field = fieldLabel([key]);
          return problem ? [field ? { field, message: problem.message } : problem] : [];
        }),
      );
      if (byField.length) return byField;
    }
  }
  const message = firstText(body.message, body.detail, body.error, body.title);
  return message ? [{ message }] : [];
}

export function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/**
 * Seconds to wait as the service asks (`Retry-After` in seconds or as a date), at least 1.
 * Falls back to the profile when the header is missing or cannot be read.
 */
export function retryAfter(headers: Answer['headers'], now = Date.now()): number {
  const given = headers.get('retry-after')?.trim() ?? '';
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - now) / 1000;
  return Number.isFinite(seconds)
    ? Math.max(Math.ceil(seconds), 1)
    : Number(profile('retryAfterSeconds'));
}

const longest = 500;
const clip = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** Text of the service without control characters, the key and excess length. */
const clean = (text: string, secret: string | undefined): string =>
  clip((secret ? text.replaceAll(secret, '[key]') : text).replace(/\p{Cc}+/gu, ' ')).trim();

/** The HTTP status behind an error; the platform's error classes have no room for it. */
const statusOf = new WeakMap<Error, number>();

const make: Record<Kind, (message: string, status: number, delay: number) => Error> = {
  halt: (message) => new errors.HaltedError(message),
  reconnect: (message) => new errors.ExpiredAuthError(message),
  throttle: (message, _status, delay) => new errors.ThrottledError(message, delay),
  error: (message, status) => new errors.Error(message, 'service_error', status),
};

/** Makes the platform's error of that kind. `delay` is in seconds. */
export function platformError(kind: Kind, message: string, status: number, delay = 60): Error {
  const error = make[kind](message, status, delay);
  statusOf.set(error, status);
  return error;
}

export interface ErrorOptions {
  /** The API key, should the service repeat it in its answer. */
  secret?: string;
  /**
   * A failed trigger leaves no run to replay: what may pass is tried again, after 300 s at most,
   * which is the longest delay the platform accepts there.
   */
  trigger?: boolean;
}

/** The platform's error for an answer outside 2xx. */
export function errorFromAnswer(answer: Answer, about: string, options: ErrorOptions = {}): Error {
  const { secret, trigger } = options;
  const { status, headers, content } = answer;
  if (status >= 300 && status < 400) {
    return platformError(
      'error',
      'The service answered from another address. Enter the address it moved to as Base URL of the connection.',
      status,
    );
  }
  const rule = ruleFor(status);
  const problems = problemsIn(content).map(({ field, message }) =>
    clean(field ? `${field}: ${message}` : message, secret),
  );
  const kind = trigger && rule.passing ? 'throttle' : rule.kind;
  const message = [ruleText(rule, about, kind), clip(problems.slice(0, 10).join('; '))]
    .filter(Boolean)
    .join(' ');
  const delay = Math.min(retryAfter(headers), trigger ? 300 : 24 * 3600);
  return platformError(kind, message, status, delay);
}

const answered = (error: unknown, ...statuses: number[]): boolean =>
  statuses.includes(statusOf.get(error as Error) ?? 0);

/** True for the error of an answer that says there is no such thing, or no such call. */
export const isMissing = (error: unknown): boolean => answered(error, 404, 405, 410);

/** True for the error of an answer that says the state does not allow it. */
export const isConflict = (error: unknown): boolean => answered(error, 409);

/** The platform's error for values that cannot be right, found before anything was sent. */
export function errorFromInput(issues: { path: PropertyKey[]; message: string }[]): Error {
  const problems = issues.slice(0, 10).map(({ path, message }) => {
    const field = fieldLabel(path.map(String));
    return field ? `${field}: ${message}` : message;
  });
  return platformError('halt', `Check these values. ${problems.join('; ')}.`, 422);
}

/** The platform's error for an answer that never came. */
export function errorFromNetwork(
  cause: unknown,
  host: string,
  { trigger }: ErrorOptions = {},
): Error {
  const { type, code } = (cause ?? {}) as { type?: string; code?: string };
  if (type === 'max-size') {
    return platformError('error', 'The answer of the service is too large to be read.', 502);
  }
  const timedOut = type === 'request-timeout' || type === 'body-timeout' || code === 'ETIMEDOUT';
  const notFound = code === 'ENOTFOUND' || code === 'EAI_AGAIN';
  const reason = timedOut
    ? `The service at ${host} did not answer in time.`
    : notFound
      ? `There is no service at ${host}. Check the Base URL of the connection.`
      : `The service at ${host} cannot be reached.`;
  const kind = trigger ? 'throttle' : 'error';
  return platformError(kind, `${reason} ${again(kind)}`, 504);
}

/** The platform's error for a 2xx answer that is not what the specification promises. */
export function errorFromContent(answer: Answer, about: string): Error {
  const html = /^\s*</.test(answer.content);
  return platformError(
    'error',
    html
      ? 'The Base URL leads to a web page, not to the API of the service. Correct it in the connection.'
      : `The answer of the service about the ${about} cannot be read. Try again; if it stays so, tell the service's support.`,
    502,
  );
}
