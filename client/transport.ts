/**
 * One request to the service: the connection's key, the time left of the step, the key of
 * repetition, and any outcome but a good one as the platform's error (client/errors.ts).
 */
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { ExponentialBackoff, type IBackoff } from 'cockatiel';
import { safeParse, type ZodMiniType } from 'zod/mini';
import type { Bundle, HttpRequestOptionsWithUrl, ZObject } from 'zapier-platform-core';

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
  type Subject,
} from './errors.ts';
import { toJson, withNumbers } from './json.ts';
import { agentFor } from './network.ts';
import { dialect } from './dialect-in-use.ts';
import { setting } from './settings.ts';
import { cutOff, delays, outOfTime, pause } from './time.ts';
import { labelsOnWire, toWire } from './wire.ts';

/** What every call needs of the step it belongs to; made by `newStep`. */
export interface Context {
  /**
   * With `logsNothing`, as in n8n, bodies go as they are, and `timeout` is that of the whole
   * exchange.
   */
  z: ZObject & { logsNothing?: boolean };
  bundle: Pick<Bundle<Record<string, unknown>>, 'authData'>;
  /** When the step must have ended (milliseconds of the clock). */
  deadline: number;
  /** Labels of the step's fields, for messages. */
  labels: Labels;
  /** Set by triggers: what may pass is tried again instead of failing. */
  trigger?: boolean;
  /** Set once a repeat of the step would do something twice: what may pass ends it for good. */
  unrepeatable?: boolean;
}

/** The context of a step that begins now. */
export const newStep = (
  z: ZObject,
  bundle: Context['bundle'],
  labels: Labels = {},
  trigger?: boolean,
): Context => ({
  z,
  bundle,
  labels: labelsOnWire(labels),
  trigger,
  deadline: Date.now() + setting('stepSeconds') * 1000,
});

/** A multipart body: its headers, and what is wrong with the file in it once the request failed. */
export interface Form {
  body: Readable;
  headers: Record<string, string>;
  signal: AbortSignal;
  problem(timedOut: boolean): Error | undefined;
}

/** What makes a POST the same as an earlier one. */
export interface Identity {
  parts: unknown[];
  /** What the reader is told when an earlier request may have made the thing. */
  conflict: string;
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
  { bundle, labels, trigger, unrepeatable }: Context,
  { about, method, leavesNothing }: About,
): Subject => ({
  about,
  makes: makes(method) && !leavesNothing,
  labels,
  trigger,
  unrepeatable,
  secret: bundle.authData.api_key,
});

/**
 * A path segment of the service: never another path or host, whatever the user mapped.
 * @throws HaltedError for an empty, overlong or unprintable value.
 */
function segment(name: string, value: unknown, labels: Labels): string {
  const text = String(value ?? '').trim();
  if (!text || text.length > 200 || /^\.+$|\p{Cc}/u.test(text) || !text.isWellFormed()) {
    const label = labels[name] ?? 'Case';
    const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
    throw halt(
      text
        ? `${label}: "${shown}" cannot be one. Map the value from an earlier step.`
        : `${label} is empty. Map the value from an earlier step.`,
    );
  }
  return encodeURIComponent(text);
}

/** One short text for any identity. */
export const fingerprint = (parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const sendsKeys = () => dialect().idempotency_header !== null;

/** Doing it twice is not the same as doing it once. */
const makes = (method: Endpoint['method']) => method === 'POST' || method === 'PATCH';

/** Reads and idempotent writes; others only under their key, a stream never. */
const isRepeatable = ({ method }: Pick<Endpoint, 'method'>, { form }: Options) =>
  !form && (!makes(method) || sendsKeys());

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
async function repeated(attempt: () => Promise<Answer>, repeatable: boolean): Promise<Answer> {
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
    await pause(backoff.duration);
  }
}

/** Checks a body against the contract. @throws HaltedError with the labels of what is wrong. */
export function check(schema: ZodMiniType | undefined, body: unknown, labels: Labels): void {
  const checked = schema && safeParse(schema, body);
  if (checked && !checked.success) throw errorFromInput(checked.error.issues, labels);
}

/** What one exchange sends, and how long it may take until its answer has been read. */
interface Exchange {
  request: HttpRequestOptionsWithUrl;
  /** On a connection of its own. */
  fresh: boolean;
  json?: string;
  form?: Form;
  milliseconds: number;
}

/**
 * One request and its whole answer. Streams keep both out of the platform's log, which holds bodies
 * otherwise: they are the data of clients under verification.
 */
async function exchange(
  z: Context['z'],
  { request, fresh, json, form, milliseconds }: Exchange,
): Promise<Answer> {
  const body = form?.body ?? json;
  if (z.logsNothing) {
    const whole = { ...request, body, signal: form?.signal, timeout: milliseconds };
    return z.request(whole as HttpRequestOptionsWithUrl);
  }
  // The platform's own time-out starts anew when the answer begins.
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(), milliseconds);
  const cut = new AbortController();
  const signal = AbortSignal.any([time.signal, cut.signal, ...(form ? [form.signal] : [])]);
  const agent = agentFor({ fresh, onCut: () => cut.abort() }) as never;
  const timed = { ...request, agent, signal };
  try {
    if (setting('logBodies') === 'on') return await z.request({ ...timed, body });
    const bytes = json === undefined ? undefined : Buffer.from(json);
    const response = await z.request({
      ...timed,
      ...(bytes && { headers: { ...request.headers, 'content-length': `${bytes.length}` } }),
      body: form?.body ?? (bytes && Readable.from([bytes])),
      raw: true,
    });
    return { status: response.status, headers: response.headers, content: await response.text() };
  } catch (cause) {
    throw time.signal.aborted ? outOfTime() : cut.signal.aborted ? cutOff() : cause;
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds one request may take: its own limit, or what is left of the step. */
export const timeLeft = ({ deadline }: Context): number =>
  Math.min(setting('timeoutSeconds') * 1000, deadline - Date.now());

/** The key of repetition of a request; undefined where it has none. */
function keyOf({ method }: Pick<Endpoint, 'method'>, { form, identity }: Options) {
  if (!makes(method) || form || !sendsKeys()) return undefined;
  return identity ? fingerprint(identity.parts) : randomUUID();
}

/** The request as the platform takes it. */
function requestOf(
  { bundle, labels }: Context,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  options: Options,
  key: string | undefined,
) {
  const filledIn = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    segment(name, options.path?.[name], labels),
  );
  return {
    url: baseUrl(bundle.authData) + filledIn + (options.query ?? ''),
    method,
    headers: {
      // Under any other name the platform logs the request twice and keeps the answer in memory.
      'user-agent': 'Zapier',
      accept: 'application/json',
      ...(options.body && { 'content-type': 'application/json; charset=utf-8' }),
      ...(key && { [dialect().idempotency_header!]: key }),
      ...options.form?.headers,
      ...authHeader(bundle.authData),
    },
    // Text of the user must reach the service untouched; merging a template would edit {{…}} in it.
    merge: false,
    // A followed redirect would carry the key to another host.
    redirect: 'manual' as const,
    size: largestAnswer,
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
async function finish(
  context: Context,
  answer: Answer,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  let latest = answer;
  for (const times of [4, 8]) {
    if (latest.status !== 409) break;
    const asked = latest.headers.get('retry-after') ? retryAfter(latest.headers) * 1000 : 0;
    const wait = Math.max(asked, delays.retry * times);
    if (wait > Math.min(timeLeft(context) / 2, 8000)) break;
    await pause(wait);
    latest = await attempt();
  }
  return latest;
}

/** The platform's error for a refusal: of the key of repetition where the service says so, else of the request. */
export const errorFromRefusal = (
  answer: Answer,
  identity: Identity | undefined,
  subject: Subject,
): Error =>
  identity && isKeyConflict(answer)
    ? errorFromConflict(answer, identity.conflict, subject)
    : errorOfRefusal(errorFromAnswer(answer, subject), answer);

/**
 * Sends one request with the connection's key.
 * @returns the answer as it came: 2xx, or a status the caller accepts.
 * @throws HaltedError before anything is sent when a value cannot be right, else what
 * client/errors.ts makes of the outcome.
 */
export async function send(
  context: Context,
  endpoint: Omit<Endpoint, 'summary'>,
  options: Options = {},
): Promise<Answer> {
  const { z, bundle, labels } = context;
  const { form, body, identity } = options;
  // A number as it was written is one for the contract too.
  if (body) check(endpoint.body, typeof body === 'object' ? withNumbers(body) : body, labels);
  const json = typeof body === 'object' ? toJson(toWire(body, endpoint.holds, labels)) : body;
  const subject = subjectOf(context, endpoint);
  const repeatable = isRepeatable(endpoint, options);
  const key = keyOf(endpoint, options);
  const request = requestOf(context, endpoint, options, key);
  if (timeLeft(context) <= 0) throw errorFromTime(subject);
  let attempts = 0;
  const attempt = (): Promise<Answer> => {
    attempts++;
    const milliseconds = Math.max(timeLeft(context), 1);
    return exchange(z, { request, fresh: !repeatable, json, form, milliseconds });
  };
  const answered = async (work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (cause) {
      const { host } = new URL(baseUrl(bundle.authData));
      throw form?.problem(isTimeout(cause)) ?? errorFromNetwork(cause, host, subject);
    }
  };
  const { accept = [], isExplained } = options;
  let answer = await answered(() => (form ? attempt() : repeated(attempt, repeatable)));
  const isHandled = isExplained ? await isExplained(answer) : accept.includes(409);
  if (key && !isHandled && mayBeUnderWay(answer, identity, attempts > 1)) {
    answer = await answered(() => finish(context, answer, attempt));
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
