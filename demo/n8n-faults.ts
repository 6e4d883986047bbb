/** Faults of a running n8n: counts at the service what happens to deals and events. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

import { ended } from '../test/support/process.ts';
import { failuresIn, until } from './n8n-server.ts';
import { inWords, repeatDeals, type Place, type Row } from './n8n-repeats.ts';

const webhooksOf = ({ service }: Place, part: string) =>
  [...service.webhooks.values()].filter(({ url }) => url.includes(part)).length;

/** Ends the main process and starts it again. */
async function restartMain({ n8n }: Place, main: ChildProcess): Promise<ChildProcess> {
  await ended(main);
  return n8n.start('start');
}

/**
 * Another node writes static data, the main process starts again, an event arrives, and the
 * workflow is switched off.
 * @returns the new main process.
 */
export async function measureWiping(place: Place, main: ChildProcess, row: Row) {
  const { n8n, service, crm } = place;
  await n8n.switch('wipingEvents', true);
  await until(() => webhooksOf(place, 'wipingEvents') === 1, 30);
  const deliver = async () => {
    const { event_id, send } = service.approve('wipingEvents');
    let status = 0;
    // A service repeats a delivery after a failure.
    for (let attempt = 0; attempt < 5 && status !== 200; attempt++) {
      status = await send(n8n.receivers()[0]);
      if (status !== 200) await wait(2000);
    }
    await until(() => crm.runs.has(event_id), 60);
    return [crm.runs.get(event_id) ?? 0, status] as const;
  };
  const before = await deliver();
  const again = await restartMain(place, main);
  await until(
    async () => (await service.approve('wipingEvents').send(n8n.receivers()[0])) !== 0,
    60,
  );
  const after = await deliver();
  const isGood = [before, after].every(([runs, status]) => runs === 1 && status === 200);
  row(
    'Another node writes static data, main starts again',
    'an event before, one after',
    `${before[0]} and ${after[0]} runs, answered ${before[1]} and ${after[1]}`,
    isGood,
  );
  await n8n.switch('wipingEvents', false);
  await until(() => webhooksOf(place, 'wipingEvents') === 0, 30);
  const left = webhooksOf(place, 'wipingEvents');
  row('Then switched off', '1 trigger', `${left} webhooks left at the service`, left === 0);
  return again;
}

/** The service makes the case, but the connection breaks before it answers. */
export async function measureCuts(place: Place, row: Row) {
  place.service.faults.cut = 10;
  const outcome = await repeatDeals(place, 'cut', { count: 10, copies: 2 }, 30);
  place.service.faults.cut = 0;
  row(
    'The connection drops after the POST',
    '10 deals, each twice at once',
    inWords(outcome),
    outcome.most <= place.most.deal && outcome.lost === 0,
  );
}

/** Waits until a POST reaches the service. */
const untilPosted = ({ service }: Place, deal: string) =>
  until(() => [...service.posts.keys()].some((one) => one.startsWith(deal)), 60);

/** Kills a worker while the service makes cases, then starts another. */
export async function measureKill(
  place: Place,
  worker: ChildProcess,
  startWorker: () => Promise<ChildProcess>,
  row: Row,
) {
  place.service.faults.delay = 3000;
  const outcome = repeatDeals(place, 'killed', { count: 10, copies: 2 }, 200);
  await untilPosted(place, 'killed');
  await wait(1500);
  await ended(worker, 'SIGKILL');
  place.service.faults.delay = 0;
  const again = await startWorker();
  const came = await outcome;
  row(
    'A worker is killed while it waits for the answer to the POST',
    '10 deals, each twice at once',
    inWords(came),
    came.most <= place.most.deal && came.lost === 0,
  );
  return again;
}

/** Pauses Redis for some time. A run that makes no case then must report it. */
export async function measureOutage(place: Place, redis: ChildProcess, row: Row) {
  const failures = async () =>
    [...(await failuresIn(place.n8n)).values()].reduce((sum, times) => sum + times, 0);
  const before = await failures();
  const outcome = repeatDeals(place, 'outage', { count: 40, copies: 2 }, 120);
  await untilPosted(place, 'outage');
  redis.kill('SIGSTOP');
  await wait(20_000);
  redis.kill('SIGCONT');
  const came = await outcome;
  const failed = (await failures()) - before;
  row(
    'Redis does not answer for 20 s',
    '40 deals, each twice at once',
    `${inWords(came)}, ${failed} of them failed in the list of n8n`,
    came.most <= place.most.deal && came.missing <= failed,
  );
}
