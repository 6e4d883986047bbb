/**
 * docs/fault-matrix.md: every request of every operation under every fault, against the sandbox.
 * For each: the platform's error, its message, the requests sent, what the service holds
 * afterwards, and what it holds once the fault is gone and the step is replayed.
 */
import app from '../../index.ts';
import { liftMemoryLimit, stepFailure } from '../../testing/app-handler.ts';
import { startCache } from '../../testing/cache.ts';
import { runner } from '../../testing/runner.ts';
import type { Fault } from '../../sandbox/api/faults.ts';
import { createSandbox, type Sandbox } from '../../sandbox/server.tsx';
import { bundleFor, examples } from '../../testing/examples.ts';
import { table } from './markdown.ts';

/** Seconds after which a request to a service that is too slow is given up: no busy machine is. */
const givenUp = 1;
/** Milliseconds before the answer of such a service. */
const slowly = 1500;
/** Nobody listens there. */
const nowhere = 'http://127.0.0.1:1';

const answer = (status: number, more: Partial<Fault> = {}): Partial<Fault> => ({ status, ...more });
const retryAfter = (value: string) => answer(429, { headers: { 'retry-after': value } });

const faults: Record<string, Partial<Fault>> = {
  ...Object.fromEntries(
    [400, 401, 403, 404, 405, 409, 413, 415, 422].map((status) => [status, answer(status)]),
  ),
  '429, Retry-After 7': retryAfter('7'),
  '429, Retry-After as date': retryAfter('Wed, 01 Jan 2025 00:00:00 GMT'),
  '429, no Retry-After': answer(429),
  '429, unreadable Retry-After': retryAfter('soon'),
  ...Object.fromEntries([500, 502, 503, 504].map((status) => [status, answer(status)])),
  'connection refused': {},
  'connection reset': { kind: 'drop' },
  'answer lost after the work was done': { kind: 'lost' },
  'time-out': { delay: slowly },
  'cut-off JSON': { kind: 'cut' },
  'web page': { kind: 'html' },
  'empty 200': answer(200, { body: '' }),
  '204': answer(204),
  'wrong content type': answer(200, {
    body: 'plain text',
    headers: { 'content-type': 'text/plain' },
  }),
  'redirect to another host': answer(302, { headers: { location: 'https://elsewhere.example/' } }),
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

type Disturbed = Omit<Cell, 'replayed'>;

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
      {
        method: example.run,
        bundle: ({ application_id }) => bundleFor(example, application_id),
      },
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

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A request that was given up is still under way in the sandbox: until it is done, at most 5 s. */
async function landed(sandbox: Sandbox, request: number): Promise<void> {
  const end = Date.now() + 5000;
  while (sandbox.requests().length < request && Date.now() < end) await wait(20);
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
  const disturbed = async (request: number, fault: string): Promise<Disturbed> => {
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

/** Faults after which nothing comes: the step gives up early, all others have their time. */
const silent = new Set(['time-out']);
/** Those that mostly wait, for an answer or for the next attempt. */
const patient = new Set(['time-out', 'cut-off JSON', 'connection reset', '502', '504']);
const atOnce = (fault: string) => (patient.has(fault) ? 12 : 3);

/** Runs the work for each item, so many at once. @returns the results in the order of the items. */
async function each<Item, Result>(
  items: Item[],
  many: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: many }, worker));
  return results;
}

/** One request of each operation under a fault, and then without it. */
async function round(benches: Bench[], request: number, fault: string): Promise<Cell[]> {
  if (silent.has(fault)) process.env.SERVICE_TIMEOUT_SECONDS = `${givenUp}`;
  const disturbed = await each(benches, atOnce(fault), (one) => one.disturbed(request, fault));
  // A replay has its time.
  delete process.env.SERVICE_TIMEOUT_SECONDS;
  const replayed = await each(benches, atOnce(fault), (one) => one.replayed());
  return disturbed.map((cell, index) => ({ ...cell, replayed: replayed[index]! }));
}

/** All requests of each operation under a fault, operation by operation. */
async function rowsOf(benches: Bench[], fault: string): Promise<Cell[]> {
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

/** Runs the whole matrix, fault by fault. */
export async function faultMatrix(): Promise<Cell[]> {
  process.env.SERVICE_RETRY_DELAY_MS = '1';
  liftMemoryLimit();
  const benches = await each(Object.entries(operations), 3, bench);
  const cells: Cell[] = [];
  try {
    for (const fault of Object.keys(faults)) cells.push(...(await rowsOf(benches, fault)));
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

/** The matrix as a page. */
export const faultMatrixPage = (cells: Cell[]) =>
  [
    '# Fault matrix',
    '',
    `Every request of every operation under every fault: ${cells.length} cells, run against the sandbox by \`npx jest test/fault-matrix\`; \`npm run docs\` writes this page.`,
    '"Afterwards" is what the service holds after the failed step, "replayed" once the fault is gone and Zapier runs the step again.',
    '',
    ...[...new Set(cells.map(({ operation }) => operation))].flatMap((operation) => [
      `## ${operation}`,
      '',
      table(
        ['Fault', 'Error', 'Message', 'Requests', 'Afterwards', 'Replayed'],
        cells
          .filter((cell) => cell.operation === operation)
          .map(({ fault, kind, message, requests, after, replayed }) => [
            fault,
            kind,
            message,
            requests,
            after,
            replayed,
          ]),
      ),
      '',
    ]),
  ].join('\n');
