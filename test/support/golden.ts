/** The content of test/golden: the requests of each operation and flow. File -> its text. */
import { startCache } from './cache.ts';
import { flows, type Flow } from './flows.ts';
import { readable, recording, type Readable } from './recording.ts';
import { runner } from './runner.ts';

/** The folder of the files. */
export const folder = 'test/golden';

type Files = Record<string, string>;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const fileOf = (name: string) => name.replaceAll(' ', '-');

/**
 * The requests in their order. Simultaneous requests to one line are sorted, because their order
 * varies.
 */
function inOrder(sent: Readable[]): Readable[] {
  const lines = new Map<string, Readable[]>();
  for (const one of sent) lines.set(one.request, [...(lines.get(one.request) ?? []), one]);
  const sorted = (same: Readable[]) =>
    same.sort((a, b) => json(a.body ?? null).localeCompare(json(b.body ?? null), 'en'));
  return [...lines.values()].flatMap(sorted);
}

async function requestsOf(app: object, { steps, requests }: Flow): Promise<string> {
  const service = await recording(requests);
  const cache = await startCache();
  const authData = { base_url: service.url, api_key: 'key' };
  const run = runner(app, cache.event, { authData });
  const runs: object[] = [];
  for (const [method, bundle] of steps) {
    service.got.length = 0;
    await run(method, bundle);
    runs.push({
      run: method,
      ...bundle,
      requests: inOrder(await Promise.all(service.got.map(readable))),
    });
  }
  cache.close();
  service.close();
  return json(runs);
}

/** Runs each operation and flow on a service with the answers in test/support/flows.ts. */
export async function goldenFiles(app: object): Promise<Files> {
  const files: Files = {};
  for (const [name, flow] of Object.entries(flows)) {
    files[`requests/${fileOf(name)}.json`] = await requestsOf(app, flow);
  }
  return files;
}
