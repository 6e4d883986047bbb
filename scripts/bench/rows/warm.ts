/** Steps in a warm process, compared with our definition around bare requests. */
import { apps, startApp, type Service } from '../processes.ts';
import { atMost, type Report } from '../report.ts';
import { definitionEvent, stepEvent, steps, type Step } from '../steps.ts';

const processes = 3;
const rounds = 10;
const callsPerRound = 25;

/** One process per app, in turn, so all meet the same noise. */
async function measure({ url }: Service, step: Step) {
  const events = {
    ours: stepEvent(url, step),
    bareFunctions: definitionEvent(url, step),
  };
  const running = Object.entries(events).map(([name, event]) => ({
    name,
    event,
    app: startApp(apps[name as keyof typeof events]),
    measured: { times: [] as number[], processor: [] as number[] },
  }));
  for (let round = 0; round <= rounds; round++) {
    for (const { event, app, measured } of running) {
      const { times, processor } = await app.run(event, callsPerRound);
      // The first round warms up.
      if (!round) continue;
      measured.times.push(...times);
      measured.processor.push(processor);
    }
  }
  await Promise.all(running.map(({ app }) => app.close()));
  return Object.fromEntries(running.map(({ name, measured }) => [name, measured]));
}

/** The steps that people wait for, with their names in the editor. */
const waits = {
  start_onboarding: 'Start Onboarding',
  create_case: 'Create Case',
  find_case: 'Find Case',
};

export async function warm(report: Report, service: Service) {
  for (const [key, wait] of Object.entries(waits)) {
    const runs: Awaited<ReturnType<typeof measure>>[] = [];
    for (let run = 0; run < processes; run++) runs.push(await measure(service, steps[key]!));
    const both = (figures: 'times' | 'processor') => ({
      ours: runs.flatMap(({ ours }) => ours![figures]),
      floor: runs.flatMap(({ bareFunctions }) => bareFunctions![figures]),
    });
    const row = { beside: 'bare functions', unit: 'ms' };
    report.add('warm', { ...row, wait, ...both('times'), goal: atMost(1.05) });
    report.add('warm', {
      ...row,
      wait: `${wait}, time of the processor`,
      ...both('processor'),
      goal: atMost(1.1),
      isConsoleOnly: true,
    });
  }
}
