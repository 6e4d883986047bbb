/**
 * One request to the service: the connection's key, the time left of the step, the key of
 * repetition, and any outcome but a good one as an error (client/errors.ts).
 */
import { createHash, randomUUID } from 'node:crypto';
import { ExponentialBackoff, type IBackoff } from 'cockatiel';
import { safeParse, type ZodMiniType } from 'zod/mini';

import type { HttpRequest, Upload } from '../host.ts';

import {
  isAboutKey,
  isKeyConflict,
  isSuccess,
  problemsIn,
  retryAfter,
  type Answer,
  type Labels,
} from './answer.ts';
import { authHeader, baseUrl } from './connection.ts';
import type { Endpoint } from '../service/contract.ts';
import {
  errorFromAnswer,
  errorFromConflict,
  errorFromInput,
  errorFromNetwork,
  errorFromTime,
  errorFromUnderWay,
  errorOfRefusal,
  halt,
  isTimeout,
  type OperationError,
  type Subject,
} from './errors.ts';
import { toJson, withNumbers } from './json.ts';
import type { Run } from './run.ts';
import { delays } from './time.ts';
import { toWire } from './wire.ts';
import { excerpt } from '../service/excerpt.ts';

/** A multipart body: its headers, and what is wrong with the file in it once the request failed. */
export interface Form extends Upload {
  headers: Record<string, string>;
  problem(timedOut: boolean): Error | undefined;
}

/** What makes a POST the same as an earlier one. */
export interface Identity {
  parts: unknown[];
  /** Of things made one after the other: where the newest is noted as well. */
  latest?: unknown[];
  /** What the reader is told when an earlier request may have made the thing. */
  conflict: string;
  /** How the reader finds it in the service, after a request whose answer was lost. */
  lookFor?: string;
  /** A request with this key was sent before, and what came of it is not known. */
  hasEarlier?: boolean;
}

interface Options {
  /** Values of the `{…}` in the path. */
  path?: Record<string, string>;
  /** Query as it follows the path, with its "?". */
  query?: string;
  /** JSON to send, or the text of some. */
  body?: object | string;
  form?: Form;
  /** Left out: each run of the step is an attempt of its own. */
  identity?: Identity;
  /** Statuses outside 2xx that are an answer too. */
  accept?: number[];
  /** Whether a refusal is about something other than an earlier request of the same key. */
  isExplained?: (answer: Answer) => Promise<boolean>;
}

/** Answers above this many bytes are refused. */
const largestAnswer = 10 * 1024 * 1024;

/** What an error needs to know of an endpoint. */
export type About = Pick<Endpoint, 'about' | 'method' | 'leavesNothing' | 'holds'>;

/** What an error of this request needs to know. */
export const subjectOf = (
  { connection, labels, isTrigger, unrepeatable }: Run,
  { about, method, leavesNothing }: About,
): Subject => ({
  about,
  makes: makes(method) && !leavesNothing,
  labels,
  isTrigger,
  unrepeatable,
  secrets: [connection.api_key, connection.webhook_secret],
});

/**
 * A path segment of the service: never another path or host, whatever the user mapped.
 * @throws a halt for an empty, overlong or unprintable value.
 */
function segment(name: string, value: unknown, labels: Labels): string {
  const text = String(value ?? '').trim();
  if (!text || text.length > 200 || /^\.+$|\p{Cc}/u.test(text) || !text.isWellFormed()) {
    const label = labels[name] ?? 'Case';
    throw halt(
      text
        ? `${label}: "${excerpt(text)}" cannot be one. {{Map}} the value from {{earlier_step}}.`
        : `${label} is empty. {{Map}} the value from {{earlier_step}}.`,
    );
  }
  return encodeURIComponent(text);
}

/** One short text for any identity. */
export const fingerprint = (parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const sendsKeys = ({ dialect }: Run) => dialect.idempotency_header !== null;

/** Whether the service answers a repeat of a key as it answered the first request. */
const honoursKeys = (run: Run): boolean =>
  sendsKeys(run) && run.dialect.idempotency_keys === 'honoured';

/** Doing it twice is not the same as doing it once. */
const makes = (method: Endpoint['method']) => method === 'POST' || method === 'PATCH';

/** Reads and idempotent writes; others only where the service honours keys, a stream never. */
const isRepeatable = (run: Run, { method }: Pick<Endpoint, 'method'>, { form }: Options) =>
  !form && (!makes(method) || honoursKeys(run));

/** Answers of something between Zapier and the service. */
const lostOnTheWay = new Set([502, 504]);
const lostConnection = new Set(['ECONNRESET', 'EPIPE', 'ECUTOFF']);
/** Without a connection nothing was sent: it may be there in a moment. */
const noConnection = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';

/**
 * Whether a repeat may help and does no harm: of what was sent only where it is `repeatable`, of
 * what was not always.
 */
const mayRepeat = (outcome: PromiseSettledResult<Answer>, repeatable: boolean): boolean =>
  outcome.status === 'fulfilled'
    ? repeatable && lostOnTheWay.has(outcome.value.status)
    : noConnection.has(codeOf(outcome.reason)) ||
      (repeatable && lostConnection.has(codeOf(outcome.reason)));

/**
 * Repeats what failed on the way, at most twice and only within the first seconds of a step. Most
 * requests need none: they cost no more than the attempt.
 */
async function repeated(
  { host }: Run,
  attempt: () => Promise<Answer>,
  repeatable: boolean,
): Promise<Answer> {
  const until = Date.now() + 8000;
  let backoff: IBackoff<unknown> | undefined;
  for (let left = 2; ; left--) {
    const [outcome] = await Promise.allSettled([attempt()]);
    if (!left || Date.now() >= until || !mayRepeat(outcome, repeatable)) {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    }
    const initialDelay = delays.retry;
    backoff = backoff ? backoff.next(undefined) : new ExponentialBackoff({ initialDelay }).next();
    await host.clock.wait(backoff.duration);
  }
}

/** Checks a body against the contract. @throws HaltedError with the labels of what is wrong. */
export function check(schema: ZodMiniType | undefined, body: unknown, labels: Labels): void {
  const checked = schema && safeParse(schema, body);
  if (checked && !checked.success) throw errorFromInput(checked.error.issues, labels);
}

/** Milliseconds one request may take: its own limit, or what is left of the step. */
export const timeLeft = ({ deadline, installation }: Run): number =>
  Math.min(installation.timeoutSeconds * 1000, deadline - Date.now());

/** The key of repetition of a request; undefined where it has none. */
function keyOf(run: Run, { method }: Pick<Endpoint, 'method'>, { form, identity }: Options) {
  if (!makes(method) || form || !sendsKeys(run)) return undefined;
  return identity ? fingerprint(identity.parts) : randomUUID();
}

/** The request without its body and time. */
function requestOf(
  run: Run,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  options: Options,
  key: string | undefined,
) {
  const filledIn = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    segment(name, options.path?.[name], run.labels),
  );
  return {
    url: baseUrl(run) + filledIn + (options.query ?? ''),
    method,
    headers: {
      accept: 'application/json',
      ...(options.body && { 'content-type': 'application/json; charset=utf-8' }),
      ...(key && { [run.dialect.idempotency_header!]: key }),
      ...options.form?.headers,
      ...authHeader(run),
    },
    largest: largestAnswer,
  };
}

/**
 * True for a 409 while an earlier request with the same key may be at work: one of another run, or
 * one of this run that was lost.
 */
function mayBeUnderWay(answer: Answer, identity: Identity | undefined, isRepeat: boolean): boolean {
  if (answer.status !== 409 || isKeyConflict(answer)) return false;
  if (identity && isAboutKey(answer)) return true;
  const hasEarlier = isRepeat || identity?.hasEarlier === true;
  return hasEarlier && !problemsIn(answer.content).some(({ field }) => field);
}

/**
 * Asks again while the service may be at work on an earlier request of this key (409): twice, and no
 * longer than the step has time for.
 */
async function finish(run: Run, answer: Answer, attempt: () => Promise<Answer>): Promise<Answer> {
  let latest = answer;
  for (const times of [4, 8]) {
    if (latest.status !== 409) break;
    const delay = latest.headers.get('retry-after') ? retryAfter(latest.headers) * 1000 : 0;
    const wait = Math.max(delay, delays.retry * times);
    if (wait > Math.min(timeLeft(run) / 2, 8000)) break;
    await run.host.clock.wait(wait);
    latest = await attempt();
  }
  return latest;
}

/** The error for a refusal: of the key of repetition where the service says so, else of the request. */
export const errorFromRefusal = (
  answer: Answer,
  identity: Identity | undefined,
  subject: Subject,
): OperationError =>
  identity && isKeyConflict(answer)
    ? errorFromConflict(answer, identity.conflict, subject)
    : errorOfRefusal(errorFromAnswer(answer, subject), answer);

/**
 * Sends one request with the connection's key.
 * @returns the answer as it came: 2xx, or a status the caller accepts.
 * @throws a halt before anything is sent when a value cannot be right, else what
 * client/errors.ts makes of the outcome.
 */
export async function send(
  run: Run,
  endpoint: Omit<Endpoint, 'summary'>,
  options: Options = {},
): Promise<Answer> {
  const { labels } = run;
  const { form, body, identity } = options;
  // A number as it was written is one for the contract too.
  if (body) check(endpoint.body, typeof body === 'object' ? withNumbers(body) : body, labels);
  const json =
    typeof body === 'object' ? toJson(toWire(run.dialect, body, endpoint.holds, labels)) : body;
  const subject = { ...subjectOf(run, endpoint), lookFor: identity?.lookFor };
  const repeatable = isRepeatable(run, endpoint, options);
  const key = keyOf(run, endpoint, options);
  const request: Omit<HttpRequest, 'timeout'> = requestOf(run, endpoint, options, key);
  if (timeLeft(run) <= 0) throw errorFromTime(subject);
  let attempts = 0;
  const attempt = (): Promise<Answer> => {
    attempts++;
    const timeout = Math.max(timeLeft(run), 1);
    return run.host.http.send({ ...request, body: form ?? json, timeout });
  };
  const answered = async (work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (cause) {
      const { host } = new URL(baseUrl(run));
      throw form?.problem(isTimeout(cause)) ?? errorFromNetwork(cause, host, subject);
    }
  };
  const { accept = [], isExplained } = options;
  let answer = await answered(() => (form ? attempt() : repeated(run, attempt, repeatable)));
  const isHandled = isExplained ? await isExplained(answer) : accept.includes(409);
  if (key && !isHandled && mayBeUnderWay(answer, identity, attempts > 1)) {
    answer = await answered(() => finish(run, answer, attempt));
    if (answer.status === 409) throw errorFromUnderWay(answer, subject);
  }
  const { status, headers, content } = answer;
  answer = { status, headers, content, isRepeat: attempts > 1 };
  if (isSuccess(answer) || accept.includes(answer.status)) return answer;
  // An earlier attempt took it away, and its answer was lost.
  if (endpoint.method === 'DELETE' && attempts > 1 && [404, 410].includes(answer.status)) {
    return { ...answer, status: 204, content: '' };
  }
  throw errorFromRefusal(answer, identity, subject);
}
