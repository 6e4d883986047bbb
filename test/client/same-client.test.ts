/**
 * Whose a case is: two deals with one reference by mistake, in each way that a step finds the case,
 * and which values prove that it is the same client.
 */
import { isSameClient } from '../../client/same-client.ts';
import { failure, halted, openCore, type Reply } from '../support/core.ts';

type Item = Record<string, any>;

const { service, memory, perform, written } = openCore();

const business = (organization_name?: string, registration_number?: string) => ({
  business: { organization_name, registration_number },
});
const person = (first_name?: string, last_name?: string, email?: string) => ({
  person: { first_name, last_name, email },
});

it.each<[one: Item, other: Item, isSame: boolean | undefined]>([
  [business('Alpha Ltd'), business('ALPHA, LTD.'), true],
  [business('Alpha'), business('Alpha Trading Ltd'), true],
  [business('Société Générale'), business('SOCIETE GENERALE SA'), true],
  [business('Alpha Ltd'), business('Beta Ltd'), false],
  [business('Alpha Trading'), business('Alpha Shipping'), false],
  [business('Beta GmbH', 'DE 12.34'), business('Renamed AG', 'de1234'), true],
  [business('Alpha', '1'), business('Alpha', '2'), false],
  [business('Alpha', '1'), { business: { organization_name: 'Other', local_number: '1' } }, true],
  [business('Alpha', '1'), business(undefined, '***1'), undefined],
  [business('Alpha'), business('A****'), undefined],
  [business(undefined, '1'), business('Alpha'), undefined],
  [business('Alpha'), { organization_name: 'Alpha' }, true],
  [business('Alpha'), {}, undefined],
  [business('株式会社アルファ'), business('株式会社ベータ'), false],
  [person('Ana', 'Garcia'), person(undefined, 'GARCÍA'), true],
  [person('Ana', 'Garcia'), person('Luis', 'Garcia'), false],
  [person('Ana', 'Garcia', 'A@b.co'), person('Ana', 'Ruiz', 'a@b.co'), true],
  [person('Ana', 'Garcia', 'ana.g@b.co'), person('Ann', 'Ruiz', 'anag@b.co'), false],
  [person(undefined, undefined, 'a@b.co'), person('Ana', 'Ruiz'), undefined],
])('of %j and %j says %s', (one, other, isSame) => {
  expect(isSameClient(one, other)).toBe(isSame);
  expect(isSameClient(other, one)).toBe(isSame);
});

const alpha = { subject: 'business', organization_name: 'Alpha Ltd', country: 'GB' };
const beta = { subject: 'business', organization_name: 'Beta GmbH', country: 'DE' };
const reference = { external_reference: 'deal-17' };

/** A case of Alpha, whatever the service is asked. */
function serve(post: Reply, stored: Item = {}) {
  const existing = { id: 'app_1', ...reference, business: { organization_name: 'Alpha Ltd' } };
  const found = { ...existing, portals: { link: 'token' }, ...stored };
  service.serve({
    'POST /api/applications': post[1] === 'the case' ? [post[0], found, post[2]] : post,
    'GET /api/applications/app_1': [200, found],
    'POST .*/portals': [201, { link: 'token' }],
  });
}
const older = { created_at: '2020-01-01T00:00:00Z' };
const [today, replayed] = [{ date: new Date().toUTCString() }, { 'idempotent-replayed': 'true' }];

/** How a step comes to a case. `[201, { id }]` is the note of an earlier run. */
const ways: [way: string, post: Reply, stored?: Item][] = [
  ['a note', [201, { id: 'app_1' }]],
  ['a refusal', [409, { application_id: 'app_1' }]],
  ['a repeated answer', [201, { id: 'app_1' }, replayed]],
  ['an older answer', [200, 'the case', today], older],
  ['an answer of today', [201, 'the case']],
  ['an answer without its client', [200, { id: 'app_1' }]],
];
const steps = ['create_case', 'start_onboarding'];
const cells = steps.flatMap((key) =>
  ways.map(([way, post, stored]): [string, string, Reply, Item?] => [key, way, post, stored]),
);

/** The input of a step; the case is there already. */
async function again(key: string, way: string, input: Item, first: Item = alpha) {
  if (way === 'a note') await perform('create_case', { ...first, ...reference });
  service.requests.length = 0;
  return perform(key, { ...input, ...reference });
}

describe.each(cells)('%s, which finds a case by %s', (key, way, post, stored) => {
  it('halts before the link of another client, and names both', async () => {
    serve(post, stored);
    const message = await halted(again(key, way, beta));
    expect(message).toContain(
      'deal-17 belongs to the case of Alpha Ltd; this deal is about Beta GmbH.',
    );
    expect(message).toContain('"Use it, whoever the client is" in When a Case Exists');
    expect(written().filter((line) => line !== 'POST /api/applications')).toEqual([]);
    // Nothing was noted for this client either.
    expect(await halted(perform(key, { ...beta, ...reference }))).toBe(message);
  });

  it('uses the case of another client where that is wanted', async () => {
    serve(post, stored);
    const used = await again(key, way, { ...beta, when_exists: 'use_any' });
    expect(used).toMatchObject({ id: 'app_1', name: 'Alpha Ltd' });
    // That proves nothing for a step where it is not wanted.
    expect(await halted(again(key, 'now', beta))).toContain('the case of Alpha Ltd');
  });

  it('uses the case of the same client', async () => {
    serve(post, stored);
    const used = await again(key, way, { ...alpha, organization_name: 'ALPHA' });
    expect(used).toMatchObject({ id: 'app_1', name: 'Alpha Ltd' });
  });

  it('halts at a case that does not show its client, unless it is new', async () => {
    serve(post, { ...stored, business: { organization_name: null } });
    const work = again(key, way, beta);
    if (/today|without/.test(way)) expect(await work).toMatchObject({ id: 'app_1' });
    else expect(await halted(work)).toMatch(/app_1.*(client; this deal is about Beta|about a bus)/);
  });
});

describe.each(steps)('%s, by a note', (key) => {
  it.each([503, 404])('proves the client of a case that answered %s', async (status) => {
    service.serve({ 'POST /api/applications': [201, { id: 'app_1' }], 'GET .*': [status] });
    expect((await failure(again(key, 'now', beta))).kind).toBe('throttle');
    memory.later();
    serve([500]);
    expect(await halted(again(key, 'now', beta))).toContain('the case of Alpha Ltd');
    expect(await again(key, 'now', alpha)).toMatchObject({ id: 'app_1' });
  });

  it('uses the case that the service renamed since, for the input of the first run', async () => {
    serve([201, 'the case']);
    await perform('create_case', { ...alpha, ...reference });
    serve([500], { business: { organization_name: 'Renamed plc' } });
    expect(await again(key, 'now', alpha)).toMatchObject({ id: 'app_1', name: 'Renamed plc' });
    expect(await halted(again(key, 'now', beta))).toContain('the case of Renamed plc');
  });

  it('halts at a case whose reference is another one now', async () => {
    serve([201, { id: 'app_1' }]);
    await perform('create_case', { ...alpha, ...reference });
    serve([500], { external_reference: 'deal-99' });
    const message = await halted(perform(key, { ...alpha, ...reference }));
    expect(message).toContain('case app_1 of deal-17 now has the reference deal-99');
    expect(written()).toEqual([]);
  });

  it('finds a case by the reference that Update Case gave it', async () => {
    serve([201, { id: 'app_1' }]);
    await perform('create_case', { ...alpha, ...reference });
    const stored = { id: 'app_1', external_reference: 'deal-99', status_review: 'new' };
    service.serve({
      'GET /api/applications/app_1': [200, { id: 'app_1', ...reference, business: {} }],
      'PUT /api/applications/app_1': [200, stored],
    });
    await perform('update_case', { application_id: 'app_1', external_reference: 'deal-99' });
    const made = { id: 'app_2', business: { organization_name: 'Alpha Ltd' } };
    serve([201, made], { external_reference: 'DEAL-99' });
    const found = await perform(key, { ...alpha, external_reference: 'deal-99' });
    expect(found).toMatchObject({ id: 'app_1', already_existed: true });
    // The old reference is free for another case.
    memory.later();
    const other = await perform(key, { ...alpha, ...reference });
    expect(other).toMatchObject({ id: 'app_2', already_existed: false });
  });

  it('asks another service for its own case', async () => {
    serve([201, { id: 'app_1' }]);
    await perform('create_case', { ...alpha, ...reference });
    const live = { base_url: 'https://live.example.com' };
    service.requests.length = 0;
    const made = await perform(key, { ...alpha, ...reference }, live);
    expect(made.already_existed).toBe(false);
    expect(written()[0]).toBe('POST /api/applications');
  });
});

it.each([
  ['create_case', { ...alpha, ...reference }],
  ['create_portal', { deal_id: '4711' }],
])('a new API key starts with an empty memory for %s', async (key, input) => {
  service.serve({
    'POST /api/applications': [201, { id: 'app_1', business: { organization_name: 'Alpha Ltd' } }],
    'POST /api/portals': [201, { link: 'token' }],
    'GET /api/applications/app_1': [200, { id: 'app_1', ...reference }],
  });
  const other = { api_key: 'new_key' };
  await perform(key, input);
  expect(await perform('find_case', reference, other)).toEqual([]);
  expect(await perform(key, input, other)).toMatchObject({ already_existed: false });
  for (const connection of [{}, other]) {
    expect(await perform(key, input, connection)).toMatchObject({ already_existed: true });
  }
  expect(memory.notes()).toHaveLength(2);
});
