/** What a step of the node costs in n8n's engine, beside n8n's own node for the same request. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

import { engineEnv } from '../../scripts/checks/n8n-env.ts';
import { installTools } from '../../tools/install.mjs';
import { forked, type Service } from '../processes.ts';
import { atMost, type Goal, type Report } from '../report.ts';

const processes = 3;
const rounds = 40;
const stepsPerRound = 25;
/** A worker of n8n runs for days: all are warm before they are measured. */
const stepsBefore = 3000;

/** What n8n/test/cost.ts says of some steps: how long each took, and the time of the processor for one. */
interface Cost {
  times: number[];
  cpu: number;
}

const startNode = (which: string, { url }: Service) =>
  forked<Cost>(resolve('n8n/test/cost.ts'), [which, url], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...engineEnv, NODE_PATH: resolve('tools/n8n-nodes/node_modules') },
  });

export async function n8n(report: Report, service: Service) {
  installTools('tools/n8n-nodes', "n8n's own nodes, 740 MB, about a minute", ['--ignore-scripts']);
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/publish/n8n.ts'], {
    stdio: 'ignore',
  });
  const costs: Record<string, Cost[]> = { ours: [], httpRequest: [], bare: [] };
  for (let run = 0; run < processes; run++) {
    const nodes = Object.keys(costs).map((which) => ({ which, ...startNode(which, service) }));
    for (const { ask } of nodes) await ask(stepsBefore);
    for (let round = 0; round < rounds; round++) {
      for (const { which, ask } of nodes) costs[which]!.push(await ask(stepsPerRound));
      nodes.reverse();
    }
    await Promise.all(nodes.map(({ close }) => close()));
  }
  const cpu = (which: string) => costs[which]!.map((cost) => cost.cpu);
  const times = (which: string) => costs[which]!.flatMap((cost) => cost.times);
  const add = (what: string, of: typeof cpu, floor: string, goal?: Goal) =>
    report.add('n8n', { what, ours: of('ours'), floor: of(floor), unit: 'ms', goal });
  const step = 'create_case of the node';
  const itsOwn = "n8n's HTTP Request node";
  // What other work on the machine adds to the time that passes is not the node's.
  add(`${step}, time of the processor, beside ${itsOwn}`, cpu, 'httpRequest', atMost(1.1));
  add('the same, time that passes', times, 'httpRequest');
  add('the same, beside a node of nothing but the request', cpu, 'bare');
}
