/**
 * Repeats and events in Zapier, with its cache as zapier/local/cache.ts stands in for it, on a service
 * that ignores idempotency keys. What can happen to store and runs is in test/client/memory.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import { startCache, type Cache } from '../../zapier/local/cache.ts';
import { lenient } from '../known-service/choices.ts';
import { startService, type StartedService } from '../known-service/service.ts';
import { until } from '../../zapier/local/until.ts';
import { bundled } from '../support/commands.ts';
import { failure, runner } from '../support/app.ts';

type Item = Record<string, any>;

let service: StartedService;
let cache: Cache;
let run: ReturnType<typeof runner>;

beforeAll(async () => {
  service = await startService(lenient);
  cache = await startCache();
  run = runner(undefined, cache.event);
});
afterAll(() => {
  service.close();
  cache.close();
});
beforeEach(() => {
  service.clear();
  cache.clear();
});
afterEach(() => delete process.env.SERVICE_STEP_SECONDS);

const connected = (more: object = {}) => ({
  authData: { base_url: service.url, api_key: 'key' },
  ...more,
});
const create = (key: string, inputData: object) =>
  run<Item>(`creates.${key}.operation.perform`, connected({ inputData }));

/** Until `restore`, keeps the delays of timers that ran out: what was given up shows, however busy the machine. */
function watchTimers() {
  const ranOut: number[] = [];
  const set = globalThis.setTimeout;
  const watched = (work: () => void, delay = 0) =>
    set(() => {
      ranOut.push(delay);
      work();
    }, delay);
  const spy = jest.spyOn(globalThis, 'setTimeout').mockImplementation(watched as typeof set);
  return { ranOut, restore: () => spy.mockRestore() };
}

const business = { subject: 'business', organization_name: 'Lumen Studio SAS', country: 'FR' };
const deal = { ...business, external_reference: 'deal-1' };
const ferrer = { related_person_last_name: 'Ferrer' };

it('waits for a cache no longer than the step has time', async () => {
  process.env.SERVICE_STEP_SECONDS = '0.5';
  cache.hold();
  const timers = watchTimers();
  try {
    await failure(create('create_case', deal));
    // Each question is given up a second after the time of the step at the latest.
    expect(Math.max(...timers.ranOut)).toBe(1000);
  } finally {
    timers.restore();
  }
});

it('keeps no client data in the cache, and gives each entry to the account', async () => {
  await create('start_onboarding', { ...deal, related_persons: [ferrer] });
  const stored = JSON.stringify([...cache.entries]);
  expect(stored).not.toMatch(/Lumen|Ferrer|deal-1/);
  expect(cache.calls.length).toBeGreaterThanOrEqual(3);
  for (const { scope } of cache.calls) expect(scope).toEqual(['auth']);
});

it('ends before Zapier ends it, and says what is there', async () => {
  process.env.SERVICE_STEP_SECONDS = '1';
  service.slow(600);
  const { message } = await failure(create('start_onboarding', deal));
  expect(message).toMatch(/did not answer in time|ran out of the time/);
  expect(message).toMatch(/Case app-\d+ exists already/);
});

describe('each event runs each Zap once', () => {
  const type = 'application.submitted';
  // Another Zap in each test: what a run notes at its end may come after the cache was cleared.
  let thisZap = 'wh_0';
  beforeEach(() => {
    thisZap = `wh_${randomUUID()}`;
    service.add('app-1', { status_review: 'new' });
  });
  /** A run notes the end of its work without being waited for. */
  async function untilQuiet(): Promise<void> {
    const before = cache.calls.length;
    await wait(50);
    if (cache.calls.length !== before) await untilQuiet();
  }
  afterEach(untilQuiet);

  const about = (more: object = {}) => ({
    type,
    data: { object: { application_id: 'app-1' } },
    ...more,
  });
  const bundleOf = (body: object) => ({
    ...connected({ subscribeData: { id: thisZap } }),
    rawRequest: { headers: {}, content: JSON.stringify(body) },
  });
  const method = 'triggers.case_submitted.operation.perform';
  const fire = (body: object) => run<Item[]>(method, bundleOf(body));
  const reviewed = 'triggers.case_review_updated.operation.perform';
  const review = (event_id: string) => about({ event_id, type: 'application.review_updated' });

  it.each<[string, object, object]>([
    ['their registrations', { subscribeData: { id: 'wh_1' } }, { subscribeData: { id: 'wh_2' } }],
    [
      'their addresses, where webhooks are entered by hand',
      { targetUrl: 'https://hooks.zapier.com/1' },
      { targetUrl: 'https://hooks.zapier.com/2' },
    ],
    ['their numbers', { meta: { zap: { id: 1 } } }, { meta: { zap: { id: 2 } } }],
  ])('two Zaps are told apart by %s', async (_, first, second) => {
    const { rawRequest } = bundleOf(about({ event_id: 'e1' }));
    const counts = [];
    for (const zap of [first, second, first, second])
      counts.push((await run<Item[]>(method, connected({ ...zap, rawRequest }))).length);
    expect(counts).toEqual([1, 1, 0, 0]);
  });

  it('is noted as done though the process is frozen the moment the step ends', async () => {
    const body = about({ event_id: 'e1' });
    // The cache answers long after the step: it is not waited for.
    cache.slow(300);
    const file = bundled('test/triggers/frozen.ts');
    const values = [bundleOf(body), cache.event].map((value) => JSON.stringify(value));
    const child = spawn(process.execPath, [file, method, ...values], {
      env: process.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [fired] = (await once(child.stdout, 'data')) as [Buffer];
    await once(child, 'exit');
    expect([`${fired}`, child.signalCode]).toEqual(['1', 'SIGKILL']);
    cache.slow(0);
    cache.advance(61);
    expect(await fire(body)).toHaveLength(0);
  });

  it('takes one trip to service and cache, whatever it has to look up', async () => {
    await fire(about({ event_id: 'e0' }));
    // How often it asks the cache: for the event, the recent cases, and the last status where it
    // needs that.
    const works: [questions: number, work: () => Promise<Item[]>][] = [
      [3, () => fire(about({ event_id: 'e1' }))],
      [4, () => run<Item[]>(reviewed, bundleOf(review('e2')))],
    ];
    for (const [questions, work] of works) {
      await untilQuiet();
      service.requests.length = cache.calls.length = 0;
      service.hold();
      cache.hold();
      const fired = work();
      const isAsked = () => service.requests.length === 1 && cache.calls.length === questions;
      await until('all questions', isAsked);
      const timers = watchTimers();
      for (const host of [service, cache]) {
        host.release();
        // Whatever else it asked would not be answered: it would wait until it gave up.
        host.hold();
      }
      expect(await fired).toHaveLength(1);
      await until('the note', () => cache.calls.length > questions);
      timers.restore();
      expect(timers.ranOut.filter((delay) => delay >= 1000)).toEqual([]);
      expect(service.requests).toHaveLength(1);
      const more = cache.calls.slice(questions).map((call) => call.method);
      expect(new Set(more)).toEqual(new Set(['zcache_set']));
    }
  });
});
