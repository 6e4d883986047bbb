/**
 * Each fault against each kind of request, on the sandbox: how the step ends, after how many
 * requests, in words without a key or a stack. Replayed, it makes nothing twice in silence.
 */
import app from '../../index.ts';
import type { Fault } from '../../packages/sandbox/api/faults.ts';
import { createSandbox, type Sandbox } from '../../packages/sandbox/server.tsx';
import { stepFailure, type StepFailure } from '../../zapier/local/app-handler.ts';
import { startCache, type Cache } from '../../zapier/local/cache.ts';
import { bundleFor, examples } from '../support/examples.ts';
import { runner } from '../../zapier/local/runner.ts';
import { until } from '../../zapier/local/until.ts';

/** What stands for each kind; `first` is the request that is disturbed. */
const columns = ['read', 'case', 'portal', 'change', 'decision', 'file', 'event', 'hook'] as const;
const operations: Record<(typeof columns)[number], { key: string; first?: number }> = {
  read: { key: 'find_case' },
  case: { key: 'create_case' },
  portal: { key: 'create_portal' },
  change: { key: 'update_case' },
  decision: { key: 'record_decision' },
  file: { key: 'upload_document', first: 2 },
  event: { key: 'case_submitted' },
  hook: { key: 'subscribe' },
};

/** Letters of the table. */
const ends: Record<string, string> = {
  '-': 'none',
  H: 'HaltedError',
  T: 'ThrottledError',
  A: 'AppError',
  X: 'ExpiredAuthError',
};
// The end and the number of requests for each kind of request.
const table = `
  400                 H1 H1 H2 H1 H1 H2 H1 H1  refused these values|could not accept
  401                 X1 X1 X1 X1 X1 X2 X1 X1  does not accept the API key
  403                 A1 A1 A1 A1 A1 A2 A1 A1  is not allowed to do this
  404                 -1 H1 H2 H1 H2 H2 -1 H1  knows no such|does not offer|does not let
  405                 H1 H1 H2 H1 H2 H2 H1 H1  does not offer|does not let
  408                 T1 T1 T1 T1 T1 T2 T1 T1  waited too long
  409                 H1 H1 H2 H1 H1 H2 H1 H1  does not allow this|may have been made|has a webhook
  413                 H1 H1 H1 H1 H1 H2 H1 H1  larger than the service accepts
  415                 H1 H1 H1 H1 H1 H2 H1 H1  does not accept this kind of file
  422                 H1 H1 H2 H1 H1 H2 H1 H1  refused these values
  423                 T1 T1 T1 T1 T1 T2 T1 T1  changing this just now
  425                 T1 T1 T1 T1 T1 T2 T1 T1  not ready for this yet
  429                 T1 T1 T1 T1 T1 T2 T1 T1  too many requests
  500                 A1 A1 A1 A1 A1 A2 T1 A1  failed on its side
  502                 A3 A1 A1 A3 A1 A2 T3 A1  failed on its side
  503                 T1 T1 T1 T1 T1 T2 T1 T1  busy or under maintenance
  504                 A3 A1 A1 A3 A1 A2 T3 A1  failed on its side
  refused             A0 A0 A0 A0 A0 A0 T0 A0  refuses the connection
  reset               A3 A1 A1 A3 A1 A2 T3 A1  cannot be reached
  lost                A3 A1 A1 A3 A1 A2 T3 A1  cannot be reached
  cut                 A3 A1 A1 A3 A1 A2 T3 A1  broke off its answer
  page                A1 A1 A2 A1 A2 A2 T1 A1  leads to a web page
  empty               A1 A1 A2 A2 -2 A2 T1 A1  cannot be read
  text                A1 A1 A1 A1 -2 A2 T1 A1  cannot be read
  elsewhere           A1 A1 A1 A1 H1 A2 A1 A1  redirects to another address|answered with another address|may have been recorded
  huge                A1 A1 A1 A1 A1 A2 T1 A1  too large to be read
  slow                A1 A1 A1 A1 A1 A2 T1 A1  did not answer in time
`;

const faults: Record<string, Partial<Fault>> = {
  429: { status: 429, headers: { 'retry-after': '7' } },
  reset: { kind: 'drop' },
  lost: { kind: 'lost' },
  slow: { delay: 2000 },
  cut: { kind: 'cut' },
  page: { kind: 'html' },
  empty: { status: 200, body: '' },
  text: { status: 200, body: 'plain text', headers: { 'content-type': 'text/plain' } },
  elsewhere: { status: 302, headers: { location: 'https://elsewhere.example/' } },
  huge: { kind: 'huge' },
};

/** A service, a cache and an operation on them. */
interface Column {
  name: (typeof columns)[number];
  sandbox: Sandbox;
  cache: Cache;
}
let open: Column[];
beforeAll(async () => {
  const opened = columns.map(async (name) => {
    const [sandbox, cache] = await Promise.all([createSandbox(), startCache()]);
    return { name, sandbox, cache };
  });
  open = await Promise.all(opened);
});
afterAll(async () => {
  for (const { sandbox, cache } of open) {
    cache.close();
    await sandbox.close();
  }
});

/** Runs the operation under the fault, and again once it is gone. */
async function disturbed({ name, sandbox, cache }: Column, fault: string) {
  sandbox.reset();
  cache.clear();
  const { application_id } = sandbox.act.create({
    business: { organization_name: 'Lumen Studio SAS' },
  });
  const before = sandbox.act.counts();
  const { key, first = 1 } = operations[name];
  const example = examples[key];
  const run = (base_url = sandbox.url) =>
    runner(app, cache.event, { authData: { base_url, api_key: sandbox.apiKey } })<unknown>(
      example?.run ?? 'triggers.case_submitted.operation.performSubscribe',
      example ? bundleFor(example, application_id) : { targetUrl: 'https://hooks.example/1' },
    );
  const isRefused = fault === 'refused';
  if (!isRefused) {
    const what = faults[fault] ?? { status: Number(fault) };
    sandbox.faults.add({ path: '/', skip: first - 1, ...what });
  }
  // Nobody listens on the first port.
  const failed = await run(isRefused ? 'http://127.0.0.1:1' : undefined).then(
    (): Partial<StepFailure> => ({ kind: 'none' }),
    stepFailure,
  );
  // The log has a request once it is answered.
  if (fault === 'slow') await until('the slow request', () => sandbox.requests().length >= first);
  const requests = sandbox.requests().length;
  sandbox.faults.clear();
  // The others make nothing.
  if (!['read', 'event'].includes(name)) await run().catch(() => undefined);
  const after = sandbox.act.counts();
  const counted = Object.keys(after) as (keyof typeof after)[];
  const twice = counted.filter((kind) => after[kind] - before[kind] > 1);
  return { ...failed, requests, twice };
}

const rows = table
  .trim()
  .split('\n')
  .map((line) => {
    const [fault, ...rest] = line.trim().split(/\s+/);
    return { fault: fault!, cells: rest.slice(0, 8), words: RegExp(rest.slice(8).join(' ')) };
  });

it.each(rows)('$fault ends $cells', async ({ fault, cells, words }) => {
  if (fault === 'slow') process.env.SERVICE_TIMEOUT_SECONDS = '1';
  const results = await Promise.all(open.map((column) => disturbed(column, fault)));
  delete process.env.SERVICE_TIMEOUT_SECONDS;
  const name = (kind?: string) => Object.keys(ends).find((letter) => ends[letter] === kind);
  expect(results.map(({ kind, requests }) => `${name(kind)}${requests}`)).toEqual(cells);
  for (const { message, delay, kind, twice } of results) {
    if (kind !== 'none') {
      expect(message).toMatch(words);
      expect(message).not.toMatch(/undefined|\[object|NaN|sandbox_key|\bat \S+ \(/);
    }
    if (kind === 'ThrottledError') expect(delay).toBe(fault === '429' ? 7 : 60);
    // A portal and a decision have no identity: the message says that they may be there.
    if (!message?.includes('may have carried out')) expect(twice).toEqual([]);
    expect(twice.filter((kept) => !['portals', 'decisions'].includes(kept))).toEqual([]);
  }
});
