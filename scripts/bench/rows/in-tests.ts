/** The sandbox in a test of one's own: many at once, and emptied between two tests. */
import { createSandbox } from '../../../packages/sandbox/server.tsx';
import { inTurn, type Goal, type Report } from '../report.ts';

const rounds = 5;
const many = 20;
const longestReset = 50;

const timed = async (work: () => unknown): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

/** Starts so many at once, and ends them. @returns how long the start took (ms). */
async function start(count: number): Promise<number> {
  let sandboxes: Awaited<ReturnType<typeof createSandbox>>[] = [];
  const took = await timed(async () => {
    sandboxes = await Promise.all(Array.from({ length: count }, () => createSandbox()));
  });
  const addresses = new Set(sandboxes.map(({ url }) => url));
  if (addresses.size !== count) throw new Error('Two sandboxes share an address.');
  await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
  return took;
}

/** Empties one that holds a hundred cases. @returns how long each took (ms). */
async function reset(): Promise<number[]> {
  const sandbox = await createSandbox();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (let index = 0; index < 100; index++) {
      const business = { organization_name: `Client ${index}` };
      sandbox.services.workflow.create('main', { business }, 'API');
    }
    times.push(await timed(() => sandbox.reset()));
  }
  await sandbox.close();
  return times;
}

const soon: Goal = {
  text: `at most ${longestReset} ms`,
  met: (ours) => ours <= longestReset,
};

export async function inTests(report: Report) {
  const one = () => start(1);
  const started = await inTurn(rounds, () => start(many), one);
  const what = `start ${many} at once in one process, against one`;
  report.add('sandbox', { what, ...started((took) => took), unit: 'ms' });
  const emptied = { ours: await reset(), floor: [await one()] };
  const resetting = 'empty one that holds 100 cases, against starting one';
  report.add('sandbox', { what: resetting, ...emptied, unit: 'ms', goal: soon });
}
