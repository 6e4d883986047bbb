/** `z.request` of the operations, sent by the library that Zapier's own runtime sends with. */
import fetch, { type RequestInit } from 'node-fetch';
import type { Readable } from 'node:stream';

import { agentFor } from '../../api/network.ts';
import { setting } from '../../api/settings.ts';
import { cutOff, outOfTime } from '../../api/time.ts';
import { answerOfFile } from '../../hosts/files.ts';
import { limited, type Files } from '../files.ts';

/** What the operations ask for. */
interface Asked extends Pick<RequestInit, 'method' | 'body' | 'redirect' | 'size'> {
  url: string;
  /** Given with files. */
  agent?: ReturnType<typeof agentFor>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Milliseconds until there must be an answer. */
  timeout: number;
  /** The answer is a file, which the caller reads. */
  raw?: boolean;
}

/** A connection that is kept may be closed just then: what cannot be repeated gets one of its own. */
const needsFresh = ({ method = 'GET', headers = {}, body }: Asked) =>
  typeof body === 'object' ||
  (['POST', 'PATCH'].includes(method) && !(setting('idempotencyHeader') in headers));

async function exchange(asked: Asked, files: Files) {
  const { url, raw, timeout, signal, agent, ...init } = asked;
  const end = new AbortController();
  const stop = (why?: Error) => end.abort(why);
  const timer = setTimeout(() => stop(outOfTime()), timeout);
  signal?.addEventListener('abort', () => stop(), { once: true });
  const own = agentFor({ fresh: needsFresh(asked), onCut: () => stop(cutOff()) });
  try {
    const response = await fetch(url, {
      ...init,
      // The address of a file may be anybody's choice: never one inside.
      agent: (to) => (raw && files.publicOnly ? (agent ?? own)(to, true) : (agent ?? own)(to)),
      signal: end.signal as RequestInit['signal'],
    });
    const { status, headers } = response;
    if (raw) return { status, headers, body: limited(response.body as Readable, headers, files) };
    return { status, headers, content: await response.text() };
  } catch (cause) {
    // Why it was ended here says more than that it was.
    const { reason } = end.signal as { reason?: { code?: unknown } };
    throw typeof reason?.code === 'string' ? reason : cause;
  } finally {
    clearTimeout(timer);
  }
}

/** `files`: those the person allowed, by the address each has got. */
export const requester = (files: Files) => (asked: Asked) =>
  answerOfFile(files.opened, asked.url) ?? exchange(asked, files);
