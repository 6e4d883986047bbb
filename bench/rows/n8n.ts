/** What a step of the node costs in n8n's engine, beside a node that does nothing but the request. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

import { engineEnv } from '../../scripts/checks/n8n-env.ts';
import { installTools } from '../../tools/install.mjs';
import type { Service } from '../processes.ts';
import { atMost, type Report } from '../report.ts';

export async function n8n(report: Report, service: Service) {
  installTools('tools/n8n', "n8n's engine, about a minute", ['--ignore-scripts']);
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/publish/n8n.ts'], {
    stdio: 'ignore',
  });
  const printed = execFileSync(
    process.execPath,
    ['--import', 'tsx', 'n8n/test/cost.ts', service.url],
    {
      encoding: 'utf8',
      env: { ...process.env, ...engineEnv, NODE_PATH: resolve('tools/n8n/node_modules') },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const { ours, floor } = JSON.parse(printed.trim().split('\n').pop()!) as {
    ours: number[];
    floor: number[];
  };
  report.add('n8n', {
    what: 'create_case of the node, beside a bare HTTP request in the same engine',
    ours,
    floor,
    unit: 'ms',
    goal: atMost(1.1),
  });
}
