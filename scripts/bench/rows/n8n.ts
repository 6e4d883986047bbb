/** The cost of a node's step in n8n's engine, compared with n8n's own node for the same request. */
import { resolve } from 'node:path';

import { engineEnv } from '../../checks/n8n-env.ts';
import { runScript, tsx } from '../../../test/support/process.ts';
import { installTools } from '../../../tools/install.mjs';
import { forked, type Service } from '../processes.ts';
import { atMost, type Report } from '../report.ts';

const processes = 3;
const rounds = 40;
const stepsPerRound = 25;
/** A worker of n8n runs for days, so all nodes warm up before the measurement. */
const stepsBefore = 3000;

const startNode = (which: string, { url }: Service) =>
  forked<number>(resolve('packages/n8n/test/cost.ts'), [which, url], {
    execArgv: tsx,
    env: { ...process.env, ...engineEnv, NODE_PATH: resolve('tools/n8n-nodes/node_modules') },
  });

export async function n8n(report: Report, service: Service) {
  installTools('tools/n8n-nodes', "n8n's own nodes, 740 MB, about a minute", ['--ignore-scripts']);
  runScript('scripts/publish/n8n.ts');
  const costs: Record<string, number[]> = { ours: [], httpRequest: [] };
  for (let run = 0; run < processes; run++) {
    const nodes = Object.keys(costs).map((which) => ({ which, ...startNode(which, service) }));
    for (const { ask } of nodes) await ask(stepsBefore);
    for (let round = 0; round < rounds; round++) {
      for (const { which, ask } of nodes) costs[which]!.push(await ask(stepsPerRound));
      nodes.reverse();
    }
    await Promise.all(nodes.map(({ close }) => close()));
  }
  // Processor time, because other work on the machine adds to the elapsed time.
  report.add('n8n', {
    wait: 'Create Case in n8n',
    beside: 'the HTTP Request node',
    ours: costs.ours!,
    floor: costs.httpRequest!,
    unit: 'ms',
    goal: atMost(1.1),
  });
}
