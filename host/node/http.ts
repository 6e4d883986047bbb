/** Requests by a fetch in the manner of node-fetch, as Zapier's runtime and assistants' server have. */
import type { ClientRequest } from 'node:http';
import { Readable } from 'node:stream';

import { textOf } from '../charset.ts';
import { cutOff, withCode } from '../errors.ts';
import type { Http, HttpAnswer } from '../host.ts';
import { clock } from './clock.ts';
import { decoded } from './decoded.ts';
import { agentFor } from './network.ts';
import { uploadStream } from './upload.ts';

/** An answer as bytes or as a stream. */
export interface Answer extends Omit<HttpAnswer, 'content'> {
  arrayBuffer(): Promise<ArrayBuffer>;
  body: Readable;
}

/** @param init options of node-fetch. */
type Fetch = (url: string, init: Record<string, unknown>) => Promise<Answer>;

interface Request {
  url: string;
  timeout: number;
  isGuarded?: boolean;
  [option: string]: unknown;
}

/** Sends a request and reads its answer, within the time limit. */
async function exchange<T>(
  fetch: Fetch,
  { url, timeout, isGuarded, ...init }: Request,
  work: (answer: Answer, stop: (why: Error) => void) => T | Promise<T>,
): Promise<T> {
  let request: ClientRequest | undefined;
  let coming: Readable | undefined;
  let reason: Error | undefined;
  /** By the request itself: a signal would cost a tenth of the whole call. */
  const stop = (why: Error) => {
    reason ??= why;
    request?.destroy(why);
    coming?.destroy(why);
  };
  const agent = agentFor({
    onSent: (sent) => {
      request = sent;
      // The end may come while the platform prepares the request.
      if (reason) sent.destroy(reason);
    },
    onCut: () => stop(cutOff()),
    isGuarded,
  });
  const body = init.body as Readable | undefined;
  // The request cannot see that its body ends early.
  body?.on('error', stop).on('close', () => body.readableEnded || stop(cutOff()));
  const sent = async () => {
    // A redirect would send the key to another host.
    const answer = await fetch(url, { ...init, redirect: 'manual', agent });
    coming = answer.body;
    return work(answer, stop);
  };
  try {
    // If the server switches protocols, the request ends without an event.
    return await clock.within(timeout, sent());
  } catch (error) {
    const why = reason ?? withCode(error);
    stop(why as Error);
    throw why;
  }
}

/** node-fetch copies the pieces of a stream, unless it has this method of form-data. */
const uncopied = <Stream extends Readable>(stream: Stream) =>
  Object.assign(stream, { getBoundary() {} });

/**
 * The requests of operations.
 * @param userAgent the header that names this software.
 * @param isGuarded true to open no file at an internal address, also outside Zapier.
 */
export const httpBy = (
  userAgent: Record<string, string>,
  fetch: Fetch,
  isGuarded = false,
): Http => ({
  send({ url, method, headers, body, timeout, largest }) {
    // Bodies are streams because Zapier's runtime logs texts, and they hold data of clients.
    const bytes = typeof body === 'string' ? Buffer.from(body) : undefined;
    const length = bytes && { 'content-length': `${bytes.length}` };
    const request = {
      url,
      timeout,
      method,
      headers: { ...userAgent, ...headers, ...length },
      body: bytes && uncopied(Readable.from(bytes, { objectMode: false })),
      size: largest,
    };
    const read = async (answer: Answer) => ({
      status: answer.status,
      headers: answer.headers,
      content: textOf(await answer.arrayBuffer(), answer.headers),
    });
    if (typeof body !== 'object') return exchange(fetch, request, read);
    const stream = uncopied(uploadStream(body));
    return exchange(fetch, { ...request, body: stream }, read)
      .catch((error: unknown) => {
        // The service waits for the file.
        const waits = stream.readableLength === 0 && !stream.writableEnded;
        if (waits && (error as { code?: string }).code === 'ETIMEDOUT') body.fail(error);
        throw error;
      })
      .finally(() => stream.destroy());
  },

  open({ url, headers, timeout }) {
    const all = { ...headers, ...userAgent };
    const request = { url, timeout, headers: all, compress: false, isGuarded };
    return exchange(fetch, request, (answer, stop) => ({
      status: answer.status,
      headers: answer.headers,
      pieces: decoded(answer.body, answer.headers),
      close: () => stop(new Error('closed')),
    }));
  },
});
