/**
 * Events and their deliveries. An event is stored with its change, then delivered at least once:
 * signed, in order per case and receiver, with growing delays between attempts, and also after a
 * crash. All lasting state is in the database.
 */
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import type { Clock } from './clock.ts';
import { takeFault, type Disturbance } from './delivery-faults.ts';
import * as rows from './delivery-store.ts';
import type { Due } from './delivery-store.ts';
import { existing } from './problem.ts';
import { delayAfter, stateAfter } from './retries.ts';
import { send, type Job, type Result } from './sending.ts';
import type { Store } from './store.ts';
import type { Subscriptions, WebhookRow } from './subscriptions.ts';

/** Simultaneous attempts to one receiver. */
const perReceiver = 4;

export interface OutboxOptions {
  /** Base URL for links in events and letters. */
  url: () => string;
  /** Base URL of the sandbox. Its control pages receive no event. */
  address: () => string;
  /** Multiplies every delay. Tests use a small factor. */
  factor?: number;
  /** Receivers may be in the machine's own network, too. */
  allowPrivate?: boolean;
}

/** The outbox of a store. */
export class Outbox {
  /** The current faults of delivery. */
  disturbance: Disturbance = {};
  /** Changes with each activity, for pages that follow it. */
  revision = 0;
  private readonly factor: number;
  private isRunning = false;
  /** Deliveries in progress: none starts twice, and each case stays in order. */
  private readonly underWay = new Map<number, Due>();
  private timer: NodeJS.Timeout | undefined;
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
  }

  portalUrl(token: string): string {
    return `${this.options.url()}/portals/${token}`;
  }

  /** Stores an event about a case, with a delivery per subscriber. @returns its ID. */
  add(type: string, object: { application_id: string }): string {
    const event_id = rows.addEvent(this.store, this.clock.iso(), { type, object });
    const { copies = 1 } = this.disturbance;
    for (let copy = 0; copy < copies; copy++) {
      this.wake(rows.addDeliveries(this.store, this.clock, event_id));
    }
    return event_id;
  }

  /** True if a subscription wants these events. */
  isWanted(type: string): boolean {
    const wanted = this.store
      .get`select 1 from webhooks where instr(events, ${JSON.stringify(type)}) > 0 limit 1`;
    return wanted !== undefined;
  }

  /** Sends an event to one subscription, even one for other events. @returns its ID. */
  sendTo(webhook_id: string, type: string, object: { application_id: string }): string {
    const event_id = this.store.atomic(() => {
      const id = rows.addEvent(this.store, this.clock.iso(), { type, object });
      rows.addDelivery(this.store, this.clock, id, webhook_id);
      return id;
    });
    this.wake([webhook_id]);
    return event_id;
  }

  /** Repeats all failed deliveries of a subscription. @returns their number. */
  recover(webhook_id: string): number {
    this.subscriptions.get(webhook_id);
    const count = rows.reviveFailed(this.store, this.clock.now(), webhook_id);
    this.look();
    return count;
  }

  /** Delivers once more, now. @returns the ID of the case. @throws Problem 404. */
  sendAgain(seq: number): string {
    const revived = rows.revive(this.store, this.clock.now(), seq);
    this.look();
    return existing(revived, 'There is no such delivery.').application_id;
  }

  /** Adjusts to a clock that was set back. */
  followClock(ms: number): void {
    rows.followClock(this.store, this.clock.now(), ms);
    this.look();
  }

  /** Replaces the faults of delivery. */
  disturb(next: Disturbance): void {
    this.disturbance = { ...next, faults: next.faults?.map((fault) => ({ ...fault })) };
  }

  latest(limit: number, webhook_id?: string) {
    return rows.latest(this.store, limit, webhook_id);
  }

  eventsOf(application_id: string) {
    return rows.eventsOf(this.store, application_id);
  }

  waiting(): number {
    return rows.waiting(this.store);
  }

  /** Begins to deliver. */
  start(): void {
    this.isRunning = true;
    rows.capWaits(this.store, this.clock.now());
    this.look();
  }

  /** Starts no more attempts. The next start repeats the unfinished ones. */
  stop(): void {
    this.isRunning = false;
    this.stopping.abort();
    clearTimeout(this.timer);
  }

  /** Finds receivers with due deliveries, and schedules the next look. */
  look(): void {
    if (!this.isRunning) return;
    const now = this.clock.now();
    const delay = rows.nextDue(this.store, now) - now;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), Math.min(Math.max(delay, 5), 60_000)).unref();
    this.wake(rows.receiversWithDue(this.store, now));
  }

  /** Serves these receivers after the current transaction, and lets requests run in between. */
  private wake(receivers: string[]): void {
    for (const id of receivers) setImmediate(() => void this.untilStored(() => this.serve(id)));
  }

  /** Writes to the database. After a failure, such as a full disk, tries again. */
  private async untilStored(work: () => void): Promise<void> {
    while (this.isRunning) {
      try {
        return work();
      } catch (error) {
        console.error(`Deliveries: ${(error as Error).message}`);
        await wait(1000 * this.factor, undefined, { ref: false });
      }
    }
  }

  /** Starts the attempts that a receiver may get now. */
  private serve(id: string): void {
    const mine = [...this.underWay.values()].filter(({ webhook_id }) => webhook_id === id);
    if (mine.length >= perReceiver) return;
    const hook = this.subscriptions.find(id);
    if (!hook) return;
    const cases = new Set(mine.map(({ application_id }) => application_id));
    // The list includes deliveries in progress.
    const due = rows.dueFor(this.store, this.clock.now(), id, perReceiver * 2);
    for (const delivery of this.disturbance.reorder ? due.reverse() : due) {
      if (cases.size >= perReceiver || cases.has(delivery.application_id)) continue;
      cases.add(delivery.application_id);
      this.underWay.set(delivery.seq, delivery);
      void this.deliver(delivery, hook);
    }
  }

  /** Makes an attempt and stores its result. */
  private async deliver(due: Due, hook: WebhookRow): Promise<void> {
    const result = await send(this.jobOf(due, hook));
    await this.untilStored(() => this.settle(due, result));
    this.underWay.delete(due.seq);
    this.revision++;
    this.wake([due.webhook_id]);
  }

  private jobOf(due: Due, hook: WebhookRow): Job {
    const { address, allowPrivate = false } = this.options;
    return {
      url: hook.url,
      ownPort: new URL(address()).port,
      event_id: due.event_id,
      body: due.payload,
      secret: hook.secret,
      headers: JSON.parse(hook.headers) as Record<string, string>,
      allowPrivate,
      signal: this.stopping.signal,
      fault: takeFault(this.disturbance, due),
    };
  }

  private settle({ seq, webhook_id, next_at: dueAt, attempts: before }: Due, result: Result): void {
    const { status, retryAfter, failure, reply, sent } = result;
    const attempts = before + 1;
    const hook = this.subscriptions.find(webhook_id);
    const next = stateAfter(attempts, status);
    const state = hook || next === 'delivered' ? next : 'dropped';
    const pause = delayAfter(attempts, retryAfter) * this.factor;
    const next_at = Math.round(this.clock.whenDue(dueAt) + pause);
    this.store.atomic(() => {
      this.store.run`update deliveries set state = ${state}, attempts = ${attempts},
        next_at = ${next_at} where seq = ${seq}`;
      rows.addAttempt(this.store, {
        delivery: seq,
        at: new Date(this.clock.whenDue(dueAt)).toISOString(),
        answer: failure ?? String(status),
        sent: JSON.stringify(sent),
        reply: reply ?? null,
      });
      if (hook && state === 'dropped') this.subscriptions.drop(webhook_id);
      else if (hook) this.subscriptions.noteOutcome(hook, state === 'delivered');
    });
    if (state === 'pending') this.look();
  }
}
