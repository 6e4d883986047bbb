/** Forwards the events of a running sandbox to an address, each signed with one known secret. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

import { eventNames } from '../domain/event-names.ts';
import { ask, type Target } from './ask.ts';

/** Constant, so a receiver can store it in its settings. */
export const listenSecret = `whsec_${Buffer.from('compliance-sandbox-listen').toString('base64')}`;

interface Event {
  type: string;
  event_id: string;
  data: { object: { application_id: string } };
}

/** Forwards one event. @returns the status of the answer; 502 without one. */
async function forward(to: string, content: string, event_id: string): Promise<number> {
  const now = new Date();
  const answer = await fetch(to, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': event_id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(listenSecret).sign(event_id, now, content),
    },
    body: content,
  }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status ?? 502;
}

/**
 * Prints each event, its answer and time. The sandbox repeats failed deliveries.
 * @returns a function that ends it, and its registration.
 * @throws Error if the sandbox does not answer.
 */
export async function listen(
  target: Target,
  to: string,
  events: string[],
  print: (line: string) => void,
) {
  if (!URL.canParse(to)) throw new Error(`--forward-to ${to} is not an address.`);
  const server = createServer(async (request, response) => {
    const content = await text(request);
    const { type, event_id, data } = JSON.parse(content) as Event;
    const from = performance.now();
    const status = await forward(to, content, event_id);
    const took = Math.round(performance.now() - from);
    print(`${type}  ${data.object.application_id}  ${status}  ${took} ms`);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const hook = {
    url: `http://127.0.0.1:${port}`,
    events: events.length ? events : [...eventNames],
  };
  const { id } = (await ask(target, 'POST', '/api/webhooks', hook)) as { id: string };
  print(`Events go to ${to}, signed with ${listenSecret}`);
  return async () => {
    await ask(target, 'DELETE', `/api/webhooks/${id}`);
    server.closeAllConnections();
    server.close();
  };
}
