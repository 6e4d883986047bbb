/**
 * Random histories of one case: decisions, and their events late, out of order, repeated or lost,
 * while the service's reads lag behind. A flow that keeps the status of the last item ends with the
 * case's last status, or an oracle says why nobody could know it.
 */
import * as fc from 'fast-check';

import { all, random } from '../support/amount.ts';
import { openCore } from '../support/core.ts';
import { OperationError } from '../../client/basics/errors.ts';

const { service, fire, memory } = openCore();

const second = 1000;
const minute = 60 * second;
const start = Date.parse('2026-03-02T09:00:00Z');
const statuses = ['pending', 'in_review', 'approved', 'rejected'];
const id = 'app_1';

interface Change {
  /** Seconds since the change before. */
  after: number;
  status: string;
  /** Seconds after the change when each delivery of its event arrives; none if it is lost. */
  deliveries: number[];
  /** Seconds for which reads do not show it. */
  lag: number;
}
interface History {
  changes: Change[];
  isTold: boolean;
  hasTime: boolean;
}

const seconds = (max: number) => fc.integer({ min: 0, max });
const histories: fc.Arbitrary<History> = fc.record({
  changes: fc.array(
    fc.record({
      after: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 31, max: 3600 })),
      status: fc.constantFrom(...statuses),
      deliveries: fc.oneof(
        { weight: 8, arbitrary: fc.array(seconds(900), { minLength: 1, maxLength: 3 }) },
        { weight: 1, arbitrary: fc.constant<number[]>([]) },
      ),
      lag: fc.oneof(fc.constant(0), seconds(300), seconds(900)),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  isTold: fc.boolean(),
  hasTime: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
});

/** The changes with their times. A change to the same status is none. */
function timed({ changes }: History) {
  let time = start;
  let status = 'new';
  return changes
    .map((change) => ({ ...change, time: (time += change.after * second) }))
    .filter((change) => {
      const isNew = change.status !== status;
      status = change.status;
      return isNew;
    });
}
type Timed = ReturnType<typeof timed>;

/** What a read at a time shows. */
const shownAt = (changes: Timed, now: number) =>
  changes.filter(({ time, lag }) => time + lag * second <= now).at(-1);

/** Runs the history. @returns the statuses that the flow got, and how often an event was delayed. */
async function play(history: History, changes: Timed, trigger: string) {
  memory.forget();
  let now = start;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
  service.serve({
    [`GET /api/applications/${id}`]: () => {
      const { status = 'new', time = start } = shownAt(changes, now) ?? {};
      const updated_at = history.hasTime ? new Date(time).toISOString() : undefined;
      return [200, { id, status_review: status, updated_at }];
    },
  });
  const queue = changes.flatMap(({ deliveries, ...change }, index) =>
    deliveries.map((wait) => ({ ...change, index, at: change.time + wait * second })),
  );
  const got: string[] = [];
  let delays = 0;
  while (queue.length) {
    queue.sort((a, b) => a.at - b.at);
    const { at, index, time, status } = queue[0]!;
    now = at;
    const object = { application_id: id, ...(history.isTold && { status_review: status }) };
    const created_at = new Date(time).toISOString();
    const type = 'application.review_updated';
    const body = { event_id: `evt_${index}`, type, created_at, data: { object } };
    try {
      const [item] = await fire(trigger, body, {}, { flow: 'wh_1' });
      queue.shift();
      if (item) got.push(item.status_review as string);
    } catch (error) {
      if (!(error instanceof OperationError) || error.kind !== 'throttle') throw error;
      // It is tried again for ten minutes from the event at most.
      expect(at - time).toBeLessThan(10 * minute);
      queue[0]!.at = at + error.seconds! * second;
      delays++;
    }
  }
  clock.mockRestore();
  return { got, delays };
}

/** Why the last status cannot be known from what arrived; undefined if it can. */
function reason({ isTold, hasTime }: History, changes: Timed): string | undefined {
  const last = changes.at(-1)!;
  if (!last.deliveries.length) return 'the last event was lost';
  const seenAt = last.time + last.lag * second;
  const first = last.time + Math.min(...last.deliveries) * second;
  if (seenAt <= first) return undefined;
  if (!hasTime) return 'the service does not say when the case changed';
  // A repeat may look once more, a minute after the ten minutes.
  if (last.lag * second >= 10 * minute) return 'reads lag for more than ten minutes';
  if (isTold) return undefined;
  const shown = changes.filter(({ time }) => time < last.time);
  if (changes.some((one) => one !== last && last.time - one.time <= 30 * second)) {
    return 'two changes within 30 seconds, of which events name none';
  }
  const noted = shown.at(-1);
  const isNoted =
    noted !== undefined &&
    noted.deliveries.some((wait) => noted.time + wait * second < first) &&
    noted.lag === 0;
  return isNoted ? undefined : 'the flow had not got the status that reads still showed';
}

it.each(['case_review_updated', 'event_received'])(
  '%s ends with the last status, or it could not be known',
  async (trigger) => {
    const reasons: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const changes = timed(history);
        const { got } = await play(history, changes, trigger);
        const why = reason(history, changes) ?? 'known';
        reasons[why] = (reasons[why] ?? 0) + 1;
        if (why === 'known') expect(got.at(-1)).toBe(changes.at(-1)!.status);
      }),
      random(all ? 1500 : 750),
    );
    // Most histories end well.
    const total = Object.values(reasons).reduce((sum, count) => sum + count, 0);
    expect(reasons.known! / total).toBeGreaterThan(0.5);
  },
);

it('delays no event of a service whose reads do not lag', () =>
  fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const healthy = { ...history, changes: history.changes.map((one) => ({ ...one, lag: 0 })) };
      const changes = timed(healthy);
      for (const trigger of ['case_review_updated', 'event_received']) {
        expect((await play(healthy, changes, trigger)).delays).toBe(0);
      }
    }),
    random(500),
  ));
