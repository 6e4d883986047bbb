/**
 * *Test trigger* and the dropdowns show recent cases of this connection; only their IDs are kept.
 * Before that, and where none passes the filters, they show nothing.
 */
import { until } from '../../zapier/local/until.ts';
import { startCache, type Cache } from '../../zapier/local/cache.ts';
import { lenient } from '../known-service/choices.ts';
import { startService, type StartedService } from '../known-service/service.ts';
import { runner } from '../support/app.ts';

type Item = Record<string, any>;

let service: StartedService;
let cache: Cache;
let run: ReturnType<typeof runner>;
beforeAll(async () => {
  service = await startService(lenient);
  cache = await startCache();
  run = runner(undefined, cache.event);
});
afterAll(() => {
  service.close();
  cache.close();
});

const own = {
  application_id: 'app_7',
  status_review: 'pending',
  business: { organization_name: 'Own Client Ltd' },
  custom_fields: { sector: 'Retail' },
};
beforeEach(() => {
  cache.clear();
  service.serve({
    'POST /api/applications': [201, own],
    'POST /api/applications/app_7/portals': [201, { link: 'tok' }],
    'GET /api/applications/app_7': [200, own],
  });
});
afterEach(() => delete process.env.SERVICE_MEMORY);

const authData = () => ({ base_url: service.url, api_key: 'key' });
const bundle = (inputData: object, isTested: boolean) => ({
  authData: authData(),
  inputData,
  meta: { isLoadingSample: isTested },
});
const samplesOf = (key: string, inputData: object = {}) =>
  run<Item[]>(`triggers.${key}.operation.performList`, { authData: authData(), inputData });
const deal = { subject: 'business', organization_name: 'Own Client Ltd' };
const steps: [string, object][] = [
  ['creates.create_case', deal],
  ['creates.start_onboarding', deal],
  ['searches.find_case', { application_id: 'app_7' }],
];
const step = (method: string, inputData: object, isTested: boolean) =>
  run(`${method}.operation.perform`, bundle(inputData, isTested));

it.each(steps)('shows the case of %s that was tested in the editor', async (method, inputData) => {
  await step(method, inputData, true);
  // As the case stands: it waits for a decision, whatever the trigger is about.
  const shown = { application_id: 'app_7', name: 'Own Client Ltd', status_text: 'In Review' };
  expect(await samplesOf('collect_opened')).toMatchObject([{ id: 'evt_6Yp4Sj8FhE', ...shown }]);
  expect(await samplesOf('event_received', { event_names: ['collect.opened'] })).toMatchObject([
    {
      ...shown,
      event_name: 'collect.opened',
      payload: { type: 'collect.opened', data: { object: { application_id: 'app_7' } } },
    },
  ]);
});

it('shows no case for the name of an event that is not known', async () =>
  expect(samplesOf('event_received', { event_names: ['collect.open'] })).rejects.toMatchObject({
    message: expect.stringContaining(
      '"collect.open" is not a known event, so the Zap may never run.',
    ),
  }));

describe('the dropdowns of cases and parties', () => {
  const listed = (key: string) =>
    run<Item[]>(`triggers.${key}.operation.perform`, { authData: authData() });
  const keys = ['last_case', 'last_case_persons', 'last_case_businesses'];
  const all = () => Promise.all(keys.map(listed));
  const persons = [{ person_id: 'per_1', given_names: 'Ada', last_name: 'Ferrer' }];
  const businesses = [{ business_id: 'biz_1', organization_name: 'Holding Ltd' }];

  it('list ten recent cases, the newest first, each once and without any that is gone', async () => {
    let gone = '';
    const ids = [...Array(12).keys()].map((index) => `app_${index}`);
    service.serve({
      'GET /api/applications/.*': ({ path }) => {
        const id = path.split('/').at(-1)!;
        return id === gone
          ? [404, { detail: 'no' }]
          : [200, { application_id: id, person: { last_name: `Client ${id}` } }];
      },
    });
    for (const id of [...ids, 'app_9']) {
      await step('searches.find_case', { application_id: id }, true);
      const note = `"value":["${id}"`;
      await until('the note', () =>
        [...cache.entries.values()].some(({ value }) => value.includes(note)),
      );
    }
    gone = 'app_5';
    const newest = [9, 11, 10, 8, 7, 6, 4, 3, 2].map((index) => `app_${index}`);
    expect(await listed('last_case')).toEqual(newest.map((id) => ({ id, name: `Client ${id}` })));
    const samples = await samplesOf('case_submitted');
    expect(samples.map(({ application_id }) => application_id)).toEqual(newest.slice(0, 3));
    expect(new Set(samples.map(({ id }) => id)).size).toBe(3);
    // It is forgotten, too.
    const before = service.requests.length;
    await listed('last_case');
    expect(service.requests).toHaveLength(before + 9);
  });

  it('list the newest case with its parties, by name', async () => {
    await step(...steps[2]!, true);
    service.serve({
      'GET /api/applications/app_7': [200, { ...own, businesses }],
      'GET /api/applications/app_7/persons': [200, persons],
      'GET /api/applications/app_7/businesses': [404, { detail: 'no such path' }],
    });
    expect(await all()).toEqual([
      [{ id: 'app_7', name: 'Own Client Ltd' }],
      [{ id: 'per_1', name: 'Ada Ferrer' }],
      [{ id: 'biz_1', name: 'Holding Ltd' }],
    ]);
  });

  it('list nothing where none was seen, or the service fails', async () => {
    expect(await all()).toEqual([[], [], []]);
    await step(...steps[2]!, true);
    service.serve({
      'GET /api/applications/app_7': [200, own],
      'GET /api/applications/app_7/persons': [500, { detail: 'no' }],
      'GET /api/applications/app_7/businesses': [404, { detail: 'no such path' }],
    });
    expect(await all()).toEqual([[{ id: 'app_7', name: 'Own Client Ltd' }], [], []]);
    service.serve({ 'GET /api/applications/app_7': [500, { detail: 'no' }] });
    expect(await all()).toEqual([[], [], []]);
  });
});

describe.each(['case_review_updated', 'event_received'])('%s', (key) => {
  it.each([
    [{ status_review: ['pending'], custom_choice_sector: ['Retail'] }, 1],
    // A real case must not show a decision that nobody made.
    [{ status_review: ['approved'] }, 0],
    [{ custom_choice_sector: ['Banking'] }, 0],
  ])('with the filters %j shows %i cases', async (filters, count) => {
    await step(...steps[2]!, true);
    expect(await samplesOf(key, filters)).toHaveLength(count);
  });
});

it.each(steps)('costs %s nothing outside the editor', async (method, inputData) => {
  await step(method, inputData, false);
  expect(cache.calls).toEqual([]);
  expect(await samplesOf('case_submitted')).toEqual([]);
});

it('remembers the id alone, for this connection', async () => {
  await step(...steps[0]!, true);
  await until('the note', () => cache.entries.size);
  expect([...cache.entries.values()].map(({ value }) => value)).toEqual([
    expect.stringMatching(/^\{"state":"made","value":\["app_7"\],"time":\d+\}$/),
  ]);
  expect(new Set(cache.calls.map(({ scope }) => String(scope)))).toEqual(new Set(['auth']));
});
