/** A step in a warm process, compared with our definition around bare requests. */
import { apps, startApp, type Service } from '../processes.ts';
import { atMost, type Report } from '../report.ts';
import { definitionEvent, stepEvent, steps } from '../steps.ts';

const processes = 3;
const rounds = 10;
const callsPerRound = 25;

export async function warm(report: Report, { url }: Service) {
  const step = steps.create_case!;
  const measured = { ours: [] as number[], floor: [] as number[] };
  for (let process = 0; process < processes; process++) {
    // One process per app, in turn, so both meet the same noise.
    const ours = startApp(apps.ours);
    const floor = startApp(apps.bareFunctions);
    for (let round = 0; round <= rounds; round++) {
      const mine = await ours.run(stepEvent(url, step), callsPerRound);
      const theirs = await floor.run(definitionEvent(url, step), callsPerRound);
      // The first round warms up.
      if (!round) continue;
      measured.ours.push(...mine.times);
      measured.floor.push(...theirs.times);
    }
    await Promise.all([ours.close(), floor.close()]);
  }
  report.add('warm', {
    wait: 'Create Case',
    beside: 'bare functions',
    ...measured,
    unit: 'ms',
    goal: atMost(1.05),
  });
}
