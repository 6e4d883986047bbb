/**
 * Webhook registration, which the specification leaves open ("Gaps"). The connector registers and
 * removes; the rest is for developers of receivers.
 */
import * as z from 'zod/mini';

import { WebhookBody, type Endpoint } from '../../../service/contract.ts';
import { eventNames } from '../domain/event-names.ts';
import { json, valid } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { originOf } from './links.ts';
import type { ApiContext, Work } from './api-exchange.ts';

export const EventName = z.enum(eventNames);
export const NewWebhook = z.extend(WebhookBody, {
  events: z.array(EventName),
  /** Sent with each delivery, for receivers that can only check a header. */
  headers: z.nullish(z.record(z.string(), z.string('must be text'))),
});
export const WebhookState = z.looseObject({
  id: z.string(),
  url: z.string(),
  events: z.array(EventName),
  header_names: z.array(z.string()),
  status: z.enum(['active', 'failing']),
});
export const WebhookWithSecret = z.extend(WebhookState, { secret: z.string() });
export const NewSecret = z.looseObject({ id: z.string(), secret: z.string() });
export const TestEvent = z.looseObject({
  event: z.optional(EventName),
  application_id: z.optional(z.string()),
});
export const SentEvent = z.looseObject({ event_id: z.string() });
export const Recovered = z.looseObject({ deliveries: z.int() });

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
  getWebhook: {
    method: 'GET',
    path: '/api/webhooks/{webhook_id}',
    about: 'webhook',
    summary: 'Read one registration',
    response: WebhookState,
  },
  removeWebhook: {
    method: 'DELETE',
    path: '/api/webhooks/{webhook_id}',
    about: 'webhook',
    summary: 'Remove a registration; its pending deliveries are dropped',
  },
  testWebhook: {
    method: 'POST',
    path: '/api/webhooks/{webhook_id}/test',
    about: 'webhook',
    summary:
      'Send one event to this address, about a case of your choice, the newest, or an invented one',
    body: TestEvent,
    response: SentEvent,
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/api/webhooks/{webhook_id}/rotate-secret',
    about: 'webhook',
    summary: 'Make a new secret; for a day, the old one signs deliveries, too',
    response: NewSecret,
  },
  recoverWebhook: {
    method: 'POST',
    path: '/api/webhooks/{webhook_id}/recover',
    about: 'webhook',
    summary: 'Repeat the failed deliveries to this address',
    response: Recovered,
  },
} as const satisfies Record<string, Endpoint>;

/** The most registrations in a list. */
const most = 1000;
const id = (c: ApiContext) => String(c.req.param('webhook_id'));

type Needs = Parts<'cases' | 'workflow' | 'subscriptions' | 'outbox'>;

export const ofWebhooks = ({ cases, workflow, subscriptions, outbox }: Needs) =>
  ({
    async registerWebhook(c) {
      const hook = subscriptions.add(c.var.account, valid(NewWebhook, await json(c.req)));
      // Absolute, because Power Automate sends DELETE to it.
      const { path } = webhookEndpoints.registerWebhook;
      return c.json(hook, 201, { location: `${originOf(c)}${path}/${hook.id}` });
    },
    listWebhooks: (c) => c.json(subscriptions.list(c.var.account, most)),
    getWebhook: (c) => c.json(subscriptions.get(c.var.account, id(c))),
    removeWebhook(c) {
      subscriptions.remove(c.var.account, id(c));
      return c.body(null, 204);
    },
    async testWebhook(c) {
      const { account } = c.var;
      const hook = subscriptions.get(account, id(c));
      const body = valid(TestEvent, (await c.req.text()) ? await json(c.req) : {});
      const application_id = body.application_id ?? cases.newest(account);
      const object = application_id
        ? workflow.tell(account, application_id)
        : { application_id: 'app_example', business: { organization_name: 'Example Ltd' } };
      const type = body.event ?? hook.events[0] ?? 'webhooks.test';
      return c.json({ event_id: outbox.sendTo(account, hook.id, type, object) }, 201);
    },
    rotateWebhookSecret: (c) => c.json(subscriptions.rotateSecret(c.var.account, id(c))),
    recoverWebhook: (c) => c.json({ deliveries: outbox.recover(c.var.account, id(c)) }),
  }) satisfies Record<string, Work>;
