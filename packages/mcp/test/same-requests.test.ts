/**
 * The tools send what Zapier's steps send, and show what they show. Clients of both generations call
 * each tool in test/e2e/journey.test.ts.
 */
import app from '../../../index.ts';
import { listen } from '../../../zapier/local/listen.ts';
import { runner } from '../../../zapier/local/runner.ts';
import { createSandbox } from '../../sandbox/server.tsx';
import { id, steps, type Exchange } from '../../../test/support/examples.ts';
import {
  agree,
  apiKey,
  asCall,
  callAt,
  clients,
  comparable,
  newest,
  recording,
  startServer,
} from './support.ts';

it.each(steps)('%s: the same requests as Zapier, byte for byte', async (key, example) => {
  const path = `/api/applications/${id}`;
  const known: Exchange = { method: 'GET', path, answer: { application_id: id } };
  // The question for the person's consent names the client of the case, so the case is read first.
  const isAsked = key === 'record_decision';
  const service = await recording([...example.requests, ...(isAsked ? [known] : [])]);
  // Text is never a file here.
  const host = await listen((_, response) => response.end('plain text'));
  const { inputData } = example.bundle;
  const input =
    'file' in inputData ? { ...inputData, file: `${host.url}/passport.txt` } : inputData;
  process.env.SERVICE_MEMORY = 'off';
  const run = runner(app, {}, { authData: { base_url: service.url, api_key: apiKey } });
  const output = [await run(example.run, { inputData: input })].flat();
  const byZapier = service.requests.splice(0).map(comparable);
  expect(byZapier.length).toBeGreaterThan(0);

  const server = await startServer(service.url);
  const assistant = await newest(server.url, agree);
  const { structured, isError } = await assistant.call(...asCall(key, input));
  delete process.env.SERVICE_MEMORY;
  await assistant.close();
  await server.close();
  host.close();
  service.close();
  expect(isError).toBeFalsy();
  const got = service.requests.map(comparable);
  if (isAsked) expect(got.shift()).toMatchObject({ method: 'GET', path });
  expect(got).toEqual(byZapier);
  const { results, result } = structured!;
  const { related_parties: _, ...one } = (result ?? {}) as object & { related_parties?: string[] };
  // Without the duplicates and the empty values (result.ts).
  expect(output).toMatchObject(results ?? [one]);
});

it.each([
  [{ related_persons: [{ related_person_last_name: 'Ferrer' }] }, 'Related Persons'],
  [{ ask_for: 'identity' }, 'Ask For'],
])('refuses what a case without a portal does not take: %j', async (more, label) => {
  const service = await recording([]);
  const server = await startServer(service.url);
  const input = { subject: 'person', last_name: 'Morel', portal: false, ...more };
  const { isError, text } = await callAt(server.url, 'start_onboarding', input);
  expect([isError, text]).toEqual([true, expect.stringMatching(`^${label} is filled in, but`)]);
  expect(service.requests).toEqual([]);
  await server.close();
  service.close();
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
      is_draft: false,
      organization_name: 'Lumen Studio SAS',
      related_persons: [{ related_person_last_name: 'Ferrer', related_person_roles: 'UBO' }],
    });
    expect(JSON.parse(started.text)).toEqual(started.structured);
    const { application_id, related_parties } = started.structured!.result;
    expect(related_parties).toEqual(['Ferrer']);
    const found = await assistant.call('find_case', { application_id });
    const uri = `onboarding://cases/${application_id}`;
    const title = 'Lumen Studio SAS';
    const listed = { uri, name: title, title, description: 'Waiting for Client' };
    expect(await assistant.resources()).toMatchObject([listed]);
    const { results } = await assistant.read(uri);
    expect(results).toEqual(found.structured!.results);
    expect(results[0].persons).toMatchObject([{ last_name: 'Ferrer', roles: ['UBO'] }]);
    await expect(assistant.read('onboarding://cases/app_none')).rejects.toThrow(/not found/i);
    await assistant.close();
    await server.close();
    await sandbox.close();
  },
);
