/** Webhook subscriptions: addresses, secrets and headers. */
import { randomBytes } from 'node:crypto';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isDeepStrictEqual } from 'node:util';

import { existing, fieldProblem } from './problem.ts';
import { isControlPath, isLoopback, literalAddress, refusedAddress } from './receivers.ts';
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
  /** Staff entered it. */
  isByHand: boolean;
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

/**
 * Checks an address; each delivery checks the IP address of its name. `origins`: the sandbox's own.
 */
function checkReceiver(target: string, origins: string[], allowPrivate: boolean) {
  const { origin, port, hostname, pathname } = new URL(target);
  const literal = literalAddress(hostname);
  const isHere = literal ? isLoopback(literal) : /(^|\.)localhost$/.test(hostname);
  const isOurs = origins.some((own) => own === origin || (isHere && new URL(own).port === port));
  if (isOurs && isControlPath(pathname)) {
    throw fieldProblem('url', 'must not lead into the sandbox itself');
  }
  const refused = literal && refusedAddress(literal, allowPrivate);
  if (refused) throw fieldProblem('url', refused);
}

export class Subscriptions {
  private readonly hooks;
  constructor(
    store: Store,
    /** The sandbox's own addresses: webhooks must not reach its controls. */
    private readonly origins: () => string[],
    private readonly allowPrivate = false,
  ) {
    this.hooks = store.collection<Webhook>('webhooks');
  }

  /** @throws Problem 422 for an invalid subscription. */
  private check(input: NewSubscription): void {
    checkReceiver(input.url, this.origins(), this.allowPrivate);
    checkHeaders(input.headers ?? {});
    if (input.secret !== undefined) checkSecret(input.secret);
  }

  private save(hook: Webhook): Webhook {
    this.hooks.put(hook.id, hook);
    return hook;
  }

  /** Finds the subscription with this address, events and headers, or makes it. */
  private findOrMake({ url, events, headers }: NewSubscription): Webhook {
    const own = { url, events, headers: headers ?? {} };
    const same = this.all().find((hook) =>
      isDeepStrictEqual({ url: hook.url, events: hook.events, headers: hook.headers }, own),
    );
    const state = { isFailing: false, isByHand: false };
    return same ?? this.save({ id: newId('wh'), ...own, secret: newSecret(), ...state });
  }

  /** The webhooks that staff entered, the oldest first. */
  private byHand(): Webhook[] {
    return this.all().filter(({ isByHand }) => isByHand);
  }

  /** Finds or makes the subscription of this address and events. */
  add(input: NewSubscription): Subscription & { secret: string } {
    this.check(input);
    const hook = this.findOrMake(input);
    return { ...subscriptionOf(hook), secret: hook.secret };
  }

  /** The same for staff. A second entry replaces headers and secret. */
  enter(input: NewSubscription): void {
    this.check(input);
    const same = this.byHand().find(
      ({ url, events }) => url === input.url && isDeepStrictEqual(events, input.events),
    );
    const hook = same ?? this.findOrMake(input);
    const { secret = hook.secret, headers } = input;
    this.save({ ...hook, secret, headers: headers ?? hook.headers, isByHand: true });
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

  entered(): Subscription[] {
    return this.byHand().map(subscriptionOf);
  }

  /** Removes a webhook. @throws Problem 404. */
  remove(id: string): void {
    this.hooks.remove(this.find(id).id);
  }
}
