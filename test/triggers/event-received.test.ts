/** "New Event": what the service sends, as it is, once for each flow. */
import { failure, halted, openCore } from '../support/core.ts';
import { aCase, id } from '../support/examples.ts';

const { service, fire } = openCore();

const updated = {
  event_id: 'evt_1',
  type: 'application.updated',
  created_at: '2026-03-02T09:30:00Z',
  data: { object: { id } },
};
const received = (event: unknown, input: object = {}, flow = 'wh_1') =>
  fire('event_received', event, input, { flow });
beforeEach(() => service.serve({ [`GET /api/applications/${id}`]: [200, aCase] }));

it('shows type, time, the case as it is now, and the payload as it came', async () =>
  expect(await received(updated)).toEqual([
    {
      id: 'evt_1',
      type: 'application.updated',
      created_at: '2026-03-02T09:30:00Z',
      application_id: id,
      case: expect.objectContaining({ id, name: 'Lumen Studio SAS', status_review: 'approved' }),
      payload: updated,
    },
  ]));

it('shows the test of the service, which is about no case', async () => {
  const event = { event_id: 'evt_2', type: 'webhooks.test', data: { object: { id: 'hook_1' } } };
  expect(await received(event)).toEqual([
    {
      id: 'evt_2',
      type: 'webhooks.test',
      created_at: null,
      application_id: null,
      case: null,
      payload: event,
    },
  ]);
});

it('takes the id of a document for no case, and the case it names for one', async () => {
  const object = { id: 'doc_1', application_id: id };
  const [item] = await received({ event_id: 'e', type: 'document.created', data: { object } });
  expect(item).toMatchObject({ application_id: id, case: { id }, payload: { data: { object } } });
  const [alone] = await received({ ...updated, type: 'document.deleted', event_id: 'e_2' });
  expect(alone).toMatchObject({ application_id: null, case: null });
});

it.each([
  [[], 1],
  [['application.updated', 'document.created'], 1],
  ['document.created, application.updated', 1],
  [['application.created'], 0],
])('takes the events named %j', async (event_names, count) =>
  expect(await received(updated, { event_names })).toHaveLength(count),
);

it('runs each flow once for an event that comes twice', async () => {
  expect(await received(updated)).toHaveLength(1);
  expect(await received(updated)).toEqual([]);
  expect(await received(updated, {}, 'wh_2')).toHaveLength(1);
});

it('stops for an event without a name where names are chosen, and shows it where none are', async () => {
  const unnamed = { event_id: 'evt_9', data: { object: { application_id: id } } };
  const work = received(unnamed, { event_names: ['application.updated'] });
  expect(await halted(work)).toContain('has no name');
  expect(await received(unnamed)).toMatchObject([{ id: 'evt_9', type: null, application_id: id }]);
});

it('drops what none of the secrets signed', async () => {
  const registration = { id: 'wh_1', secret: 'a secret of the subscription' };
  expect((await failure(fire('event_received', updated, {}, { registration }))).kind).toBe('halt');
});
