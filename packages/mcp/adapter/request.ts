/**
 * `z.request` of the operations. Files go by the library that Zapier's own runtime sends with, which
 * streams them and follows redirects; text goes as that library sends it.
 */
import type { ClientRequest } from 'node:http';
import fetch, { type RequestInit } from 'node-fetch';
import type { Readable } from 'node:stream';

import { agentFor } from '../../../client/network.ts';
import { dialect } from '../../../client/dialect-in-use.ts';
import { cutOff, within } from '../../../client/time.ts';
import { answerOfFile } from '../../../hosts/files.ts';
import type { Answered, Asked } from '../../../hosts/request.ts';
import { limited, type Files } from '../files.ts';
import { exchangeText } from './text.ts';

/** A file is sent, or is the answer. */
const holdsFile = ({ body, raw }: Asked) => raw || typeof body === 'object';

/** A connection that is kept may be closed just then: what cannot be repeated gets one of its own. */
const needsFresh = (asked: Asked) => {
  const { method = 'GET', headers = {} } = asked;
  const makes = method === 'POST' || method === 'PATCH';
  return holdsFile(asked) || (makes && !((dialect().idempotency_header ?? '') in headers));
};

async function exchange(asked: Asked, files: Files): Promise<Answered> {
  const { url, method, headers, body, redirect, size, raw, timeout, signal } = asked;
  let request: ClientRequest | undefined;
  let coming: Readable | undefined;
  /** Ends it by the request itself: to make a signal would cost a tenth of all this. */
  const stop = (why: Error) => {
    request?.destroy(why);
    coming?.destroy(why);
  };
  signal?.addEventListener('abort', () => stop(new Error('aborted')), { once: true });
  const agent = agentFor({
    fresh: needsFresh(asked),
    onSent: (sent) => (request = sent),
    onCut: () => stop(cutOff()),
  });
  const work = async (): Promise<Answered> => {
    if (!holdsFile(asked)) {
      return exchangeText(asked, { agent, onAnswer: (answer) => (coming = answer) });
    }
    // The address of a file may be anybody's choice: never one inside.
    const guarded = raw && files.publicOnly ? true : undefined;
    const init = { method, headers, body, redirect, size } as RequestInit;
    const response = await fetch(url, { ...init, agent: (to) => agent(to, guarded) });
    coming = response.body as Readable;
    const answer = { status: response.status, headers: response.headers };
    if (!raw) return { ...answer, content: await response.text() };
    return { ...answer, body: limited(coming, response.headers, files) };
  };
  try {
    // Where the other side switches to another protocol, the request ends without a word.
    return await within(timeout, work());
  } catch (error) {
    stop(error as Error);
    throw error;
  }
}

/** `files`: those the person allowed, by the address each has got. */
export const requester = (files: Files) => (asked: Asked) =>
  answerOfFile(files.opened, asked.url) ?? exchange(asked, files);
