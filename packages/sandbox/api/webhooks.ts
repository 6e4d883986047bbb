/**
 * Webhook registration, which the specification leaves open ("Gaps"). The connector registers and
 * removes.
 */
import * as z from 'zod/mini';

import type { Endpoint } from '../../../service/contract.ts';
import { json, valid } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { EventName, NewWebhook } from '../domain/subscriptions.ts';
import type { ApiContext, Work } from './bodies.ts';

export const WebhookState = z.looseObject({
  id: z.string(),
  url: z.string(),
  events: z.array(EventName),
  header_names: z.array(z.string()),
  status: z.enum(['active', 'failing']),
});
export const WebhookWithSecret = z.extend(WebhookState, { secret: z.string() });
export const webhookEndpoints = {
  registerWebhook: {
    method: 'POST',
    path: '/api/webhooks',
    about: 'webhook',
    summary: 'Register an address for events; a repeat returns the same registration',
    body: NewWebhook,
    response: WebhookWithSecret,
  },
  listWebhooks: {
    method: 'GET',
    path: '/api/webhooks',
    about: 'webhook',
    summary: 'List the registered addresses, newest first',
    response: z.array(WebhookState),
  },
  removeWebhook: {
    method: 'DELETE',
    path: '/api/webhooks/{webhook_id}',
    about: 'webhook',
    summary: 'Remove a registration; its pending deliveries are dropped',
  },
} as const satisfies Record<string, Endpoint>;

/** The origin of a request. A proxy says whether it used TLS. */
function originOf(c: ApiContext): string {
  const url = new URL(c.req.url);
  const proxied = c.req.header('x-forwarded-proto');
  return proxied === 'https' || proxied === 'http' ? `${proxied}://${url.host}` : url.origin;
}

/** The most registrations in a list. */
const most = 1000;
const id = (c: ApiContext) => String(c.req.param('webhook_id'));

export const ofWebhooks = ({ subscriptions, outbox }: Parts<'subscriptions' | 'outbox'>) =>
  ({
    async registerWebhook(c) {
      const hook = subscriptions.add(valid(NewWebhook, await json(c.req)));
      // Absolute, so that a tool can send DELETE to it as it stands.
      const { path } = webhookEndpoints.registerWebhook;
      return c.json(hook, 201, { location: `${originOf(c)}${path}/${hook.id}` });
    },
    listWebhooks: (c) => c.json(subscriptions.list(most)),
    removeWebhook(c) {
      outbox.unsubscribe(id(c));
      return c.body(null, 204);
    },
  }) satisfies Record<string, Work>;
