/** Requests of the operations, on the HTTP helpers of n8n. */
import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { textOf } from '../../../host/charset.ts';
import type { Http, HttpHeaders } from '../../../host/host.ts';
import { clock } from './clock.ts';
import { UploadStream } from './upload.ts';

export interface NodeHttp {
  /** Sends a request with the credential's key. */
  withKey(options: IHttpRequestOptions): Promise<IN8nHttpFullResponse>;
  /** Sends it to any host, without the key. */
  plain(options: IHttpRequestOptions): Promise<IN8nHttpFullResponse>;
}

/** Rejects when the file of an upload fails: n8n's request would wait. */
const failed = (stream: UploadStream) =>
  new Promise<never>((_, reject) => void stream.on('error', reject));

/** The bytes of an answer. @throws ETOOLARGE for more of them. */
function bytesOf(body: unknown, largest: number): Uint8Array {
  const bytes = body instanceof Uint8Array ? body : Buffer.from(String(body ?? ''));
  if (bytes.length <= largest) return bytes;
  throw Object.assign(new Error('too large'), { code: 'ETOOLARGE' });
}

/** Name and version of this software for services. The build inserts it. */
declare const agentName: string;

/**
 * The original error of a lost connection. n8n wraps it, differently in each version, and the
 * operations need its code.
 */
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

/** n8n gives their names in lower case. */
const headersOf = (headers: Record<string, unknown>): HttpHeaders => ({
  get(name) {
    const value = headers[name.toLowerCase()];
    return value === undefined ? null : String(value);
  },
});

/**
 * The common options of all requests. Our time-out ends first, with its own error; n8n's then ends
 * the rest.
 */
const common = (headers: Record<string, string>, timeout: number) => ({
  headers: { ...headers, 'user-agent': agentName },
  timeout: timeout + 1000,
  returnFullResponse: true,
  ignoreHttpStatusErrors: true,
});

async function ended<T>(
  timeout: number,
  work: Promise<T>,
  stop: (why: unknown) => void,
): Promise<T> {
  try {
    return await clock.within(timeout, work);
  } catch (error) {
    stop(error);
    throw unwrapped(error);
  }
}

export const httpOf = (http: NodeHttp): Http => ({
  async send({ url, method, headers, body, timeout, largest }) {
    const upload = typeof body === 'object' ? body : undefined;
    const stream = upload && new UploadStream(upload);
    // A service that closes after it refused a file would reset the connection, and its answer is lost.
    const lasting = stream && { connection: 'keep-alive' };
    const sent = http.withKey({
      ...common({ ...headers, ...lasting }, timeout),
      url,
      method: method as IHttpRequestOptions['method'],
      body: (stream ?? body) as IHttpRequestOptions['body'],
      // n8n would read a text as UTF-8, whatever its charset is.
      encoding: 'arraybuffer',
      disableFollowRedirect: true,
    });
    // Otherwise n8n would read the file of a failed upload to its end.
    const work = stream ? Promise.race([sent, failed(stream)]) : sent;
    const answer = await ended(timeout, work, (why) => stream?.destroy(why));
    const answerHeaders = headersOf(answer.headers);
    return {
      status: answer.statusCode,
      headers: answerHeaders,
      content: textOf(bytesOf(answer.body, largest), answerHeaders),
    };
  },

  async open({ url, headers, timeout }) {
    const sent = http.plain({
      ...common(headers, timeout),
      url,
      method: 'GET',
      encoding: 'stream',
      disableFollowRedirect: true,
    });
    const answer = await ended(timeout, sent, () => undefined);
    const body = answer.body as unknown as AsyncIterable<Uint8Array> & { destroy?(): void };
    // n8n unpacks a compressed file, and the answer announces the length of the packed one.
    const isUnpacked = !('rawHeaders' in body);
    return {
      status: answer.statusCode,
      headers: headersOf({ ...answer.headers, ...(isUnpacked && { 'content-length': undefined }) }),
      pieces: body,
      close: () => body.destroy?.(),
    };
  },
});
