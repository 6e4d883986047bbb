/**
 * Requests through `z.request`. Bodies are streams because the platform logs texts, and they hold
 * data of clients.
 */
import type { ClientRequest } from 'node:http';
import { Readable } from 'node:stream';
import type { HttpRequestOptionsWithUrl, ZObject } from 'zapier-platform-core';

import { cutOff, outOfTime, withCode } from '../host/errors.ts';
import type { Http, HttpAnswer, HttpRequest, Upload } from '../host/host.ts';
import { textOf } from '../host/charset.ts';
import { decoded } from '../host/node/decoded.ts';
import { agentFor } from '../host/node/network.ts';

/** The name that the platform gives its own requests. */
const userAgent = { 'user-agent': 'Zapier' };

/** node-fetch copies the pieces of a stream, unless it has this method of form-data. */
const uncopied = (stream: Readable) => Object.assign(stream, { getBoundary() {} });

/** Turns the body into a stream, with its length if known. */
function streamed(body: string | Upload | undefined) {
  if (body === undefined) return { headers: {}, body: undefined };
  if (typeof body !== 'string') return { headers: {}, body: uncopied(Readable.from(body.pieces)) };
  const bytes = Buffer.from(body);
  return {
    headers: { 'content-length': `${bytes.length}` },
    body: uncopied(Readable.from(bytes, { objectMode: false })),
  };
}

/** An answer as text or as a stream. */
type Answer = HttpAnswer & { arrayBuffer(): Promise<ArrayBuffer>; body: Readable };

async function send(
  z: ZObject,
  { url, method, headers, body, timeout, largest }: HttpRequest,
): Promise<HttpAnswer> {
  const end = new AbortController();
  // The platform's own time-out starts again when the answer begins.
  const timer = setTimeout(() => end.abort(outOfTime()), timeout);
  const sent = streamed(body);
  const request = {
    url,
    method,
    headers: { ...userAgent, ...headers, ...sent.headers },
    body: sent.body,
    raw: true,
    // A merge would change {{…}} in the user's text.
    merge: false,
    // A redirect would send the key to another host.
    redirect: 'manual',
    size: largest,
    agent: agentFor({ onCut: () => end.abort(cutOff()) }),
    signal: typeof body === 'object' ? AbortSignal.any([end.signal, body.signal]) : end.signal,
  } as unknown as HttpRequestOptionsWithUrl;
  try {
    const answer = (await z.request(request)) as unknown as Answer;
    const content = textOf(await answer.arrayBuffer(), answer.headers);
    return { status: answer.status, headers: answer.headers, content };
  } catch (cause) {
    throw end.signal.aborted ? end.signal.reason : withCode(cause);
  } finally {
    clearTimeout(timer);
  }
}

async function open(z: ZObject, { url, headers, timeout }: Parameters<Http['open']>[0]) {
  let body: Readable | undefined;
  let sent: ClientRequest | undefined;
  const request = {
    url,
    raw: true,
    merge: false,
    compress: false,
    redirect: 'manual',
    headers: { ...headers, ...userAgent },
    timeout,
    agent: agentFor({
      onSent: (each) => (sent = each),
      onCut: () => body?.destroy(cutOff()),
    }),
  } as unknown as HttpRequestOptionsWithUrl;
  const answer = (await z.request(request).catch((cause: unknown) => {
    throw withCode(cause);
  })) as unknown as Answer;
  const pieces = (body = decoded(answer.body, answer.headers));
  return {
    status: answer.status,
    headers: answer.headers,
    pieces,
    close() {
      pieces.destroy();
      // The platform's fetch does not close an unread connection.
      sent?.destroy();
    },
  };
}

export const httpOf = (z: ZObject): Http => ({
  send: (request) => send(z, request),
  open: (request) => open(z, request),
});
