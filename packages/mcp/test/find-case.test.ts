/** A case is found by its reference or the name of its client, where this server has met it before. */
import { createSandbox, type Sandbox } from '../../sandbox/server.tsx';
import { listen } from '../../../test/support/listen.ts';
import { newest, startServer, type Assistant, type Respond } from './support.ts';

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
  const { structured, text } = await assistant.call('create_case', input);
  if (!structured) throw new Error(text);
  return structured.result.application_id as string;
};

beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());
afterEach(async () => {
  await assistant.close();
  await server.close();
});

it('finds what it made, by reference or a part of the name, as it is now', async () => {
  await start(sandbox.url);
  const lumen = await create({
    subject: 'business',
    organization_name: 'Lumière  Studio SAS',
    external_reference: 'deal-1',
  });
  const ferrer = await create({ subject: 'person', last_name: 'Ferrer', first_name: 'Ana' });
  expect((await idsBy({ external_reference: 'deal-1' })).ids).toEqual([lumen]);
  expect((await idsBy({ name: 'lumiere studio' })).ids).toEqual([lumen]);
  expect((await idsBy({ name: 'FERRER' })).ids).toEqual([ferrer]);
  expect((await idsBy({ application_id: ferrer, name: null })).ids).toEqual([ferrer]);
  await assistant.call('update_case', { application_id: ferrer, external_reference: 'deal-2' });
  const found = await assistant.call('find_case', { external_reference: 'deal-2' });
  expect(found.structured!.results).toMatchObject([{ application_id: ferrer, name: 'Ana Ferrer' }]);
});

it('says that the service cannot search, where it has not met the case', async () => {
  await start(sandbox.url);
  await create({ subject: 'person', last_name: 'Ferrer', external_reference: 'deal-3' });
  for (const input of [{ external_reference: 'deal' }, { name: 'Nordwind' }]) {
    const { ids, note } = await idsBy(input);
    expect(ids).toEqual([]);
    expect(note).toContain('The service cannot search');
    expect(note).toContain('Ask the person for the ID of the case.');
  }
});

it('takes one of ID, reference and name', async () => {
  await start(sandbox.url);
  for (const input of [{}, { application_id: 'app_1', name: 'Lumen' }]) {
    await expect(idsBy(input)).rejects.toThrow('Fill in exactly one of Case, External Reference');
  }
});

it('shows no case that has another reference or name by now', async () => {
  await start(sandbox.url);
  const subject = { subject: 'business', organization_name: 'Brumeval' };
  const id = await create({ ...subject, external_reference: 'deal-old' });
  await fetch(`${sandbox.url}/api/applications/${id}`, {
    method: 'PUT',
    headers: { authorization: sandbox.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      external_reference: 'deal-new',
      business: { organization_name: 'Nordwind' },
    }),
  });
  for (const input of [{ external_reference: 'deal-old' }, { name: 'Brumeval' }]) {
    const { ids, note } = await idsBy(input);
    expect([ids, note]).toEqual([
      [],
      expect.stringContaining('No case was found. The service cannot search cases.'),
    ]);
  }
  expect((await idsBy({ external_reference: 'deal-new' })).ids).toEqual([id]);
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

it.each([{ name: ' ' }, { name: '\u0301' }, { external_reference: '  ' }])(
  'looks for nothing in %j',
  async (input) => {
    await start(sandbox.url);
    await create({ subject: 'person', last_name: 'Blank' });
    await expect(idsBy(input)).rejects.toThrow(/^(Client Name|External Reference) is empty/);
  },
);

it('says of an address of a case that it is none', async () => {
  await start(sandbox.url);
  await expect(assistant.read('onboarding://cases/%E0%A4%A')).rejects.toThrow('not found');
});

it('asks which one is meant, and chooses none itself', async () => {
  const titles: string[] = [];
  await start(sandbox.url, ({ requestedSchema: { properties } }) => {
    titles.push(...properties.choice.oneOf.map(({ title }: { title: string }) => title));
    return { action: 'accept', content: { choice: '1' } };
  });
  const person = { subject: 'person', last_name: 'Okafor' };
  await create({ ...person, external_reference: 'deal-4' });
  const second = await create({ ...person, external_reference: 'deal-5' });
  expect((await idsBy({ name: 'okafor' })).ids).toEqual([second]);
  expect(titles).toEqual(['1. Okafor, deal-4', '2. Okafor, deal-5', 'None of these']);
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
