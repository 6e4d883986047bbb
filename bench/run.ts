/**
 * `npm run bench [-- row …]`: ours beside the floor in one run; writes docs/performance.md when all
 * rows run. Rows: cold, package, warm, upload, events, sandbox, growth. `--short` checks counts only.
 */
import { execFileSync, fork, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';

import { createSandbox } from '../sandbox/server.tsx';

interface Row {
  row: string;
  what: string;
  ours: string;
  floor: string;
  ratio: string;
  goal: string;
  met: boolean;
}

const args = process.argv.slice(2);
const short = args.includes('--short');
const chosen = args.filter((arg) => !arg.startsWith('--'));
const rows: Row[] = [];
const ours = resolve('dist/index.js');
const floor = resolve('bench/floor.mjs');

const add = (
  row: string,
  what: string,
  mine: number,
  base: number,
  unit: string,
  goal: number,
  more = false,
) => {
  const ratio = mine / base;
  const met = more ? ratio >= goal : ratio <= goal;
  const show = (value: number) => `${value >= 100 ? Math.round(value) : value.toFixed(1)} ${unit}`;
  rows.push({
    row,
    what,
    ours: show(mine),
    floor: show(base),
    ratio: ratio.toFixed(2),
    goal: `${more ? 'at least' : 'at most'} ${goal.toFixed(2)}`,
    met,
  });
  console.log(
    `${met ? 'met   ' : 'MISSED'} ${row}: ${what}: ${show(mine)} against ${show(base)}, ratio ${ratio.toFixed(2)}`,
  );
};
const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!;

const upstream: ChildProcess = fork(join(import.meta.dirname, 'upstream.mjs'), { execArgv: [] });
const port = await new Promise<number>((done) =>
  upstream.once('message', (message) => done(message as number)),
);
const base = `http://127.0.0.1:${port}`;
const counted = async () =>
  Number(await (await fetch(`${base}/count`, { headers: { connection: 'close' } })).text());

interface Step {
  method: string;
  input: object;
  requests: number;
  floor: { method: string; path: string; body?: string; list?: boolean };
  more?: object;
}
const get = { method: 'GET', path: '/api/applications/app_1' };
const post = (path: string) => ({
  method: 'POST',
  path,
  body: '{"business":{"organization_name":"Lumen"}}',
});
const create = (key: string, input: object, requests: number, path: string): Step => ({
  method: `creates.${key}.operation.perform`,
  input,
  requests,
  floor: post(path),
});
const search = (key: string, input: object, path: string): Step => ({
  method: `searches.${key}.operation.perform`,
  input,
  requests: 1,
  floor: { method: 'GET', path },
});
const application_id = 'app_1';
const steps: Record<string, Step> = {
  create_case: create(
    'create_case',
    { subject: 'business', organization_name: 'Lumen', country: 'FR' },
    1,
    '/api/applications',
  ),
  create_portal: create('create_portal', { application_id }, 1, '/api/portals'),
  start_onboarding: create(
    'start_onboarding',
    { subject: 'business', organization_name: 'Lumen' },
    2,
    '/api/applications',
  ),
  add_related_person: create(
    'add_related_person',
    { application_id, last_name: 'Ferrer' },
    1,
    '/api/applications/app_1/persons',
  ),
  add_related_business: create(
    'add_related_business',
    { application_id, organization_name: 'Nordwind' },
    1,
    '/api/applications/app_1/businesses',
  ),
  update_case: {
    ...create('update_case', { application_id, vat_number: 'FR1' }, 1, ''),
    floor: { method: 'PUT', path: '/api/applications/app_1', body: '{}' },
  },
  submit_case: {
    ...create('submit_case', { application_id }, 1, ''),
    floor: { method: 'PUT', path: '/api/applications/app_1/submit' },
  },
  record_decision: create(
    'record_decision',
    { application_id, decision: 'approved' },
    1,
    '/applications/app_1/decisions',
  ),
  upload_document: create(
    'upload_document',
    { application_id, type: 'ID', file: 'text' },
    2,
    '/api/files',
  ),
  find_case: search('find_case', { application_id }, get.path),
  search_companies: search(
    'search_companies',
    { country: 'FR', q: 'lumen' },
    '/api/companies/FR/search?q=lumen',
  ),
  get_company: search(
    'get_company',
    { country: 'FR', registration_number: '1' },
    '/api/companies/FR/1',
  ),
  case_review_updated: {
    method: 'triggers.case_review_updated.operation.perform',
    input: {},
    requests: 1,
    floor: get,
    more: {
      cleanedRequest: {
        event_id: 'e',
        type: 'application.review_updated',
        data: { object: { application_id } },
      },
      rawRequest: { headers: {}, content: '{}' },
    },
  },
};

const authData = { base_url: base, api_key: 'bench_key' };
const oursEvent = (step: Step) => ({
  command: 'execute',
  method: step.method,
  bundle: { authData, inputData: step.input, meta: {}, ...step.more },
});
const floorEvent = (step: Step) => ({
  command: 'execute',
  method: 'creates.floor.operation.perform',
  bundle: { authData, inputData: step.floor, meta: {} },
});

/** Runs one process and returns what it measured. */
function measure(path: string, count: number, event: object, node = process.execPath) {
  const out = execFileSync(
    node,
    [join(import.meta.dirname, 'step.mjs'), path, String(count), JSON.stringify(event)],
    { encoding: 'utf8', maxBuffer: 1e8 },
  );
  return JSON.parse(out.trim().split('\n').pop()!) as {
    first: number;
    later: number;
    memory: number;
  };
}

const benchmarks: Record<string, () => Promise<void>> = {
  async cold() {
    const node22 = 'tools/node_modules/node/bin/node';
    const runtimes: [string, string][] = [
      [`Node ${process.versions.node.split('.')[0]}`, process.execPath],
    ];
    if (existsSync(node22) && !process.version.startsWith('v22'))
      runtimes.push(['Node 22', resolve(node22)]);
    for (const [name, node] of runtimes) {
      const mine: number[][] = [];
      const theirs: number[][] = [];
      for (let run = 0; run < 15; run++) {
        const a = measure(ours, 1, oursEvent(steps.create_case!), node);
        const b = measure(floor, 1, floorEvent(steps.create_case!), node);
        mine.push([a.first, a.memory]);
        theirs.push([b.first, b.memory]);
      }
      const column = (values: number[][], index: number) =>
        median(values.map((value) => value[index]!));
      add('cold', `start to first answer, ${name}`, column(mine, 0), column(theirs, 0), 'ms', 1.1);
      const extra = column(mine, 1) - column(theirs, 1);
      rows.push({
        row: 'memory',
        what: `peak of that process, ${name}`,
        ours: `${column(mine, 1).toFixed(0)} MB`,
        floor: `${column(theirs, 1).toFixed(0)} MB`,
        ratio: `+${extra.toFixed(1)} MB`,
        goal: 'at most +5 MB',
        met: extra <= 5,
      });
    }
  },
  async package() {
    const path = 'build/build.zip';
    if (!existsSync(path))
      return console.log('package: left out, run npm run zapier -- build --skip-validation first');
    add(
      'package',
      'size of build.zip (floor: an empty app, same command)',
      statSync(path).size / 1024,
      660,
      'KB',
      1.1,
    );
  },
  async warm() {
    for (const [name, step] of Object.entries(steps)) {
      await counted();
      const count = short ? 2 : 200;
      const mine = [measure(ours, count, oursEvent(step))];
      const sent = (await counted()) / count;
      if (sent !== step.requests) {
        process.exitCode = 1;
        console.error(`${name} sends ${sent} requests instead of ${step.requests}`);
      }
      if (short) {
        console.log(`${name}: ${sent} requests`);
        continue;
      }
      const theirs = [measure(floor, count, floorEvent(step))];
      for (let run = 0; run < 2; run++) {
        mine.push(measure(ours, count, oursEvent(step)));
        theirs.push(measure(floor, count, floorEvent(step)));
      }
      add(
        'warm',
        `${name}, ${sent} request${sent > 1 ? 's' : ''}`,
        median(mine.map(({ later }) => later)),
        median(theirs.map(({ later }) => later)) * step.requests,
        'ms',
        1.1,
      );
    }
  },
  async upload() {
    const bare = resolve('bench/bare-upload.mjs');
    const memory: Record<number, number> = {};
    for (const size of [1, 10, 100, 500]) {
      const input = { application_id, type: 'ID', file: `${base}/file/${size}` };
      const event = {
        command: 'execute',
        method: steps.upload_document!.method,
        bundle: { authData, inputData: input, meta: {} },
      };
      const plain = {
        command: 'execute',
        method: 'creates.floor.operation.perform',
        bundle: { authData, inputData: input, meta: {} },
      };
      const mine: number[] = [];
      const theirs: number[] = [];
      for (let run = 0; run < 3; run++) {
        const measured = measure(ours, 2, event);
        memory[size] = Math.min(memory[size] ?? Infinity, measured.memory);
        mine.push(measured.later);
        theirs.push(measure(bare, 2, plain).later);
      }
      add('upload', `${size} MB, time`, median(mine), median(theirs), 'ms', 1 / 0.9);
    }
    add(
      'upload',
      'peak memory, 500 MB against 1 MB',
      memory[500]!,
      memory[1]!,
      'MB',
      (memory[1]! + 30) / memory[1]!,
    );
  },
  async events() {
    const count = 2000;
    const rate = async (path: string, event: object) => 1000 / measure(path, count, event).later;
    const step = steps.case_review_updated!;
    add(
      'events',
      'webhook to trigger output, per second',
      await rate(ours, oursEvent(step)),
      await rate(floor, floorEvent(step)),
      '/s',
      0.9,
      true,
    );
  },
  async sandbox() {
    const load = createRequire(import.meta.url)('./node_modules/autocannon') as (
      options: object,
    ) => Promise<{ requests: { average: number }; latency: { p99: number } }>;
    const headers = { authorization: 'Bearer sandbox_key', 'content-type': 'application/json' };
    const body = JSON.stringify({
      business: { organization_name: 'Lumen Studio SAS', country: 'FR' },
      is_draft: true,
    });
    const shoot = (url: string, method: string) =>
      load({
        url,
        method,
        headers,
        ...(method === 'POST' && { body }),
        connections: 32,
        duration: 5,
      });
    const server = (file: string, ...more: string[]) =>
      spawn(process.execPath, ['--import', 'tsx', file, ...more], {
        env: { ...process.env, PORT: '4711', SMTP_PORT: '0' },
        stdio: 'ignore',
      });
    const wait = async (url: string) => {
      for (let tries = 0; tries < 100; tries++) {
        if (await fetch(url, { headers }).catch(() => undefined)) return;
        await new Promise((done) => setTimeout(done, 100));
      }
    };
    const results: Record<string, { requests: { average: number }; latency: { p99: number } }> = {};
    const servers: [string, () => ChildProcess, string, string][] = [
      [
        'sandbox',
        () => server('sandbox/main.ts', '--memory'),
        '/api/applications',
        '/api/companies/FR/552100554',
      ],
      [
        'same framework, constant answer',
        () => server('bench/constant.ts'),
        '/api/applications',
        '/api/companies/FR/552100554',
      ],
      [
        'json-server',
        () =>
          spawn(
            process.execPath,
            [
              resolve('bench/node_modules/json-server/lib/cli/bin.js'),
              '--port',
              '4711',
              '--host',
              '127.0.0.1',
              '--quiet',
              '/tmp/bench-db.json',
            ],
            { stdio: 'ignore' },
          ),
        '/applications',
        '/companies/1',
      ],
    ];
    writeFileSync(
      '/tmp/bench-db.json',
      '{"applications":[],"companies":[{"id":1,"organization_name":"Lumen Studio SAS"}]}',
    );
    for (const [name, start, postPath, getPath] of servers) {
      const child = start();
      await wait(`http://127.0.0.1:4711${getPath}`);
      results[`GET ${name}`] = await shoot(`http://127.0.0.1:4711${getPath}`, 'GET');
      results[`POST ${name}`] = await shoot(`http://127.0.0.1:4711${postPath}`, 'POST');
      child.kill();
      await new Promise((done) => child.once('exit', done));
    }
    for (const method of ['GET', 'POST']) {
      const mine = results[`${method} sandbox`]!;
      for (const other of ['same framework, constant answer', 'json-server']) {
        const theirs = results[`${method} ${other}`]!;
        add(
          'sandbox',
          `${method}, against ${other} (p99 ${mine.latency.p99} / ${theirs.latency.p99} ms)`,
          mine.requests.average,
          theirs.requests.average,
          '/s',
          other === 'json-server' ? 1 : method === 'GET' ? 0.5 : 0.2,
          true,
        );
      }
    }
  },
  async growth() {
    const sandbox = await createSandbox();
    const { cases, store } = sandbox.services;
    const business = { organization_name: 'Lumen Studio SAS', country: 'FR' };
    const cost = () => {
      const from = performance.now();
      let last = '';
      for (let index = 0; index < 2000; index++)
        last = cases.create('main', { business }, 'API').application_id;
      for (let index = 0; index < 2000; index++) cases.show('main', last);
      return (performance.now() - from) / 4000;
    };
    cost();
    let first = 0;
    for (const size of [1_000, 10_000, 100_000, 1_000_000]) {
      store.atomic(() => {
        for (
          let have = Number(store.get('select count(*) as n from cases')?.n);
          have < size;
          have++
        )
          cases.create('main', { business }, 'API');
      });
      const each = cost();
      first ||= each;
      add(
        'growth',
        `create and read with ${size.toLocaleString('en')} cases stored`,
        each * 1000,
        first * 1000,
        'µs',
        1.5,
      );
    }
    await sandbox.close();
  },
};

const names = chosen.length ? chosen : short ? ['warm'] : Object.keys(benchmarks);
for (const name of names) {
  if (!benchmarks[name])
    throw new Error(`There is no row ${name}. Rows: ${Object.keys(benchmarks).join(', ')}.`);
  await benchmarks[name]();
}
upstream.kill();

if (!chosen.length && !short) {
  const notes = existsSync('docs/performance-notes.md')
    ? readFileSync('docs/performance-notes.md', 'utf8')
    : '';
  const table = rows.map(
    ({ row, what, ours: mine, floor: theirs, ratio, goal, met }) =>
      `| ${row} | ${what} | ${mine} | ${theirs} | ${ratio} | ${goal} | ${met ? 'yes' : '**no**'} |`,
  );
  writeFileSync(
    'docs/performance.md',
    [
      '# Performance',
      '',
      `Written by \`npm run bench\`; one row alone: \`npm run bench -- warm\`. Node ${process.versions.node}, ${cpus().length} cores, a shared machine: compare the ratios. The floor is an app on the same platform core that does the same request with no code of ours; for several requests its time is multiplied.`,
      '',
      '| Row | What | Ours | Floor | Ratio | Goal | Met |',
      '|---|---|---|---|---|---|---|',
      ...table,
      '',
      notes,
    ].join('\n'),
  );
  console.log('Written to docs/performance.md');
}
const missed = rows.filter(({ met }) => !met).length;
console.log(`${rows.length - missed} goals met, ${missed} missed`);
process.exit();
