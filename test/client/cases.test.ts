/** A case is made once: which one a service means that has it already, and which one is another's. */
import { failure, halted, openCore, type Reply, type Routes } from '../support/core.ts';

type Item = Record<string, any>;

const { service, memory, perform, sent, written } = openCore();

const made = 'POST /api/applications';
const business = { subject: 'business', organization_name: 'Lumen', vat_number: 'FR1' };
const referenced = { ...business, external_reference: 'deal-1' };
const create = (routes: Routes, input: object = referenced) => {
  service.serve(routes);
  return perform('create_case', input);
};

it('a case has its id as a text, whatever it is', async () =>
  expect((await create({ [made]: [201, { id: 17 }] }, business)).id).toBe('17'));

it('a reference in composed and in decomposed letters has one case', async () => {
  const routes: Routes = {
    [made]: [201, { id: 'app_1' }],
    'GET /api/applications/app_1': [200, { id: 'app_1' }],
  };
  await create(routes, { ...business, external_reference: 'Mu\u0308ller' });
  expect(sent(made).external_reference).toBe('Müller');
  const again = await create(routes, { ...business, external_reference: 'M\u00fcller' });
  expect(again).toMatchObject({ already_existed: true });
  expect(written()).toEqual([]);
});

describe('a reference that is taken', () => {
  const lumen = { organization_name: 'Lumen' };
  const existing = { id: 'app_7', external_reference: 'deal-1', business: lumen };

  it.each<[string, Reply]>([
    ['under a key', [409, { detail: 'exists', application_id: 'app_7' }]],
    ['in an object', [409, { detail: { msg: 'exists', application: { id: 'app_7' } } }]],
    ['in its text', [409, { detail: 'external_reference is used by app_7.' }]],
    ['in a header', [409, { detail: 'exists' }, { location: '/api/applications/app_7' }]],
    ['with 400', [400, { detail: 'external_reference already exists: app_7' }]],
  ])('gives the case that the refusal names %s', async (_, reply) => {
    const routes: Routes = { 'GET /api/applications/app_7': [200, existing] };
    const found = await create({ ...routes, [made]: reply });
    expect(found).toMatchObject({ id: 'app_7', already_existed: true });
  });

  const isOther = /"deal-1" belongs to case app_7, which may not be about a business/;
  it.each<[string, Item, RegExp]>([
    [
      'of another reference',
      { external_reference: 'deal-2', business: {} },
      /may have been made: look for the External Reference "deal-1"/,
    ],
    [
      'of another subject',
      { external_reference: 'deal-1', person: {} },
      /app_7.*may not be about a business.*"deal-1-kyb"/,
    ],
    ['that does not say whom it is about', { external_reference: 'deal-1' }, isOther],
  ])('gives no case %s', async (_, other, text) => {
    const routes: Routes = {
      [made]: [409, { application_id: 'app_7' }],
      'GET /api/applications/app_7': [200, { id: 'app_7', ...other }],
    };
    expect(await halted(create(routes))).toMatch(text);
  });
});

it('a case of a person is never given for that of a business', async () => {
  const person = { last_name: 'A' };
  const old = { id: 'app_9', external_reference: 'deal-1', person, created_at: '2020-01-01' };
  const routes: Routes = { [made]: [200, old], 'GET /api/applications/app_9': [200, old] };
  expect(await halted(create(routes))).toMatch(/app_9.*about a business/);
});

it('a case is a draft only where the service says so', async () => {
  const routes: Routes = { [made]: [201, { id: 'app_1', is_draft: false }] };
  const created = await create(routes, { ...business, is_draft: true });
  expect(created).toMatchObject({ is_draft: false, not_taken: ['Create as Draft'] });
});

it.each([
  ['Draft', { is_draft: true }, { portals: null }],
  ['Waiting for Client', { is_draft: true }, { portals: { link: 'tok' } }],
  ['In Review', { status_execution: 'WAITING_FOR_USER_INPUT' }, { portals: null }],
])(
  'a case is %s after an update whose answer shows no portals: %j, %j',
  async (status, answer, shown) => {
    const found = { id: 'app_1', status_review: 'pending', ...answer };
    service.serve({
      'PUT /api/applications/app_1': [200, found],
      'GET /api/applications/app_1': [200, { ...found, ...shown }],
    });
    const input = { application_id: 'app_1', external_reference: 'deal-2' };
    expect(await perform('update_case', input)).toMatchObject({ status_text: status });
  },
);

it.each([400, 409, 422])(
  'a case counts as submitted if it is no longer a draft: %d',
  async (status) => {
    let is_draft = false;
    service.serve({
      'PUT /api/applications/app_1/submit': [status, { detail: 'The case is submitted.' }],
      'GET /api/applications/app_1': () => [200, { id: 'app_1', is_draft }],
    });
    const submit = () => perform('submit_case', { application_id: 'app_1' });
    expect(await submit()).toMatchObject({ application_id: 'app_1', is_draft: false });
    is_draft = true;
    expect(await halted(submit())).toContain('The case is submitted.');
  },
);

const conflict = (detail?: unknown, headers = {}): Reply => [409, { detail }, headers];
const atWork = 'A request is outstanding for this Idempotency-Key';
const mayBeThere = 'made: look for the External Reference "deal-1".*use Update Case';
const good: Reply = [201, { id: 'app_1', business: { organization_name: 'Lumen' } }];
const onParty = { application_id: 'app_1', last_name: 'Ferrer' };

/** `answers`: the first one ends an earlier run where it is a failure, the last one comes to all that follow. */
describe('a conflict of keys', () => {
  it.each<[what: string, answers: Reply[], requests: number, end: RegExp, party?: object]>([
    ['is asked again until it has ended', [conflict(), conflict(atWork), good], 3, /^none/],
    ['is left to the platform when it lasts', [conflict()], 3, /^throttle .*be working on .* 10$/],
    ['waits as the service says', [conflict('', { 'retry-after': '1' })], 3, /^throttle/],
    [
      'does not wait for longer than a step',
      [conflict('', { 'retry-after': '60' })],
      1,
      /^throttle/,
    ],
    [
      'stops for other content',
      [conflict('with another body before')],
      1,
      RegExp(`^halt .*${mayBeThere}.*another body before`),
    ],
    [
      'stops for other content, as 422',
      [[422, { error: 'Idempotency key used with other content' }]],
      1,
      RegExp(`^halt .*${mayBeThere}.*used with other content`),
    ],
    [
      'stops for a field, though an earlier attempt may be at work',
      [[500], conflict([{ loc: ['body', 'last_name'], msg: 'is there' }])],
      2,
      /^halt .*Last Name: is there/,
      onParty,
    ],
    [
      'is left to the platform while an earlier attempt may be at work',
      [[500], conflict('There is one.')],
      4,
      /^throttle .*be working on .*There is one.* 10$/,
    ],
    ...[400, 422].map((status): [string, Reply[], number, RegExp] => [
      `may be one with the earlier attempt in a refusal that names no field (${status})`,
      [[500], [status, { detail: 'Conflict' }]],
      2,
      RegExp(`^halt .*${mayBeThere}.*Conflict`),
    ]),
  ])('%s', async (_, answers, count, end, ...[party]) => {
    let next = 0;
    service.serve({ 'POST .*': () => answers[Math.min(next++, answers.length - 1)]! });
    const once = async () => {
      memory.later();
      const work = perform(party ? 'add_related_person' : 'create_case', party ?? referenced);
      if (await work.then(Boolean, () => false)) return 'none';
      const { kind, message, seconds } = await failure(work);
      return `${kind} ${message} ${seconds}`;
    };
    if (answers[0]![0] === 500) await once();
    const ended = await once();
    expect(ended).toMatch(end);
    expect(written()).toHaveLength(count);
    const keys = service.requests.map(({ headers }) => headers['Idempotency-Key']);
    expect(new Set(keys).size).toBe(1);
    // What stops, stops as often as it is run.
    if (count === 1) expect(await once()).toBe(ended);
  });
});

it.each<[line: string, text: RegExp]>([
  [made, /made: look for the External Reference "deal-1"/],
  [`${made}/app_1/persons`, /added this related party: look for it in case app_1/],
])('an earlier %s is not under way any more after two minutes', async (line, text) => {
  const start = (reply: Reply) => {
    service.serve({
      [made]: good,
      'GET /api/applications/app_1': [200, { id: 'app_1' }],
      [line]: reply,
    });
    const related_persons = [{ related_person_last_name: 'A' }];
    return perform('start_onboarding', { ...referenced, related_persons });
  };
  await failure(start([500]));
  memory.later();
  expect((await failure(start(conflict('Conflict')))).kind).toBe('throttle');
  const later = Date.now() + 3 * 60_000;
  memory.later();
  jest.spyOn(Date, 'now').mockReturnValue(later);
  expect(await halted(start(conflict('Conflict')))).toMatch(text);
});
