/**
 * Makes one attempt of a delivery: signs it, sends it to a permitted address and reads the answer.
 * Says when the next one is due.
 */
import { request as overHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as overHttps } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

import type { DeliveryFault } from './delivery-faults.ts';
import {
  checkedLookup,
  refusedAddress,
  refusedError,
  refusedUrl,
  type Reach,
} from './receivers.ts';

export interface Job {
  url: string;
  event_id: string;
  body: string;
  secret: string;
  headers: Record<string, string>;
  reach: Reach;
  /** Cancels the attempt. */
  signal: AbortSignal;
  fault?: DeliveryFault;
}
/** The receiver's `status` and the start of its `reply`, or a `failure`. */
export interface Result {
  sent: Record<string, string>;
  status?: number;
  retryAfter?: string;
  reply?: string;
  failure?: string;
}

const longestReply = 2000;
/** Milliseconds to wait for a receiver. */
const timeout = 10_000;

async function startOf(response: IncomingMessage): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response) {
    text += decoder.decode(chunk as Buffer, { stream: true });
    if (text.length > longestReply) break;
  }
  return text.slice(0, longestReply);
}

/** A request that connects to permitted addresses only. @throws Error with the reason. */
function open({ url, reach, signal, body }: Job, headers: object): ClientRequest {
  const target = new URL(url);
  const reason = refusedUrl(target, reach);
  if (reason) throw refusedError(reason);
  return (target.protocol === 'https:' ? overHttps : overHttp)(target, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    lookup: checkedLookup((address) => refusedAddress(target, address, reach)),
    signal,
  });
}

/** Sends the body. @returns the answer after its headers arrived. */
const post = (job: Job, headers: object) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const request = open(job, headers);
    // Limits the whole answer, not only its pauses.
    const late = Object.assign(new Error('late'), { code: 'LATE' });
    const timer = setTimeout(() => request.destroy(late), timeout).unref();
    request.on('close', () => clearTimeout(timer));
    request.on('error', reject).on('response', resolve);
    request.end(job.body);
  });

/** Sends half of the body and closes the connection. */
const hangUp = (job: Job, headers: object) =>
  new Promise((resolve) => {
    const request = open(job, headers);
    request.on('error', resolve).on('close', resolve);
    request.write(job.body.slice(0, job.body.length / 2), () => request.destroy());
  });

function signedHeaders({ event_id, body, secret, headers }: Job): Record<string, string> {
  const now = new Date();
  return {
    'content-type': 'application/json',
    'user-agent': 'compliance-onboarding-sandbox/1.1',
    ...headers,
    'webhook-id': event_id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(event_id, now, body),
  };
}

/** Makes the attempt; never throws. */
export async function send(job: Job): Promise<Result> {
  const { fault = {} } = job;
  const sent = signedHeaders(job);
  if (fault.delay) await wait(fault.delay, undefined, { ref: false });
  if (fault.kind === 'down') return { sent, failure: 'cannot be reached' };
  try {
    if (fault.kind === 'hang-up') {
      await hangUp(job, sent);
      return { sent, failure: 'hung up on demand' };
    }
    const response = await post(job, sent);
    return {
      sent,
      status: fault.status ?? response.statusCode,
      retryAfter: response.headers['retry-after'],
      reply: await startOf(response).catch(() => ''),
    };
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const failures: Record<string, string> = {
      LATE: 'no answer in time',
      REFUSED_ADDRESS: message,
    };
    return { sent, failure: failures[code] ?? 'cannot be reached' };
  }
}

export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'dropped';

const firstDelay = 10_000;
export const longestDelay = 4 * 3600_000;
/** The first attempt and fifteen more. */
const maxAttempts = 16;

/** `Retry-After` (seconds or a date) in milliseconds, or 0. */
function requestedDelay(header: string | undefined): number {
  if (!header) return 0;
  const seconds = Number(header);
  return Math.max(Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000, 0) || 0;
}

/** Milliseconds until the next attempt: 10 s, 20 s, 40 s and so on, with jitter. */
export function delayAfter(attempts: number, retryAfter?: string): number {
  // Jitter spreads the attempts at a receiver that comes back.
  const varied = 0.8 + Math.random() * 0.4;
  const backoff = Math.min(firstDelay * 2 ** (attempts - 1), longestDelay) * varied;
  return Math.max(backoff, requestedDelay(retryAfter));
}

/** The state after an attempt. `status` is missing without an answer. */
export function stateAfter(attempts: number, status: number | undefined): DeliveryState {
  if (status !== undefined && status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'dropped';
  return attempts >= maxAttempts ? 'failed' : 'pending';
}
