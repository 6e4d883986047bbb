/**
 * Events and their deliveries: stored with the change that caused them, delivered at least once,
 * signed, in order per case and receiver, retried with growing delay, resumed after a crash.
 */
import { randomBytes } from 'node:crypto';
import { Webhook as Signature } from 'standardwebhooks';

import { fieldProblem, Problem } from './problem.ts';
import { newId, type Store } from './store.ts';

const firstDelay = 10_000;
const longestDelay = 4 * 3600_000;
const maxAttempts = 16;
const perReceiver = 4;
/** Deliveries at once, over all receivers. */
const mostUnderWay = 100;
/** Receivers looked at before the event loop gets its turn. */
const perTurn = 10;
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export interface DeliveryOptions {
  /** Base URL of the sandbox, for links in events. */
  url: () => string;
  /** Multiplies every delay; tests use a small one. */
  factor?: number;
  /** Milliseconds after which a receiver counts as dead. */
  timeout?: number;
}

export interface Subscription {
  url: string;
  events: string[];
}
/** A delivery with the type of its event. */
export interface DeliveryRow {
  seq: number;
  event_id: string;
  application_id: string;
  type: string;
  state: string;
  attempts: number;
  answer: string | null;
}

type Due = { seq: number; event_id: string; attempts: number; webhook_id: string };

/** The outbox of a store. `start` begins to deliver; `stop` ends what is under way. */
export function openOutbox(store: Store, { url, factor = 1, timeout = 10_000 }: DeliveryOptions) {
  const busy = new Map<string, Set<string>>();
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let repeatEach = 1;
  let reordered = false;

  async function attempt({ seq, event_id, attempts, webhook_id }: Due) {
    const hook = store.get('select url, secret from webhooks where id = ?', webhook_id);
    const event = store.get('select payload from events where event_id = ?', event_id);
    let answer: string;
    let state = 'pending';
    /** Milliseconds the receiver asks to wait. */
    let asked = 0;
    if (!hook || !event) {
      state = 'dropped';
      answer = 'subscription removed';
    } else {
      const body = String(event.payload);
      const now = new Date();
      try {
        const response = await fetch(String(hook.url), {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'webhook-id': event_id,
            'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
            'webhook-signature': new Signature(String(hook.secret)).sign(event_id, now, body),
          },
          body,
          redirect: 'manual',
          signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(timeout)]),
        });
        await response.body?.cancel();
        answer = String(response.status);
        asked = Number(response.headers.get('retry-after')) * 1000 || 0;
        if (response.ok) state = 'delivered';
        if (response.status === 410) {
          state = 'dropped';
          drop(webhook_id);
        }
      } catch (error) {
        if (stopped.signal.aborted) return;
        answer =
          (error as Error).name === 'TimeoutError' ? 'no answer in time' : 'cannot be reached';
      }
    }
    if (state === 'pending' && attempts + 1 >= maxAttempts) state = 'failed';
    // The subscription may have ended while this attempt was under way.
    if (state === 'pending' && !store.get('select id from webhooks where id = ?', webhook_id)) {
      state = 'dropped';
    }
    // Varied, so that a receiver that comes back is not hit by all at once.
    const backoff =
      Math.min(firstDelay * 2 ** attempts, longestDelay) * (0.8 + Math.random() * 0.4);
    const delay = Math.max(backoff, asked) * factor;
    store.run(
      'update deliveries set state = ?, attempts = ?, next_at = ?, answer = ? where seq = ?',
      state,
      attempts + 1,
      Date.now() + delay,
      answer,
      seq,
    );
  }

  /** Takes a subscription away, and what was still to be delivered to it. */
  const drop = (webhook_id: string) => {
    store.run('delete from webhooks where id = ?', webhook_id);
    store.run(
      `update deliveries set state = 'dropped', answer = 'subscription removed'
       where webhook_id = ? and state = 'pending'`,
      webhook_id,
    );
  };

  /** Receivers to be looked at. Each has its own queue, so that a dead one holds up no other. */
  const ready = new Set<string>();
  let isScheduled = false;
  let underWay = 0;
  /** When the first receiver was looked at since the last look for what becomes due. */
  let lookedFrom = 0;

  /** Starts what is due for a receiver and can start; in order per case. */
  function serve(id: string, now: number): void {
    const cases = busy.get(id) ?? new Set<string>();
    busy.set(id, cases);
    if (cases.size >= perReceiver) return;
    const due = store.all<Due & { application_id: string }>(
      `select d.seq, d.event_id, d.attempts, d.webhook_id, d.application_id from deliveries d
       where d.webhook_id = ? and d.state = 'pending' and d.next_at <= ?
         and not exists (select 1 from deliveries e where e.webhook_id = d.webhook_id
           and e.application_id = d.application_id and e.state = 'pending' and e.seq < d.seq)
       order by d.seq limit ?`,
      id,
      now,
      perReceiver * 2,
    );
    for (const delivery of reordered ? due.reverse() : due) {
      if (cases.size >= perReceiver || cases.has(delivery.application_id)) continue;
      cases.add(delivery.application_id);
      underWay++;
      void attempt(delivery)
        .catch((error: Error) => {
          if (stopped.signal.aborted) return undefined;
          // A full disk, say: the delivery is still due, and is tried again after a while.
          console.error(`Delivery ${delivery.seq}: ${error.message}`);
          return new Promise((resolve) => setTimeout(resolve, 1000 * factor).unref());
        })
        .finally(() => {
          cases.delete(delivery.application_id);
          underWay--;
          wake([id]);
        });
    }
  }

  /** Waits for the next delivery that becomes due. */
  function sleep(): void {
    clearTimeout(timer);
    const next = store.get<{ at: number | null }>(
      `select min(next_at) as at from deliveries where state = 'pending' and next_at > ?`,
      lookedFrom,
    )?.at;
    lookedFrom = 0;
    if (next === null || next === undefined) return;
    const wait = Math.min(Math.max(next - Date.now(), 5), 60_000);
    timer = setTimeout(() => wake(dueReceivers()), wait).unref();
  }

  const dueReceivers = (): string[] =>
    store
      .all<{ id: string }>(
        `select distinct webhook_id as id from deliveries where state = 'pending' and next_at <= ?`,
        Date.now(),
      )
      .map(({ id }) => id);

  /** A few receivers at a time, so that requests of the API are answered in between. */
  function turn(): void {
    isScheduled = false;
    if (!running || stopped.signal.aborted) return;
    const now = Date.now();
    lookedFrom ||= now;
    let served = 0;
    for (const id of ready) {
      if (underWay >= mostUnderWay || served++ >= perTurn) break;
      ready.delete(id);
      serve(id, now);
    }
    if (!ready.size) sleep();
    else if (underWay < mostUnderWay) wake([]);
  }

  /** Looks at these receivers as soon as there is time. */
  function wake(ids: string[]): void {
    for (const id of ids) ready.add(id);
    if (isScheduled || !running) return;
    isScheduled = true;
    setImmediate(() => {
      try {
        turn();
      } catch (error) {
        if (stopped.signal.aborted) return;
        console.error(`Deliveries: ${(error as Error).message}`);
        timer = setTimeout(() => wake(dueReceivers()), 1000 * factor).unref();
      }
    });
  }

  return {
    portalUrl: (token: string) => `${url()}/portals/${token}`,

    /** Stores an event about a case and a delivery for each subscription of the account. */
    add(account: string, type: string, object: { application_id: string }) {
      const event_id = newId('evt');
      const created_at = new Date().toISOString();
      const { application_id } = object;
      store.run(
        'insert into events (event_id, account, type, application_id, payload, created_at) values (?,?,?,?,?,?)',
        event_id,
        account,
        type,
        application_id,
        JSON.stringify({ event_id, type, created_at, data: { object } }),
        created_at,
      );
      const receivers: string[] = [];
      for (const { id, events } of store.all<{ id: string; events: string }>(
        'select id, events from webhooks where account = ?',
        account,
      )) {
        if (!(JSON.parse(events) as string[]).includes(type)) continue;
        receivers.push(id);
        for (let copy = 0; copy < repeatEach; copy++) {
          store.run(
            `insert into deliveries (event_id, webhook_id, application_id, state, attempts, next_at)
             values (?,?,?,'pending',0,?)`,
            event_id,
            id,
            application_id,
            Date.now(),
          );
        }
      }
      wake(receivers);
      return event_id;
    },

    /** @throws Problem 422 for an address of the sandbox's own control plane or back office. */
    subscribe(account: string, target: string, events: string[]) {
      const { port, hostname, pathname } = new URL(target);
      const isOurs = port === new URL(url() || target).port && loopback.test(hostname);
      if (url() && isOurs && /^\/(_sandbox|back-office)(\/|$)/.test(pathname)) {
        throw fieldProblem('url', 'must not lead into the sandbox itself');
      }
      const same = store.get<{ id: string; secret: string }>(
        'select id, secret from webhooks where account = ? and url = ? and events = ?',
        account,
        target,
        JSON.stringify(events),
      );
      if (same) return same;
      const webhook = { id: newId('wh'), secret: `whsec_${randomBytes(24).toString('base64')}` };
      store.run(
        'insert into webhooks (id, account, url, events, secret) values (?,?,?,?,?)',
        webhook.id,
        account,
        target,
        JSON.stringify(events),
        webhook.secret,
      );
      return webhook;
    },

    unsubscribe(account: string, id: string) {
      const found = store.get('select id from webhooks where id = ? and account = ?', id, account);
      if (!found) throw new Problem(404, `There is no webhook ${id}.`);
      store.atomic(() => drop(id));
    },

    /** The newest subscriptions of all accounts. */
    subscriptions: (limit: number): Subscription[] =>
      store
        .all<{ url: string; events: string }>(
          'select url, events from webhooks order by rowid desc limit ?',
          limit,
        )
        .map(({ url: target, events }) => ({
          url: target,
          events: JSON.parse(events) as string[],
        })),

    /** The newest deliveries. */
    latest: (limit: number): DeliveryRow[] =>
      store.all(
        `select d.seq, d.event_id, d.application_id, d.state, d.attempts, d.answer, e.type
         from deliveries d join events e on e.event_id = d.event_id order by d.seq desc limit ?`,
        limit,
      ),

    /** Delivers once more, now. */
    sendAgain(seq: number) {
      store.run(
        `update deliveries set state = 'pending', attempts = 0, next_at = ? where seq = ?`,
        Date.now(),
        seq,
      );
      wake(dueReceivers());
    },

    /** Faults of delivery: how often each event is sent, and whether newer go first. */
    disturb(options: { copies?: number; reorder?: boolean }) {
      repeatEach = options.copies ?? 1;
      reordered = options.reorder ?? false;
    },

    start() {
      running = true;
      wake(dueReceivers());
    },

    stop() {
      stopped.abort();
      clearTimeout(timer);
    },
  };
}

export type Outbox = ReturnType<typeof openOutbox>;
