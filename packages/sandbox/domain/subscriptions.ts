/** Webhook subscriptions: addresses, secrets and headers. */
import { randomBytes } from 'node:crypto';
import { validateHeaderName, validateHeaderValue } from 'node:http';

import type { Clock } from './clock.ts';
import { existing, fieldProblem } from './problem.ts';
import { isControlPath, isLoopback, literalAddress, refusedAddress } from './receivers.ts';
import { newId, type Store } from './store.ts';

/** The sandbox sets these itself. */
const reserved = /^(webhook-.*|content-.*|host|connection|transfer-encoding|user-agent)$/i;

/** A row of the table. Times are milliseconds since 1970. */
export interface WebhookRow {
  id: string;
  url: string;
  events: string;
  secret: string;
  headers: string;
  /** Time of the first failure since the last accepted delivery. */
  failing_since: number | null;
  /** 1 if staff entered it. */
  by_hand: number;
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

const subscriptionOf = (row: WebhookRow): Subscription => ({
  id: row.id,
  url: row.url,
  events: JSON.parse(row.events) as string[],
  header_names: Object.keys(JSON.parse(row.headers) as object),
  status: row.failing_since ? 'failing' : 'active',
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
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    /** The sandbox's own addresses: webhooks must not reach its controls. */
    private readonly origins: () => string[],
    private readonly allowPrivate = false,
  ) {}

  /** @throws Problem 422 for an invalid subscription. */
  private check(input: NewSubscription): void {
    checkReceiver(input.url, this.origins(), this.allowPrivate);
    checkHeaders(input.headers ?? {});
    if (input.secret !== undefined) checkSecret(input.secret);
  }

  private findRow(id: string): WebhookRow {
    return existing(this.find(id), `There is no webhook ${id}.`);
  }

  /** Finds the subscription with this address, events and headers, or makes it. */
  private findOrInsert({ url, ...input }: NewSubscription): WebhookRow {
    const events = JSON.stringify(input.events);
    const headers = JSON.stringify(input.headers ?? {});
    const same = this.store
      .get<WebhookRow>`select * from webhooks where url = ${url} and events = ${events} and headers = ${headers}`;
    if (same) return same;
    const id = newId('wh');
    this.store.insert('webhooks', { id, url, events, secret: newSecret(), headers });
    return this.findRow(id);
  }

  /** The subscriptions that staff entered, the oldest first. */
  private byHand(): WebhookRow[] {
    return this.store.all<WebhookRow>`select * from webhooks
      where by_hand = 1 order by rowid`;
  }

  /** Finds or makes the subscription of this address and events. */
  add(input: NewSubscription): Subscription & { secret: string } {
    this.check(input);
    const row = this.findOrInsert(input);
    return { ...subscriptionOf(row), secret: row.secret };
  }

  /** The same for staff. A second entry replaces headers and secret. */
  enter(input: NewSubscription): Subscription & { secret: string } {
    this.check(input);
    const events = JSON.stringify(input.events);
    const same = this.byHand().find((row) => row.url === input.url && row.events === events);
    const row = same ?? this.findOrInsert(input);
    const secret = input.secret ?? row.secret;
    this.store.run`update webhooks set secret = ${secret}, by_hand = 1,
      headers = ${input.headers ? JSON.stringify(input.headers) : row.headers}
      where id = ${row.id}`;
    return { ...subscriptionOf(row), secret };
  }

  /** Deletes a subscription and its pending deliveries. */
  drop(id: string) {
    return this.store.atomic(() => {
      this.store.run`delete from webhooks where id = ${id}`;
      this.store.run`update deliveries set state = 'dropped'
        where webhook_id = ${id} and state = 'pending'`;
    });
  }

  /** Notes whether a receiver accepts deliveries. */
  noteOutcome({ id, failing_since }: WebhookRow, accepts: boolean): void {
    if (accepts === (failing_since === null)) return;
    this.store
      .run`update webhooks set failing_since = ${accepts ? null : this.clock.now()} where id = ${id}`;
  }

  /** The newest subscriptions. */
  list(limit: number): Subscription[] {
    return this.store.all<WebhookRow>`select * from webhooks
      order by rowid desc limit ${limit}`.map(subscriptionOf);
  }

  /** The row of a subscription. */
  find(id: string) {
    return this.store.get<WebhookRow>`select * from webhooks where id = ${id}`;
  }

  get(id: string) {
    return subscriptionOf(this.findRow(id));
  }

  entered() {
    return this.byHand().map(subscriptionOf);
  }

  remove(id: string) {
    this.findRow(id);
    this.drop(id);
  }
}
