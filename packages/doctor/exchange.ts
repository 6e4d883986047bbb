/** Sends one request to the service, as an outsider: only lists are read as the connector does. */
import { setTimeout } from 'node:timers/promises';

import { isRecord, parseJson } from '../../client/basics/json.ts';
import { listIn as recordsIn } from '../../client/exchange/list.ts';

export interface Answer {
  /** 0 without an answer. */
  status: number;
  /** True for JSON, as an API answers; false for a web page. */
  isApi: boolean;
  /** The JSON without its envelope; undefined for anything else. */
  data: unknown;
  /** The key of the envelope. */
  envelope?: string;
  /** The target of a redirect. The doctor does not follow it, because the key would go along. */
  location: string;
  text: string;
  /** "POST /api/files answered 422", for the evidence. IDs have the names of their parameters. */
  line: string;
}

export interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A path below the base, or a whole address. `{name}` in it stands for a parameter. */
  path: string;
  parameters?: Record<string, string>;
  headers?: Record<string, string>;
  json?: unknown;
  form?: () => FormData;
}

/** The doctor's patience. */
export interface Patience {
  /** Seconds per request. */
  seconds: number;
  /** Waits some seconds. */
  wait?: (seconds: number) => Promise<unknown>;
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'there is no such host',
  ECONNRESET: 'the connection was closed',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
};

/** Keys in which services wrap answers. */
const envelopes = ['data', 'result', 'response', 'payload', 'content'];

/** The key of the envelope: the other keys hold only texts about it. */
const envelopeOf = (body: unknown): string | undefined =>
  isRecord(body) && !Object.keys(body).some((name) => /(^|_)id$|^link$/.test(name))
    ? envelopes.find((name) => typeof body[name] === 'object' && body[name] !== null)
    : undefined;

/** The reason for a missing answer, as a sentence without its full stop. */
function reasonOf(error: unknown, seconds: number): string {
  const { name, cause } = error as Error & { cause?: { code?: string } };
  if (name === 'TimeoutError') return `no answer came within ${seconds} s`;
  return reasons[cause?.code ?? ''] ?? cause?.code ?? 'the connection failed';
}

/** The address of a request. */
export const addressOf = (base: string, { path, parameters = {} }: Request): string =>
  Object.entries(parameters).reduce(
    (address, [name, value]) => address.replace(`{${name}}`, () => encodeURIComponent(value)),
    /^https?:/.test(path) ? path : base + path,
  );

async function once(
  base: string,
  request: Request,
  seconds: number,
): Promise<Answer & { retryAfter: string | null }> {
  const { method = 'GET', path, headers, json, form } = request;
  const url = addressOf(base, request);
  const words = `${method} ${path.replace(base, '')}`;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(seconds * 1000),
      headers: {
        accept: 'application/json',
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: form?.() ?? (json === undefined ? undefined : JSON.stringify(json)),
    });
    text = await response.text();
  } catch (error) {
    const line = `${words} at ${new URL(url).origin}: ${reasonOf(error, seconds)}`;
    const nothing = { data: undefined, location: '', text: '', retryAfter: null };
    return { status: 0, isApi: false, line, ...nothing };
  }
  const body = parseJson(text);
  const envelope = envelopeOf(body);
  return {
    status: response.status,
    isApi: typeof body === 'object' || (response.ok && text === ''),
    data: envelope ? (body as Record<string, unknown>)[envelope] : body,
    envelope,
    location: response.headers.get('location') ?? '',
    text,
    line: `${words} answered ${response.status}${/^\s*</.test(text) ? ' with a web page' : ''}`,
    retryAfter: response.headers.get('retry-after'),
  };
}

/** The seconds in Retry-After, a number or a date; undefined without any. */
function secondsUntil(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d+$/.test(retryAfter.trim())) return Number(retryAfter);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

/** Repeats of a request that came too early, and the longest wait in seconds. */
const patience = { repeats: 3, seconds: 60 };

/** The answer to a request. After a 429 the request is repeated if the service asks for that. */
export async function exchange(
  base: string,
  request: Request,
  { seconds, wait = (pause) => setTimeout(pause * 1000) }: Patience,
): Promise<Answer> {
  for (let repeat = 0; ; repeat++) {
    const { retryAfter, ...answer } = await once(base, request, seconds);
    const pause = answer.status === 429 ? secondsUntil(retryAfter) : undefined;
    const mayRepeat = repeat < patience.repeats && pause !== undefined && pause <= patience.seconds;
    if (!mayRepeat) return answer;
    await wait(pause);
  }
}

export const isGood = ({ status, isApi }: Answer): boolean =>
  isApi && status >= 200 && status < 300;

/** True for an answer that proves nothing: too many requests, not now, or not with this key. */
export const isUnclear = ({ status }: Answer): boolean =>
  [0, 401, 403, 408, 425, 429].includes(status) || status >= 500;

/** True if the answer says that the path does not exist. */
export const isNoPath = ({ isApi, status }: Answer): boolean =>
  !isApi || status === 404 || status === 405;

/** The records of a list in an answer, as the connector reads it. */
export const listIn = ({ data }: Answer, name: string): Record<string, unknown>[] | undefined =>
  recordsIn(data, [name])?.records;

/** The ID of a thing, under the service's name for it. */
export function idIn(data: unknown, ...names: string[]): { name: string; id: string } | undefined {
  if (!isRecord(data)) return undefined;
  const name = [...names, 'id'].find(
    (key) => ['string', 'number'].includes(typeof data[key]) && data[key] !== '',
  );
  return name ? { name, id: String(data[name]) } : undefined;
}
