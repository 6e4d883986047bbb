/** `upload_document` streams a file from its address to the service. */
import { apps, runOnce, type Ran } from '../processes.ts';
import { inTurn, type Row } from '../report.ts';
import { floorEvent, stepEvent } from '../steps.ts';

const runs = 5;

export async function upload(url: string): Promise<Row[]> {
  // The first upload of each process warms up.
  const measured = (megabytes: number, figure: (ran: Ran) => number) => {
    const inputData = { application_id: 'app_1', type: 'ID', file: `${url}/file/${megabytes}` };
    const measure = async (app: string, event: object) => figure(await runOnce(app, event, 2));
    return inTurn(
      runs,
      () => measure(apps.ours, stepEvent(url, 'upload_document', { inputData })),
      () => measure(apps.bareUpload, floorEvent(url, inputData)),
    );
  };
  const beside = 'a bare upload';
  const time = await measured(100, ({ times }) => times[1]!);
  const memory = await measured(500, ({ memory: most }) => most);
  const reason = 'Every byte is hashed, against repeats.';
  return [
    { wait: 'A document of 100 MB', beside, unit: 'ms', goal: 1.5, reason, ...time },
    { wait: 'A document of 500 MB, peak memory', beside, unit: 'MB', goal: 1.1, ...memory },
  ];
}
