/**
 * A service for measurements. It ignores idempotency keys and duplicate references, so each POST
 * makes a case. It registers webhooks and delivers events on command.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

import { cut, startStandIn } from '../test/support/stand-in.ts';

interface Registration {
  id: string;
  url: string;
  events: string[];
  secret: string;
}

/** Its webhooks. The same address with the same events is one registration. */
function openWebhooks() {
  const all = new Map<string, Registration>();
  return {
    all,
    register({ url, events }: Registration): Registration {
      const isSame = (one: Registration) => one.url === url && `${one.events}` === `${events}`;
      const same = [...all.values()].find(isSame);
      if (same) return same;
      const secret = `whsec_${randomBytes(24).toString('base64')}`;
      const made = { id: `wh_${randomUUID()}`, url, events, secret };
      all.set(made.id, made);
      return made;
    },
    list: () => [...all.values()].map(({ id, url, events }) => ({ id, url, events })),
    remove: (id: string) => all.delete(id),
  };
}

/**
 * The event that a case was approved. `send` delivers it once, signed or with these headers, to the
 * registered address or to the same path at another origin.
 */
function eventFor({ url, secret }: Registration, object: object) {
  const event_id = `evt_${randomUUID()}`;
  const time = new Date();
  const type = 'application.review_updated';
  const created_at = time.toISOString();
  const payload = JSON.stringify({ event_id, type, created_at, data: { object } });
  const signed = {
    'webhook-id': event_id,
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(event_id, time, payload),
  };
  return {
    event_id,
    /** @returns the status of the answer, or 0 without one. */
    async send(origin = new URL(url).origin, headers: Record<string, string> = signed) {
      const sent = await fetch(`${origin}${new URL(url).pathname}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: payload,
      }).catch(() => undefined);
      return sent?.status ?? 0;
    },
  };
}

export async function openService() {
  const cases = new Map<string, object>();
  /** Number of POSTs per reference. */
  const posts = new Map<string, number>();
  const webhooks = openWebhooks();
  /** Milliseconds before each answer, and how many of the next POSTs get no answer. */
  const faults = { delay: 0, cut: 0 };

  const make = (body: { external_reference: string }) => {
    const application_id = `app_${randomUUID()}`;
    posts.set(body.external_reference, (posts.get(body.external_reference) ?? 0) + 1);
    const made = { ...body, application_id, is_draft: false, status_review: 'pending' };
    cases.set(application_id, made);
    return made;
  };
  const server = await startStandIn();
  server.serve({
    async 'POST /api/applications'({ body }) {
      const made = make(body);
      if (faults.cut > 0) {
        faults.cut--;
        return cut;
      }
      if (faults.delay) await wait(faults.delay);
      return [201, made];
    },
    'GET /api/applications/([^/]+)': ({ parts: [id] }) =>
      cases.has(id!) ? [200, cases.get(id!)] : [404, { detail: 'Not Found' }],
    'POST /api/webhooks': ({ body }) => [201, webhooks.register(body)],
    'GET /api/webhooks': () => [200, webhooks.list()],
    'DELETE /api/webhooks/([^/]+)': ({ parts: [id] }) =>
      webhooks.remove(id!) ? [204] : [404, { detail: 'Not Found' }],
  });

  return {
    url: server.url,
    close: server.close,
    posts,
    webhooks: webhooks.all,
    faults,
    /** The total number of POSTs with these references. */
    postsOf: (references: string[]) =>
      references.reduce((sum, reference) => sum + (posts.get(reference) ?? 0), 0),

    /** Approves a new case. @returns its event for the webhook whose address contains this text. */
    approve(part: string) {
      const webhook = [...webhooks.all.values()].find(({ url }) => url.includes(part))!;
      const object = {
        ...make({ external_reference: randomUUID() }),
        status_review: 'approved',
      };
      cases.set(object.application_id, object);
      return eventFor(webhook, object);
    },
  };
}

export type Service = Awaited<ReturnType<typeof openService>>;
