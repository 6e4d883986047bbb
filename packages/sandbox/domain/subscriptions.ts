/** Webhook subscriptions: addresses, secrets and headers. */
import { randomBytes } from 'node:crypto';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';

import { WebhookBody } from '../../../service/contract.ts';
import { eventNames } from './event-names.ts';
import { existing, fieldProblem } from './problem.ts';
import { refusedUrl, type Reach } from './receivers.ts';
import { newId, type Store } from './store.ts';

/** The sandbox sets these itself. */
const reserved = /^(webhook-.*|content-.*|host|connection|transfer-encoding|user-agent)$/i;

/** The reason to refuse a header; undefined for a valid one. */
function headerProblem(name: string, value: string): string | undefined {
  if (reserved.test(name)) return `${name} is set by the service`;
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch (error) {
    return `${name}: ${(error as Error).message}`;
  }
  return undefined;
}

/** A secret that fits Standard Webhooks: 24 to 64 bytes in base64. */
export const Secret = z
  .string('must be text')
  .check(
    z.regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, 'must be whsec_ and 24 to 64 bytes in base64'),
  );

export const EventName = z.enum(eventNames);
/** A webhook, registered by a program or entered by staff. */
export const NewWebhook = z.extend(WebhookBody, {
  events: z.array(EventName, 'must be a list').check(z.minLength(1, 'must name an event')),
  /** The default is a new secret. */
  secret: z.optional(Secret),
  /** Sent with each delivery, for receivers that can only check a header. */
  headers: z.nullish(
    z.record(z.string(), z.string('must be text')).check(
      z.superRefine((headers, context) => {
        for (const [name, value] of Object.entries(headers)) {
          const message = headerProblem(name, value);
          if (message) context.addIssue({ code: 'custom', message });
        }
      }),
    ),
  ),
});

/** A webhook as it is stored. */
export interface Webhook {
  id: string;
  url: string;
  events: string[];
  secret: string;
  headers: Record<string, string>;
  /** Its last delivery was not accepted. */
  isFailing: boolean;
}

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

/** A webhook in the API's answers, without its secret and the values of its headers. */
const subscriptionOf = ({ id, url, events, headers, isFailing }: Webhook) => ({
  id,
  url,
  events,
  header_names: Object.keys(headers),
  status: isFailing ? 'failing' : 'active',
});

export class Subscriptions {
  private readonly hooks;
  constructor(
    store: Store,
    private readonly reach: () => Reach,
  ) {
    this.hooks = store.collection<Webhook>('webhooks');
  }

  private save(hook: Webhook): Webhook {
    this.hooks.put(hook.id, hook);
    return hook;
  }

  /**
   * Finds or makes the subscription of this address and events. A secret or headers replace those of
   * an earlier one.
   * @throws Problem 422 for an address to which nothing may be sent.
   */
  add(input: z.infer<typeof NewWebhook>) {
    const { url, events } = input;
    // Each delivery checks the IP address of a name.
    const refused = refusedUrl(new URL(url), this.reach());
    if (refused) throw fieldProblem('url', refused);
    const same = this.all().find(
      (hook) => hook.url === url && isDeepStrictEqual(hook.events, events),
    );
    const hook = this.save({
      id: same?.id ?? newId('wh'),
      url,
      events,
      secret: input.secret ?? same?.secret ?? newSecret(),
      headers: input.headers ?? same?.headers ?? {},
      isFailing: same?.isFailing ?? false,
    });
    return { ...subscriptionOf(hook), secret: hook.secret };
  }

  /** Notes whether a receiver accepts deliveries. */
  noteOutcome(hook: Webhook, accepts: boolean): void {
    if (hook.isFailing === accepts) this.save({ ...hook, isFailing: !accepts });
  }

  /** All webhooks, the oldest first. */
  all(): Webhook[] {
    return this.hooks.list();
  }

  /** The newest subscriptions. */
  list(limit: number) {
    return this.hooks.list({ newest: true, limit }).map(subscriptionOf);
  }

  /** A webhook; undefined if it no longer exists. */
  read(id: string): Webhook | undefined {
    return this.hooks.get(id);
  }

  /** @throws Problem 404. */
  find(id: string): Webhook {
    return existing(this.read(id), `There is no webhook ${id}.`);
  }

  /** Removes a webhook. @throws Problem 404. */
  remove(id: string): void {
    this.hooks.remove(this.find(id).id);
  }
}
