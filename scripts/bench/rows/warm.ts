/**
 * Every step through the app handler of a process that is warm, beside two floors: our definition
 * with functions of nothing but the requests, and the platform with a single operation.
 */
import { apps, startApp, type Service } from '../processes.ts';
import { atMost, within, type Report } from '../report.ts';
import { definitionEvent, floorEvent, stepEvent, steps, type Step } from '../steps.ts';

const processes = 3;
const rounds = 10;
const callsPerRound = 25;

/** One process of each app, in turn, so that all meet the same noise. */
async function measure(service: Service, step: Step) {
  const { url } = service;
  const events = {
    ours: stepEvent(url, step),
    bareFunctions: definitionEvent(url, step),
    floor: floorEvent(url, step),
  };
  const running = Object.entries(events).map(([name, event]) => ({
    name,
    event,
    app: startApp(apps[name as keyof typeof events]),
    measured: { times: [] as number[], processor: [] as number[], memory: 0, requests: 0 },
  }));
  for (let round = 0; round <= rounds; round++) {
    for (const { event, app, measured } of running) {
      await service.requests();
      const { times, processor, memory } = await app.run(event, callsPerRound);
      measured.requests = (await service.requests()) / callsPerRound;
      measured.memory = memory;
      // The first round warms up.
      if (!round) continue;
      measured.times.push(...times);
      measured.processor.push(processor);
    }
  }
  await Promise.all(running.map(({ app }) => app.close()));
  return Object.fromEntries(running.map(({ name, measured }) => [name, measured]));
}

export async function warm(report: Report, service: Service) {
  const peaks: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
  for (const [name, step] of Object.entries(steps)) {
    const runs: Awaited<ReturnType<typeof measure>>[] = [];
    for (let run = 0; run < processes; run++) runs.push(await measure(service, step));
    const timesOf = (app: string) => runs.flatMap((run) => run[app]!.times);
    const processorOf = (app: string) => runs.flatMap((run) => run[app]!.processor);
    const { requests } = runs[0]!.ours!;
    report.add('warm', {
      what: `${name}, ${requests} ${requests === 1 ? 'request' : 'requests'}, beside the same definition with bare functions`,
      ours: timesOf('ours'),
      floor: timesOf('bareFunctions'),
      unit: 'ms',
      goal: atMost(1.05),
    });
    report.add('warm', {
      what: 'the same, time of the processor',
      ours: processorOf('ours'),
      floor: processorOf('bareFunctions'),
      unit: 'ms',
      goal: atMost(1.1),
    });
    // No goal: the platform copies and freezes the whole definition twice on each call.
    report.add('warm', {
      what: `the same, beside an app of one operation`,
      ours: timesOf('ours'),
      floor: timesOf('floor'),
      unit: 'ms',
    });
    peaks.ours.push(Math.max(...runs.map((run) => run.ours!.memory)));
    peaks.floor.push(Math.max(...runs.map((run) => run.bareFunctions!.memory)));
  }
  report.add('memory', {
    what: 'peak of the step that needs most, beside bare functions',
    ours: [Math.max(...peaks.ours)],
    floor: [Math.max(...peaks.floor)],
    unit: 'MB',
    goal: within(10, 'MB'),
  });
}

/** Sends each step once. @returns the steps that send another number of requests than they need. */
export async function requestCounts(service: Service): Promise<string[]> {
  const app = startApp(apps.ours);
  const wrong: string[] = [];
  for (const [name, step] of Object.entries(steps)) {
    await service.requests();
    await app.run(stepEvent(service.url, step));
    const sent = await service.requests();
    console.log(`${name}: ${sent} of ${step.requests.length} requests`);
    if (sent !== step.requests.length) wrong.push(name);
  }
  await app.close();
  return wrong;
}
