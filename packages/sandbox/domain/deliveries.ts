/**
 * Events and their deliveries. An event is stored with its change, then delivered at least once:
 * signed, in order per case and receiver, with growing delays between attempts, and also after a
 * crash.
 */
import type { Clock } from './clock.ts';
import { DeliveryLoop, type DeliveryOptions, type Disturbance } from './delivery-loop.ts';
import * as rows from './delivery-store.ts';
import { existing } from './problem.ts';
import type { Store } from './store.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface OutboxOptions extends DeliveryOptions {
  /** Base URL for links in events and letters. */
  url: () => string;
}

const controlsOf = (loop: DeliveryLoop) => ({
  look: () => loop.look(),
  start: () => loop.start(),
  stop: () => loop.stop(),
  /** Replaces the faults of delivery. */
  disturb: (next: Disturbance) => loop.disturb(next),
  /** The current faults of delivery. */
  disturbance: () => loop.disturbance,
  /** Changes with each activity, for pages that follow it. */
  revision: () => loop.revision,
});

const laterOf = (store: Store, clock: Clock, loop: DeliveryLoop) => ({
  /** Delivers once more, now. @returns the ID of the case. @throws Problem 404. */
  sendAgain(seq: number): string {
    const revived = rows.revive(store, clock.now(), seq);
    loop.look();
    return existing(revived, 'There is no such delivery.').application_id;
  },
  /** Adjusts to a clock that was set back. */
  followClock(ms: number): void {
    rows.followClock(store, clock.now(), ms);
    loop.look();
  },
});

const readingOf = (store: Store) => ({
  latest: (limit: number) => rows.latest(store, limit),
  latestOf: (webhook_id: string, limit: number) => rows.latestOf(store, webhook_id, limit),
  eventsOf: (application_id: string) => rows.eventsOf(store, application_id),
  waiting: () => rows.waiting(store),
});

/** The outbox of a store. */
export function openOutbox(
  store: Store,
  clock: Clock,
  subscriptions: Subscriptions,
  { url, ...options }: OutboxOptions,
) {
  const loop = new DeliveryLoop(store, clock, subscriptions, options);
  return {
    portalUrl: (token: string) => `${url()}/portals/${token}`,

    /** Stores an event about a case, with a delivery per subscriber. @returns its ID. */
    add(type: string, object: { application_id: string }): string {
      const event_id = rows.addEvent(store, clock.iso(), { type, object });
      const copies = loop.disturbance.copies ?? 1;
      for (let copy = 0; copy < copies; copy++) {
        loop.wake(rows.addDeliveries(store, clock, event_id));
      }
      return event_id;
    },

    /** True if a subscription wants these events. */
    isWanted: (type: string): boolean =>
      store.get`select 1 from webhooks where instr(events, ${JSON.stringify(type)}) > 0 limit 1` !==
      undefined,

    /** Sends an event to one subscription, even one for other events. @returns its ID. */
    sendTo(webhook_id: string, type: string, object: { application_id: string }) {
      const event_id = store.atomic(() => {
        const id = rows.addEvent(store, clock.iso(), { type, object });
        rows.addDelivery(store, clock, id, webhook_id);
        return id;
      });
      loop.wake([webhook_id]);
      return event_id;
    },

    /** Repeats all failed deliveries of a subscription. @returns their number. */
    recover(webhook_id: string): number {
      subscriptions.get(webhook_id);
      const count = rows.reviveFailed(store, clock.now(), webhook_id);
      loop.look();
      return count;
    },

    ...laterOf(store, clock, loop),
    ...controlsOf(loop),
    ...readingOf(store),
  };
}

export type Outbox = ReturnType<typeof openOutbox>;
