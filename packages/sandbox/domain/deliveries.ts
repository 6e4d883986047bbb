/**
 * Events and their deliveries: an event is stored with the change that caused it, and from there
 * delivered at least once, signed, in order per case and receiver, retried with growing delay,
 * resumed after a crash. The work itself stands in delivery-loop.ts.
 */
import type { Clock } from './clock.ts';
import { look, newState, startAgain, wake, type Disturbance, type Loop } from './delivery-loop.ts';
import * as kept from './delivery-store.ts';
import { given } from './given.ts';
import { openSender } from './sender.ts';
import type { Store } from './store.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface DeliveryOptions {
  /** Base URL of the sandbox, for links in events. */
  url: () => string;
  /** Multiplies every delay; tests use a small one. */
  factor?: number;
  /** Milliseconds after which a receiver counts as dead. */
  timeout?: number;
  /** Whether receivers may be in the machine's own network, besides the machine itself. */
  allowPrivate?: boolean;
}

type At = Loop;
/** What an event tells about. */
interface About {
  application_id: string;
}

const portalUrl = ({ url }: At, token: string) => `${url()}/portals/${token}`;

/** Stores an event about a case; the account's subscriptions of this moment will get it. */
function add(at: At, account: string, type: string, object: About): string {
  const event = kept.newEvent(at, account, type, object);
  kept.keepEvent(at, event, kept.lastSubscription(at));
  wake(at);
  return event.event_id;
}

/** Whether any subscription of the account asks for these events. */
const isWanted = ({ store }: At, account: string, type: string): boolean =>
  store.get`select 1 from webhooks where account = ${account}
    and instr(events, ${JSON.stringify(type)}) > 0 limit 1` !== undefined;

/** Sends an event to one subscription, whatever events it asked for. @returns its id. */
function sendTo(at: At, account: string, webhook_id: string, type: string, object: About): string {
  const event = kept.newEvent(at, account, type, object);
  at.store.atomic(() => {
    kept.keepEvent(at, event, null);
    kept.addDelivery(at, event, kept.webhookOf(at, webhook_id)!);
  });
  at.ready.add(webhook_id);
  wake(at);
  return event.event_id;
}

/**
 * Delivers again all that a subscription missed, while it was paused or after the last attempt,
 * and ends its pause. @returns how many deliveries.
 */
function recover(at: At, account: string, webhook_id: string): number {
  at.subscriptions.get(account, webhook_id);
  const count = kept.reviveMissed(at, webhook_id);
  look(at);
  return count;
}

/** Delivers once more, now. */
function sendAgain(at: At, seq: number): void {
  kept.revive(at, seq);
  look(at);
}

/** Faults of delivery, instead of those before. */
function disturb(at: At, next: Disturbance): void {
  at.disturbance = { ...next, faults: next.faults?.map((fault) => ({ ...fault })) };
}

/** Follows a clock that was set back by so many milliseconds. */
function followClock(at: At, ms: number): void {
  kept.followClock(at, ms);
  look(at);
}

/** Begins to deliver. */
function start(at: At): void {
  at.isRunning = true;
  kept.capWaits(at);
  look(at);
}

/** Ends what is under way. */
async function stop(at: At): Promise<void> {
  at.isRunning = false;
  clearTimeout(at.timer);
  await at.sender.stop();
}

/** The outbox of a store. */
export function openOutbox(
  store: Store,
  clock: Clock,
  subscriptions: Subscriptions,
  { url, factor = 1, timeout = 10_000, allowPrivate = false }: DeliveryOptions,
) {
  const sender = openSender(
    (results) => {
      at.results.push(...results);
      wake(at);
    },
    (error) => startAgain(at, error),
    allowPrivate,
  );
  const around = { store, clock, subscriptions, sender, url, factor, timeout };
  const at: At = { ...around, ...newState() };
  return given(at, {
    portalUrl,
    add,
    isWanted,
    sendTo,
    recover,
    sendAgain,
    disturb,
    /** The faults of delivery now. */
    disturbance: ({ disturbance }: At) => disturbance,
    look,
    followClock,
    start,
    stop,
    latest: kept.latest,
    latestOf: kept.latestOf,
    detail: kept.detail,
    waiting: kept.waiting,
    /** Changes with what happens, for pages that follow it. */
    revision: () => at.revision,
  });
}

export type Outbox = ReturnType<typeof openOutbox>;
