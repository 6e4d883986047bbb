/** The start of the server for assistants, compared with a bare one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

import { ended, runScript } from '../../../test/support/process.ts';
import { buildCommands } from '../../publish/bundle.ts';
import { child, type Service } from '../processes.ts';
import { inTurn, type Report } from '../report.ts';

const runs = 10;

const bare = 'node_modules/.cache/bare-mcp/bare.mjs';
const params = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};

/** Milliseconds from the start of the process until it has listed its tools. */
async function start(args: string[], { url }: Service): Promise<number> {
  const begin = performance.now();
  const env = { ...process.env, SERVICE_BASE_URL: url, SERVICE_API_KEY: 'key' };
  const server = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(server.stdout);
  for (const [id, [method, sent]] of [
    ['initialize', params],
    ['tools/list', {}],
  ].entries()) {
    const answered = once(lines, 'line') as Promise<[string]>;
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: sent })}\n`);
    const [answer] = await answered;
    if (!(JSON.parse(answer) as { result?: object }).result) throw new Error(answer);
  }
  const took = performance.now() - begin;
  await ended(server);
  return took;
}

export async function mcp(report: Report, service: Service) {
  runScript('scripts/publish/mcp.ts');
  const options = { entryPoints: [child('bare-mcp.ts')], outfile: bare, minify: true };
  await buildCommands(dirname(bare), [], options);
  const ran = await inTurn(
    runs,
    () => start(['packages/mcp/dist/main.js', '--allow', 'write'], service),
    () => start([bare], service),
  );
  report.add('mcp', {
    wait: 'Start of the MCP server',
    beside: 'a bare server',
    ...ran((took) => took),
    unit: 'ms',
    goal: { text: 'below 1000 ms', met: (ours) => ours < 1000 },
  });
}
