/** `z.request` of the operations, on the HTTP helpers of n8n. */
import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { within } from '../../../client/time.ts';
import { answerOfFile, type HostFiles } from '../../../hosts/files.ts';
import { answerOf, type Answered, type Asked } from '../../../hosts/request.ts';

/** The HTTP helpers of a node. */
export interface Http {
  /** Sends a request with the credential's key. */
  withKey(options: IHttpRequestOptions): Promise<IN8nHttpFullResponse>;
  /** Sends it to any host, which must not see the key. */
  plain(options: IHttpRequestOptions): Promise<IN8nHttpFullResponse>;
}

/** Rejects when `signal` ends the request. n8n puts its own signal in the place of a request's. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** The text of an answer. @throws an error as the platform's where it is too large. */
function textOf(body: unknown, size = Infinity): string {
  const text = String(body ?? '');
  if (Buffer.byteLength(text) <= size) return text;
  throw Object.assign(new Error('too large'), { type: 'max-size' });
}

/** The name of this software towards services, with its version: the build puts it in. */
declare const agentName: string;

/** n8n wraps the error of a lost connection, each version its own way; the operations look for its code at the top. */
function unwrapped(error: unknown): unknown {
  for (let cause = error; typeof cause === 'object' && cause; cause = (cause as Error).cause) {
    const { message, ...more } = cause as Error & { code?: unknown; httpCode?: unknown };
    const code = [more.code, more.httpCode].find((one) => /^E[A-Z]/.test(String(one)));
    if (code) {
      return Object.assign(new Error(message, { cause: error }), { code });
    }
  }
  return error;
}

/** `answers` is told the status of each answer of the service. */
export const requester =
  (http: Http, files: HostFiles, answers: { latest?: number } = {}) =>
  async (asked: Asked): Promise<Answered> => {
    const known = answerOfFile(files, asked.url);
    if (known) return known;
    const { url, method = 'GET', headers, body, raw, signal, timeout, size, redirect } = asked;
    const sent = http[raw ? 'plain' : 'withKey']({
      url,
      method: method as IHttpRequestOptions['method'],
      headers: { ...headers, 'user-agent': agentName },
      body: body as IHttpRequestOptions['body'],
      // Ours ends first and says so; that of n8n's library ends the request it left behind.
      timeout: timeout + 1000,
      encoding: raw ? 'stream' : 'text',
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      disableFollowRedirect: redirect === 'manual',
    });
    const answered = within(timeout, signal ? Promise.race([sent, aborted(signal)]) : sent);
    // The file in an upload that failed would be read to its end.
    const response = await answered.catch((error: unknown) => {
      (body as { destroy?(): void } | undefined)?.destroy?.();
      throw unwrapped(error);
    });
    if (!raw) answers.latest = response.statusCode;
    const read = raw
      ? { body: response.body as unknown as AsyncIterable<Uint8Array> }
      : { content: textOf(response.body, size) };
    return answerOf(response.statusCode, response.headers, read);
  };
