/**
 * The work of the outbox: results are written down, events become deliveries, deliveries start.
 * It goes on in slices between the requests of the API. What is not written down here, a crash may
 * lose; all else is found again in the database.
 */
import * as z from 'zod/mini';

import type { Clock } from './clock.ts';
import * as kept from './delivery-store.ts';
import type { Due } from './delivery-store.ts';
import { delayAfter, pauseAfter, stateAfter } from './retries.ts';
import type { Job, Result, Sender, SendFault } from './sender.ts';
import type { Store } from './store.ts';
import type { Subscriptions, WebhookRow } from './subscriptions.ts';

/** Deliveries at once to a receiver; to one that does not answer one at a time. */
const perReceiver = 4;
/** Subscriptions that get an event in one step. */
const perStep = 5;
/** Milliseconds of work, then milliseconds for requests. */
const slice = 0.3;
const pause = 3;

/** Faults of deliveries, instead of those before; an empty object ends them. */
export const Disturbance = z.strictObject({
  /** How often each event is sent. */
  copies: z.optional(z.int().check(z.gte(1), z.lte(10))),
  /** Newer events go first. */
  reorder: z.optional(z.boolean()),
  faults: z.optional(
    z.array(
      z.strictObject({
        /** Without it and `webhook_id` it is a fault of all. */
        event: z.optional(z.string()),
        webhook_id: z.optional(z.string()),
        /** Deliveries it applies to; all until it is removed when left out. */
        times: z.optional(z.int().check(z.gte(1))),
        delay: z.optional(z.int().check(z.gte(0), z.lte(60_000))),
        status: z.optional(z.int().check(z.gte(200), z.lte(599))),
        kind: z.optional(z.enum(['hang-up', 'garbled'])),
      }),
    ),
  ),
});
export type Disturbance = z.infer<typeof Disturbance>;

/** Where the loop stands; it begins again from the database. */
export const newState = () => ({
  disturbance: {} as Disturbance,
  isRunning: false,
  /** A slice is about to begin. */
  isScheduled: false,
  /** Something failed, such as a full disk; it is tried again a little later. */
  isResting: false,
  /** When the next slice may begin, as performance.now() counts. */
  pausedUntil: 0,
  /** When to look for what has become due, as the sandbox's clock counts. */
  nextLook: Infinity,
  timer: undefined as NodeJS.Timeout | undefined,
  /** Cases under way per receiver: in order per case. */
  busy: new Map<string, Set<string>>(),
  underWay: new Map<number, Due>(),
  results: [] as Result[],
  /** Receivers to be looked at. Each has its own queue, so that a dead one holds up no other. */
  ready: new Set<string>(),
  /** Grows with what happens. */
  revision: 0,
});

export interface Loop extends ReturnType<typeof newState> {
  store: Store;
  clock: Clock;
  subscriptions: Subscriptions;
  sender: Sender;
  /** Base URL of the sandbox. */
  url: () => string;
  /** Multiplies every delay. */
  factor: number;
  /** Milliseconds after which a receiver counts as dead. */
  timeout: number;
}

/** Goes on, but not sooner than the pause after the last slice ends. */
export function wake(loop: Loop): void {
  if (loop.isScheduled || !loop.isRunning || loop.isResting) return;
  loop.isScheduled = true;
  const wait = loop.pausedUntil - performance.now();
  if (wait > 0) setTimeout(turn, wait, loop);
  else setImmediate(turn, loop);
}

/** Looks again when the clock says so, or earlier. */
function lookAt(loop: Loop, at: number): void {
  if (at >= loop.nextLook) return;
  loop.nextLook = at;
  clearTimeout(loop.timer);
  const wait = Math.min(Math.max(at - loop.clock.now(), 5), 60_000);
  loop.timer = setTimeout(look, wait, loop).unref();
}

/** Looks for receivers with something due, and for what becomes due next. */
export function look(loop: Loop): void {
  if (!loop.isRunning) return;
  const now = loop.clock.now();
  for (const id of kept.receiversWithDue(loop, now)) loop.ready.add(id);
  loop.nextLook = Infinity;
  lookAt(loop, kept.nextDue(loop, now) ?? Infinity);
  wake(loop);
}

function rest(loop: Loop): void {
  loop.isResting = true;
  const goOn = () => {
    loop.isResting = false;
    look(loop);
  };
  setTimeout(goOn, 1000 * loop.factor).unref();
}

function release(loop: Loop, { seq, webhook_id, application_id }: Due): void {
  loop.underWay.delete(seq);
  loop.busy.get(webhook_id)?.delete(application_id);
  loop.ready.add(webhook_id);
}

/** The sender broke down: what it had is sent again, by the next one. */
export function startAgain(loop: Loop, error: Error): void {
  console.error(`Deliveries: ${error.message}`);
  for (const due of loop.underWay.values()) release(loop, due);
  rest(loop);
}

function takeFault({ disturbance }: Loop, { type, webhook_id }: Due): SendFault | undefined {
  const { faults = [] } = disturbance;
  const fault = faults.find(
    (candidate) =>
      (!candidate.event || candidate.event === type) &&
      (!candidate.webhook_id || candidate.webhook_id === webhook_id),
  );
  if (fault?.times !== undefined && --fault.times === 0) faults.splice(faults.indexOf(fault), 1);
  return fault;
}

function jobOf(loop: Loop, due: Due, hook: WebhookRow): Job {
  const hasOld = hook.old_secret !== null && Number(hook.old_until) > loop.clock.now();
  return {
    seq: due.seq,
    url: hook.url,
    own: new URL(loop.url()).port,
    event_id: due.event_id,
    body: due.payload,
    secrets: hasOld ? [hook.secret, hook.old_secret!] : [hook.secret],
    headers: JSON.parse(hook.headers) as Record<string, string>,
    timeout: loop.timeout,
    fault: takeFault(loop, due),
  };
}

/** What is due for a receiver and can start; in order per case. */
function serve(loop: Loop, id: string): Job[] {
  const hook = kept.webhookOf(loop, id);
  if (!hook || hook.paused_at) return [];
  const cases = loop.busy.get(id) ?? new Set<string>();
  loop.busy.set(id, cases);
  const most = hook.failing_since ? 1 : perReceiver;
  if (cases.size >= most) return [];
  // Those under way are among them.
  const due = kept.dueFor(loop, id, perReceiver * 2);
  const jobs: Job[] = [];
  for (const delivery of loop.disturbance.reorder ? due.reverse() : due) {
    if (cases.size >= most || cases.has(delivery.application_id)) continue;
    cases.add(delivery.application_id);
    loop.underWay.set(delivery.seq, delivery);
    jobs.push(jobOf(loop, delivery, hook));
  }
  return jobs;
}

/** A receiver that takes nothing is noted, and paused after a day of it. */
function noteFailure(loop: Loop, hook: WebhookRow, now: number): void {
  const since = hook.failing_since ?? now;
  const isOver = now - since >= pauseAfter * loop.factor;
  kept.markFailing(loop, hook.id, since, isOver ? now : null);
}

/** Writes down what came of a delivery. */
function settle(loop: Loop, { seq, status, retryAfter, failure, reply, sent }: Result): void {
  const { store, clock, factor } = loop;
  const due = loop.underWay.get(seq);
  if (!due) return;
  const hook = kept.webhookOf(loop, due.webhook_id);
  const attempts = due.attempts + 1;
  const state = stateAfter(attempts, status);
  const at = clock.whenDue(due.next_at);
  const nextAt = Math.round(at + delayAfter(attempts, retryAfter) * factor);
  store.run`update deliveries
    set state = ${hook || state === 'delivered' ? state : 'dropped'}, attempts = ${attempts},
    next_at = ${nextAt}, answer = ${failure ?? String(status)}, sent = ${JSON.stringify(sent)},
    reply = ${reply ?? null} where seq = ${seq}`;
  release(loop, due);
  if (!hook) return;
  if (state === 'pending') lookAt(loop, nextAt);
  if (state === 'dropped') loop.subscriptions.drop(hook.id);
  else if (state !== 'delivered') noteFailure(loop, hook, at);
  else if (hook.failing_since || hook.paused_at) kept.markWell(loop, hook.id);
}

/** The next piece of work. @returns false when there is none now. */
function step(loop: Loop, taken: Result[], jobs: Job[]): boolean {
  const result = loop.results.shift();
  if (result) {
    taken.push(result);
    settle(loop, result);
    return true;
  }
  const [id] = loop.ready;
  if (id !== undefined) {
    loop.ready.delete(id);
    jobs.push(...serve(loop, id));
    return true;
  }
  const receivers = kept.fanOut(loop, perStep, loop.disturbance.copies ?? 1);
  for (const receiver of receivers ?? []) loop.ready.add(receiver);
  return receivers !== undefined;
}

/** Works for a slice of time; what fails, such as a full disk, is tried again after a rest. */
function turn(loop: Loop): void {
  loop.isScheduled = false;
  if (!loop.isRunning || loop.isResting) return;
  const taken: Result[] = [];
  const jobs: Job[] = [];
  let isMore = true;
  try {
    loop.store.atomic(() => {
      const end = performance.now() + slice;
      while (isMore && performance.now() < end) isMore = step(loop, taken, jobs);
    });
  } catch (error) {
    for (const { seq } of jobs) release(loop, loop.underWay.get(seq)!);
    loop.results.unshift(...taken);
    console.error(`Deliveries: ${(error as Error).message}`);
    return rest(loop);
  }
  loop.pausedUntil = performance.now() + pause;
  if (taken.length || jobs.length) loop.revision++;
  if (jobs.length) loop.sender.send(jobs);
  if (isMore) wake(loop);
}
