/** Webhook subscriptions: where events go, and with which secret and header. */
import { randomBytes } from 'node:crypto';
import { validateHeaderName, validateHeaderValue } from 'node:http';

import type { Clock } from './clock.ts';
import { fieldProblem, Problem } from './problem.ts';
import { isControlPath, isLoopback, literalAddress, refusedAddress } from './receivers.js';
import { newId, type Store } from './store.ts';

const day = 24 * 3600_000;
/** Set by the sandbox itself. */
const reserved = /^(webhook-.*|content-.*|host|connection|transfer-encoding|user-agent)$/i;

/** A row of the table. Times are milliseconds since 1970. */
export interface WebhookRow {
  id: string;
  account: string;
  url: string;
  events: string;
  secret: string;
  headers: string;
  /** Signs beside the new one until `old_until`. */
  old_secret: string | null;
  old_until: number | null;
  /** Since when no delivery has been taken. */
  failing_since: number | null;
  paused_at: number | null;
  /** 1 where staff entered it, and no program. */
  by_hand: number;
}
export interface NewSubscription {
  url: string;
  events: string[];
  /** Sent with each delivery, for receivers that can only check a header. */
  headers?: Record<string, string> | null;
  /** Made where none is given. */
  secret?: string;
}
/** A subscription as the API shows it: never with its secret or the values of its headers. */
export interface Subscription {
  id: string;
  url: string;
  events: string[];
  header_names: string[];
  status: 'active' | 'failing' | 'paused';
}

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

/** A secret of somebody's own is one of Standard Webhooks. */
function checkSecret(secret: string) {
  const [, text] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const { length } = Buffer.from(text ?? '', 'base64');
  if (!text || length < 24 || length > 64) {
    throw fieldProblem('secret', 'must be whsec_ and 24 to 64 bytes in base64');
  }
}

const shown = (row: WebhookRow): Subscription => ({
  id: row.id,
  url: row.url,
  events: JSON.parse(row.events) as string[],
  header_names: Object.keys(JSON.parse(row.headers) as object),
  status: row.paused_at ? 'paused' : row.failing_since ? 'failing' : 'active',
});

/** Headers that cannot be sent, or that the service sets itself, are refused by name. */
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

/** What a name stands for is checked with each delivery. */
function checkReceiver(target: string, sandboxUrl: string, allowPrivate: boolean) {
  const { port, hostname, pathname } = new URL(target);
  const literal = literalAddress(hostname);
  const isHere = literal ? isLoopback(literal) : /(^|\.)localhost$/.test(hostname);
  const isOurs = port === new URL(sandboxUrl || target).port && isHere;
  if (sandboxUrl && isOurs && isControlPath(pathname)) {
    throw fieldProblem('url', 'must not lead into the sandbox itself');
  }
  const refused = literal && refusedAddress(literal, allowPrivate);
  if (refused) throw fieldProblem('url', refused);
}

function find(store: Store, account: string, id: string): WebhookRow {
  const row = store.get<WebhookRow>`select * from webhooks
    where id = ${id} and account = ${account}`;
  if (!row) throw new Problem(404, `There is no webhook ${id}.`);
  return row;
}

/** The subscription of this address, these events and headers, made where there is none. */
function findOrInsert(store: Store, account: string, asked: NewSubscription): WebhookRow {
  const events = JSON.stringify(asked.events);
  const headers = JSON.stringify(asked.headers ?? {});
  const same = store.get<WebhookRow>`select * from webhooks where account = ${account}
    and url = ${asked.url} and events = ${events} and headers = ${headers}`;
  if (same) return same;
  const id = newId('wh');
  store.insert('webhooks', { id, account, url: asked.url, events, secret: newSecret(), headers });
  return find(store, account, id);
}

/** Those that staff entered, the oldest first. */
const enteredBy = (store: Store, account: string): WebhookRow[] =>
  store.all<WebhookRow>`select * from webhooks
    where account = ${account} and by_hand = 1 order by rowid`;

/** Writes what is given over a subscription; without headers or a secret its own stay. */
const overwrite = (store: Store, row: WebhookRow, asked: NewSubscription) =>
  store.run`update webhooks set url = ${asked.url}, events = ${JSON.stringify(asked.events)},
    headers = ${asked.headers ? JSON.stringify(asked.headers) : row.headers},
    secret = ${asked.secret ?? row.secret}, by_hand = 1 where id = ${row.id}`;

/** A new secret; for a day the old one signs as well, so that no event fails its check. */
function rotateSecret(store: Store, clock: Clock, account: string, id: string) {
  const { secret } = find(store, account, id);
  const next = newSecret();
  store.run`update webhooks set secret = ${next}, old_secret = ${secret},
    old_until = ${clock.now() + day} where id = ${id}`;
  return { id, secret: next };
}

/** Takes a subscription away, and what was still to be delivered to it. */
const drop = (store: Store, id: string) =>
  store.atomic(() => {
    store.run`delete from webhooks where id = ${id}`;
    store.run`update deliveries set state = 'dropped', answer = 'subscription removed'
      where webhook_id = ${id} and state in ('pending', 'missed')`;
  });

/** Making and changing subscriptions. `check` throws Problem 422 for what deliveries may not be. */
const writing = (store: Store, check: (asked: NewSubscription) => void) => ({
  /** The subscription of this address and these events, made where there is none. */
  add(account: string, asked: NewSubscription): Subscription & { secret: string } {
    check(asked);
    const row = findOrInsert(store, account, asked);
    return { ...shown(row), secret: row.secret };
  },

  /** The same by hand: entered again, it gets the headers and the secret that are given. */
  enter(account: string, asked: NewSubscription): Subscription & { secret: string } {
    check(asked);
    const events = JSON.stringify(asked.events);
    const same = enteredBy(store, account).find(
      (row) => row.url === asked.url && row.events === events,
    );
    const row = same ?? findOrInsert(store, account, asked);
    overwrite(store, row, asked);
    return { ...shown(row), secret: asked.secret ?? row.secret };
  },

  /** Changes one; without headers its own stay. @throws Problem 404. */
  change(account: string, id: string, asked: NewSubscription): void {
    const row = find(store, account, id);
    check(asked);
    overwrite(store, row, asked);
  },

  remove(account: string, id: string) {
    find(store, account, id);
    drop(store, id);
  },
});

/** `url` is the base URL of the sandbox, which webhooks may not lead into. */
export function openSubscriptions(
  store: Store,
  clock: Clock,
  url: () => string,
  allowPrivate = false,
) {
  return {
    ...writing(store, ({ url: target, headers, secret }) => {
      checkReceiver(target, url(), allowPrivate);
      checkHeaders(headers ?? {});
      if (secret !== undefined) checkSecret(secret);
    }),
    drop: (id: string) => drop(store, id),
    rotateSecret: (account: string, id: string) => rotateSecret(store, clock, account, id),
    entered: (account: string): Subscription[] => enteredBy(store, account).map(shown),
    get: (account: string, id: string) => shown(find(store, account, id)),

    /** The newest subscriptions of an account, or of all. */
    list: (account: string | undefined, limit: number): Subscription[] =>
      store.all<WebhookRow>`select * from webhooks
        where ${account ?? null} is null or account = ${account ?? null} order by rowid desc
        limit ${limit}`.map(shown),

    accountOf(id: string): string {
      const row = store.get<WebhookRow>`select account from webhooks where id = ${id}`;
      if (!row) throw new Problem(404, `There is no webhook ${id}.`);
      return row.account;
    },
  };
}

export type Subscriptions = ReturnType<typeof openSubscriptions>;
