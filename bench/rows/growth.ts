/** What a request costs the sandbox while more and more cases are stored. */
import { setImmediate } from 'node:timers/promises';

import { createSandbox } from '../../sandbox/server.tsx';
import { atMost, type Report } from '../report.ts';

const business = { organization_name: 'Lumen Studio SAS', country: 'FR' };
const rounds = 10;
const perRound = 50;
const largest = 1_000_000;

export async function growth(report: Report) {
  const sandbox = await createSandbox();
  const { cases, store } = sandbox.services;
  const headers = { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ business });
  const send = async (method: string, path: string) => {
    const answer = await fetch(sandbox.url + path, {
      method,
      headers,
      ...(method === 'POST' && { body }),
    });
    return (await answer.json()) as { application_id: string };
  };
  const cost = async (): Promise<number[]> => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const from = performance.now();
      for (let request = 0; request < perRound; request++) {
        const { application_id } = await send('POST', '/api/applications');
        await send('GET', `/api/applications/${application_id}`);
      }
      times.push(((performance.now() - from) / perRound / 2) * 1000);
    }
    return times;
  };
  const stored = () => Number(store.get('select count(*) as n from cases')?.n);
  /** In portions, so that the server's connections live on meanwhile. */
  const fill = async (size: number) => {
    while (stored() < size) {
      store.atomic(() => {
        for (let index = Math.min(10_000, size - stored()); index > 0; index--)
          cases.create('main', { business }, 'API');
      });
      await setImmediate();
    }
  };
  await cost();
  sandbox.reset();
  let first: number[] = [];
  for (const size of [1_000, 10_000, 100_000, largest]) {
    await fill(size);
    const times = await cost();
    if (!first.length) first = times;
    report.add('growth', {
      what: `create and read, ${size.toLocaleString('en')} cases stored, against 1,000`,
      ours: times,
      floor: first,
      unit: 'µs',
      goal: size === largest ? atMost(1.1) : undefined,
    });
  }
  await sandbox.close();
}
