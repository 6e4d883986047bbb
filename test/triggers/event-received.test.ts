import { randomUUID } from 'node:crypto';
import nock from 'nock';

import { startCache, type Cache } from '../support/cache.ts';
import { aCase, id } from '../support/examples.ts';
import { base, failure, runner } from '../support/app.ts';

type Item = Record<string, any>;

let cache: Cache;
let run: ReturnType<typeof runner>;
beforeAll(async () => {
  cache = await startCache();
  run = runner(undefined, cache.event);
});
afterAll(() => cache.close());
/** Another for each test: what one notes of its event may arrive while the next runs. */
let subscription: string;
beforeEach(() => {
  cache.clear();
  subscription = randomUUID();
});

const method = (name: string) => `triggers.event_received.operation.${name}`;
const fire = (content: unknown, inputData: object = {}, more: object = {}) =>
  run<Item[]>(method('perform'), {
    inputData,
    subscribeData: { id: subscription },
    rawRequest: { headers: {}, content: JSON.stringify(content) },
    ...more,
  });
const reads = (status = 200, path = id) =>
  nock(base)
    .get(`/api/applications/${path}`)
    .reply(status, status === 200 ? aCase : {});

const updated = {
  event_id: 'evt_1',
  type: 'application.updated',
  created_at: '2026-03-02T09:30:00Z',
  data: { object: { id } },
};

it('shows type, time, the case as it is now, and the payload as it came', async () => {
  reads();
  expect(await fire(updated)).toEqual([
    {
      id: 'evt_1',
      type: 'application.updated',
      created_at: '2026-03-02T09:30:00Z',
      application_id: id,
      case: expect.objectContaining({ id, name: 'Lumen Studio SAS', status_review: 'approved' }),
      payload: updated,
    },
  ]);
});

it('shows the test of the service, which is about no case', async () => {
  const content = { event_id: 'evt_2', type: 'webhooks.test', data: { object: { id: 'hook_1' } } };
  expect(await fire(content)).toEqual([
    {
      id: 'evt_2',
      type: 'webhooks.test',
      created_at: null,
      application_id: null,
      case: null,
      payload: content,
    },
  ]);
});

it('takes the id of a document for no case, and the case it names for one', async () => {
  reads();
  const object = { id: 'doc_1', application_id: id };
  const [item] = await fire({ event_id: 'evt_3', type: 'document.created', data: { object } });
  expect(item).toMatchObject({ application_id: id, case: { id }, payload: { data: { object } } });
  const [alone] = await fire({ ...updated, event_id: 'evt_4', type: 'document.deleted' });
  expect(alone).toMatchObject({ application_id: null, case: null });
});

it.each([
  [[], 1],
  [['application.updated', 'document.created'], 1],
  ['document.created, application.updated', 1],
  [['application.created'], 0],
])('takes the events named %j', async (event_names, count) => {
  if (count) reads();
  expect(await fire(updated, { event_names })).toHaveLength(count);
});

it('runs once for an event that comes twice, in one trip beside the claim', async () => {
  reads();
  expect(await fire(updated)).toHaveLength(1);
  reads();
  expect(await fire(updated)).toEqual([]);
  expect(
    await fire({ ...updated, type: 'webhooks.test' }, {}, { subscribeData: { id: 'wh_2' } }),
  ).toHaveLength(1);
});

it.each([
  [{ event_names: ['document.created'] }, ['document.created']],
  [
    {},
    [
      'application.created',
      'application.updated',
      'application.status_updated',
      'application.submitted',
      'application.review_updated',
      'collect.opened',
      'collect.closed',
      'webhooks.test',
    ],
  ],
])('registers the events of %j', async (inputData, events) => {
  const asked: unknown[] = [];
  nock(base)
    .post('/api/webhooks', (body: { url: string; events: string[] }) => asked.push(body) > 0)
    .reply(201, { id: 'wh_1' });
  const bundle = { inputData, targetUrl: 'https://hooks.example/1' };
  expect(await run(method('performSubscribe'), bundle)).toEqual({ id: 'wh_1' });
  // Where none is named, those of the specification and all that are added.
  const wanted = 'event_names' in inputData ? events : expect.arrayContaining(events);
  expect(asked).toEqual([{ url: 'https://hooks.example/1', events: wanted }]);
});

it('stops for an event without a name where names are chosen, and shows it where none are', async () => {
  const unnamed = { event_id: 'evt_9', data: { object: { application_id: id } } };
  const { kind, message } = await failure(fire(unnamed, { event_names: ['application.updated'] }));
  expect(kind).toBe('HaltedError');
  expect(message).toContain('does not say its name');
  reads();
  expect(await fire(unnamed)).toMatchObject([{ id: 'evt_9', type: null, application_id: id }]);
});

it('drops what none of the known secrets signed', async () => {
  const secret = `whsec_${Buffer.from('a secret of the subscription').toString('base64')}`;
  const { kind } = await failure(fire(updated, {}, { subscribeData: { id: 'wh_1', secret } }));
  expect(kind).toBe('HaltedError');
});
