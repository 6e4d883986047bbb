/** A new process loads the built app and answers one event. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { apps, runOnce, type Service } from '../processes.ts';
import { atMost, inTurn, type Report } from '../report.ts';
import { floorEvent, stepEvent, steps } from '../steps.ts';

const runs = 15;

export async function cold(report: Report, { url }: Service) {
  const [ours, floor] = [stepEvent(url, steps.create_case!), floorEvent(url, steps.create_case!)];
  const runtimes = { [`Node ${process.versions.node.split('.')[0]}`]: process.execPath };
  const node22 = resolve('tools/node_modules/node/bin/node');
  if (existsSync(node22)) runtimes['Node 22'] = node22;
  else console.log('cold: Node 22 is left out; it comes with the first npm run zapier');
  for (const [name, node] of Object.entries(runtimes)) {
    const ran = await inTurn(
      runs,
      () => runOnce(apps.ours, ours, 1, node),
      () => runOnce(apps.floor, floor, 1, node),
    );
    report.add('cold', {
      wait: `A first step, ${name}`,
      beside: 'the same without our code',
      ...ran(({ sinceStart }) => sinceStart),
      unit: 'ms',
      goal: atMost(1.1),
    });
  }
}
