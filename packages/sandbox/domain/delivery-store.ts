/** Stores events and their deliveries. */
import type { Clock } from './clock.ts';
import { longestDelay, type DeliveryState } from './retries.ts';
import { newId, type Store } from './store.ts';

/** A delivery with its event. */
export interface DeliveryRow {
  seq: number;
  event_id: string;
  webhook_id: string;
  application_id: string;
  /** The name of the case's client; null for an event about no case. */
  name: string | null;
  type: string;
  state: DeliveryState;
  attempts: number;
  /** Result of the last attempt. */
  answer: string | null;
  /** Time of the next attempt, milliseconds since 1970. */
  next_at: number;
  created_at: string;
}
/** A delivery with its address; null if the subscription no longer exists. */
type SentTo = DeliveryRow & { url: string | null };
/** One attempt of a delivery. */
export interface Attempt {
  seq: number;
  delivery: number;
  at: string;
  /** The status of the answer, or the reason for a missing one. */
  answer: string;
  /** The headers that were sent, as JSON. */
  sent: string;
  /** The start of the answer. */
  reply: string | null;
}
interface EventRow {
  event_id: string;
  type: string;
  application_id: string;
  payload: string;
  created_at: string;
}
/** A delivery that may start. */
export type Due = Omit<DeliveryRow, 'name' | 'state' | 'answer' | 'created_at'> & {
  payload: string;
};

/** Stores an event about a case in the service's envelope. @returns its ID. */
export function addEvent(
  store: Store,
  created_at: string,
  { type, object }: { type: string; object: { application_id: string } },
): string {
  const event_id = newId('evt');
  const payload = JSON.stringify({ event_id, type, created_at, data: { object } });
  const { application_id } = object;
  store.insert('events', { event_id, type, application_id, payload, created_at });
  return event_id;
}

/** Adds a delivery for each subscriber. @returns the receivers. */
export const addDeliveries = (store: Store, clock: Clock, event_id: string): string[] =>
  store.all<{ id: string }>`insert into deliveries
      (event_id, webhook_id, application_id, state, attempts, next_at)
    select e.event_id, w.id, e.application_id, 'pending', 0, ${clock.now()}
    from events e join webhooks w
    where e.event_id = ${event_id} and instr(w.events, '"' || e.type || '"') > 0
    order by w.rowid returning webhook_id as id`.map(({ id }) => id);

/** Adds a delivery for one receiver, even one for other events. */
export const addDelivery = (store: Store, clock: Clock, event_id: string, webhook_id: string) =>
  store.run`insert into deliveries (event_id, webhook_id, application_id, state, attempts, next_at)
    select event_id, ${webhook_id}, application_id, 'pending', 0, ${clock.now()}
    from events where event_id = ${event_id}`;

/** Due deliveries of a receiver, only the oldest per case to keep the order. */
export const dueFor = (store: Store, now: number, webhook_id: string, limit: number): Due[] =>
  store.all<Due>`select d.seq, d.event_id, d.attempts, d.next_at, d.webhook_id, d.application_id,
      e.type, e.payload from deliveries d join events e on e.event_id = d.event_id
    where d.webhook_id = ${webhook_id} and d.state = 'pending' and d.next_at <= ${now}
      and not exists (select 1 from deliveries o where o.webhook_id = d.webhook_id
        and o.application_id = d.application_id and o.state = 'pending' and o.seq < d.seq)
    order by d.seq limit ${limit}`;

/** Receivers with due deliveries. */
export const receiversWithDue = (store: Store, now: number): string[] =>
  store.all<{ id: string }>`select distinct webhook_id as id from deliveries
    where state = 'pending' and next_at <= ${now}`.map(({ id }) => id);

/** The time of the first delivery due after `from`. */
export const nextDue = (store: Store, from: number): number =>
  store.get<{ at: number | null }>`select min(next_at) as at from deliveries
    where state = 'pending' and next_at > ${from}`?.at ?? Infinity;

/** Makes all failed deliveries of a receiver due now. @returns their number. */
export const reviveFailed = (store: Store, now: number, webhook_id: string): number =>
  store.run`update deliveries set state = 'pending', attempts = 0, next_at = ${now}
    where webhook_id = ${webhook_id} and state in ('failed', 'pending')`;

/** Makes one delivery due again. @returns its event's case. */
export const revive = (store: Store, now: number, seq: number) =>
  store.get<{ application_id: string }>`update deliveries
    set state = 'pending', attempts = 0, next_at = ${now}
    where seq = ${seq} returning application_id`;

/** Limits all waits, because the clock may have been set back while the sandbox was off. */
export const capWaits = (store: Store, now: number) =>
  store.run`update deliveries set next_at = ${now}
    where state = 'pending' and next_at > ${now + longestDelay * 1.2}`;

/** Adjusts waits after the clock was set back. */
export const followClock = (store: Store, now: number, ms: number) =>
  store.run`update deliveries set next_at = max(${now}, next_at - ${ms})
    where state = 'pending' and next_at > ${now}`;

/** Stores an attempt. */
export const addAttempt = (store: Store, attempt: Omit<Attempt, 'seq'>) =>
  store.insert('attempts', { ...attempt });

const columns = `d.seq, d.event_id, d.webhook_id, d.application_id, d.state, d.attempts, d.next_at,
    e.type, e.created_at,
    (select name from cases c where c.application_id = d.application_id) as name,
    (select answer from attempts a where a.delivery = d.seq order by a.seq desc limit 1) as answer
  from deliveries d join events e on e.event_id = d.event_id`;

/** The newest deliveries, by the time of their event; with an ID, those to one subscription. */
export const latest = (store: Store, limit: number, webhook_id?: string): DeliveryRow[] =>
  store.all(
    `select * from (select ${columns} ${webhook_id ? 'where d.webhook_id = ?' : ''}
      order by d.seq desc limit ?) order by created_at desc, seq desc`,
    ...(webhook_id ? [webhook_id] : []),
    limit,
  );

/** The events about a case, each with its deliveries and their attempts, the oldest first. */
export function eventsOf(store: Store, application_id: string) {
  const events = store.all<EventRow>`select event_id, type, application_id, payload, created_at
    from events where application_id = ${application_id} order by seq`;
  const deliveries = store.all<SentTo>(
    `select w.url, ${columns} left join webhooks w on w.id = d.webhook_id
     where d.application_id = ? order by d.seq`,
    application_id,
  );
  const attempts = store.all<Attempt>`select a.* from attempts a
    join deliveries d on d.seq = a.delivery
    where d.application_id = ${application_id} order by a.seq`;
  return events.map((event) => ({
    ...event,
    deliveries: deliveries
      .filter(({ event_id }) => event_id === event.event_id)
      .map((delivery) => ({
        ...delivery,
        made: attempts.filter((attempt) => attempt.delivery === delivery.seq),
      })),
  }));
}

/** The number of waiting deliveries. */
export const waiting = (store: Store): number =>
  store.get<{ n: number }>`select count(*) as n from deliveries where state = 'pending'`!.n;
