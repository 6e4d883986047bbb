/** A step in a warm process, compared with the same requests in an app that has nothing else. */
import { apps, startApp } from '../processes.ts';
import type { Row } from '../report.ts';
import { floorEvent, requests, stepEvent } from '../steps.ts';

const processes = 3;
const rounds = 10;
const callsPerRound = 25;

export async function warm(url: string): Promise<Row[]> {
  const figures = { ours: [] as number[], other: [] as number[] };
  for (let process = 0; process < processes; process++) {
    // One process per app, in turn, so both meet the same noise.
    const ours = startApp(apps.ours);
    const other = startApp(apps.floor);
    for (let round = 0; round <= rounds; round++) {
      const mine = await ours.run(stepEvent(url, 'create_case'), callsPerRound);
      const theirs = await other.run(floorEvent(url, { requests }), callsPerRound);
      // The first round warms up.
      if (!round) continue;
      figures.ours.push(...mine.times);
      figures.other.push(...theirs.times);
    }
    await Promise.all([ours.close(), other.close()]);
  }
  const reason = 'Core copies all operations twice, and the step looks for an earlier run.';
  const row = { wait: 'Create Case', beside: 'an app with that alone', unit: 'ms', goal: 2 };
  return [{ ...row, reason, ...figures }];
}
