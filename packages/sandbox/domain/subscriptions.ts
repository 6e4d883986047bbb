/** Webhook subscriptions: addresses, secrets and headers. */
import { randomBytes } from 'node:crypto';
import { validateHeaderName, validateHeaderValue } from 'node:http';

import type { Clock } from './clock.ts';
import { bind } from './bind.ts';
import { existing, fieldProblem } from './problem.ts';
import { isControlPath, isLoopback, literalAddress, refusedAddress } from './receivers.ts';
import { newId, type Store } from './store.ts';

const day = 24 * 3600_000;
/** The sandbox sets these itself. */
const reserved = /^(webhook-.*|content-.*|host|connection|transfer-encoding|user-agent)$/i;

/** A row of the table. Times are milliseconds since 1970. */
export interface WebhookRow {
  id: string;
  account: string;
  url: string;
  events: string;
  secret: string;
  headers: string;
  /** Also signs, until `old_until`. */
  old_secret: string | null;
  old_until: number | null;
  /** Time of the first failure since the last accepted delivery. */
  failing_since: number | null;
  /** 1 if staff entered it. */
  by_hand: number;
}
/** A webhook, registered by a program or entered by staff. */
export interface NewSubscription {
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

/** The context of these functions. */
interface Context {
  store: Store;
  clock: Clock;
  /** The sandbox's own addresses: webhooks must not reach its controls. */
  origins: () => string[];
  allowPrivate: boolean;
}

/** @throws Problem 422 for an invalid subscription. */
function check({ origins, allowPrivate }: Context, input: NewSubscription): void {
  checkReceiver(input.url, origins(), allowPrivate);
  checkHeaders(input.headers ?? {});
  if (input.secret !== undefined) checkSecret(input.secret);
}

const find = ({ store }: Context, account: string, id: string): WebhookRow =>
  existing(
    store.get<WebhookRow>`select * from webhooks where id = ${id} and account = ${account}`,
    `There is no webhook ${id}.`,
  );

/** Finds the subscription with this address, events and headers, or makes it. */
function findOrInsert(
  context: Context,
  account: string,
  { url, ...input }: NewSubscription,
): WebhookRow {
  const events = JSON.stringify(input.events);
  const headers = JSON.stringify(input.headers ?? {});
  const same = context.store.get<WebhookRow>`select * from webhooks where account = ${account}
    and url = ${url} and events = ${events} and headers = ${headers}`;
  if (same) return same;
  const id = newId('wh');
  context.store.insert('webhooks', { id, account, url, events, secret: newSecret(), headers });
  return find(context, account, id);
}

/** The subscriptions that staff entered, the oldest first. */
const enteredBy = ({ store }: Context, account: string): WebhookRow[] =>
  store.all<WebhookRow>`select * from webhooks
    where account = ${account} and by_hand = 1 order by rowid`;

/** Overwrites a subscription. Without headers or secret it keeps its own. */
const overwrite = ({ store }: Context, row: WebhookRow, input: NewSubscription) =>
  store.run`update webhooks set url = ${input.url}, events = ${JSON.stringify(input.events)},
    headers = ${input.headers ? JSON.stringify(input.headers) : row.headers},
    secret = ${input.secret ?? row.secret}, by_hand = 1 where id = ${row.id}`;

/** Finds or makes the subscription of this address and events. */
function add(
  context: Context,
  account: string,
  input: NewSubscription,
): Subscription & { secret: string } {
  check(context, input);
  const row = findOrInsert(context, account, input);
  return { ...subscriptionOf(row), secret: row.secret };
}

/** The same for staff. A second entry replaces headers and secret. */
function enter(
  context: Context,
  account: string,
  input: NewSubscription,
): Subscription & { secret: string } {
  check(context, input);
  const events = JSON.stringify(input.events);
  const same = enteredBy(context, account).find(
    (row) => row.url === input.url && row.events === events,
  );
  const row = same ?? findOrInsert(context, account, input);
  overwrite(context, row, input);
  return { ...subscriptionOf(row), secret: input.secret ?? row.secret };
}

/** Changes a subscription. Without headers it keeps its own. @throws Problem 404. */
function change(context: Context, account: string, id: string, input: NewSubscription): void {
  const row = find(context, account, id);
  check(context, input);
  overwrite(context, row, input);
}

/** Makes a new secret. The old one also signs for a day, so no event fails its check. */
function rotateSecret(context: Context, account: string, id: string) {
  const { secret: old } = find(context, account, id);
  const secret = newSecret();
  context.store.run`update webhooks set secret = ${secret}, old_secret = ${old},
    old_until = ${context.clock.now() + day} where id = ${id}`;
  return { id, secret };
}

/** Deletes a subscription and its pending deliveries. */
const drop = ({ store }: Context, id: string) =>
  store.atomic(() => {
    store.run`delete from webhooks where id = ${id}`;
    store.run`update deliveries set state = 'dropped'
      where webhook_id = ${id} and state = 'pending'`;
  });

/** Notes whether a receiver accepts deliveries. */
function noteOutcome(
  { store, clock }: Context,
  { id, failing_since }: WebhookRow,
  accepts: boolean,
): void {
  if (accepts === (failing_since === null)) return;
  store.run`update webhooks set failing_since = ${accepts ? null : clock.now()} where id = ${id}`;
}

/** The newest subscriptions of an account, or of all. */
const list = ({ store }: Context, account: string | undefined, limit: number): Subscription[] =>
  store.all<WebhookRow>`select * from webhooks
    where ${account ?? null} is null or account = ${account ?? null}
    order by rowid desc limit ${limit}`.map(subscriptionOf);

const accountOf = ({ store }: Context, id: string): string =>
  existing(
    store.get<WebhookRow>`select account from webhooks where id = ${id}`?.account,
    `There is no webhook ${id}.`,
  );

export const openSubscriptions = (
  store: Store,
  clock: Clock,
  origins: () => string[],
  allowPrivate = false,
) =>
  bind({ store, clock, origins, allowPrivate } as Context, {
    /** The row of a subscription of any account. */
    find: (context: Context, id: string) =>
      context.store.get<WebhookRow>`select * from webhooks where id = ${id}`,
    add,
    enter,
    change,
    drop,
    noteOutcome,
    rotateSecret,
    list,
    accountOf,
    get: (context: Context, account: string, id: string) =>
      subscriptionOf(find(context, account, id)),
    entered: (context: Context, account: string) => enteredBy(context, account).map(subscriptionOf),
    remove(context: Context, account: string, id: string) {
      find(context, account, id);
      drop(context, id);
    },
  });

export type Subscriptions = ReturnType<typeof openSubscriptions>;
