/** How long a request of the API takes while an event goes to many receivers, or to dead ones. */
import { setTimeout as wait } from 'node:timers/promises';

import { defaultKey } from '../../../packages/sandbox/server.tsx';
import { child, forked, startServer } from '../processes.ts';
import { atMost, quantile, type Report } from '../report.ts';

const rounds = 3;
/** One event a second, to all receivers, and a request every few milliseconds. */
const seconds = 4;
const between = 4;
const headers = { authorization: defaultKey, 'content-type': 'application/json' };
const business = { organization_name: 'Lumen Studio SAS', country: 'FR' };

const setups = {
  '1 subscription': { alive: 1, dead: 0 },
  '100 subscriptions': { alive: 100, dead: 0 },
  '1 subscription, 20 dead': { alive: 1, dead: 20 },
};

/** The 99th percentile (ms) of requests to a sandbox with these receivers. */
async function measure(receiver: string, { alive, dead }: { alive: number; dead: number }) {
  const sandbox = await startServer('packages/sandbox/main.ts', '--memory');
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(sandbox.url + path, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    return (await answer.json()) as { application_id: string };
  };
  const addresses = [
    ...Array.from({ length: alive }, (_, index) => `${receiver}/alive/${index}`),
    ...Array.from({ length: dead }, (_, index) => `${receiver}/dead/${index}`),
  ];
  for (const url of addresses) {
    await call('POST', '/api/webhooks', { url, events: ['application.review_updated'] });
  }
  const times: number[] = [];
  for (let second = -1; second < seconds; second++) {
    const { application_id } = await call('POST', '/api/applications', { business });
    const end = performance.now() + 1000;
    while (performance.now() < end) {
      const from = performance.now();
      await call('GET', `/api/applications/${application_id}`);
      // The first second warms up.
      if (second >= 0) times.push(performance.now() - from);
      await wait(between);
    }
  }
  await sandbox.end();
  return quantile(times, 0.99);
}

export async function receivers(report: Report) {
  const receiver = forked<number>(child('sink.mjs'));
  const address = `http://127.0.0.1:${await receiver.answer()}`;
  const results: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, setup] of Object.entries(setups)) {
      (results[name] ??= []).push(await measure(address, setup));
    }
  }
  await receiver.close();
  const [floor, ...others] = Object.keys(setups);
  for (const name of others) {
    report.add('sandbox', {
      what: `p99 of a request while an event goes out each second: ${name}, against ${floor}`,
      ours: results[name]!,
      floor: results[floor!]!,
      unit: 'ms',
      goal: atMost(2),
    });
  }
}
