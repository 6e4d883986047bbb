/** Requests of the operations, on the HTTP helpers of n8n. */
import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Http, HttpHeaders, Upload } from '../../../host.ts';
import { clock } from './clock.ts';
import { UploadStream } from './upload.ts';

/** The HTTP helpers of a node. */
export interface NodeHttp {
  /** Sends a request with the credential's key. */
  withKey(options: IHttpRequestOptions): Promise<IN8nHttpFullResponse>;
  /** Sends it to any host, which must not see the key. */
  plain(options: IHttpRequestOptions): Promise<IN8nHttpFullResponse>;
}

/** Rejects when `signal` ends the request. n8n puts its own signal in the place of a request's. */
const aborted = ({ signal }: Upload) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** The text of an answer. @throws ETOOLARGE where it is longer. */
function textOf(body: unknown, largest: number): string {
  const text = String(body ?? '');
  if (Buffer.byteLength(text) <= largest) return text;
  throw Object.assign(new Error('too large'), { code: 'ETOOLARGE' });
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

/** Their names are in small letters. */
const headersOf = (headers: Record<string, unknown>): HttpHeaders => ({
  get(name) {
    const value = headers[name.toLowerCase()];
    return value === undefined ? null : String(value);
  },
});

/** What all requests have in common. Ours ends first and says so; n8n's ends what is left behind. */
const common = (headers: Record<string, string>, timeout: number) => ({
  headers: { ...headers, 'user-agent': agentName },
  timeout: timeout + 1000,
  returnFullResponse: true,
  ignoreHttpStatusErrors: true,
});

async function ended<T>(timeout: number, work: Promise<T>, stop: () => void): Promise<T> {
  try {
    return await clock.within(timeout, work);
  } catch (error) {
    stop();
    throw unwrapped(error);
  }
}

/** `answers` is told the status of each answer of the service. */
export const httpOf = (http: NodeHttp, answers: { latest?: number } = {}): Http => ({
  async send({ url, method, headers, body, timeout, largest }) {
    const upload = typeof body === 'object' ? body : undefined;
    const stream = upload && new UploadStream(upload.pieces);
    const sent = http.withKey({
      ...common(headers, timeout),
      url,
      method: method as IHttpRequestOptions['method'],
      body: (stream ?? body) as IHttpRequestOptions['body'],
      encoding: 'text',
      disableFollowRedirect: true,
    });
    // The file in an upload that failed would be read to its end.
    const answer = await ended(timeout, upload ? Promise.race([sent, aborted(upload)]) : sent, () =>
      stream?.destroy(),
    );
    answers.latest = answer.statusCode;
    return {
      status: answer.statusCode,
      headers: headersOf(answer.headers),
      content: textOf(answer.body, largest),
    };
  },

  async open({ url, headers, timeout }) {
    const sent = http.plain({
      ...common(headers, timeout),
      url,
      method: 'GET',
      encoding: 'stream',
    });
    const answer = await ended(timeout, sent, () => undefined);
    const body = answer.body as unknown as AsyncIterable<Uint8Array> & { destroy?(): void };
    return {
      status: answer.statusCode,
      headers: headersOf(answer.headers),
      pieces: body,
      close: () => body.destroy?.(),
    };
  },
});
