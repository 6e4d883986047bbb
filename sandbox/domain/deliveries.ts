/**
 * Events and their deliveries: an event is stored with the change that caused it, and from there
 * delivered at least once, signed, in order per case and receiver, retried with growing delay,
 * resumed after a crash. All of it happens in slices between the requests of the API.
 */
import type { Clock } from './clock.ts';
import { openSender, type Job, type Result, type SendFault } from './sender.ts';
import { newId, type Store } from './store.ts';
import type { Subscriptions, WebhookRow } from './subscriptions.ts';

const firstDelay = 10_000;
const longestDelay = 4 * 3600_000;
const maxAttempts = 16;
/** A receiver that took nothing for so long is paused. */
const pauseAfter = 24 * 3600_000;
const perReceiver = 4;
/** Deliveries at once, over all receivers; those that wait for longer take nobody's place. */
const mostUnderWay = 200;
const longWait = 250;
/** Subscriptions that get an event in one step. */
const perStep = 5;
/** Milliseconds of work before the event loop gets its turn. */
const slice = 0.2;
/** Milliseconds between two slices while the API is in use, and how long after a request it is. */
const pause = 3;
const inUse = 50;
/** So few receivers and deliveries at once are no load: they wait for nothing. */
const few = 8;

export interface DeliveryOptions {
  /** Base URL of the sandbox, for links in events. */
  url: () => string;
  /** Multiplies every delay; tests use a small one. */
  factor?: number;
  /** Milliseconds after which a receiver counts as dead. */
  timeout?: number;
}
/** A fault of deliveries; without `event` and `webhook_id` of all. */
export interface DeliveryFault extends SendFault {
  event?: string;
  webhook_id?: string;
  /** Deliveries it applies to; all until it is removed when left out. */
  times?: number;
}
export interface Disturbance {
  /** How often each event is sent. */
  copies?: number;
  /** Newer events go first. */
  reorder?: boolean;
  faults?: DeliveryFault[];
}
/** A delivery with its event. */
export interface DeliveryRow {
  seq: number;
  event_id: string;
  webhook_id: string;
  application_id: string;
  type: string;
  state: 'pending' | 'delivered' | 'failed' | 'dropped' | 'missed';
  attempts: number;
  answer: string | null;
  created_at: string;
}
/** The same with what was sent and what came back last. */
export interface DeliveryDetail extends DeliveryRow {
  payload: string;
  sent: string | null;
  reply: string | null;
  url: string | null;
}

interface Due {
  seq: number;
  event_id: string;
  webhook_id: string;
  application_id: string;
  attempts: number;
  type: string;
  payload: string;
}
interface WaitingEvent {
  seq: number;
  event_id: string;
  account: string;
  type: string;
  application_id: string;
  fanned: number;
  fan_until: number;
}

/** `Retry-After` in milliseconds: seconds or a date; 0 where there is none. */
const askedDelay = (header: string | null | undefined): number => {
  if (!header) return 0;
  const seconds = Number(header);
  return Math.max(Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000, 0) || 0;
};

/** The outbox of a store. `start` begins to deliver; `stop` ends what is under way. */
export function openOutbox(
  store: Store,
  clock: Clock,
  subscriptions: Subscriptions,
  { url, factor = 1, timeout = 10_000 }: DeliveryOptions,
) {
  /** Cases under way per receiver: in order per case. */
  const busy = new Map<string, Set<string>>();
  const underWay = new Map<number, Due>();
  const fresh = new Set<number>();
  const results: Result[] = [];
  /** Receivers to be looked at. Each has its own queue, so that a dead one holds up no other. */
  const ready = new Set<string>();
  let running = false;
  let revision = 0;
  let isScheduled = false;
  let isResting = false;
  let timer: NodeJS.Timeout | undefined;
  /** When the first receiver was looked at since the last look for what becomes due. */
  let lookedFrom = 0;
  let disturbance: Disturbance = {};
  let lastRequest = -Infinity;

  const release = ({ seq, webhook_id, application_id }: Due) => {
    underWay.delete(seq);
    fresh.delete(seq);
    busy.get(webhook_id)?.delete(application_id);
    ready.add(webhook_id);
  };

  const sender = openSender(
    (sent) => {
      results.push(...sent);
      wake();
    },
    (error) => {
      console.error(`Deliveries: ${error.message}`);
      for (const due of underWay.values()) release(due);
      rest();
    },
  );

  const takeFault = ({ type, webhook_id }: Due): SendFault | undefined => {
    const { faults = [] } = disturbance;
    const fault = faults.find(
      (candidate) =>
        (!candidate.event || candidate.event === type) &&
        (!candidate.webhook_id || candidate.webhook_id === webhook_id),
    );
    if (fault?.times !== undefined && --fault.times === 0) faults.splice(faults.indexOf(fault), 1);
    return fault;
  };

  const insert = (event: Pick<WaitingEvent, 'event_id' | 'application_id'>, hook: WebhookRow) =>
    store.run(
      `insert into deliveries (event_id, webhook_id, application_id, state, attempts, next_at)
       values (?,?,?,?,0,?)`,
      event.event_id,
      hook.id,
      event.application_id,
      hook.paused_at ? 'missed' : 'pending',
      clock.now(),
    );

  /** Makes deliveries of the oldest event for the next few subscriptions. @returns false when none waits. */
  function fanOut(): boolean {
    const event = store.get<WaitingEvent>(
      'select * from events where fan_until is not null order by seq limit 1',
    );
    if (!event) return false;
    const hooks = store.all<WebhookRow & { rowid: number }>(
      'select rowid, * from webhooks where rowid > ? and rowid <= ? and account = ? order by rowid limit ?',
      event.fanned,
      event.fan_until,
      event.account,
      perStep,
    );
    for (const hook of hooks) {
      if (!(JSON.parse(hook.events) as string[]).includes(event.type)) continue;
      for (let copy = 0; copy < (disturbance.copies ?? 1); copy++) insert(event, hook);
      ready.add(hook.id);
    }
    const isDone = hooks.length < perStep;
    store.run(
      'update events set fanned = ?, fan_until = ? where seq = ?',
      hooks.at(-1)?.rowid ?? event.fan_until,
      isDone ? null : event.fan_until,
      event.seq,
    );
    return true;
  }

  const jobOf = (due: Due, hook: WebhookRow): Job => ({
    seq: due.seq,
    url: hook.url,
    event_id: due.event_id,
    body: due.payload,
    secrets:
      hook.old_secret && Number(hook.old_until) > clock.now()
        ? [hook.secret, hook.old_secret]
        : [hook.secret],
    headers: JSON.parse(hook.headers) as Record<string, string>,
    timeout,
    fault: takeFault(due),
  });

  /** What is due for a receiver and can start; in order per case. */
  function serve(id: string): Job[] {
    const hook = store.get<WebhookRow>('select * from webhooks where id = ?', id);
    if (!hook || hook.paused_at) return [];
    const cases = busy.get(id) ?? new Set<string>();
    busy.set(id, cases);
    // One that does not answer gets one at a time.
    const most = hook.failing_since ? 1 : perReceiver;
    if (cases.size >= most) return [];
    const due = store.all<Due>(
      `select d.seq, d.event_id, d.attempts, d.webhook_id, d.application_id, e.type, e.payload
       from deliveries d join events e on e.event_id = d.event_id
       where d.webhook_id = ? and d.state = 'pending' and d.next_at <= ?
         and not exists (select 1 from deliveries o where o.webhook_id = d.webhook_id
           and o.application_id = d.application_id and o.state = 'pending' and o.seq < d.seq)
       order by d.seq limit ?`,
      id,
      clock.now(),
      perReceiver * 2,
    );
    const jobs: Job[] = [];
    for (const delivery of disturbance.reorder ? due.reverse() : due) {
      if (cases.size >= most || cases.has(delivery.application_id)) continue;
      cases.add(delivery.application_id);
      underWay.set(delivery.seq, delivery);
      fresh.add(delivery.seq);
      setTimeout(() => fresh.delete(delivery.seq) && wake(), longWait).unref();
      jobs.push(jobOf(delivery, hook));
    }
    return jobs;
  }

  /** A receiver that takes nothing is noted, and paused after a day of it: what it misses is kept. */
  function noteFailure(hook: WebhookRow) {
    const now = clock.now();
    const since = hook.failing_since ?? now;
    const isLong = now - since >= pauseAfter * factor;
    store.run(
      'update webhooks set failing_since = ?, paused_at = ? where id = ?',
      since,
      isLong ? now : null,
      hook.id,
    );
    if (!isLong) return;
    store.run(
      `update deliveries set state = 'missed' where webhook_id = ? and state = 'pending'`,
      hook.id,
    );
  }

  /** Writes down what came of a delivery. */
  function settle({ seq, status, retryAfter, failure, reply, sent }: Result) {
    const due = underWay.get(seq);
    if (!due) return;
    const hook = store.get<WebhookRow>('select * from webhooks where id = ?', due.webhook_id);
    const isTaken = status !== undefined && status >= 200 && status < 300;
    const attempts = due.attempts + 1;
    // Varied, so that a receiver that comes back is not hit by all at once.
    const backoff =
      Math.min(firstDelay * 2 ** due.attempts, longestDelay) * (0.8 + Math.random() * 0.4);
    store.run(
      'update deliveries set state = ?, attempts = ?, next_at = ?, answer = ?, sent = ?, reply = ? where seq = ?',
      isTaken
        ? 'delivered'
        : !hook || status === 410
          ? 'dropped'
          : attempts >= maxAttempts
            ? 'failed'
            : 'pending',
      attempts,
      Math.round(clock.now() + Math.max(backoff, askedDelay(retryAfter)) * factor),
      failure ?? String(status),
      JSON.stringify(sent),
      reply ?? null,
      seq,
    );
    release(due);
    if (!hook) return;
    if (status === 410) subscriptions.drop(hook.id);
    else if (!isTaken) noteFailure(hook);
    else if (hook.failing_since || hook.paused_at) {
      store.run('update webhooks set failing_since = null, paused_at = null where id = ?', hook.id);
      ready.add(hook.id);
    }
  }

  /** The next piece of work. @returns false when there is none now. */
  function step(taken: Result[], jobs: Job[]): boolean {
    const result = results.shift();
    if (result) {
      taken.push(result);
      settle(result);
      return true;
    }
    const [id] = ready;
    if (id !== undefined && fresh.size < mostUnderWay) {
      ready.delete(id);
      lookedFrom ||= clock.now();
      jobs.push(...serve(id));
      return true;
    }
    return fanOut();
  }

  /** Works for a slice of time; what fails, such as a full disk, is tried again after a rest. */
  function turn(): void {
    isScheduled = false;
    if (!running || isResting) return;
    const taken: Result[] = [];
    const jobs: Job[] = [];
    let isMore = true;
    try {
      store.atomic(() => {
        const end = performance.now() + slice;
        while (isMore && performance.now() < end) isMore = step(taken, jobs);
      });
    } catch (error) {
      console.error(`Deliveries: ${(error as Error).message}`);
      for (const { seq } of jobs) release(underWay.get(seq)!);
      results.unshift(...taken);
      rest();
      return;
    }
    if (taken.length || jobs.length) revision++;
    if (jobs.length) sender.send(jobs);
    if (isMore) wake();
    else if (!ready.size) sleep();
  }

  function rest() {
    isResting = true;
    clearTimeout(timer);
    timer = setTimeout(() => {
      isResting = false;
      look();
    }, 1000 * factor).unref();
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
    const wait = Math.min(Math.max(next - clock.now(), 5), 60_000);
    timer = setTimeout(look, wait).unref();
  }

  /** Looks for receivers with something due. */
  function look(): void {
    if (!running) return;
    for (const { id } of store.all<{ id: string }>(
      `select distinct webhook_id as id from deliveries where state = 'pending' and next_at <= ?`,
      clock.now(),
    )) {
      ready.add(id);
    }
    wake();
  }

  /** Goes on as soon as there is time. */
  function wake(): void {
    if (isScheduled || !running || isResting) return;
    isScheduled = true;
    const isLoad = ready.size + underWay.size > few;
    if (isLoad && performance.now() - lastRequest < inUse) setTimeout(turn, pause);
    else setImmediate(turn);
  }

  const eventOf = (account: string, type: string, object: { application_id: string }) => {
    const event_id = newId('evt');
    const created_at = clock.iso();
    const payload = JSON.stringify({ event_id, type, created_at, data: { object } });
    return { event_id, account, type, application_id: object.application_id, payload, created_at };
  };
  const keep = (event: ReturnType<typeof eventOf>, until: number | null) =>
    store.run(
      `insert into events (event_id, account, type, application_id, payload, created_at, fanned, fan_until)
       values (?,?,?,?,?,?,0,?)`,
      event.event_id,
      event.account,
      event.type,
      event.application_id,
      event.payload,
      event.created_at,
      until,
    );

  return {
    portalUrl: (token: string) => `${url()}/portals/${token}`,

    /** Stores an event about a case; the account's subscriptions of this moment will get it. */
    add(account: string, type: string, object: { application_id: string }) {
      const event = eventOf(account, type, object);
      const until = store.get<{ last: number | null }>('select max(rowid) as last from webhooks');
      keep(event, until?.last ?? null);
      wake();
      return event.event_id;
    },

    /** Sends an event to one subscription, whatever events it asked for. @returns its id. */
    sendTo(account: string, webhook_id: string, type: string, object: { application_id: string }) {
      const event = eventOf(account, type, object);
      store.atomic(() => {
        keep(event, null);
        const hook = store.get<WebhookRow>('select * from webhooks where id = ?', webhook_id)!;
        insert(event, hook);
      });
      ready.add(webhook_id);
      wake();
      return event.event_id;
    },

    /**
     * Delivers again all that a subscription missed, while it was paused or after the last attempt,
     * and ends its pause. @returns how many deliveries.
     */
    recover(account: string, id: string): number {
      subscriptions.get(account, id);
      const count = store.atomic(() => {
        store.run('update webhooks set failing_since = null, paused_at = null where id = ?', id);
        return store.run(
          `update deliveries set state = 'pending', attempts = 0, next_at = ?
           where webhook_id = ? and state in ('missed', 'failed', 'pending')`,
          clock.now(),
          id,
        );
      });
      look();
      return count;
    },

    /** The newest deliveries. */
    latest: (limit: number): DeliveryRow[] =>
      store.all(
        `select d.seq, d.event_id, d.webhook_id, d.application_id, d.state, d.attempts, d.answer,
                e.type, e.created_at
         from deliveries d join events e on e.event_id = d.event_id order by d.seq desc limit ?`,
        limit,
      ),

    /** One delivery with what was sent and answered. */
    detail: (seq: number): DeliveryDetail | undefined =>
      store.get(
        `select d.*, e.type, e.created_at, e.payload, w.url
         from deliveries d join events e on e.event_id = d.event_id
         left join webhooks w on w.id = d.webhook_id where d.seq = ?`,
        seq,
      ),

    /** How many deliveries, and events for which there are none yet, still wait. */
    waiting: (): number =>
      Number(
        store.get(
          `select (select count(*) from deliveries where state = 'pending')
                + (select count(*) from events where fan_until is not null) as n`,
        )?.n,
      ),

    /** Changes with every slice of work, for pages that follow it. */
    revision: () => revision,

    /** Delivers once more, now. */
    sendAgain(seq: number) {
      store.run(
        `update deliveries set state = 'pending', attempts = 0, next_at = ? where seq = ?`,
        clock.now(),
        seq,
      );
      look();
    },

    /** Faults of delivery, instead of those before. */
    disturb(next: Disturbance) {
      disturbance = { ...next, faults: next.faults?.map((fault) => ({ ...fault })) };
    },

    look,

    /** Says that a request came in: requests go first. */
    noteRequest() {
      lastRequest = performance.now();
    },

    start() {
      running = true;
      // The clock may have been set back while nothing ran.
      store.run(
        `update deliveries set next_at = ? where state = 'pending' and next_at > ?`,
        clock.now(),
        clock.now() + longestDelay * 1.2,
      );
      look();
    },

    async stop() {
      running = false;
      clearTimeout(timer);
      await sender.stop();
    },
  };
}

export type Outbox = ReturnType<typeof openOutbox>;
