/** Webhook subscriptions: addresses, secrets and headers. */
import { randomBytes } from 'node:crypto';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isDeepStrictEqual } from 'node:util';

import { existing, fieldProblem } from './problem.ts';
import { refusedUrl, type Reach } from './receivers.ts';
import { newId, type Store } from './store.ts';

/** The sandbox sets these itself. */
const reserved = /^(webhook-.*|content-.*|host|connection|transfer-encoding|user-agent)$/i;

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
/** A webhook, registered by a program or entered by staff. */
interface NewSubscription {
  url: string;
  events: string[];
  /** `whsec_…`. The default is a new secret. */
  secret?: string;
  /** Sent with each delivery, for receivers that can only check a header. */
  headers?: Record<string, string> | null;
}
/** A subscription in the API's answers, without its secret and the values of its headers. */
export interface Subscription {
  id: string;
  url: string;
  events: string[];
  header_names: string[];
  status: 'active' | 'failing';
}

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

/** A secret from outside must fit Standard Webhooks. */
function checkSecret(secret: string) {
  const [, text] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const { length } = Buffer.from(text ?? '', 'base64');
  if (!text || length < 24 || length > 64) {
    throw fieldProblem('secret', 'must be whsec_ and 24 to 64 bytes in base64');
  }
}

const subscriptionOf = ({ id, url, events, headers, isFailing }: Webhook): Subscription => ({
  id,
  url,
  events,
  header_names: Object.keys(headers),
  status: isFailing ? 'failing' : 'active',
});

/** Refuses invalid headers and those that the service sets itself. */
function checkHeaders(headers: Record<string, string>) {
  for (const [name, value] of Object.entries(headers)) {
    if (reserved.test(name)) throw fieldProblem('headers', `${name} is set by the service`);
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (cause) {
      throw fieldProblem('headers', `${name}: ${(cause as Error).message}`);
    }
  }
}

export class Subscriptions {
  private readonly hooks;
  constructor(
    store: Store,
    private readonly reach: () => Reach,
  ) {
    this.hooks = store.collection<Webhook>('webhooks');
  }

  /** @throws Problem 422 for an invalid subscription. */
  private check(input: NewSubscription): void {
    // Each delivery checks the IP address of a name.
    const refused = refusedUrl(new URL(input.url), this.reach());
    if (refused) throw fieldProblem('url', refused);
    checkHeaders(input.headers ?? {});
    if (input.secret !== undefined) checkSecret(input.secret);
  }

  private save(hook: Webhook): Webhook {
    this.hooks.put(hook.id, hook);
    return hook;
  }

  /**
   * Finds or makes the subscription of this address and events. A secret or headers replace those of
   * an earlier one.
   */
  add(input: NewSubscription): Subscription & { secret: string } {
    this.check(input);
    const { url, events } = input;
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
  list(limit: number): Subscription[] {
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
