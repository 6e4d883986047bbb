/**
 * `npm run check -- load [share]`: 10,000 events, each delivered twice, through a subscribed trigger
 * with Zapier's cache and without; 10,000 copies of one event; 200 steps at once; and a bulk import
 * of 5,000 rows at a service that answers every second request with 429. Counts losses and
 * duplicates. `share` (0 to 1) shortens it.
 */
import { setTimeout as wait } from 'node:timers/promises';

import app from '../../index.ts';
import { liftMemoryLimit } from '../../test/support/memory-limit.ts';
import { startCache } from '../../test/support/cache.ts';
import { each } from '../../test/support/each.ts';
import { listen } from '../../test/support/listen.ts';
import { report } from '../checks/report.ts';
import { runner } from '../../test/support/runner.ts';
import { createSandbox } from '../../packages/sandbox/server.tsx';

const share = Number(process.argv[2] ?? 1);
const scaled = (count: number) => Math.max(Math.round(count * share), 1);

liftMemoryLimit();
const sandbox = await createSandbox({ deliveryFactor: 0.001 });
const { cases, outbox, store, subscriptions, workflow } = sandbox.services;
const authData = { base_url: sandbox.url, api_key: sandbox.apiKey };
const cache = await startCache();
const run = runner(app, cache.event, { authData });
const create = (index: number) =>
  run('creates.create_case.operation.perform', {
    inputData: {
      subject: 'business',
      organization_name: `Client ${index}`,
      external_reference: `row-${index}`,
    },
  });
const stored = () => Number(store.get('select count(*) as n from cases')?.n);
const counted = (text: string, wrong: number) =>
  report(`${text}: ${wrong || 'nothing'} lost or doubled`, !wrong);

/** Does the work this many times, `many` at once. */
const times = (count: number, many: number, work: (index: number) => Promise<unknown>) =>
  each([...Array(count).keys()], many, work);

// Each event is sent twice, and Zapier's side refuses one delivery in ten.
const fired = new Map<string, number>();
let deliveries = 0;
let latest: object | undefined;
const trigger = (bundle: object) =>
  run<{ id: string }[]>('triggers.case_review_updated.operation.perform', bundle);
const receiver = await listen(({ headers, content }, response) => {
  if (++deliveries % 10 === 0) return response.writeHead(500).end();
  const bundle = { subscribeData, rawRequest: { headers, content } };
  latest = bundle;
  void trigger(bundle).then((items) => {
    for (const { id } of items) fired.set(id, (fired.get(id) ?? 0) + 1);
    response.end();
  });
});
const targetUrl = `${receiver.url}/`;
const subscribeData = await run<object>('triggers.case_review_updated.operation.performSubscribe', {
  targetUrl,
});
const subjects = Array.from(
  { length: 100 },
  (_, index) =>
    cases.create('main', { business: { organization_name: `Subject ${index}` } }, 'API')
      .application_id,
);

/** Sends the events and waits for all deliveries. @returns their IDs. */
async function send(events: number): Promise<string[]> {
  fired.clear();
  deliveries = 0;
  const sent: string[] = [];
  store.atomic(() => {
    for (let index = 0; index < events; index++)
      sent.push(workflow.emit('main', 'application.review_updated', subjects[index % 100]!));
  });
  const deadline = Date.now() + 600_000;
  while (outbox.waiting() && Date.now() < deadline) await wait(50);
  return sent;
}
const runs = () => [...fired.values()].reduce((sum, count) => sum + count, 0);

outbox.disturb({ copies: 2 });
const events = scaled(10_000);
const sent = await send(events);
counted(
  `${events} events, ${deliveries} deliveries, ${runs()} runs`,
  sent.filter((id) => fired.get(id) !== 1).length,
);

process.env.SERVICE_MEMORY = 'off';
const unseen = await send(events);
const twice = unseen.filter((id) => fired.get(id) === 2).length;
const lost = unseen.filter((id) => !fired.has(id)).length;
report(
  `The same without Zapier's cache, ${runs()} runs: ${twice} events ran twice (that is why it is there), ${lost} not`,
  !lost,
);
delete process.env.SERVICE_MEMORY;

// Copies of one event for another Zap: the first runs it.
const copies = scaled(10_000);
const other = { ...latest, subscribeData: { ...subscribeData, id: 'another Zap' } };
let ran = 0;
await times(copies, 50, async () => {
  const items = await trigger(other);
  ran += items.length;
});
counted(`${copies} copies of one event, ${ran} run`, Math.abs(ran - 1));
outbox.disturb({});
subscriptions.remove('main', (subscribeData as { id: string }).id);
receiver.close();

const steps = scaled(200);
let before = stored();
await times(steps, steps, (index) => create(1_000_000 + index));
counted(`${steps} steps at once`, Math.abs(stored() - before - steps));

// Zapier runs a throttled step again later; here it runs at once, because the test is not about the
// wait.
const rows = scaled(5000);
before = stored();
sandbox.faults.add({
  path: '/api/applications',
  status: 429,
  headers: { 'retry-after': '1' },
  rate: 0.5,
});
let throttled = 0;
let failed = 0;
await times(rows, 100, async (index) => {
  for (let tries = 0; tries < 100; tries++) {
    try {
      return await create(index);
    } catch (error) {
      if ((error as Error).name !== 'ThrottledError') break;
      throttled++;
    }
  }
  return failed++;
});
counted(`${rows} rows, ${throttled} answers 429`, failed + Math.abs(stored() - before - rows));

cache.close();
await sandbox.close();
process.exit();
