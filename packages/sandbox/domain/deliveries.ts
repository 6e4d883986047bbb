/**
 * Events and their deliveries. An event is stored with its change, then delivered at least once:
 * signed, with growing delays between attempts, and also after a crash. Each delivery has its own
 * next attempt, and their order is not promised. All lasting state is in the database.
 */
import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

import type { Clock } from './clock.ts';
import { faultOf, type Disturbance } from './delivery-faults.ts';
import { existing } from './problem.ts';
import type { Reach } from './receivers.ts';
import {
  delayAfter,
  longestDelay,
  stateAfter,
  send,
  type DeliveryState,
  type Job,
  type Result,
} from './sending.ts';
import { newId, type Row, type Store } from './store.ts';
import type { Subscriptions, Webhook } from './subscriptions.ts';

export interface OutboxOptions {
  /** Base URL for links in events and letters. */
  url: () => string;
  reach: () => Reach;
  /** Multiplies every delay. Tests use a small factor. */
  factor?: number;
}

/** The service's envelope. */
interface Envelope {
  event_id: string;
  type: string;
  created_at: string;
  data: { object: { application_id: string } };
}
interface StoredEvent {
  envelope: Envelope;
  /** The IDs of its deliveries. */
  deliveries: string[];
}
/** One attempt of a delivery. */
interface Attempt {
  at: string;
  /** The status of the answer, or the reason for a missing one. */
  answer: string;
  /** The headers that were sent. */
  sent: Record<string, string>;
  /** The start of the answer. */
  reply?: string;
}
/** One event on its way to one address. */
export interface Delivery {
  id: string;
  event_id: string;
  webhook_id: string;
  application_id: string;
  type: string;
  /** The time of the event. */
  created_at: string;
  state: DeliveryState;
  /** The number of attempts since it was last sent anew. */
  attempts: number;
  /** Time of the next attempt, milliseconds since 1970. */
  next_at: number;
  made: Attempt[];
}

/** Node's timers take no more than 24 days. */
const longestSleep = 24 * 3600_000;

/** The outbox of a store. */
export class Outbox {
  /** The current faults of delivery. */
  disturbance: Disturbance = {};
  private readonly events;
  private readonly deliveries;
  private readonly factor: number;
  private isRunning = false;
  /** The receivers that are served now. */
  private readonly served = new Set<string>();
  /** By receiver: the timer of its next attempt. */
  private readonly timers = new Map<string, NodeJS.Timeout>();
  /** The last turn of the event loop that somebody waits for. */
  private lastTurn: Promise<unknown> = Promise.resolve();
  /** Ends attempts when the sandbox stops. */
  private readonly stopping = new AbortController();

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly subscriptions: Subscriptions,
    private readonly options: OutboxOptions,
  ) {
    this.factor = options.factor ?? 1;
    setMaxListeners(0, this.stopping.signal);
    this.events = store.collection<StoredEvent>('events', ({ envelope }) => ({
      ref: envelope.data.object.application_id,
    }));
    this.deliveries = store.collection<Delivery>('deliveries', (delivery) => ({
      ref: delivery.webhook_id,
      list: delivery.state,
      at: delivery.next_at,
    }));
  }

  portalUrl(token: string): string {
    return `${this.options.url()}/portals/${token}`;
  }

  /** Stores an event with a delivery to each receiver, which may occur twice. @returns its ID. */
  private addTo(receivers: Webhook[], type: string, object: { application_id: string }): string {
    const created_at = this.clock.iso();
    const event_id = newId('evt');
    const { application_id } = object;
    const made = receivers.map(({ id: webhook_id }): Delivery => ({
      id: newId('del'),
      event_id,
      webhook_id,
      application_id,
      type,
      created_at,
      state: 'pending',
      attempts: 0,
      next_at: this.clock.now(),
      made: [],
    }));
    this.store.atomic(() => {
      const envelope = { event_id, type, created_at, data: { object } };
      this.events.put(event_id, { envelope, deliveries: made.map(({ id }) => id) });
      for (const delivery of made) this.deliveries.put(delivery.id, delivery);
    });
    for (const { id } of receivers) void this.serve(id);
    return event_id;
  }

  private receiversOf(type: string): Webhook[] {
    return this.subscriptions.all().filter(({ events }) => events.includes(type));
  }

  /** Stores an event about a case, with a delivery per subscriber. @returns its ID. */
  add(type: string, object: { application_id: string }): string {
    const { copies = 1 } = this.disturbance;
    const receivers = this.receiversOf(type);
    return this.addTo(Array(copies).fill(receivers).flat() as Webhook[], type, object);
  }

  /** True if a subscription wants these events. */
  isWanted(type: string): boolean {
    return this.receiversOf(type).length > 0;
  }

  /** Changes the deliveries of a receiver that are in one of these states. @returns their number. */
  private change(
    webhook_id: string,
    states: DeliveryState[],
    changed: (delivery: Delivery) => Partial<Delivery>,
  ): number {
    return this.store.atomic(() => {
      const meant = states.flatMap((list) => this.deliveries.list({ ref: webhook_id, list }));
      for (const one of meant) this.deliveries.put(one.id, { ...one, ...changed(one) });
      return meant.length;
    });
  }

  /** Removes a subscription and drops its pending deliveries. @throws Problem 404. */
  unsubscribe(webhook_id: string): void {
    this.store.atomic(() => {
      this.subscriptions.remove(webhook_id);
      this.change(webhook_id, ['pending'], () => ({ state: 'dropped' }));
    });
  }

  /** Due now, as if it had not been tried. */
  private anew() {
    return { state: 'pending' as const, attempts: 0, next_at: this.clock.now() };
  }

  /** Repeats all failed deliveries of a subscription. @returns their number. */
  recover(webhook_id: string): number {
    const { id } = this.subscriptions.find(webhook_id);
    const count = this.change(id, ['failed', 'pending'], () => this.anew());
    void this.serve(id);
    return count;
  }

  /** Delivers once more, now. @returns the ID of the case. @throws Problem 404. */
  sendAgain(id: string): string {
    const found = existing(this.deliveries.get(id), 'There is no such delivery.');
    const hook = this.subscriptions.find(found.webhook_id);
    this.deliveries.put(id, { ...found, ...this.anew() });
    void this.serve(hook.id);
    return found.application_id;
  }

  /** Makes due what waits longer than any pause: the clock was set back. */
  followClock(): void {
    const now = this.clock.now();
    const late = now + longestDelay * 1.2;
    this.store.atomic(() => {
      for (const one of this.deliveries.list({ list: 'pending' })) {
        if (one.next_at > late) this.deliveries.put(one.id, { ...one, next_at: now });
      }
    });
    this.look();
  }

  /** Replaces the faults of delivery. */
  disturb(next: Disturbance): void {
    this.disturbance = structuredClone(next);
  }

  /** All deliveries with their numbers, or the newest of them. */
  rows(newest?: number): Row<Delivery>[] {
    return this.deliveries.rows(newest ? { newest: true, limit: newest } : {});
  }

  /** A delivery with the address of its subscription, which may no longer exist. */
  private addressed = (delivery: Delivery) => ({
    ...delivery,
    url: this.subscriptions.read(delivery.webhook_id)?.url,
  });

  /** The newest deliveries, by the time of their event, each with its last answer. */
  latest(limit: number) {
    return this.rows(limit)
      .map(({ value }) => ({ ...this.addressed(value), answer: value.made.at(-1)?.answer }))
      .sort((a, b) => b.created_at.localeCompare(a.created_at));
  }

  /** All events, the oldest first. */
  envelopes(): Envelope[] {
    return this.events.list().map(({ envelope }) => envelope);
  }

  /** The events about a case, each with its deliveries, the oldest first. */
  eventsOf(application_id: string) {
    return this.events.list({ ref: application_id }).map(({ envelope, deliveries }) => ({
      ...envelope,
      deliveries: deliveries.flatMap((id) => this.deliveries.get(id) ?? []).map(this.addressed),
    }));
  }

  /** The number of waiting deliveries. */
  waiting(): number {
    return this.deliveries.count({ list: 'pending' });
  }

  /** Begins to deliver. The clock may have been set back while the sandbox was off. */
  start(): void {
    this.isRunning = true;
    this.followClock();
  }

  /** Starts no more attempts. The next start repeats the unfinished ones. */
  stop(): void {
    this.isRunning = false;
    this.stopping.abort();
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  /** Serves each receiver: the time has moved. */
  look(): void {
    for (const { id } of this.subscriptions.all()) void this.serve(id);
  }

  /**
   * Works on the database in a turn of the event loop of its own: after the current transaction, and
   * with requests in between, however many receivers there are. After a failure, such as a full
   * disk, tries again. @returns undefined once the sandbox stops.
   */
  private async inTurn<T>(work: () => T): Promise<T | undefined> {
    while (this.isRunning) {
      this.lastTurn = this.lastTurn.then(() => nextTurn());
      await this.lastTurn;
      if (!this.isRunning) break;
      try {
        return work();
      } catch (error) {
        console.error(`Deliveries: ${(error as Error).message}`);
        await wait(1000 * this.factor, undefined, { ref: false });
      }
    }
    return undefined;
  }

  /** Makes the attempts at a receiver that are due, one at a time. */
  private async serve(id: string): Promise<void> {
    if (this.served.has(id)) return;
    this.served.add(id);
    const nextOne = () => this.inTurn(() => this.next(id));
    for (let next = await nextOne(); next; next = await nextOne()) {
      const { delivery, job } = next;
      const result = await send(job);
      await this.inTurn(() => this.settle(delivery, result));
    }
  }

  /** The attempt that has been due for longest. Without one, the receiver is served again later. */
  private next(id: string) {
    const hook = this.subscriptions.read(id);
    const pending = { ref: id, list: 'pending', byPlace: true };
    const now = this.clock.now();
    const first = hook && this.deliveries.first(pending);
    if (first && first.next_at <= now) {
      const isDue = ({ next_at }: Delivery) => next_at <= now;
      const newest = () => this.deliveries.list(pending).findLast(isDue)!;
      const delivery = this.disturbance.reorder ? newest() : first;
      return { delivery, job: this.jobOf(delivery, hook) };
    }
    this.served.delete(id);
    clearTimeout(this.timers.get(id));
    if (first) {
      const sleep = Math.min(first.next_at - now, longestSleep);
      this.timers.set(id, setTimeout(() => void this.serve(id), sleep).unref());
    }
    return undefined;
  }

  private jobOf(due: Delivery, hook: Webhook): Job {
    return {
      url: hook.url,
      reach: this.options.reach(),
      event_id: due.event_id,
      body: JSON.stringify(this.events.get(due.event_id)!.envelope),
      secret: hook.secret,
      headers: hook.headers,
      signal: this.stopping.signal,
      fault: faultOf(this.disturbance, due),
    };
  }

  private settle(due: Delivery, { status, retryAfter, failure, reply, sent }: Result): void {
    const stored = this.deliveries.get(due.id);
    // A reset has removed it.
    if (!stored) return;
    const attempts = stored.attempts + 1;
    const hook = this.subscriptions.read(due.webhook_id);
    const next = stateAfter(attempts, status);
    const state = hook || next === 'delivered' ? next : 'dropped';
    const pause = delayAfter(attempts, retryAfter) * this.factor;
    const at = this.clock.whenDue(due.next_at);
    const attempt: Attempt = {
      at: new Date(at).toISOString(),
      answer: failure ?? String(status),
      sent,
      reply,
    };
    this.store.atomic(() => {
      this.deliveries.put(due.id, {
        ...stored,
        state,
        attempts,
        next_at: Math.round(at + pause),
        made: [...stored.made, attempt],
      });
      if (hook && state === 'dropped') this.unsubscribe(hook.id);
      else if (hook) this.subscriptions.noteOutcome(hook, state === 'delivered');
    });
  }
}
