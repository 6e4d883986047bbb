/**
 * Events and their deliveries: an event is stored with the change that caused it, and from there
 * delivered at least once, signed, in order per case and receiver, retried with growing delay,
 * resumed after a crash.
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
  /** Faults of delivery, instead of those before. */
  disturb: (next: Disturbance) => loop.disturb(next),
  /** The faults of delivery now. */
  disturbance: () => loop.disturbance,
  /** Changes with what happens, for pages that follow it. */
  revision: () => loop.revision,
});

const laterOf = (store: Store, clock: Clock, loop: DeliveryLoop) => ({
  /** Delivers once more, now. @returns the case that it is about. @throws Problem 404. */
  sendAgain(seq: number): string {
    const revived = rows.revive(store, clock.now(), seq);
    loop.look();
    return existing(revived, 'There is no such delivery.').application_id;
  },
  /** Follows a clock that was set back by so many milliseconds. */
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

    /** Stores an event about a case, with a delivery to each who asks for it. @returns its id. */
    add(account: string, type: string, object: { application_id: string }): string {
      const event_id = rows.addEvent(store, clock, account, type, object);
      const copies = loop.disturbance.copies ?? 1;
      for (let copy = 0; copy < copies; copy++) {
        loop.wake(rows.addDeliveries(store, clock, event_id));
      }
      return event_id;
    },

    /** Whether any subscription of the account asks for these events. */
    isWanted: (account: string, type: string): boolean =>
      store.get`select 1 from webhooks where account = ${account}
        and instr(events, ${JSON.stringify(type)}) > 0 limit 1` !== undefined,

    /** Sends an event to one subscription, whatever events it asked for. @returns its id. */
    sendTo(account: string, webhook_id: string, type: string, object: { application_id: string }) {
      const event_id = store.atomic(() => {
        const id = rows.addEvent(store, clock, account, type, object);
        rows.addDelivery(store, clock, id, webhook_id);
        return id;
      });
      loop.wake([webhook_id]);
      return event_id;
    },

    /** Delivers again all that a subscription has not taken. @returns how many deliveries. */
    recover(account: string, webhook_id: string): number {
      subscriptions.get(account, webhook_id);
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
