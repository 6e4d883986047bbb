/** What a call of a tool costs on stdio, beside a bare tool with the same request; and the start. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { buildCommands } from '../../publish/bundle.ts';

import { cpuSeconds, ended, runScript } from '../../../test/support/process.ts';
import { child, type Service } from '../processes.ts';
import { atMost, type Goal, type Report } from '../report.ts';

const processes = 5;
const callsPerProcess = 1000;
/** The processor's time is counted in steps of 10 ms. */
const callsPerCount = 200;
const callsBefore = 500;

const bare = 'node_modules/.cache/bare-mcp/bare.mjs';
const servers: Record<string, string[]> = {
  ours: ['packages/mcp/dist/main.js', '--allow', 'write'],
  documented: [bare],
  least: [bare, 'least'],
};

const input = { subject: 'business', organization_name: 'Lumen Studio SAS', country: 'FR' };
const params = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};

/** A server on stdio; `ask` sends a request and waits for its answer. */
function startServer(args: string[], { url }: Service) {
  const env = { ...process.env, SERVICE_BASE_URL: url, SERVICE_API_KEY: 'key' };
  const server = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(server.stdout);
  let id = 0;
  const ask = async (method: string, sent: object) => {
    const answered = once(lines, 'line') as Promise<[string]>;
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params: sent })}\n`);
    const answer = JSON.parse((await answered)[0]) as { result?: { isError?: boolean } };
    if (!answer.result || answer.result.isError) throw new Error(JSON.stringify(answer));
  };
  return { ask, used: () => cpuSeconds(server) * 1000, close: () => ended(server) };
}

type Server = ReturnType<typeof startServer>;

/** Milliseconds from the start of the process until it has named its tools. */
async function start(args: string[], service: Service): Promise<number> {
  const from = performance.now();
  const { ask, close } = startServer(args, service);
  await ask('initialize', params);
  await ask('tools/list', {});
  const took = performance.now() - from;
  await close();
  return took;
}

/** Both packages, each in one bundle. */
async function makeServers() {
  runScript('scripts/publish/mcp.ts');
  const options = { entryPoints: [child('bare-mcp.ts')], outfile: bare, minify: true };
  await buildCommands(dirname(bare), [], options);
}

type Times = Record<string, number[]>;
const noTimes = (): Times => Object.fromEntries(Object.keys(servers).map((which) => [which, []]));

/** In another order each time: whoever follows the slowest finds the processor's caches cold. */
const shuffled = <T>(items: T[]): T[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** One process of each server, called in turn, so that all meet the same noise. */
async function measure(times: Times, costs: Times, service: Service) {
  const running = Object.entries(servers).map(([which, args]) => ({
    which,
    ...startServer(args, service),
  }));
  const call = (ask: Server['ask']) => ask('tools/call', { name: 'create_case', arguments: input });
  for (const { ask } of running) {
    await ask('initialize', params);
    for (let calls = 0; calls < callsBefore; calls++) await call(ask);
  }
  for (let counted = 0; counted < callsPerProcess; counted += callsPerCount) {
    const before = running.map(({ used }) => used());
    for (let calls = 0; calls < callsPerCount; calls++) {
      for (const { which, ask } of shuffled(running)) {
        const from = performance.now();
        await call(ask);
        times[which]!.push(performance.now() - from);
      }
    }
    running.forEach(({ which, used }, index) =>
      costs[which]!.push((used() - before[index]!) / callsPerCount),
    );
  }
  await Promise.all(running.map(({ close }) => close()));
}

export async function mcp(report: Report, service: Service) {
  await makeServers();
  const times = noTimes();
  const costs = noTimes();
  const starts = noTimes();
  for (let run = 0; run < processes; run++) {
    for (const [which, args] of Object.entries(servers)) {
      starts[which]!.push(await start(args, service), await start(args, service));
    }
    await measure(times, costs, service);
  }
  const add = (what: string, taken: Times, floor: string, goal?: Goal) =>
    report.add('mcp', { what, ours: taken.ours!, floor: taken[floor]!, unit: 'ms', goal });
  // They are called in turn: what other work on the machine adds, all meet alike.
  add(
    "create_case as a tool, time of the processor, beside a bare one as the SDK's documentation writes it",
    costs,
    'documented',
    atMost(1.1),
  );
  add('the same, time that passes', times, 'documented', atMost(1.1));
  add('the same, beside one without schemas, sent by Node itself', times, 'least');
  report.add('mcp', {
    what: 'start until the tools are named, beside the server of the first',
    ours: starts.ours!,
    floor: starts.documented!,
    unit: 'ms',
    goal: { text: 'below 1000 ms', met: (ours) => ours < 1000 },
  });
}
