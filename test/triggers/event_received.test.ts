/** New Event runs a Zap with any event: its case, and what the service sent, once for each flow. */
import { knownEvent } from '../../fields/events.ts';
import { halted, openCore } from '../support/core.ts';
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

it('shows the case as the trigger of its event does, and below it the event as it came', async () => {
  const [item] = await fire('case_updated', updated);
  expect(await received(updated)).toEqual([
    {
      ...item,
      event_name: 'application.updated',
      event_time: '2026-03-02T09:30:00Z',
      payload: updated,
    },
  ]);
});

it('shows the test of the service, which is about no case', async () => {
  const event = { event_id: 'evt_2', type: 'webhooks.test', data: { object: { id: 'hook_1' } } };
  expect(await received(event)).toEqual([
    {
      id: 'evt_2',
      event_name: 'webhooks.test',
      event_time: null,
      application_id: null,
      payload: event,
    },
  ]);
  // No case has a status that a filter wants.
  expect(await received({ ...event, event_id: 'evt_3' }, { status_review: ['done'] })).toEqual([]);
});

it.each([
  [[], 1],
  [['application.updated', 'document.created'], 1],
  ['document.created, application.updated', 1],
  [['application.created'], 0],
])('takes the events named %j', async (event_names, count) =>
  expect(await received(updated, { event_names })).toHaveLength(count),
);

it('runs for a name that is not known, which the test of the editor tells', async () => {
  const input = { event_names: ['application.update'] };
  expect(() => knownEvent(input)).toThrow(
    'Only Events: "application.update" is not a known event, so the {{flow}} may never run.',
  );
  expect(await received({ ...updated, type: 'application.update' }, input)).toHaveLength(1);
});

it('stops for an event without a name where names are chosen, and shows it where none are', async () => {
  const unnamed = { event_id: 'evt_9', data: { object: { application_id: id } } };
  const work = received(unnamed, { event_names: ['application.updated'] });
  expect(await halted(work)).toContain('has no name');
  expect(await received(unnamed)).toMatchObject([
    { id: 'evt_9', event_name: null, application_id: id },
  ]);
});
