/** Events of the sandbox: from acceptance to the output of a subscriber's trigger. */
import { createSandbox } from '../../../packages/sandbox/server.tsx';
import { apps, child, forked } from '../processes.ts';
import { inTurn, quantile, type Row } from '../report.ts';
import { floorEvent, stepEvent } from '../steps.ts';

const rounds = 5;
const eventsPerRound = 400;
const type = 'application.review_updated';

export async function events(): Promise<Row[]> {
  const sandbox = await createSandbox();
  const { create, emit } = sandbox.act;
  const ids = Array.from(
    { length: 50 },
    () => create({ business: { organization_name: 'Lumen' } }).application_id,
  );
  const webhooks = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { authorization: sandbox.apiKey, 'content-type': 'application/json' };
    const url = `${sandbox.url}/api/webhooks${path}`;
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
    return (method === 'POST' ? await answer.json() : undefined) as T;
  };
  const start = async (path: string, event: object) => {
    const receiver = forked<{ times: number[]; port: number }>(child('receiver.mjs'), [
      path,
      JSON.stringify(event),
    ]);
    const { port } = await receiver.answer();
    return { ...receiver, address: `http://127.0.0.1:${port}/` };
  };
  const ours = await start(
    apps.ours,
    stepEvent(sandbox.url, 'case_review_updated', { inputData: {} }),
  );
  const floor = await start(apps.floor, floorEvent(sandbox.url, { requests: [] }));

  const p99 = async (receiver: typeof ours): Promise<number> => {
    const hook = await webhooks<{ id: string; secret: string }>('POST', '', {
      url: receiver.address,
      events: [type],
    });
    const answered = receiver.ask({ secret: hook.secret, count: eventsPerRound });
    for (let index = 0; index < eventsPerRound; index++)
      emit({ type, application_id: ids[index % ids.length]! });
    const { times } = await answered;
    await webhooks('DELETE', `/${hook.id}`);
    return quantile(times, 0.99);
  };
  // The first rounds warm up.
  await p99(ours);
  await p99(floor);
  const figures = await inTurn(
    rounds,
    () => p99(ours),
    () => p99(floor),
  );
  await Promise.all([ours.close(), floor.close()]);
  await sandbox.close();
  const reason = 'The trigger also reads its memory and checks the signature.';
  const row = { wait: 'An event, p99', beside: 'an app with that alone', unit: 'ms', goal: 1.1 };
  return [{ ...row, reason, ...figures }];
}
