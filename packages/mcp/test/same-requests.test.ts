/**
 * The tools send what Zapier's steps send, and show what they show. Clients of both generations call
 * each tool in test/e2e/journey.test.ts. What an assistant calls twice is in the table of repeats
 * (test/e2e/repeats.ts).
 */
import app from '../../../index.ts';
import { listen } from '../../../test/support/listen.ts';
import { runner } from '../../../test/support/runner.ts';
import { createSandbox } from '../../sandbox/server.tsx';
import { steps } from '../../../test/support/examples.ts';
import { agree, apiKey, clients, comparable, newest, recording, startServer } from './support.ts';
import { repeatTable, type RepeatHost } from '../../../test/e2e/repeats.ts';

/** A host of a file, as text never is one here. */
const fileHost = () =>
  listen((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/plain', 'content-length': '10' })
      .end('plain text');
  });

it.each(steps)('%s: the same requests as Zapier, byte for byte', async (key, example) => {
  const service = await recording(example.requests);
  const host = await fileHost();
  const { inputData } = example.bundle;
  const input =
    'file' in inputData ? { ...inputData, file: `${host.url}/passport.txt` } : inputData;
  process.env.SERVICE_MEMORY = 'off';
  const run = runner(app, {}, { authData: { base_url: service.url, api_key: apiKey } });
  const shown = [await run(example.run, { inputData: input })].flat();
  const byZapier = service.got.splice(0).map(comparable);
  expect(byZapier.length).toBeGreaterThan(0);

  const server = await startServer(service.url);
  const assistant = await newest(server.url, agree);
  const { structured, isError } = await assistant.call(key, input);
  delete process.env.SERVICE_MEMORY;
  await assistant.close();
  await server.close();
  host.close();
  service.close();
  expect(isError).toBeFalsy();
  expect(service.got.map(comparable)).toEqual(byZapier);
  const { results, result } = structured!;
  expect(results ?? [result]).toMatchObject(JSON.parse(JSON.stringify(shown)) as object[]);
});

it.each(clients)(
  'shows the client of %s a case it made as a resource, and what it says as text too',
  async (version, open) => {
    const sandbox = await createSandbox();
    const server = await startServer(sandbox.url);
    const assistant = await open(server.url, agree);
    expect(assistant.generation).toBe(version);
    const started = await assistant.call('start_onboarding', {
      subject: 'business',
      organization_name: 'Lumen Studio SAS',
      related_persons: [{ related_person_last_name: 'Ferrer', related_person_roles: 'UBO' }],
    });
    expect(JSON.parse(started.text)).toEqual(started.structured);
    const { application_id } = started.structured!.result;
    const decision = { application_id, decision: 'approved' };
    const decided = await assistant.call('record_decision', decision);
    expect(decided.structured).toMatchObject({ result: { status: 'approved' } });
    const found = await assistant.call('find_case', { application_id });
    const uri = `onboarding://cases/${application_id}`;
    expect(await assistant.resources()).toContain(uri);
    const { results } = await assistant.read(uri);
    expect(results).toEqual(found.structured!.results);
    expect(results[0].persons).toMatchObject([{ last_name: 'Ferrer', roles: ['UBO'] }]);
    await expect(assistant.read('onboarding://cases/app_none')).rejects.toThrow(/not found/i);
    await assistant.close();
    await server.close();
    await sandbox.close();
  },
);

async function start(base_url: string) {
  const server = await startServer(base_url);
  const { call, close } = await newest(server.url, agree);
  return {
    call,
    async close() {
      await close();
      await server.close();
    },
  };
}
let assistant: ReturnType<typeof start> | undefined;
const stop = async () => {
  await (await assistant)?.close();
  assistant = undefined;
};
afterAll(stop);

const assistants: RepeatHost = {
  async run(key, input, base_url) {
    assistant ??= start(base_url);
    const { isError, structured, text } = await (await assistant).call(key, input);
    if (isError) throw new Error(text);
    return structured!.result;
  },
  told: {
    T: /^Another call is creating the same thing .*Call it again in a few seconds/,
    R: /The service may have carried out the request: look for the External Reference "deal-1" in the service before/,
    '?': /The service may have carried out the request: look in the service before/,
  },
  // A server that starts again remembers nothing.
  restart: stop,
  clear: stop,
};

repeatTable(
  () => assistants,
  `
  what     | service | again  | at once | lost    | killed
  case     | plain   | 1/1 += | 1/1 +T= | 2/2 R+= | 2/2 x+=
  decision | plain   | 2/2 ++ | 3/3 +++ | 3/3 ?++ | 3/3 x++`,
);
