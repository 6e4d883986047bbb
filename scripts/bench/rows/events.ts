/** Events of the sandbox: from acceptance to the output of a subscriber's trigger. */
import { createSandbox } from '../../../packages/sandbox/server.tsx';
import { apps, child, forked } from '../processes.ts';
import { atMost, inTurn, quantile, type Report } from '../report.ts';
import { floorEvent, stepEvent, steps } from '../steps.ts';

const rounds = 5;
const eventsPerRound = 400;
const type = 'application.review_updated';

interface Round {
  times: number[];
}

export async function events(report: Report) {
  const sandbox = await createSandbox();
  const { cases, workflow, subscriptions } = sandbox.services;
  const ids = Array.from(
    { length: 50 },
    () => cases.create('API', { business: { organization_name: 'Lumen' } }).application_id,
  );
  const { method } = steps.case_review_updated!;
  const start = async (path: string, event: object) => {
    const receiver = forked<Round & { port: number }>(child('receiver.mjs'), [
      path,
      JSON.stringify(event),
    ]);
    const { port } = await receiver.answer();
    return { ...receiver, address: `http://127.0.0.1:${port}/` };
  };
  const ours = await start(apps.ours, stepEvent(sandbox.url, { method, bundle: {} }));
  const floor = await start(apps.floor, floorEvent(sandbox.url, { requests: [] }));

  const round = async (receiver: typeof ours): Promise<Round> => {
    const hook = subscriptions.add({ url: receiver.address, events: [type] });
    const answered = receiver.ask({ secret: hook.secret, count: eventsPerRound });
    for (let index = 0; index < eventsPerRound; index++)
      workflow.emit(type, ids[index % ids.length]!);
    const result = await answered;
    subscriptions.remove(hook.id);
    return result;
  };
  await round(ours);
  await round(floor);
  const ran = await inTurn(
    rounds,
    () => round(ours),
    () => round(floor),
  );
  report.add('events', {
    wait: 'An event, p99',
    beside: 'the same without our code',
    ...ran(({ times }) => quantile(times, 0.99)),
    unit: 'ms',
    goal: atMost(1.1),
  });
  await Promise.all([ours.close(), floor.close()]);
  await sandbox.close();
}
