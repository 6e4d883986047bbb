/** A new process loads the built app and answers one event. */
import { apps, runOnce } from '../processes.ts';
import { inTurn, type Row } from '../report.ts';
import { floorEvent, requests, stepEvent } from '../steps.ts';

const runs = 15;

export async function cold(url: string): Promise<Row[]> {
  const sinceStart = async (app: string, event: object) => (await runOnce(app, event)).sinceStart;
  const figures = await inTurn(
    runs,
    () => sinceStart(apps.ours, stepEvent(url, 'create_case')),
    () => sinceStart(apps.floor, floorEvent(url, { requests })),
  );
  const reason = "Zapier's core checks all operations before it runs one.";
  const row = { wait: 'A first step', beside: 'an app with that alone', unit: 'ms', goal: 1.1 };
  return [{ ...row, reason, ...figures }];
}
