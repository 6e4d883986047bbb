/** What a call of a tool costs on stdio, beside a bare tool with the same request; and the start. */
import { spawn } from 'node:child_process';
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { stopped, type Service } from '../processes.ts';
import { atMost, type Report } from '../report.ts';

const processes = 5;
const rounds = 20;
const callsPerRound = 25;
const callsBefore = 500;

const bare = 'node_modules/.cache/bare-mcp/bare.mjs';
const servers: Record<string, string[]> = {
  ours: ['mcp/dist/main.js', '--allow', 'write'],
  bare: [bare],
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
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout);
  let id = 0;
  const ask = async (method: string, sent: object) => {
    const answered = once(lines, 'line') as Promise<[string]>;
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params: sent })}\n`);
    const answer = JSON.parse((await answered)[0]) as { result?: { isError?: boolean } };
    if (!answer.result || answer.result.isError) throw new Error(JSON.stringify(answer));
  };
  return { ask, close: () => stopped(child) };
}

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

export async function mcp(report: Report, service: Service) {
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/publish/mcp.ts'], {
    stdio: 'ignore',
  });
  await build({
    entryPoints: [join(import.meta.dirname, '../children/bare-mcp.ts')],
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
  const times: Record<string, number[]> = { ours: [], bare: [] };
  const starts: Record<string, number[]> = { ours: [], bare: [] };
  for (let run = 0; run < processes; run++) {
    for (const [which, args] of Object.entries(servers)) {
      starts[which]!.push(await start(args, service), await start(args, service));
    }
    const running = Object.entries(servers).map(([which, args]) => ({
      which,
      ...startServer(args, service),
    }));
    const call = (ask: (typeof running)[0]['ask']) =>
      ask('tools/call', { name: 'create_case', arguments: input });
    for (const { ask } of running) {
      await ask('initialize', params);
      for (let calls = 0; calls < callsBefore; calls++) await call(ask);
    }
    for (let round = 0; round < rounds; round++) {
      for (const { which, ask } of running) {
        for (let calls = 0; calls < callsPerRound; calls++) {
          const from = performance.now();
          await call(ask);
          times[which]!.push(performance.now() - from);
        }
      }
    }
    await Promise.all(running.map(({ close }) => close()));
  }
  report.add('mcp', {
    what: 'create_case as a tool on stdio, beside a bare tool with the same request',
    ours: times.ours!,
    floor: times.bare!,
    unit: 'ms',
    goal: atMost(1.1),
  });
  report.add('mcp', {
    what: 'start until the tools are named, beside a server of one tool',
    ours: starts.ours!,
    floor: starts.bare!,
    unit: 'ms',
    goal: { text: 'below 1000 ms', met: (ours) => ours < 1000 },
  });
}
