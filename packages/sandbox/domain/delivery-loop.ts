/**
 * The delivery loop. It visits the receivers with due deliveries in turn and starts their attempts,
 * at most `most` at once. All lasting state is in the database.
 */
import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';

import type { Clock } from './clock.ts';
import * as rows from './delivery-store.ts';
import type { Due } from './delivery-store.ts';
import { eventNames } from './event-names.ts';
import { oneOf, strict } from './problem.ts';
import { delayAfter, stateAfter } from './retries.ts';
import { send, type Job, type Result, type SendFault } from './sending.ts';
import type { Store } from './store.ts';
import type { Subscriptions, WebhookRow } from './subscriptions.ts';

/** Simultaneous attempts. More would delay the API's requests. */
const most = 10;
/** `long`: milliseconds after which an unanswered attempt no longer counts. Tests change it. */
export const delays = { long: 250 };
/** Simultaneous attempts to one receiver. */
const perReceiver = 4;

/** Faults of deliveries, which replace earlier ones. An empty object ends them. */
export const Disturbance = strict({
  /** Copies of each event. */
  copies: z.optional(z.int().check(z.gte(1), z.lte(10))),
  /** Sends newer events first. */
  reorder: z.optional(z.boolean()),
  faults: z.optional(
    z.array(
      strict({
        /** Without it and `webhook_id`, the fault affects all deliveries. */
        event: z.optional(oneOf(eventNames)),
        webhook_id: z.optional(z.string()),
        /** Number of deliveries to affect. Without it, all until the fault is removed. */
        times: z.optional(z.int().check(z.gte(1))),
        delay: z.optional(z.int().check(z.gte(0), z.lte(60_000))),
        status: z.optional(z.int().check(z.gte(200), z.lte(599))),
        kind: z.optional(z.enum(['hang-up', 'garbled', 'down'])),
        /** The fault spares attempts that are due after this time (ISO 8601 in UTC). */
        until: z.optional(z.iso.datetime('must be a moment such as 2026-11-22T10:00:00Z')),
      }),
    ),
  ),
});
export type Disturbance = z.infer<typeof Disturbance>;

export interface DeliveryOptions {
  /** Base URL of the sandbox. Its control pages receive no event. */
  address: () => string;
  /** Multiplies every delay. Tests use a small factor. */
  factor?: number;
  /** Milliseconds to wait for a receiver. */
  timeout?: number;
  /** Receivers may be in the machine's own network, too. */
  allowPrivate?: boolean;
}

/** The fault of a delivery. Removes a fault after its last use. */
function takeFault({ faults = [] }: Disturbance, due: Due): SendFault | undefined {
  const { type, webhook_id, next_at } = due;
  const fault = faults.find(
    (candidate) =>
      (!candidate.event || candidate.event === type) &&
      (!candidate.webhook_id || candidate.webhook_id === webhook_id) &&
      (!candidate.until || next_at <= Date.parse(candidate.until)),
  );
  if (fault?.times !== undefined && --fault.times === 0) faults.splice(faults.indexOf(fault), 1);
  return fault;
}

export class DeliveryLoop {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #subscriptions: Subscriptions;
  readonly #options: Required<DeliveryOptions>;
  #disturbance: Disturbance = {};
  #revision = 0;
  #isRunning = false;
  /** Attempts that count towards `most`. */
  #open = 0;
  /** Deliveries in progress: none starts twice, and each case stays in order. */
  readonly #underWay = new Map<number, Due>();
  /** Receivers to visit, in order of waiting. */
  readonly #ready = new Set<string>();
  /** Ends the wait of the loop. */
  #goOn = () => {};
  #timer: NodeJS.Timeout | undefined;
  /** Ends attempts when the sandbox stops. */
  readonly #stopping = new AbortController();

  constructor(
    store: Store,
    clock: Clock,
    subscriptions: Subscriptions,
    { address, factor = 1, timeout = 10_000, allowPrivate = false }: DeliveryOptions,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#subscriptions = subscriptions;
    this.#options = { address, factor, timeout, allowPrivate };
    setMaxListeners(0, this.#stopping.signal);
  }

  /** Begins to deliver. */
  start(): void {
    this.#isRunning = true;
    rows.capWaits(this.#store, this.#clock.now());
    this.look();
    void this.#run();
  }

  /** Starts no more attempts. The next start repeats the unfinished ones. */
  stop(): void {
    this.#isRunning = false;
    this.#stopping.abort();
    clearTimeout(this.#timer);
    this.#goOn();
  }

  /** Announces due deliveries of these receivers. */
  wake(receivers: string[]): void {
    for (const id of receivers) this.#ready.add(id);
    this.#goOn();
  }

  /** Finds receivers with due deliveries, and schedules the next look. */
  look(): void {
    if (!this.#isRunning) return;
    const now = this.#clock.now();
    const delay = rows.nextDue(this.#store, now) - now;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.look(), Math.min(Math.max(delay, 5), 60_000)).unref();
    this.wake(rows.receiversWithDue(this.#store, now));
  }

  /** Replaces the faults of deliveries. */
  disturb(next: Disturbance): void {
    this.#disturbance = { ...next, faults: next.faults?.map((fault) => ({ ...fault })) };
  }

  /** The current faults of deliveries. */
  get disturbance(): Disturbance {
    return this.#disturbance;
  }

  /** Changes with each activity, for pages that follow it. */
  get revision(): number {
    return this.#revision;
  }

  async #run(): Promise<void> {
    while (this.#isRunning) {
      const [id] = this.#ready;
      if (id === undefined || this.#open >= most) {
        await new Promise<void>((resolve) => (this.#goOn = resolve));
        continue;
      }
      this.#ready.delete(id);
      await this.#untilStored(() => this.#serve(id));
      // Lets requests run in between.
      await nextTurn();
    }
  }

  /** Writes to the database. After a failure, such as a full disk, tries again. */
  async #untilStored(work: () => void): Promise<void> {
    while (this.#isRunning) {
      try {
        return work();
      } catch (error) {
        console.error(`Deliveries: ${(error as Error).message}`);
        await wait(1000 * this.#options.factor, undefined, { ref: false });
      }
    }
  }

  /** Starts the attempts that a receiver may get now. */
  #serve(id: string): void {
    const hook = this.#subscriptions.find(id);
    if (!hook) return;
    const mine = [...this.#underWay.values()].filter(({ webhook_id }) => webhook_id === id);
    const cases = new Set(mine.map(({ application_id }) => application_id));
    // The list includes deliveries in progress.
    const due = rows.dueFor(this.#store, this.#clock.now(), id, perReceiver * 2);
    for (const delivery of this.#disturbance.reorder ? due.reverse() : due) {
      if (cases.size >= perReceiver || cases.has(delivery.application_id)) continue;
      // The rest waits until the others had their turn.
      if (this.#open >= most) return void this.#ready.add(id);
      cases.add(delivery.application_id);
      this.#underWay.set(delivery.seq, delivery);
      void this.#deliver(delivery, hook);
    }
  }

  /** Makes an attempt and stores its result. */
  async #deliver(due: Due, hook: WebhookRow): Promise<void> {
    const free = this.#takePlace();
    const result = await send(this.#jobOf(due, hook));
    await this.#untilStored(() => this.#settle(due, result));
    this.#underWay.delete(due.seq);
    this.#ready.add(due.webhook_id);
    this.#revision++;
    free();
  }

  /** Counts an attempt until it ends or takes long. @returns a function that ends the count. */
  #takePlace(): () => void {
    let isTaken = true;
    this.#open++;
    const free = () => {
      clearTimeout(timer);
      if (isTaken) this.#open--;
      isTaken = false;
      this.#goOn();
    };
    const timer = setTimeout(free, delays.long).unref();
    return free;
  }

  #jobOf(due: Due, hook: WebhookRow): Job {
    const { address, timeout, allowPrivate } = this.#options;
    return {
      url: hook.url,
      ownPort: new URL(address()).port,
      event_id: due.event_id,
      body: due.payload,
      secret: hook.secret,
      headers: JSON.parse(hook.headers) as Record<string, string>,
      timeout,
      allowPrivate,
      signal: this.#stopping.signal,
      fault: takeFault(this.#disturbance, due),
    };
  }

  #settle({ seq, webhook_id, next_at: dueAt, attempts: before }: Due, result: Result): void {
    const { status, retryAfter, failure, reply, sent } = result;
    const attempts = before + 1;
    const hook = this.#subscriptions.find(webhook_id);
    const next = stateAfter(attempts, status);
    const state = hook || next === 'delivered' ? next : 'dropped';
    const pause = delayAfter(attempts, retryAfter) * this.#options.factor;
    const next_at = Math.round(this.#clock.whenDue(dueAt) + pause);
    this.#store.atomic(() => {
      this.#store.run`update deliveries set state = ${state}, attempts = ${attempts},
        next_at = ${next_at} where seq = ${seq}`;
      rows.addAttempt(this.#store, {
        delivery: seq,
        at: new Date(this.#clock.whenDue(dueAt)).toISOString(),
        answer: failure ?? String(status),
        sent: JSON.stringify(sent),
        reply: reply ?? null,
      });
      if (hook && state === 'dropped') this.#subscriptions.drop(webhook_id);
      else if (hook) this.#subscriptions.noteOutcome(hook, state === 'delivered');
    });
    if (state === 'pending') this.look();
  }
}
