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
}
export interface NewSubscription {
  url: string;
  events: string[];
  /** Sent with each delivery, for receivers that can only check a header. */
  headers?: Record<string, string> | null;
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
  const row = store.get<WebhookRow>(
    'select * from webhooks where id = ? and account = ?',
    id,
    account,
  );
  if (!row) throw new Problem(404, `There is no webhook ${id}.`);
  return row;
}

/** The subscription of this address, these events and headers, made where there is none. */
function findOrInsert(store: Store, account: string, asked: NewSubscription): WebhookRow {
  const events = JSON.stringify(asked.events);
  const headers = JSON.stringify(asked.headers ?? {});
  const same = store.get<WebhookRow>(
    'select * from webhooks where account = ? and url = ? and events = ? and headers = ?',
    account,
    asked.url,
    events,
    headers,
  );
  if (same) return same;
  const id = newId('wh');
  store.run(
    'insert into webhooks (id, account, url, events, secret, headers) values (?,?,?,?,?,?)',
    id,
    account,
    asked.url,
    events,
    newSecret(),
    headers,
  );
  return find(store, account, id);
}

/** Takes a subscription away, and what was still to be delivered to it. */
const drop = (store: Store, id: string) =>
  store.atomic(() => {
    store.run('delete from webhooks where id = ?', id);
    store.run(
      `update deliveries set state = 'dropped', answer = 'subscription removed'
       where webhook_id = ? and state in ('pending', 'missed')`,
      id,
    );
  });

/** `url` is the base URL of the sandbox, which webhooks may not lead into. */
export function openSubscriptions(
  store: Store,
  clock: Clock,
  url: () => string,
  allowPrivate = false,
) {
  return {
    drop: (id: string) => drop(store, id),

    /**
     * The subscription of this address and these events, made where there is none.
     * @throws Problem 422 for an address that deliveries may not go to.
     */
    add(account: string, asked: NewSubscription): Subscription & { secret: string } {
      checkReceiver(asked.url, url(), allowPrivate);
      checkHeaders(asked.headers ?? {});
      const row = findOrInsert(store, account, asked);
      return { ...shown(row), secret: row.secret };
    },

    get: (account: string, id: string) => shown(find(store, account, id)),

    /** The newest subscriptions of an account, or of all. */
    list: (account: string | undefined, limit: number): Subscription[] =>
      store
        .all<WebhookRow>(
          'select * from webhooks where ? is null or account = ? order by rowid desc limit ?',
          account ?? null,
          account ?? null,
          limit,
        )
        .map(shown),

    remove(account: string, id: string) {
      find(store, account, id);
      drop(store, id);
    },

    /** A new secret; for a day the old one signs as well, so that no event fails its check. */
    rotateSecret(account: string, id: string) {
      const { secret } = find(store, account, id);
      const next = newSecret();
      store.run(
        'update webhooks set secret = ?, old_secret = ?, old_until = ? where id = ?',
        next,
        secret,
        clock.now() + day,
        id,
      );
      return { id, secret: next };
    },

    accountOf(id: string): string {
      const row = store.get<WebhookRow>('select account from webhooks where id = ?', id);
      if (!row) throw new Problem(404, `There is no webhook ${id}.`);
      return row.account;
    },
  };
}

export type Subscriptions = ReturnType<typeof openSubscriptions>;
