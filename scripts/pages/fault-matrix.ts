/**
 * Every request of every operation under every fault, against the sandbox: test/e2e/fault-matrix.tsv,
 * and for people a row for each fault, build/fault-matrix.md.
 * For each: the platform's error, its message, the requests sent, what the service holds
 * afterwards, and what it holds once the fault is gone and the step is replayed.
 */
import { setTimeout as wait } from 'node:timers/promises';

import { delays } from '../../client/time.ts';
import app from '../../index.ts';
import { stepFailure } from '../../test/support/app-handler.ts';
import { startCache } from '../../test/support/cache.ts';
import { each } from '../../test/support/each.ts';
import { liftMemoryLimit } from '../../test/support/memory-limit.ts';
import { runner } from '../../test/support/runner.ts';
import { until } from '../../test/support/until.ts';
import type { Fault } from '../../packages/sandbox/api/faults.ts';
import { createSandbox, type Sandbox } from '../../packages/sandbox/server.tsx';
import { bundleFor, examples } from '../../test/support/examples.ts';
import { page, table } from './markdown.ts';

/** Seconds after which a request to a service that is too slow is given up: no busy machine is. */
const givenUp = 1;
/** Milliseconds before the answer of such a service. */
const slowly = 1500;
/** Nobody listens there. */
const nowhere = 'http://127.0.0.1:1';

const retryAfter = (value: string) => ({ status: 429, headers: { 'retry-after': value } });

const faults: Record<string, Partial<Fault>> = {
  ...Object.fromEntries(
    [400, 401, 403, 404, 405, 409, 413, 415, 422].map((status) => [status, { status }]),
  ),
  '429, Retry-After 7': retryAfter('7'),
  '429, Retry-After as date': retryAfter('Wed, 01 Jan 2025 00:00:00 GMT'),
  '429, no Retry-After': { status: 429 },
  '429, unreadable Retry-After': retryAfter('soon'),
  ...Object.fromEntries([500, 502, 503, 504].map((status) => [status, { status }])),
  'connection refused': {},
  'connection reset': { kind: 'drop' },
  'answer lost after the work was done': { kind: 'lost' },
  'time-out': { delay: slowly },
  'cut-off JSON': { kind: 'cut' },
  'web page': { kind: 'html' },
  'empty 200': { status: 200, body: '' },
  '204': { status: 204 },
  'wrong content type': {
    status: 200,
    body: 'plain text',
    headers: { 'content-type': 'text/plain' },
  },
  'redirect to another host': { status: 302, headers: { location: 'https://elsewhere.example/' } },
  'very large body': { kind: 'huge' },
};

export interface Cell {
  /** Key of the operation, and which of its requests is disturbed. */
  operation: string;
  fault: string;
  kind: string;
  message: string;
  requests: number;
  after: string;
  replayed: string;
}

/** What a run stands on. */
interface Prepared {
  application_id: string;
  subscription: { id: string };
}
interface Operation {
  method: string;
  bundle: (prepared: Prepared) => object;
}

const operations: Record<string, Operation> = {
  ...Object.fromEntries(
    Object.entries(examples).map(([key, example]): [string, Operation] => [
      key,
      { method: example.run, bundle: ({ application_id }) => bundleFor(example, application_id) },
    ]),
  ),
  'subscribe a trigger': {
    method: 'triggers.case_submitted.operation.performSubscribe',
    bundle: () => ({ targetUrl: 'https://hooks.example/1' }),
  },
  'unsubscribe a trigger': {
    method: 'triggers.case_submitted.operation.performUnsubscribe',
    bundle: ({ subscription }) => ({ subscribeData: subscription }),
  },
  'test the connection': { method: 'authentication.test', bundle: () => ({}) },
};

const things = {
  cases: 'case',
  parties: 'party',
  documents: 'document',
  portals: 'portal',
  decisions: 'decision',
  webhooks: 'subscription',
};
const counts = ({ services }: Sandbox) =>
  Object.keys(things).map((name) =>
    Number(services.store.get(`select count(*) as n from ${name}`)?.n),
  );

/** What the service holds more than before, or less. */
function holdings(sandbox: Sandbox, before: number[]): string {
  const now = counts(sandbox);
  const changes = Object.values(things).flatMap((name, index) => {
    const more = now[index]! - before[index]!;
    return more ? [more > 0 ? `${more} ${name}` : `${-more} ${name} less`] : [];
  });
  return changes.join(', ') || 'nothing new';
}

/** The error's name and the text the reader sees, without what changes from run to run. */
function described(error: unknown): [kind: string, message: string] {
  const { kind, message, delay } = stepFailure(error as Error);
  const text = delay === undefined ? message : `${message} (after ${delay} s)`;
  return [
    kind,
    text
      .replace(/127\.0\.0\.1:\d+/g, '{host}')
      .replace(/\bapp_[\w-]+/g, '{case}')
      .replace(/\b(doc|per|biz|ptl|dec|fil)_[\w-]+/g, '{id}'),
  ];
}

/** A request that was given up is still under way in the sandbox: until it is done, at most 5 s. */
async function landed(sandbox: Sandbox, request: number): Promise<void> {
  const isThere = () => sandbox.requests().length >= request;
  await until('the request', isThere, { seconds: 5, pause: 20 }).catch(() => undefined);
  // One that was sent beside it.
  await wait(50);
}

/** An operation with its own service and cache. `count` is the number of its requests. */
async function bench([name, { method, bundle }]: [string, Operation]) {
  const sandbox = await createSandbox();
  const cache = await startCache();
  const handle = runner(app, cache.event);
  const { cases, subscriptions } = sandbox.services;

  const prepare = (): Prepared => {
    sandbox.reset();
    cache.clear();
    const is_draft = name === 'submit_case';
    const prepared = { business: { organization_name: 'Prepared Ltd' }, is_draft };
    const { application_id } = cases.create('main', prepared, 'API');
    const events = ['application.submitted'];
    return {
      application_id,
      subscription: subscriptions.add('main', { url: 'https://hooks.example/0', events }),
    };
  };
  const run = (prepared: Prepared, base_url = sandbox.url) =>
    handle<unknown>(method, {
      authData: { api_key: sandbox.apiKey, base_url },
      ...bundle(prepared),
    });
  await run(prepare());
  const count = sandbox.requests().length;

  let prepared: Prepared;
  let before: number[];

  /** Runs the operation under a fault; `replayed` once it is gone. */
  const disturbed = async (request: number, fault: string): Promise<Omit<Cell, 'replayed'>> => {
    prepared = prepare();
    before = counts(sandbox);
    const refused = fault === 'connection refused';
    if (!refused) sandbox.faults.add({ path: '/', skip: request - 1, ...faults[fault] });
    const [kind, message] = await run(prepared, refused ? nowhere : sandbox.url).then(
      (results): [string, string] => [
        'none',
        Array.isArray(results) && !results.length ? 'ends with nothing' : 'goes on',
      ],
      described,
    );
    if (fault === 'time-out') await landed(sandbox, request);
    const [requests, after] = [sandbox.requests().length, holdings(sandbox, before)];
    sandbox.faults.clear();
    const operation = count > 1 ? `${name}, request ${request} of ${count}` : name;
    return { operation, fault, kind, message, requests, after };
  };
  const replayed = (): Promise<string> =>
    run(prepared).then(
      () => holdings(sandbox, before),
      (error) => `${holdings(sandbox, before)}; ${described(error)[1]}`,
    );
  const close = async () => {
    cache.close();
    await sandbox.close();
  };
  return { count, disturbed, replayed, close };
}
type Bench = Awaited<ReturnType<typeof bench>>;

/** Those that mostly wait, for an answer or for the next attempt. */
const patient = new Set(['time-out', 'cut-off JSON', 'connection reset', '502', '504']);
const atOnce = (fault: string) => (patient.has(fault) ? 12 : 3);

/** One request of each operation under a fault, and then without it. */
async function round(benches: Bench[], request: number, fault: string): Promise<Cell[]> {
  // Nothing comes: the step gives up early. All others, and a replay, have their time.
  if (fault === 'time-out') process.env.SERVICE_TIMEOUT_SECONDS = `${givenUp}`;
  const disturbed = await each(benches, atOnce(fault), (one) => one.disturbed(request, fault));
  delete process.env.SERVICE_TIMEOUT_SECONDS;
  const replayed = await each(benches, atOnce(fault), (one) => one.replayed());
  return disturbed.map((cell, index) => ({ ...cell, replayed: replayed[index]! }));
}

/** All requests of each operation under a fault, operation by operation. */
async function cellsOf(benches: Bench[], fault: string): Promise<Cell[]> {
  const rows = new Map<Bench, Cell[]>(benches.map((one) => [one, []]));
  const most = Math.max(...benches.map(({ count }) => count));
  // Without a connection there is no second request.
  const last = fault === 'connection refused' ? 1 : most;
  for (let request = 1; request <= last; request++) {
    const those = benches.filter(({ count }) => request <= count);
    const cells = await round(those, request, fault);
    those.forEach((one, index) => rows.get(one)!.push(cells[index]!));
  }
  return [...rows.values()].flat();
}

/**
 * Runs the matrix, fault by fault. @param nth tries each operation under every nth fault, and each
 * fault with every nth operation; the whole matrix is `1`.
 */
export async function faultMatrix(nth = 1): Promise<Cell[]> {
  delays.retry = 1;
  delays.look = 2;
  delays.looks = 1;
  liftMemoryLimit();
  const benches = await each(Object.entries(operations), 3, bench);
  const cells: Cell[] = [];
  try {
    for (const [row, fault] of Object.keys(faults).entries()) {
      const tried = benches.filter((_, column) => (row + column) % nth === 0);
      cells.push(...(await cellsOf(tried, fault)));
    }
  } finally {
    delete process.env.SERVICE_TIMEOUT_SECONDS;
    await Promise.all(benches.map(({ close }) => close()));
  }
  return cells;
}

/** Things that have an identity are never made twice; others only where the message warned of it. */
const doubled = (text: string, message: string) =>
  /\b([2-9]|\d\d+) (case|party|document|subscription)/.test(text) ||
  (/\b([2-9]|\d\d+) (portal|decision)/.test(text) && !message.includes('is not known'));

/** Cells that end in a raw stack, a leaked key, an unclear message, or something done twice. */
export const badCells = (cells: Cell[]): Cell[] =>
  cells.filter(
    ({ message, after, replayed, requests }) =>
      /undefined|\[object|NaN|sandbox_key|\bat \S+ \(/.test(message) ||
      doubled(`${after}, ${replayed}`, message) ||
      requests > 6,
  );

/** What stands in the columns of the data. */
const columns: Record<string, keyof Cell> = {
  operation: 'operation',
  fault: 'fault',
  error: 'kind',
  requests: 'requests',
  afterwards: 'after',
  replayed: 'replayed',
  message: 'message',
};
/** The matrix as data: a line for each cell, so that a change of any is seen. */
export const faultMatrixData = (cells: Cell[]): string =>
  [
    Object.keys(columns),
    ...cells.map((cell) =>
      Object.values(columns).map((key) => String(cell[key]).replaceAll(/\s+/g, ' ')),
    ),
  ]
    .map((row) => `${row.join('\t')}\n`)
    .join('');

const inWords: Record<string, string> = {
  HaltedError: 'stops this run',
  ThrottledError: 'Zapier tries again by itself',
  ExpiredAuthError: 'asks to reconnect',
  AppError: 'fails, can be replayed',
};
/** What happened, in words. */
const effectOf = ({ kind, message }: Cell) => inWords[kind] ?? message;

/** The values with how often they are there, the most frequent first. */
function counted(values: string[]): [value: string, count: number][] {
  const found = new Map<string, number>();
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
  return [...found].sort(([, a], [, b]) => b - a);
}

const effects = (cells: Cell[]): string => {
  const found = counted(cells.map(effectOf));
  return found.map(([text, count]) => (found.length > 1 ? `${text} (${count})` : text)).join(', ');
};

const isTrigger = (cell: Cell) => Object.hasOwn(app.triggers, cell.operation.split(',')[0]!);

/** The message of the most frequent effect that a reader meets most. */
function commonMessage(cells: Cell[]): string {
  const [most] = counted(cells.map(effectOf).filter((text) => !text.includes('goes on')));
  const told = cells.filter((cell) => effectOf(cell) === most?.[0]);
  return counted(told.map(({ message }) => message.replace(/ Fault on demand: \d+\./, '')))[0]![0];
}

/** One fault as a row: what a Zap does, what it says, and what the service holds. */
function summary(fault: string, all: Cell[]): unknown[] {
  const cells = all.filter((cell) => cell.fault === fault);
  const steps = cells.filter((cell) => !isTrigger(cell));
  const done = steps.filter(({ kind, after }) => kind !== 'none' && after !== 'nothing new');
  return [
    fault,
    effects(steps),
    effects(cells.filter(isTrigger)) || 'not met',
    Math.max(...cells.map(({ requests }) => requests)),
    done.length ? `${done.length} of ${steps.length}` : 'none',
    commonMessage(steps),
  ];
}

/** What people read of it: a row for each fault. */
export function faultMatrixPage(cells: Cell[]): string {
  const names = [...new Set(cells.map(({ fault }) => fault))];
  const operationCount = new Set(cells.map(({ operation }) => operation.split(',')[0])).size;
  return page(
    '# When something goes wrong',
    `Each of ${operationCount} operations, with each of its requests disturbed by each of ${names.length} faults: ${cells.length} runs against the sandbox (\`TESTS=all npx jest test/e2e/fault-matrix\`). In none of them is anything with an identity made twice, a key shown, or a message left unclear. Written by \`npm run docs\`; every single run stands in \`test/e2e/fault-matrix.tsv\`.`,
    'The number in brackets says in how many runs, where they differ. *Requests* is the most that were sent in one run, repeats included. *Done all the same* counts the failed runs after which the service holds something new: the message says so, or that it is not known, and a replay finds what was made instead of making it again.',
    table(
      [
        'Fault',
        'Action or search',
        'Trigger',
        'Requests',
        'Done all the same',
        'The most frequent message',
      ],
      names.map((fault) => summary(fault, cells)),
    ),
  );
}
