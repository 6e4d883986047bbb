/** What is written down about events and their deliveries. */
import type { Clock } from './clock.ts';
import { longestDelay, type DeliveryState } from './retries.ts';
import { newId, type Store } from './store.ts';
import type { WebhookRow } from './subscriptions.ts';

interface At {
  store: Store;
  clock: Clock;
}

/** A delivery with its event. */
export interface DeliveryRow {
  seq: number;
  event_id: string;
  webhook_id: string;
  application_id: string;
  type: string;
  state: DeliveryState;
  attempts: number;
  answer: string | null;
  /** When the next attempt is made, in milliseconds since 1970. */
  next_at: number;
  created_at: string;
}
/** The same with what was sent and what came back last. */
export interface DeliveryDetail extends DeliveryRow {
  payload: string;
  sent: string | null;
  reply: string | null;
  url: string | null;
}
/** A delivery that can start. */
export type Due = Omit<DeliveryRow, 'state' | 'answer' | 'created_at'> & { payload: string };
type EventRow = ReturnType<typeof newEvent>;
/** An event that not all of its subscriptions have got a delivery of. */
interface WaitingEvent extends EventRow {
  seq: number;
  /** The last subscription that has. */
  fanned: number;
  /** The last that will. */
  fan_until: number;
}

/** What is told about a case, in the service's envelope. */
export function newEvent(
  { clock }: At,
  account: string,
  type: string,
  object: { application_id: string },
) {
  const event_id = newId('evt');
  const created_at = clock.iso();
  const payload = JSON.stringify({ event_id, type, created_at, data: { object } });
  return { event_id, account, type, application_id: object.application_id, payload, created_at };
}

/** Keeps an event; subscriptions up to `fanUntil` will get it, none for null. */
export const keepEvent = ({ store }: At, event: EventRow, fanUntil: number | null) =>
  store.insert('events', { ...event, fanned: 0, fan_until: fanUntil });

/** The newest subscription of this moment. */
export const lastSubscription = ({ store }: At): number | null =>
  store.get<{ last: number | null }>('select max(rowid) as last from webhooks')?.last ?? null;

export const webhookOf = ({ store }: At, id: string): WebhookRow | undefined =>
  store.get<WebhookRow>`select * from webhooks where id = ${id}`;

export const addDelivery = ({ store, clock }: At, event: EventRow, hook: WebhookRow) =>
  store.insert('deliveries', {
    event_id: event.event_id,
    webhook_id: hook.id,
    application_id: event.application_id,
    state: hook.paused_at ? 'missed' : 'pending',
    attempts: 0,
    next_at: clock.now(),
  });

/**
 * Makes deliveries of the oldest event for its next subscriptions, at most `limit` of them.
 * @returns those that got one; undefined when no event waits.
 */
export function fanOut(at: At, limit: number, copies: number): string[] | undefined {
  const { store } = at;
  const event = store.get<WaitingEvent>(
    'select * from events where fan_until is not null order by seq limit 1',
  );
  if (!event) return undefined;
  const hooks = store.all<WebhookRow & { rowid: number }>`select rowid, * from webhooks
    where rowid > ${event.fanned} and rowid <= ${event.fan_until} and account = ${event.account}
    order by rowid limit ${limit}`;
  const asking = hooks.filter(({ events }) =>
    (JSON.parse(events) as string[]).includes(event.type),
  );
  for (const hook of asking) {
    for (let copy = 0; copy < copies; copy++) addDelivery(at, event, hook);
  }
  store.run`update events set fanned = ${hooks.at(-1)?.rowid ?? event.fan_until},
    fan_until = ${hooks.length < limit ? null : event.fan_until} where seq = ${event.seq}`;
  return asking.map(({ id }) => id);
}

/** What is due for a receiver: of each case its oldest delivery only, so that order is kept. */
export const dueFor = ({ store, clock }: At, webhook_id: string, limit: number): Due[] =>
  store.all<Due>`select d.seq, d.event_id, d.attempts, d.next_at, d.webhook_id, d.application_id,
      e.type, e.payload from deliveries d join events e on e.event_id = d.event_id
    where d.webhook_id = ${webhook_id} and d.state = 'pending' and d.next_at <= ${clock.now()}
      and not exists (select 1 from deliveries o where o.webhook_id = d.webhook_id
        and o.application_id = d.application_id and o.state = 'pending' and o.seq < d.seq)
    order by d.seq limit ${limit}`;

/** Receivers for which something is due. */
export const receiversWithDue = ({ store }: At, now: number): string[] =>
  store.all<{ id: string }>`select distinct webhook_id as id from deliveries
    where state = 'pending' and next_at <= ${now}`.map(({ id }) => id);

/** When the first delivery after `from` becomes due. */
export const nextDue = ({ store }: At, from: number): number | null =>
  store.get<{ at: number | null }>`select min(next_at) as at from deliveries
    where state = 'pending' and next_at > ${from}`?.at ?? null;

/** Notes since when a receiver takes nothing. Paused, what it misses is kept for it. */
export function markFailing({ store }: At, id: string, since: number, pausedAt: number | null) {
  store.run`update webhooks set failing_since = ${since}, paused_at = ${pausedAt}
    where id = ${id}`;
  if (pausedAt === null) return;
  store.run`update deliveries set state = 'missed' where webhook_id = ${id} and state = 'pending'`;
}

export const markWell = ({ store }: At, id: string) =>
  store.run`update webhooks set failing_since = null, paused_at = null where id = ${id}`;

/** Makes all that a receiver missed due again, and ends its pause. @returns how many. */
export const reviveMissed = (at: At, webhook_id: string): number =>
  at.store.atomic(() => {
    markWell(at, webhook_id);
    return at.store.run`update deliveries
      set state = 'pending', attempts = 0, next_at = ${at.clock.now()}
      where webhook_id = ${webhook_id} and state in ('missed', 'failed', 'pending')`;
  });

/** Makes one delivery due again. */
export const revive = ({ store, clock }: At, seq: number) =>
  store.run`update deliveries set state = 'pending', attempts = 0, next_at = ${clock.now()}
    where seq = ${seq}`;

/** Nothing waits for longer than it may: the clock may have been set back while nothing ran. */
export const capWaits = ({ store, clock }: At) =>
  store.run`update deliveries set next_at = ${clock.now()}
    where state = 'pending' and next_at > ${clock.now() + longestDelay * 1.2}`;

/** The clock was set back by so many milliseconds: what waits does so no longer than before. */
export const followClock = ({ store, clock }: At, ms: number) =>
  store.atomic(() => {
    const now = clock.now();
    store.run`update deliveries set next_at = max(${now}, next_at - ${ms})
      where state = 'pending' and next_at > ${now}`;
    store.run`update webhooks set failing_since = ${now} where failing_since > ${now}`;
  });

/** The newest deliveries. */
export const latest = ({ store }: At, limit: number): DeliveryRow[] =>
  store.all`select d.seq, d.event_id, d.webhook_id, d.application_id, d.state, d.attempts,
      d.answer, d.next_at, e.type, e.created_at
    from deliveries d join events e on e.event_id = d.event_id order by d.seq desc limit ${limit}`;

/** The newest deliveries to one subscription. */
export const latestOf = ({ store }: At, webhook_id: string, limit: number): DeliveryRow[] =>
  store.all`select d.seq, d.event_id, d.webhook_id, d.application_id, d.state, d.attempts,
      d.answer, e.type, e.created_at from deliveries d join events e on e.event_id = d.event_id
    where d.webhook_id = ${webhook_id} order by d.seq desc limit ${limit}`;

/** One delivery with what was sent and answered. */
export const detail = ({ store }: At, seq: number): DeliveryDetail | undefined =>
  store.get`select d.*, e.type, e.created_at, e.payload, w.url
    from deliveries d join events e on e.event_id = d.event_id
    left join webhooks w on w.id = d.webhook_id where d.seq = ${seq}`;

/** How many deliveries, and events for which there are none yet, still wait. */
export const waiting = ({ store }: At): number =>
  Number(
    store.get`select (select count(*) from deliveries where state = 'pending')
      + (select count(*) from events where fan_until is not null) as n`?.n,
  );
