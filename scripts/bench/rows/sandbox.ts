/** The sandbox under load, beside its framework answering a constant and a mock server from npm. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../../../test/support/listen.ts';
import { defaultKey } from '../../../packages/sandbox/server.tsx';
import { startProcess } from '../../../test/support/process.ts';
import { until } from '../../../test/support/until.ts';
import { child, startServer } from '../processes.ts';
import { atLeast, median, type Goal, type Report } from '../report.ts';

interface Load {
  requests: { average: number };
  latency: { p99: number };
}
type Autocannon = (options: object) => Promise<Load>;

const rounds = 3;
const business = { organization_name: 'Lumen Studio SAS', country: 'FR' };

/** One request to each kind of server: what it is called, and its path there. */
const requests = {
  'read a company': { method: 'GET', path: '/api/companies/FR/552100554', mock: '/companies/1' },
  'create a case': { method: 'POST', path: '/api/applications', mock: '/applications' },
};

const json = (value: object) => JSON.stringify(value);
/** The mock server, which says nothing of itself. */
async function startMock() {
  const database = join(mkdtempSync(join(tmpdir(), 'bench-')), 'db.json');
  writeFileSync(database, json({ applications: [], companies: [{ id: 1, ...business }] }));
  const port = String(await freePort());
  const mock = 'scripts/bench/node_modules/json-server/lib/cli/bin.js';
  const args = [mock, '--port', port, '--host', '127.0.0.1', '--quiet', database];
  const { end } = await startProcess(process.execPath, args, /^/);
  const url = `http://127.0.0.1:${port}`;
  await until('the mock server', () => fetch(url).catch(() => undefined), { pause: 100 });
  return { url, end };
}

/** What is measured, and what it is measured against. */
const servers = {
  sandbox: () => startServer('packages/sandbox/main.ts', '--memory'),
  insert: () => startServer(child('insert.ts')),
  constant: () => startServer(child('constant.ts')),
  mock: startMock,
};

/** Loads each server with each request, in turns. */
async function measure(): Promise<Record<string, Load[]>> {
  const load = createRequire(import.meta.url)('../node_modules/autocannon') as Autocannon;
  const results: Record<string, Load[]> = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, start] of Object.entries(servers)) {
      const server = await start();
      for (const [what, request] of Object.entries(requests)) {
        if (name === 'insert' && request.method === 'GET') continue;
        const measured = await load({
          url: server.url + (name === 'mock' ? request.mock : request.path),
          method: request.method,
          headers: { authorization: `Bearer ${defaultKey}`, 'content-type': 'application/json' },
          ...(request.method === 'POST' && { body: json({ business, is_draft: true }) }),
          connections: 32,
          duration: 3,
        });
        (results[`${name} ${what}`] ??= []).push(measured);
      }
      await server.end();
    }
  }
  return results;
}

export async function sandbox(report: Report) {
  const results = await measure();
  const compare = (what: string, other: keyof typeof servers, words: string, goal?: Goal) => {
    const [ours, floor] = [results[`sandbox ${what}`]!, results[`${other} ${what}`]!];
    const p99 = (of: Load[]) => median(of.map(({ latency }) => latency.p99));
    report.add('sandbox', {
      what: `${what}, against ${words}; p99 ${p99(ours)} and ${p99(floor)} ms`,
      ours: ours.map(({ requests: { average } }) => average),
      floor: floor.map(({ requests: { average } }) => average),
      unit: '/s',
      goal,
    });
  };
  const least = 'its framework with validation, one insert and commit';
  compare('create a case', 'insert', least, atLeast(0.5));
  for (const what of Object.keys(requests)) {
    compare(what, 'constant', 'its framework answering a constant');
    compare(what, 'mock', 'json-server', atLeast(1));
  }
}
