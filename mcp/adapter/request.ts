/** `z.request` of the operations, sent by the library that Zapier's own runtime sends with. */
import fetch, { type RequestInit } from 'node-fetch';
import type { Readable } from 'node:stream';

import { agentFor } from '../../api/network.ts';
import { setting } from '../../api/settings.ts';
import { cutOff, outOfTime } from '../../api/time.ts';
import { answerOfFile, limited, type Files } from '../files.ts';

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
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(), timeout);
  const cut = new AbortController();
  const own = agentFor({ fresh: needsFresh(asked), onCut: () => cut.abort() });
  try {
    const response = await fetch(url, {
      ...init,
      // The address of a file may be anybody's choice: never one inside.
      agent: (to) => (raw && files.publicOnly ? (agent ?? own)(to, true) : (agent ?? own)(to)),
      signal: AbortSignal.any([
        time.signal,
        cut.signal,
        ...(signal ? [signal] : []),
      ]) as RequestInit['signal'],
    });
    const { status, headers } = response;
    if (raw) return { status, headers, body: limited(response.body as Readable, headers, files) };
    return { status, headers, content: await response.text() };
  } catch (cause) {
    throw time.signal.aborted ? outOfTime() : cut.signal.aborted ? cutOff() : cause;
  } finally {
    clearTimeout(timer);
  }
}

/** `files`: those the person allowed, by the address each has got. */
export const requester = (files: Files) => (asked: Asked) =>
  answerOfFile(files, asked.url) ?? exchange(asked, files);
