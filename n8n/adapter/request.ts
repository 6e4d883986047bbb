/** `z.request` of the operations, on the HTTP helpers of n8n. */
import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { answerOf, type Answered } from './answer.ts';
import { binaryAnswer, type Binaries } from './binary.ts';

/** Sends a request with the credential's key, or without. */
export type Send = (options: IHttpRequestOptions) => Promise<IN8nHttpFullResponse>;

/** What the operations ask for. */
interface Asked {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** The body is read by the caller. */
  raw?: boolean;
  signal?: AbortSignal;
  timeout?: number;
  /** Largest answer in bytes. */
  size?: number;
  redirect?: string;
}

/** Rejects when the step's time is up. n8n puts its own signal in the place of a request's. */
const outOfTime = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** JSON comes as a stream as well, which keeps it out of the log of Zapier: here it is one piece. */
async function whole(body: unknown, headers: Asked['headers'] = {}): Promise<unknown> {
  if (!headers['content-type']?.startsWith('application/json')) return body;
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export const requester =
  (send: Send, binaries: Binaries) =>
  async (asked: Asked): Promise<Answered> => {
    const known = binaryAnswer(binaries, asked.url);
    if (known) return known;
    const { url, method, headers, body, signal, timeout, size, redirect } = asked;
    // Answers of the service are small: a stream costs more than they do. Files are streamed.
    const isJson = headers?.accept === 'application/json';
    const sent = send({
      url,
      method: (method ?? 'GET') as IHttpRequestOptions['method'],
      headers,
      body: (await whole(body, headers)) as IHttpRequestOptions['body'],
      abortSignal: signal,
      timeout,
      encoding: isJson ? 'arraybuffer' : 'stream',
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      disableFollowRedirect: redirect === 'manual',
    });
    const response = await (signal ? Promise.race([sent, outOfTime(signal)]) : sent);
    const stream = (isJson ? [response.body] : response.body) as AsyncIterable<Buffer> & {
      destroy?(): void;
    };
    signal?.addEventListener('abort', () => stream.destroy?.(), { once: true });
    const answer = answerOf(response.statusCode, response.headers, stream, size);
    return asked.raw ? answer : { ...answer, content: await answer.text() };
  };
