/** A case is found by the reference with which this server made it, and is then a resource. */
import { createSandbox, type Sandbox } from '../../sandbox/server.tsx';
import { listen } from '../../../zapier/local/listen.ts';
import { asCall, newest, startServer, type Assistant, type Respond } from './support.ts';

let sandbox: Sandbox;
let server: Awaited<ReturnType<typeof startServer>>;
let assistant: Assistant;

const start = async (url: string, respond?: Respond) => {
  server = await startServer(url);
  assistant = await newest(server.url, respond);
};
const idsBy = async (input: object) => {
  const { structured, isError, text } = await assistant.call('find_case', input);
  if (isError) throw new Error(text);
  const { results, note } = structured as { results: { application_id: string }[]; note: string };
  return { ids: results.map(({ application_id }) => application_id), note };
};
const create = async (input: object) => {
  const { structured, text } = await assistant.call(...asCall('create_case', input));
  if (!structured) throw new Error(text);
  return structured.result.application_id as string;
};

beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());
afterEach(async () => {
  await assistant.close();
  await server.close();
});

it('finds what it made by its reference, as it is now, and by its ID', async () => {
  await start(sandbox.url);
  const business = { subject: 'business', organization_name: 'Lumen', country: 'FRA' };
  const lumen = await create({ ...business, external_reference: 'deal-1' });
  const person = { subject: 'person', last_name: 'Ferrer', external_reference: 'deal-1-kyc' };
  const ferrer = await create(person);
  expect((await idsBy({ external_reference: 'deal-1' })).ids).toEqual([lumen]);
  expect((await idsBy({ external_reference: 'deal-1-kyc' })).ids).toEqual([ferrer]);
  expect((await idsBy({ application_id: lumen })).ids).toEqual([lumen]);
  await assistant.call('update_case', { application_id: lumen, external_reference: 'deal-2' });
  expect((await idsBy({ external_reference: 'deal-1' })).ids).toEqual([]);
  const uris = [lumen, ferrer].map((id) => `onboarding://cases/${id}`);
  expect(await assistant.resources()).toEqual(uris);
});

it('finds nothing by a reference that it does not know, and refuses to look for nothing', async () => {
  await start(sandbox.url);
  await create({ subject: 'person', last_name: 'Ferrer', external_reference: 'deal-3' });
  expect((await idsBy({ external_reference: 'deal' })).ids).toEqual([]);
  for (const empty of [{}, { external_reference: ' ' }, { application_id: '', only_status: [] }]) {
    await expect(idsBy(empty)).rejects.toThrow('Case and External Reference are empty.');
  }
});

it('finds a reference in whatever letters it is written', async () => {
  await start(sandbox.url);
  const reference = 'Ölhändler-1';
  const business = { subject: 'business', organization_name: 'A' };
  const id = await create({ ...business, external_reference: reference.normalize('NFD') });
  for (const form of ['NFC', 'NFD']) {
    expect((await idsBy({ external_reference: reference.normalize(form) })).ids).toEqual([id]);
  }
});

it('says of an address of a case that it is none', async () => {
  await start(sandbox.url);
  await expect(assistant.read('onboarding://cases/%E0%A4%A')).rejects.toThrow('not found');
});

it('finds the case of a call that failed after it was made', async () => {
  const aCase = {
    application_id: 'app_9',
    external_reference: 'deal-9',
    person: { last_name: 'A' },
  };
  const service = await listen(({ method, path }, response) => {
    const isPortal = path.endsWith('/portals');
    response
      .writeHead(isPortal ? 422 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(isPortal ? { detail: `no ${method}` } : aCase));
  });
  await start(service.url);
  const { isError } = await assistant.call('start_onboarding', {
    subject: 'person',
    last_name: 'A',
    external_reference: 'deal-9',
  });
  expect(isError).toBe(true);
  expect((await idsBy({ external_reference: 'deal-9' })).ids).toEqual(['app_9']);
  service.close();
});
