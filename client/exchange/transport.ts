/** Requests to the service. Any bad outcome becomes an error (client/exchange/answer-errors.ts). */
import { hash, randomUUID } from 'node:crypto';
import { safeParse, type ZodMiniType } from 'zod/mini';

import type { Upload } from '../../host/host.ts';

import {
  isAboutKey,
  isKeyConflict,
  isSuccess,
  namesField,
  retryAfter,
  statuses,
  type Answer,
  type RequestFacts,
} from './answer.ts';
import { authHeader, baseUrl } from './connection.ts';
import type { Endpoint } from '../../service/contract.ts';
import { errorFromInput, halt, type OperationError } from '../basics/errors.ts';
import {
  errorFromAnswer,
  errorFromConflict,
  errorFromNetwork,
  errorFromTime,
  errorFromUnderWay,
} from './answer-errors.ts';
import type { Labels } from '../basics/labels.ts';
import type { Run } from './run.ts';
import { delays, isFresh } from '../basics/time.ts';
import { toWire, type WireText } from './wire.ts';
import { excerpt } from '../../service/excerpt.ts';

/** A multipart body: its headers, and the problem with its file after a failed request. */
export interface UploadBody extends Upload {
  headers: Record<string, string>;
  problem(): Error | undefined;
}

/** Identifies a POST, so a repeat can be recognised. */
export interface Identity {
  parts: unknown[];
  /** For resources made one after the other: where the newest one is noted, too. */
  latest?: unknown[];
  /** The message if an earlier request may have made the resource. */
  conflict: string;
  /** How the reader finds the resource in the service after a lost answer. */
  lookFor?: string;
  /** When an earlier request used this key, with an unknown result. */
  earlier?: number;
}

interface Options {
  /** Values for the `{…}` in the path. */
  path?: Record<string, string>;
  /** The query with its "?". */
  query?: string;
  /** An object under our own names, or a text under the service's. */
  body?: object | WireText;
  form?: UploadBody;
  /** Without it, each run of the step is a new attempt. */
  identity?: Identity;
  /** Statuses outside 2xx that the caller handles. */
  accept?: number[];
  /** True if the refusal does not concern an earlier request with the same key. */
  isExplained?: (answer: Answer) => Promise<boolean>;
}

/** Larger answers are refused. */
const maxAnswer = 10 * 1024 * 1024;

/**
 * A segment of a path. It cannot lead to another path or host.
 * @throws a halt for an empty, overlong or unprintable value.
 */
function segment(name: string, value: unknown, labels: Labels): string {
  const text = String(value ?? '').trim();
  if (!text || text.length > 200 || /^\.+$|\p{Cc}/u.test(text) || !text.isWellFormed()) {
    const label = labels[name] ?? 'Case';
    const problem = text ? `: "${excerpt(text)}" is not valid.` : ' is empty.';
    throw halt(`${label}${problem} {{Map}} the value from {{earlier_step}}.`);
  }
  return encodeURIComponent(text);
}

/** A short text for any identity. */
export const fingerprint = (parts: unknown[]): string => hash('sha256', JSON.stringify(parts));

/** A proxy between the platform and the service sends these. */
const lostOnTheWay = new Set([502, 504]);
const lostConnection = new Set(['ECONNRESET', 'EPIPE', 'ECUTOFF']);
/** Without a connection, nothing was sent. It may work a moment later. */
const noConnection = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';

/** Repeats a request that failed in transit, at most twice and only in the first seconds. */
async function withRetries({ host }: Run, attempt: () => Promise<Answer>, repeatable: boolean) {
  const until = Date.now() + 8000;
  for (let retries = 0; ; retries++) {
    const isLast = () => retries === 2 || Date.now() >= until;
    try {
      const answer = await attempt();
      if (isLast() || !repeatable || !lostOnTheWay.has(answer.status)) return answer;
    } catch (error) {
      const code = codeOf(error);
      // A request that was sent must be repeatable.
      const isHarmless = noConnection.has(code) || (repeatable && lostConnection.has(code));
      if (isLast() || !isHarmless) throw error;
    }
    // Runs that failed together do not come back together.
    await host.clock.wait(delays.retry * 2 ** retries * (0.5 + Math.random()));
  }
}

/** Checks a body against the contract. @throws a halt with the labels of the invalid fields. */
export function checkBody(schema: ZodMiniType | undefined, body: unknown, labels: Labels): void {
  const checked = schema && safeParse(schema, body);
  if (checked && !checked.success) throw errorFromInput(checked.error.issues, labels);
}

/** Milliseconds for a request: its limit or the rest of the step. */
export const timeLeft = ({ deadline, installation }: Run): number =>
  Math.min(installation.timeoutSeconds * 1000, deadline - Date.now());

/** Where the service honours keys, a repeat does no harm. */
export const honoursKeys = ({ dialect }: Run): boolean => dialect.idempotency_keys === 'honoured';

function idempotencyKey({ dialect }: Run, isMaking: boolean, { form, identity }: Options) {
  if (!isMaking || form || dialect.idempotency_header === null) return undefined;
  return identity ? fingerprint(identity.parts) : randomUUID();
}

/** The request without its body and time limit. */
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
    largest: maxAnswer,
  };
}

/** True for a 409 while an earlier request with the same key may still run, in any run. */
function mayBeUnderWay(answer: Answer, identity: Identity | undefined, isRepeat: boolean): boolean {
  if (answer.status !== 409 || isKeyConflict(answer)) return false;
  if (identity && isAboutKey(answer)) return true;
  const hasEarlier = isRepeat || identity?.earlier !== undefined;
  return hasEarlier && !namesField(answer);
}

/** Asks again, twice at most, while the service may process an earlier request with this key. */
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

/** The error for a refusal: about the idempotency key, or about the request. */
export const errorFromRefusal = (answer: Answer, identity: Identity | undefined): OperationError =>
  identity && isKeyConflict(answer)
    ? errorFromConflict(answer, identity.conflict, 'unknown')
    : errorFromAnswer(answer);

/**
 * Sends one request with the connection's key.
 * @returns the answer: 2xx, or a status that the caller accepts.
 * @throws a halt for an invalid value before the request, else the error of the outcome.
 */
export async function send(
  run: Run,
  endpoint: Omit<Endpoint, 'summary'>,
  options: Options = {},
): Promise<Answer> {
  const { connection, labels, isTrigger, unrepeatable } = run;
  const { form, body, identity, accept = [], isExplained } = options;
  if (body) checkBody(endpoint.body, body, labels);
  const text: WireText | undefined =
    typeof body === 'object' ? toWire(run.dialect, body, endpoint.holds, labels) : body;
  // The other methods are idempotent.
  const isMaking = ['POST', 'PATCH'].includes(endpoint.method);
  const key = idempotencyKey(run, isMaking, options);
  // Reads and idempotent writes, and others if the service honours keys.
  const repeatable = !isMaking || (key !== undefined && honoursKeys(run));
  const request = requestOf(run, endpoint, options, key);
  const facts: RequestFacts = {
    ...endpoint,
    url: request.url,
    makes: isMaking && !endpoint.leavesNothing,
    lookFor: identity?.lookFor,
    secrets: [connection.api_key, connection.webhook_secret],
    labels,
    isTrigger,
    unrepeatable,
  };
  if (timeLeft(run) <= 0) throw errorFromTime(facts);
  let attempts = 0;
  let began = Date.now();
  const attempt = async (): Promise<Answer> => {
    attempts++;
    const timeout = Math.max(timeLeft(run), 1);
    const answer = await run.host.http.send({ ...request, body: form ?? text, timeout });
    return { ...answer, request: facts };
  };
  const failed = (cause: unknown): never => {
    const { host } = new URL(baseUrl(run));
    throw form?.problem() ?? errorFromNetwork(cause, host, facts);
  };
  const first = await (form ? attempt() : withRetries(run, attempt, repeatable)).catch(failed);
  const isHandled = isExplained ? await isExplained(first) : accept.includes(409);
  const isOpen = key !== undefined && !isHandled && mayBeUnderWay(first, identity, attempts > 1);
  const again = () => {
    // What was under way may be another run's.
    began = Date.now();
    return attempt();
  };
  const last = isOpen ? await finish(run, first, again).catch(failed) : first;
  if (isOpen && last.status === 409) {
    if (isFresh(identity?.earlier ?? Date.now())) throw errorFromUnderWay(last);
    throw errorFromConflict(last, identity!.conflict);
  }
  const answer = { ...last, isRepeat: attempts > 1, duration: Date.now() - began };
  if (isSuccess(answer) || accept.includes(answer.status)) return answer;
  // An earlier attempt deleted it and its answer was lost.
  if (endpoint.method === 'DELETE' && attempts > 1 && statuses.absent.includes(answer.status)) {
    return { ...answer, status: 204, content: '' };
  }
  throw errorFromRefusal(answer, identity);
}
