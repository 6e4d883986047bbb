/**
 * Whose a case is: two deals with one reference by mistake, in each way that a step finds the case,
 * and which values prove that it is the same client.
 */
import { compareSubjects } from '../../../client/comparison/same-subject.ts';
import { failure, halted, openCore, type Reply } from '../../support/core.ts';
import { pairs } from './subject-pairs.ts';

type Item = Record<string, any>;

const { service, memory, perform, written } = openCore();

it.each(pairs)('row %i: of %j and %j it says %s', (_, one, other, is) => {
  expect(compareSubjects(one, other).is).toBe(is);
  expect(compareSubjects(other, one).is).toBe(is);
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
  ['an answer without its client', [200, { id: 'app_1' }]],
];
const ofAlpha = '"Beta GmbH" in this step, "Alpha Ltd" in the case';
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
    expect(message).toContain('"deal-17" belongs to the case of another client, app_1');
    expect(message).toContain(`Organization Name: ${ofAlpha}`);
    expect(message).toContain('use Update Case for case app_1 with Organization Name "Beta GmbH"');
    expect(message).toContain('"Use it, whoever the client is" in When a Case Exists');
    expect(written().filter((line) => line !== 'POST /api/applications')).toEqual([]);
    // A repeat says the same.
    memory.later(16);
    expect(await halted(perform(key, { ...beta, ...reference }))).toBe(message);
  });

  it('uses the case of another client where that is wanted', async () => {
    serve(post, stored);
    const used = await again(key, way, { ...beta, when_exists: 'use_any' });
    expect(used).toMatchObject({ id: 'app_1', name: 'Alpha Ltd' });
    // That proves nothing for a step where it is not wanted.
    expect(await halted(again(key, 'now', beta))).toContain(ofAlpha);
  });

  it('uses the case of the same client', async () => {
    serve(post, stored);
    const used = await again(key, way, { ...alpha, organization_name: 'ALPHA' });
    expect(used).toMatchObject({ id: 'app_1', name: 'Alpha Ltd' });
  });

  it('halts at a case that does not show its client', async () => {
    serve(post, { ...stored, business: { organization_name: null } });
    expect(await halted(again(key, way, beta))).toMatch(
      /app_1.*(unclear.*Organization Name: "Beta GmbH" in this step, not shown|about a bus)/,
    );
  });
});

describe.each(steps)('%s, which has just made a case', (key) => {
  const now = new Date();
  const date = { date: now.toUTCString() };
  const ofDeal = (name: string, more: Item = {}): Item => ({
    subject: 'business',
    organization_name: name,
    country: 'DE',
    ...reference,
    ...more,
  });
  const made = (stored: Item): Item => ({ id: 'app_1', ...reference, ...stored });
  const open = (status: number, stored: Item, more: Item = {}) =>
    service.serve({
      'POST /api/applications': [status, made(stored), { ...date, ...more }],
      'GET /api/applications/app_1': [200, made(stored)],
      'POST .*/portals': [201, { link: 'token' }],
    });
  const named = (organization_name: string, more: Item = {}): Item => ({
    business: { organization_name, ...more },
  });
  const madeNow = { created_at: now.toISOString() };
  const posts = () => written().filter((line) => line === 'POST /api/applications');

  it.each<[string, status: number, stored: Item]>([
    ['with another name', 201, named('Alpha Holding')],
    ['with a cut name', 201, named('Beta Tradi')],
    ['with another country', 201, named('Beta Trading', { country: 'FRA' })],
    ['with a masked name', 201, named('B***')],
    ['with its ID alone', 201, {}],
    ['of today, after 200', 200, { ...madeNow, ...named('Бета Трейдинг') }],
  ])('keeps it %s, and makes no other', async (_, status, stored) => {
    open(status, stored);
    const first = await perform(key, ofDeal('Beta Trading'));
    expect(first).toMatchObject({ id: 'app_1', already_existed: false });
    expect(first.not_taken_text).toMatch(/Organization Name|Country|not show whose case app_1 is/);
    expect(await perform(key, ofDeal('Beta Trading'))).toMatchObject({ id: 'app_1' });
    expect(posts()).toHaveLength(1);
  });

  it.each<[string, sent: Item, stored: Item]>([
    [
      'number',
      ofDeal('Beta', { registration_number: '552100554' }),
      named('Beta', { registration_number: '404833048' }),
    ],
    [
      'number, which it cut off',
      ofDeal('Beta', { vat_number: 'DE136695976' }),
      named('Beta', { vat_number: 'DE136' }),
    ],
    [
      'date of birth',
      { subject: 'person', last_name: 'Ruiz', birth_date: '1985-11-02', ...reference },
      { person: { last_name: 'Ruiz', birth_date: '1987-01-30' } },
    ],
  ])('notes it before it stops because of another %s', async (_, sent, stored) => {
    open(201, stored);
    const message = await halted(perform(key, sent));
    expect(message).toMatch(
      /made case app_1 for "deal-17".*(404833048|DE136|1987-01-30)" in the case/,
    );
    memory.later(16);
    expect(await halted(perform(key, sent))).toBe(message);
    expect(posts()).toHaveLength(1);
  });

  it.each<[string, status: number, stored: Item, more: Item]>([
    ['was made before', 201, { created_at: '2020-01-01T00:00:00Z' }, {}],
    ['is of today by its date alone', 200, { created_at: now.toISOString().slice(0, 10) }, {}],
    ['was found at this moment', 200, madeNow, {}],
    ['is in a repeated answer', 201, madeNow, { 'idempotent-replayed': 'true' }],
  ])('halts at one that %s', async (_, status, stored, more) => {
    open(status, { ...stored, ...named('Alpha Holding') }, more);
    expect(await halted(perform(key, ofDeal('Beta Trading')))).toContain('"Alpha Holding" in the');
  });
});

describe.each(steps)('%s, by a note', (key) => {
  it.each([503, 404])('proves the client of a case that answered %s', async (status) => {
    service.serve({ 'POST /api/applications': [201, { id: 'app_1' }], 'GET .*': [status] });
    expect((await failure(again(key, 'now', beta))).kind).toBe('throttle');
    memory.later();
    serve([500]);
    expect(await halted(again(key, 'now', beta))).toContain(ofAlpha);
    expect(await again(key, 'now', alpha)).toMatchObject({ id: 'app_1' });
  });

  it('uses the case that the service renamed since, for the input of the first run', async () => {
    serve([201, 'the case']);
    await perform('create_case', { ...alpha, ...reference });
    serve([500], { business: { organization_name: 'Renamed plc' } });
    expect(await again(key, 'now', alpha)).toMatchObject({ id: 'app_1', name: 'Renamed plc' });
    expect(await halted(again(key, 'now', beta))).toContain('"Renamed plc" in the case');
  });

  it('halts at a case whose reference is another one now', async () => {
    serve([201, { id: 'app_1' }]);
    await perform('create_case', { ...alpha, ...reference });
    serve([500], { external_reference: 'deal-99' });
    const message = await halted(perform(key, { ...alpha, ...reference }));
    expect(message).toContain('case app_1 of "deal-17" now has the reference "deal-99"');
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
