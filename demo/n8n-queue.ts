/**
 * `npm run n8n:queue [-- major [--build verified] [--store redis] [--receivers 2] [--minutes 5
 * [--load]]]`: n8n in queue mode with two workers, a webhook process, PostgreSQL and
 * Redis (the Debian packages `postgresql` and `redis-server`, started in a temporary folder on free
 * ports). Every event and deal arrives at least twice, and each POST to the service makes a case.
 * Then come the faults, then a steady load of deals, each sent twice. `--load` runs the last part
 * alone.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { builds, failuresIn, importInto, openN8n, until } from './n8n-server.ts';
import { measureCuts, measureKill, measureOutage, measureWiping } from './n8n-faults.ts';
import {
  credential,
  inWords,
  measureRepeats,
  openCrm,
  refusedDeals,
  repeatDeals,
  repeatWorkflows,
  type Outcome,
  type Place,
} from './n8n-repeats.ts';
import { openService } from './n8n-service.ts';
import { freePort } from '../test/support/listen.ts';
import { cpuSeconds, ended } from '../test/support/process.ts';
import { report } from '../test/support/report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    build: { type: 'string', default: 'self-hosted' },
    store: { type: 'string', default: 'auto' },
    receivers: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '0' },
    load: { type: 'boolean', default: false },
  },
});
const { store, minutes } = values;
const [major = '2'] = positionals;
const build = builds[values.build as keyof typeof builds];
const receivers = Number(values.receivers);
const names = `main, ${receivers} receivers and 2 workers`;
const folder = mkdtempSync(join(tmpdir(), 'n8n-queue-'));
const children: ChildProcess[] = [];
process.once('exit', () => {
  children.forEach((child) => child.kill('SIGTERM'));
});

/** PostgreSQL refuses to run as root, so its own user runs it. */
function asPostgres(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function startPostgres(): Promise<Record<string, string>> {
  const versions = '/usr/lib/postgresql';
  if (!existsSync(versions)) throw new Error('Install the packages postgresql and redis-server.');
  const bin = join(versions, readdirSync(versions).sort().pop()!, 'bin');
  const owner = asPostgres();
  const data = mkdtempSync(join(tmpdir(), 'n8n-postgres-'));
  if (owner.uid !== undefined) chownSync(data, owner.uid, owner.gid!);
  const port = String(await freePort());
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'n8n', '--auth=trust', '-N'], {
    ...owner,
    stdio: 'ignore',
  });
  const args = ['-D', data, '-p', port, '-h', '127.0.0.1', '-k', data];
  children.push(spawn(join(bin, 'postgres'), args, { ...owner, stdio: 'ignore' }));
  process.once('exit', () => rmSync(data, { recursive: true, force: true }));
  const create = ['-h', '127.0.0.1', '-p', port, '-U', 'n8n', 'n8n'];
  const isCreated = () => spawnSync(join(bin, 'createdb'), create).status === 0;
  if (!(await until(isCreated, 30))) throw new Error('PostgreSQL did not start.');
  return {
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: '127.0.0.1',
    DB_POSTGRESDB_PORT: port,
    DB_POSTGRESDB_DATABASE: 'n8n',
    DB_POSTGRESDB_USER: 'n8n',
  };
}

async function startRedis() {
  const port = String(await freePort());
  const args = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const server = spawn('redis-server', args, { stdio: 'ignore' });
  children.push(server);
  const settings = {
    EXECUTIONS_MODE: 'queue',
    QUEUE_BULL_REDIS_HOST: '127.0.0.1',
    QUEUE_BULL_REDIS_PORT: port,
  };
  return { server, settings };
}

/** Memory of a process in megabytes (Linux). */
const megabytes = ({ pid }: ChildProcess): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
};

const sumOf = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

const rows = [
  ['What', 'Sent', 'Came of it', ''],
  ['---', '---', '---', '---'],
];
const row = (what: string, sent: string, came: string, isGood: boolean) => {
  rows.push([what, sent, came, isGood ? 'ok' : 'WRONG']);
  report(`${what}: ${sent} -> ${came}`, isGood);
};

const perSecond = 12;
/** Seconds of deals in progress. A slower machine gets fewer per second. */
const mostBatches = 5;

/** Sends this many deals per second, or as many as the machine can process, each twice. */
async function measureLoad(place: Place, processes: ChildProcess[]) {
  const seconds = Number(minutes) * 60;
  const memory = [processes.map(megabytes)];
  const outcomes: Outcome[] = [];
  const underWay = new Set<Promise<void>>();
  const busyBefore = refusedDeals();
  const cpuBefore = sumOf(processes.map(cpuSeconds));
  const from = Date.now();
  const passed = () => (Date.now() - from) / 1000;
  for (let batch = 0; passed() < seconds; batch++) {
    const repeats = { count: perSecond, copies: 2 };
    const sent = repeatDeals(place, `load-${batch}`, repeats).then((outcome) => {
      outcomes.push(outcome);
      underWay.delete(sent);
    });
    underWay.add(sent);
    if (memory.length === 1 && passed() >= seconds / 2) memory.push(processes.map(megabytes));
    await wait(from + (batch + 1) * 1000 - Date.now());
    if (batch % 30 === 29) {
      const now = processes.map(megabytes).join('+');
      console.log(`    ${Math.round(passed())} s: ${(batch + 1) * perSecond} deals, ${now} MB`);
    }
    while (underWay.size >= mostBatches) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  const took = Math.round(passed());
  memory.push(processes.map(megabytes));
  const cpu = sumOf(processes.map(cpuSeconds)) - cpuBefore;
  const total = (what: 'posts' | 'doubled' | 'lost' | 'missing') =>
    sumOf(outcomes.map((outcome) => outcome[what]));
  const deals = sumOf(outcomes.map((outcome) => outcome.deals));
  const [posts, doubled] = [total('posts'), total('doubled')];
  const [lost, missing] = [total('lost'), total('missing')];
  const rate = (deals / took).toFixed(1);
  const megabytesAll = memory.map((all) => all.join('+')).join(' → ');
  row(
    `${perSecond} deals a second for ${minutes} min, each sent twice`,
    `${deals} deals in ${took} s, ${rate} a second, ${Math.round((cpu / deals) * 1000)} ms of the processor each; ${refusedDeals() - busyBefore} sent again, as n8n was busy`,
    `${inWords({ posts, doubled, lost, missing })}; MB of ${names} ${megabytesAll}`,
    posts === deals && !missing,
  );
}

/**
 * The operator's settings (docs/n8n.md). With n8n's default of two connections to PostgreSQL, its
 * own health check times out and it answers webhooks with 503.
 */
const forLoad = {
  DB_POSTGRESDB_POOL_SIZE: process.env.DB_POSTGRESDB_POOL_SIZE ?? '20',
  EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
};
const redis = await startRedis();
const env = {
  ...(await startPostgres()),
  ...redis.settings,
  ...forLoad,
  ...(receivers && { N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true' }),
};
const n8n = await openN8n(major, build.folder, env);
console.log(`n8n ${n8n.version}, queue mode, ${names}, ${values.build} build, memory ${store}`);
const [service, crm] = [await openService(), await openCrm()];
const isShared = values.build === 'self-hosted';
const most = isShared ? { deal: 1, event: 1 } : { deal: 2, event: receivers || 1 };
const place = { n8n, service, crm, most };
await importInto(
  n8n,
  { [credential]: { baseUrl: service.url, apiKey: 'key', memory: store } },
  repeatWorkflows(build.node, crm.url),
);
let main = await n8n.start('start');
const startWorker = () => n8n.start('worker', '--concurrency=10');
const taking = await Promise.all(Array.from({ length: receivers }, () => n8n.startReceiver()));
const workers = await Promise.all([startWorker(), startWorker()]);
await n8n.switch('repeatDeals', true);
await n8n.switch('repeatEvents', true);
await until(() => service.webhooks.size === 1, 30);
if (!values.load) {
  await measureRepeats(
    place,
    {
      'each twice at once': { count: 100, copies: 2 },
      'each five times at once': { count: 20, copies: 5 },
      'one after the other': { count: 10, copies: 2, apart: true },
    },
    {
      'five copies at once': { count: 20, copies: 5 },
      'four copies 2.5 s apart': { count: 3, copies: 4, apart: true },
    },
    row,
  );
  main = await measureWiping(place, main, row);
  await measureCuts(place, row);
  workers[0] = await measureKill(place, workers[0]!, startWorker, row);
  await measureOutage(place, redis.server, row);
}
if (Number(minutes) > 0) await measureLoad(place, [main, ...taking, ...workers]);
for (const [reason, times] of await failuresIn(n8n)) console.log(`    failed ${times}x: ${reason}`);
await n8n.switch('repeatEvents', false);
await until(() => service.webhooks.size === 0, 30);
const left = service.webhooks.size;
row('Switched off', '1 trigger', `${left} webhooks left at the service`, left === 0);

console.log(`\n${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`);
await n8n.close();
crm.close();
service.close();
await Promise.all(children.map((child) => ended(child)));
rmSync(folder, { recursive: true, force: true });
process.exit();
