/**
 * Whose a case is: two deals with one reference by mistake, in each way that a step finds the case,
 * and which values prove that it is the same client.
 */
import { isSameClient } from '../../client/same-client.ts';
import { failure, halted, openCore, type Reply } from '../support/core.ts';

type Item = Record<string, any>;

const { service, memory, perform, fire, written } = openCore();

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

  it('uses a case whose reference Update Case changed', async () => {
    serve([201, { id: 'app_1' }]);
    await perform('create_case', { ...alpha, ...reference });
    const stored = { id: 'app_1', external_reference: 'deal-99', status_review: 'new' };
    service.serve({ 'PUT /api/applications/app_1': [200, stored] });
    await perform('update_case', { application_id: 'app_1', external_reference: 'deal-99' });
    serve([500], { external_reference: 'DEAL-99' });
    expect(await perform(key, { ...alpha, ...reference })).toMatchObject({ id: 'app_1' });
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

describe('a note of another API key', () => {
  const made = async () => {
    serve([201, { id: 'app_1' }]);
    await perform('create_case', { ...alpha, ...reference });
  };
  const start = (input: Item = alpha) =>
    perform('start_onboarding', { ...input, ...reference }, { api_key: 'new_key' });

  it('is good for a case with this reference and this client', async () => {
    await made();
    expect(await start()).toMatchObject({ id: 'app_1', already_existed: true });
  });

  it.each<[string, Item, RegExp]>([
    ['without its reference', { external_reference: null }, /does not show whether it belongs/],
    ['of another reference', { external_reference: 'x' }, /now has the reference x/],
    ['of another client', { business: { organization_name: 'Gamma' } }, /the case of Gamma/],
  ])('is not good for a case %s', async (_, stored, text) => {
    await made();
    serve([500], stored);
    expect(await halted(start())).toMatch(text);
    expect(await perform('find_case', reference, { api_key: 'new_key' })).toHaveLength(
      stored.business ? 1 : 0,
    );
    expect(written()).toEqual([]);
  });

  it.each([403, 404])('leaves each of two accounts its own case (%i)', async (status) => {
    await made();
    service.serve({
      'GET /api/applications/app_1': [status],
      'POST /api/applications': [201, { id: 'app_2' }],
      'GET /api/applications/app_2': [200, { id: 'app_2', ...reference }],
      'POST .*/portals': [201, { link: 'other' }],
    });
    expect(await start()).toMatchObject({ id: 'app_2', already_existed: false });
    expect(await start()).toMatchObject({ id: 'app_2', already_existed: true });
    serve([500]);
    const first = await perform('create_case', { ...alpha, ...reference });
    expect(first).toMatchObject({ id: 'app_1', already_existed: true });
    expect(memory.values.size).toBe(2);
  });

  it('gives no link of a deal, but a new one where that is wanted', async () => {
    service.serve({ 'POST /api/portals': [201, { link: 'token' }] });
    const link = (input: Item, more: object = {}) =>
      perform('create_portal', { deal_id: '4711', ...input }, more);
    await link({});
    service.requests.length = 0;
    const other = { api_key: 'new_key' };
    expect(await halted(link({}, other))).toContain('"4711" was made with another API key');
    expect(written()).toEqual([]);
    expect(await link({ ask_again: true }, other)).toMatchObject({ already_existed: false });
    expect(await link({}, other)).toMatchObject({ already_existed: true });
  });

  it.each([403, 404])(
    'gives a deal a link where its case is of another account (%i)',
    async (status) => {
      const found = { id: 'app_1', custom_fields: { deal_id: '4711' } };
      const data = { object: { application_id: 'app_1' } };
      service.serve({ 'GET /api/applications/app_1': [200, found] });
      await fire(
        'case_submitted',
        { type: 'application.submitted', id: 'e', data },
        {},
        { flow: '1' },
      );
      service.serve({
        'GET /api/applications/app_1': [status],
        'POST /api/portals': [201, { link: 'token' }],
      });
      const work = perform('create_portal', { deal_id: '4711' }, { api_key: 'new_key' });
      expect(await work).toMatchObject({ already_existed: false });
    },
  );
});
