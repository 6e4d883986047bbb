/** `z.request` of the operations, sent by the library that Zapier's own runtime sends with. */
import fetch, { type RequestInit } from 'node-fetch';
import type { Readable } from 'node:stream';

import type { agentFor } from '../../api/network.ts';
import { outOfTime } from '../../api/time.ts';
import { answerOfFile, limited, type Files } from '../files.ts';

/** What the operations ask for. */
interface Asked extends Pick<RequestInit, 'method' | 'body' | 'redirect' | 'size'> {
  url: string;
  agent: ReturnType<typeof agentFor>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Milliseconds until there must be an answer. */
  timeout: number;
  /** The answer is a file, which the caller reads. */
  raw?: boolean;
}

async function exchange({ url, raw, timeout, signal, agent, ...init }: Asked, files: Files) {
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(), timeout);
  const whole = signal ? AbortSignal.any([signal, time.signal]) : time.signal;
  try {
    const response = await fetch(url, {
      ...init,
      // The address of a file may be anybody's choice: never one inside.
      agent: (to) => (raw && files.publicOnly ? agent(to, true) : agent(to)),
      signal: whole as RequestInit['signal'],
    });
    const { status, headers } = response;
    if (raw) return { status, headers, body: limited(response.body as Readable, headers, files) };
    return { status, headers, content: await response.text() };
  } catch (cause) {
    throw time.signal.aborted ? outOfTime() : cause;
  } finally {
    clearTimeout(timer);
  }
}

/** `files`: those the person allowed, by the address each has got. */
export const requester = (files: Files) => (asked: Asked) =>
  answerOfFile(files, asked.url) ?? exchange(asked, files);
