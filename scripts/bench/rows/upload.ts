/** `upload_document` streams a file from its address to the service. */
import { apps, runOnce, type Service } from '../processes.ts';
import { atMost, inTurn, type Report } from '../report.ts';
import { floorEvent, stepEvent, steps } from '../steps.ts';

const runs = 5;

export async function upload(report: Report, { url }: Service) {
  const input = { application_id: 'app_1', type: 'ID', file: `${url}/file/100` };
  const { method } = steps.upload_document!;
  const event = stepEvent(url, { method, bundle: { inputData: input } });
  // The first upload of each process warms up.
  const ran = await inTurn(
    runs,
    () => runOnce(apps.ours, event, 2),
    () => runOnce(apps.bareUpload, floorEvent(url, input), 2),
  );
  report.add('upload', {
    wait: 'A document of 100 MB',
    beside: 'a bare upload',
    ...ran(({ times }) => times.slice(1)),
    unit: 'ms',
    goal: atMost(1 / 0.9),
  });
}
