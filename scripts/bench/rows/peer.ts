/**
 * Our search compared with a search of a peer's app, each with one request, on the same platform
 * core: `PEER_APP=… npm run bench -- peer` with the folder of an installed clone of
 * TryGhost/Zapier.
 */
import { join } from 'node:path';

import { executeEvent } from '../../../test/support/runner.ts';
import { apps, startApp, type Service } from '../processes.ts';
import { atMost, inTurn, type Report } from '../report.ts';
import { stepEvent, steps } from '../steps.ts';

const runs = 20;
const calls = 25;

export async function peer(report: Report, { url }: Service) {
  const folder = process.env.PEER_APP;
  if (!folder) return console.log('peer: left out, as PEER_APP names no app');
  const [ours, theirs] = [startApp(apps.ours), startApp(join(folder, 'index.js'))];
  const event = stepEvent(url, steps.find_case!);
  const peerEvent = executeEvent('searches.author.operation.perform', {
    authData: { adminApiUrl: url, adminApiKey: `${'0'.repeat(24)}:${'0'.repeat(64)}` },
    inputData: { search_by: 'email', email: 'a@example.com' },
  });
  // The first calls warm up.
  await ours.run(event, calls);
  await theirs.run(peerEvent, calls);
  const ran = await inTurn(
    runs,
    () => ours.run(event, calls),
    () => theirs.run(peerEvent, calls),
  );
  report.add('peer', {
    wait: 'A search of one request',
    beside: 'one of TryGhost/Zapier',
    ...ran(({ times }) => times),
    unit: 'ms',
    goal: atMost(0.6),
  });
  await Promise.all([ours.close(), theirs.close()]);
}
