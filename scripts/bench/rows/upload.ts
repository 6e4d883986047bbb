/** A file streamed from its address to the service by `upload_document`; time and peak memory. */
import { apps, runOnce, type Service } from '../processes.ts';
import { atMost, inTurn, within, type Report } from '../report.ts';
import { floorEvent, stepEvent, steps } from '../steps.ts';

const runs = 5;

export async function upload(report: Report, { url }: Service) {
  const peaks: Record<number, number[]> = {};
  for (const size of [1, 10, 100, 500]) {
    const input = { application_id: 'app_1', type: 'ID', file: `${url}/file/${size}` };
    const { method } = steps.upload_document!;
    const event = stepEvent(url, { method, bundle: { inputData: input } });
    // Small files are sent several times: one alone measures the noise.
    const count = Math.max(2, 20 / size);
    const ran = await inTurn(
      runs,
      () => runOnce(apps.ours, event, count),
      () => runOnce(apps.bareUpload, floorEvent(url, input), count),
    );
    peaks[size] = ran(({ memory }) => memory).ours;
    report.add('upload', {
      what: `${size} MB, against a bare streaming upload`,
      ...ran(({ times }) => times.slice(1)),
      unit: 'ms',
      goal: atMost(1 / 0.9),
    });
  }
  report.add('upload', {
    what: 'peak memory, 500 MB against 1 MB',
    ours: peaks[500]!,
    floor: peaks[1]!,
    unit: 'MB',
    goal: within(30, 'MB'),
  });
}
