/** What a call of a tool costs on stdio, beside a bare tool with the same request; and the start. */
import { execFileSync, spawn } from 'node:child_process';
import { build } from 'esbuild';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { child, stopped, type Service } from '../processes.ts';
import { atMost, type Goal, type Report } from '../report.ts';

const processes = 5;
const callsPerProcess = 1000;
const callsBefore = 500;

const bare = 'node_modules/.cache/bare-mcp/bare.mjs';
const servers: Record<string, string[]> = {
  ours: ['mcp/dist/main.js', '--allow', 'write'],
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
  return { ask, close: () => stopped(server) };
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
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/publish/mcp.ts'], {
    stdio: 'ignore',
  });
  await build({
    entryPoints: [child('bare-mcp.ts')],
    outfile: bare,
    bundle: true,
    platform: 'node',
    format: 'esm',
    minify: true,
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    alias: { 'whatwg-url': 'node:url' },
    logLevel: 'error',
  });
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
async function measure(times: Times, service: Service) {
  const running = Object.entries(servers).map(([which, args]) => ({
    which,
    ...startServer(args, service),
  }));
  const call = (ask: Server['ask']) => ask('tools/call', { name: 'create_case', arguments: input });
  for (const { ask } of running) {
    await ask('initialize', params);
    for (let calls = 0; calls < callsBefore; calls++) await call(ask);
  }
  for (let calls = 0; calls < callsPerProcess; calls++) {
    for (const { which, ask } of shuffled(running)) {
      const from = performance.now();
      await call(ask);
      times[which]!.push(performance.now() - from);
    }
  }
  await Promise.all(running.map(({ close }) => close()));
}

export async function mcp(report: Report, service: Service) {
  await makeServers();
  const times = noTimes();
  const starts = noTimes();
  for (let run = 0; run < processes; run++) {
    for (const [which, args] of Object.entries(servers)) {
      starts[which]!.push(await start(args, service), await start(args, service));
    }
    await measure(times, service);
  }
  const add = (what: string, floor: string, goal?: Goal) =>
    report.add('mcp', { what, ours: times.ours!, floor: times[floor]!, unit: 'ms', goal });
  add(
    "create_case as a tool, beside a bare one as the SDK's documentation writes it",
    'documented',
    atMost(1.1),
  );
  add('the same, beside one without schemas, sent by our library', 'least');
  report.add('mcp', {
    what: 'start until the tools are named, beside the server of the first',
    ours: starts.ours!,
    floor: starts.documented!,
    unit: 'ms',
    goal: { text: 'below 1000 ms', met: (ours) => ours < 1000 },
  });
}
