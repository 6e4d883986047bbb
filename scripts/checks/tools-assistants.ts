/** The clients of assistants, each against the packed server: tools/assistants/journey.mjs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { createSandbox } from '../../packages/sandbox/server.tsx';
import { installTools } from '../../tools/install.mjs';
import { documents } from './mcp-tools.ts';
import { report } from './report.ts';
import { installPacked, runBeside } from './run.ts';

const tools = 'tools/assistants';

export async function assistants(): Promise<void> {
  installTools(tools);
  const installed = mkdtempSync(join(tmpdir(), 'mcp-'));
  installPacked('mcp', installed, {});
  const sandbox = await createSandbox();
  const server = join(installed, 'node_modules/.bin/compliance-onboarding-mcp');
  const journey = [resolve(tools, 'journey.mjs'), server, '--allow=write,decide'];
  const node = resolve(tools, 'node_modules/node/bin/node');
  const { isGood, text } = await runBeside(node, [...journey, `--files=${documents}`], {
    env: {
      PATH: process.env.PATH,
      // The server remembers there what it made.
      HOME: installed,
      SERVICE_BASE_URL: sandbox.url,
      SERVICE_API_KEY: sandbox.apiKey,
    },
  });
  console.log(text.trim());
  report('Clients of assistants: an onboarding with each', isGood);
  await sandbox.close();
  rmSync(installed, { recursive: true });
}
