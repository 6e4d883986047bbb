/** Requests of the operations, with the same library as Zapier's runtime. */
import type { ClientRequest } from 'node:http';
import { Readable } from 'node:stream';
import fetch, { type RequestInit } from 'node-fetch';

import { cutOff, withCode } from '../../../host/errors.ts';
import type { Http } from '../../../host/host.ts';
import { clock } from '../../../host/node/clock.ts';
import { textOf } from '../../../host/charset.ts';
import { decoded } from '../../../host/node/decoded.ts';
import { agentFor } from '../../../host/node/network.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { limited, type FileRules } from '../local-files.ts';

const userAgent = { 'user-agent': `compliance-onboarding-mcp/${packageJson.version}` };

interface Exchange {
  url: string;
  init: RequestInit;
  timeout: number;
  /** Ends an upload after its file failed. */
  signal?: AbortSignal;
  /** Never opens an internal address, whoever chose it. */
  isGuarded?: true;
}

/** Sends a request and reads its answer, within the time limit. */
async function exchange<T>(
  { url, init, timeout, signal, isGuarded }: Exchange,
  work: (answer: Awaited<ReturnType<typeof fetch>>, stop: (why: Error) => void) => T | Promise<T>,
): Promise<T> {
  let request: ClientRequest | undefined;
  let coming: Readable | undefined;
  /** A callback of the request: a signal would cost a tenth of the whole call. */
  const stop = (why: Error) => {
    request?.destroy(why);
    coming?.destroy(why);
  };
  signal?.addEventListener('abort', () => stop(new Error('aborted')), { once: true });
  const agent = agentFor({
    onSent: (sent) => (request = sent),
    onCut: () => stop(cutOff()),
  });
  const headers = { ...userAgent, ...(init.headers as Record<string, string>) };
  const sent = async () => {
    const answer = await fetch(url, { ...init, headers, agent: (to) => agent(to, isGuarded) });
    coming = answer.body as Readable;
    return work(answer, stop);
  };
  try {
    // If the server switches protocols, the request ends without an event.
    return await clock.within(timeout, sent());
  } catch (error) {
    stop(error as Error);
    throw withCode(error);
  }
}

/** @param rules the files that a person allowed. */
export const httpOf = (rules: FileRules): Http => ({
  send({ url, method, headers, body, largest, ...times }) {
    const isUpload = typeof body === 'object';
    const sent = isUpload ? Readable.from(body.pieces) : body;
    const init = { method, headers, body: sent, redirect: 'manual' as const, size: largest };
    const signal = isUpload ? body.signal : undefined;
    return exchange({ url, init, signal, ...times }, async (answer) => ({
      status: answer.status,
      headers: answer.headers,
      content: textOf(await answer.arrayBuffer(), answer.headers),
    }));
  },
  open({ url, headers, timeout }) {
    const isGuarded = rules.publicOnly || undefined;
    const init = { headers, compress: false, redirect: 'manual' as const };
    const sent = { url, init, timeout, isGuarded };
    return exchange(sent, (answer, stop) => ({
      status: answer.status,
      headers: answer.headers,
      pieces: limited(decoded(answer.body as Readable, answer.headers), answer.headers, rules),
      close: () => stop(new Error('closed')),
    }));
  },
});
