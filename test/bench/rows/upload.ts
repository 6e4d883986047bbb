/** `upload_document` streams a file from its address to the service. */
import { apps, runOnce } from '../processes.ts';
import { inTurn, type Row } from '../report.ts';
import { floorEvent, stepEvent } from '../steps.ts';

const runs = 5;

export async function upload(url: string): Promise<Row[]> {
  const inputData = { application_id: 'app_1', type: 'ID', file: `${url}/file/100` };
  // The first upload of each process warms up.
  const second = async (app: string, event: object) => (await runOnce(app, event, 2)).times[1]!;
  const figures = await inTurn(
    runs,
    () => second(apps.ours, stepEvent(url, 'upload_document', { inputData })),
    () => second(apps.bareUpload, floorEvent(url, inputData)),
  );
  const row = { wait: 'A document of 100 MB', beside: 'a bare upload', unit: 'ms', goal: 1.11 };
  return [{ ...row, ...figures }];
}
