/** Every step through the app handler of a process that is warm; time, peak memory and requests. */
import { apps, startApp, type Service } from '../processes.ts';
import { atMost, within, type Report } from '../report.ts';
import { floorEvent, stepEvent, steps } from '../steps.ts';

const processes = 3;
const rounds = 10;
const callsPerRound = 25;

export async function warm(report: Report, service: Service) {
  for (const [name, step] of Object.entries(steps)) {
    const mine: number[] = [];
    const theirs: number[] = [];
    const memory: { mine: number[]; theirs: number[] } = { mine: [], theirs: [] };
    let requests = 0;
    for (let run = 0; run < processes; run++) {
      const [ours, floor] = [startApp(apps.ours), startApp(apps.floor)];
      for (let round = 0; round <= rounds; round++) {
        await service.requests();
        const a = await ours.run(stepEvent(service.url, step), callsPerRound);
        requests = (await service.requests()) / callsPerRound;
        const b = await floor.run(floorEvent(service.url, step), callsPerRound);
        // The first round warms both up.
        if (round === 0) continue;
        mine.push(...a.times);
        theirs.push(...b.times);
        if (round < rounds) continue;
        memory.mine.push(a.memory);
        memory.theirs.push(b.memory);
      }
      await Promise.all([ours.close(), floor.close()]);
    }
    report.add('warm', {
      what: `${name}, ${requests} ${requests === 1 ? 'request' : 'requests'}`,
      ours: mine,
      floor: theirs,
      unit: 'ms',
      goal: atMost(1.1),
    });
    report.add('memory', {
      what: `peak of ${name}`,
      ours: memory.mine,
      floor: memory.theirs,
      unit: 'MB',
      goal: within(5, 'MB'),
    });
  }
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
