/** The triggers about cases: which event is theirs, and the case as the service knows it now. */
import { events } from '../../service/catalogue.ts';
import { failure, halted, openCore, type Reply } from '../support/core.ts';
import { aCase, id } from '../support/examples.ts';

type Item = Record<string, any>;

const { service, fire, memory } = openCore();

const type = 'application.submitted';
const event = (more: object = {}) => ({
  event_id: 'evt_1',
  type,
  data: { object: { application_id: id, status_review: 'old', portals: { link: 'tok1' } } },
  ...more,
});
const reads = (...reply: Reply) => service.serve({ [`GET /api/applications/${id}`]: reply });
const shows = (more: object) => reads(200, { ...aCase, ...more });
const submitted = (body: unknown, input: object = {}) => fire('case_submitted', body, input);
beforeEach(() => reads(200, aCase));

it.each(Object.entries(events))('%s fires for $name alone', async (trigger, { name }) => {
  const fired = [];
  for (const { name: other } of Object.values(events)) {
    const { length } = await fire(
      trigger,
      event({ type: other, data: { object: { application_id: id } } }),
    );
    if (length) fired.push(other);
  }
  expect(fired).toEqual([name]);
});

it('shows the case as the service knows it now, under the id of the event', async () => {
  const [item] = await submitted(event());
  expect(item).toMatchObject({
    id: 'evt_1',
    application_id: id,
    external_reference: 'deal-1',
    status_review: 'approved',
    risk_level: 0,
    risk_level_name: 'LOW',
    name: 'Lumen Studio SAS',
    portal_link: `${service.url}/portals/tok1`,
  });
});

it('believes what the service says before what the payload says', async () => {
  const object = {
    application_id: id,
    portals: { link: 'https://evil.example/portal' },
    custom_fields: { plan: 'Evil', more: 'x' },
  };
  shows({ portals: { link: 'tok_service' } });
  const [item] = await submitted(event({ data: { object } }));
  expect(item!.portal_link).toBe(`${service.url}/portals/tok_service`);
  expect(item!.custom_fields).toEqual(aCase.custom_fields);
  // Only what the service does not show at all is read from the payload.
  shows({ custom_fields: {} });
  const current = { ...object, portals: { link: 'tok2' } };
  const [bare] = await submitted(event({ data: { object: current } }));
  expect(bare).toMatchObject({
    portal_link: `${service.url}/portals/tok2`,
    custom_fields: object.custom_fields,
  });
});

it.each([
  ['another event', event({ type: 'something.else' })],
  ['another event_type', { event_type: 'something.else', application_id: id }],
  ['the test of the service', event({ type: 'webhooks.test' })],
  ['no object', 'text'],
  ['null', null],
  ['an empty object', {}],
  ['an empty list', []],
])('fires nothing for %s', async (_, body) => expect(await submitted(body)).toEqual([]));

it.each<[string, { content?: string; body?: unknown }]>([
  ['that is encoded twice', { content: JSON.stringify(JSON.stringify(event())) }],
  ['that the platform did not parse', { content: '', body: JSON.stringify(event()) }],
  ['in a form, as the platform parsed it', { content: 'event=evt_1', body: event() }],
])('reads an event %s', async (_, { content, body }) => {
  const request = { headers: {}, content };
  expect(await fire('case_submitted', undefined, {}, { request, body })).toHaveLength(1);
});

it.each<[string, unknown]>([
  ['several events', [event(), event({ event_id: 'evt_2' })]],
  ['which case', { type, case_id: id }],
  ['which case', { type, data: { applicationId: id } }],
])('stops rather than drop an event: %s', async (text, body) =>
  expect(await halted(submitted(body))).toContain(text),
);

it('takes an event without a name where its address was registered for it alone', async () => {
  const unnamed = { event_id: 'evt_1', data: { object: { application_id: id } } };
  const registration = { id: 'wh_1' };
  expect(await fire('case_submitted', unnamed, {}, { registration })).toHaveLength(1);
  expect(await halted(submitted(unnamed))).toContain('has no name');
});

it.each<[string, Reply]>([
  ...[408, 423, 425, 429, 500, 502, 503, 504].map((status): [string, Reply] => [
    `${status}`,
    [status, {}],
  ]),
  ['a web page', [200, '<!doctype html><h1>Maintenance</h1>']],
  ['an empty 200', [200, '']],
  ['204', [204]],
  ['cut-off JSON', [200, '{"application_id": "ap']],
  ['JSON of nothing that is named', [200, { ok: true }]],
])('is tried again after %s: no run is left to replay', async (_, reply) => {
  reads(...reply);
  const { kind, message, seconds } = await failure(submitted(event()));
  expect([kind, seconds]).toEqual(['throttle', 60]);
  expect(message).toContain('Zapier tries this step again by itself');
});

it('waits 300 s at most, the longest that Zapier takes from a hook trigger', async () => {
  reads(429, {}, { 'retry-after': '3600' });
  expect(await failure(submitted(event()))).toMatchObject({ kind: 'throttle', seconds: 300 });
});

it.each([
  [true, 0],
  [false, 1],
  // A service that does not say whether it is one.
  [null, 1],
  [undefined, 1],
])('skips drafts alone: a case whose is_draft is %s', async (is_draft, count) => {
  shows({ is_draft });
  expect(await submitted(event(), { skip_drafts: 'yes' })).toHaveLength(count);
});

it('runs each Zap once for an event that comes twice', async () => {
  const count = async (flow: string) =>
    (await fire('case_submitted', event(), {}, { flow })).length;
  const flows = ['wh_1', 'wh_2', 'wh_1', 'wh_2'];
  const counts = [];
  for (const flow of flows) counts.push(await count(flow));
  expect(counts).toEqual([1, 1, 0, 0]);
});

it('runs each Zap once for a change whose event shows no status', async () => {
  const counts = [];
  for (const [event_id, flow] of ['1a', '1b', '2a', '2b'].map((text) => [...text])) {
    const object = { application_id: id };
    const reviewed = event({ event_id, type: 'application.review_updated', data: { object } });
    counts.push((await fire('case_review_updated', reviewed, {}, { flow })).length);
  }
  expect(counts).toEqual([1, 1, 0, 0]);
});

describe('an event that nothing tells from the next', () => {
  const flow = 'wh_1';
  const updated = 'application.updated';
  const count = async (trigger: string, body: Item) =>
    (await fire(trigger, body, {}, { flow })).length;

  // "Payload content: application_id; custom_fields": neither an id nor a time.
  it.each<[string, Item]>([
    ['an id of its own', { type: updated, application_id: id, custom_fields: { deal: '1' } }],
    ['a time of the event', { type: updated, application_id: id, timestamp: 1 }],
  ])('without %s is no repeat once the case has changed', async (_, body) => {
    for (const trigger of ['case_updated', 'event_received']) {
      memory.forget();
      shows({ risk_level: 1 });
      expect([await count(trigger, body), await count(trigger, body)]).toEqual([1, 0]);
      shows({ risk_level: 2 });
      expect([await count(trigger, body), await count(trigger, body)]).toEqual([1, 0]);
    }
  });

  it('is told apart by what it says, where it is the case itself', async () => {
    const flat = { type: updated, id: 17, application_id: id };
    const counts = [];
    for (const risk_level of [1, 2, 2])
      counts.push(await count('case_updated', { ...flat, risk_level }));
    expect(counts).toEqual([1, 1, 0]);
  });
});

it('is run again later where the service still shows the case as it was before', async () => {
  const [before, now] = [60_000, 0].map((ago) => new Date(Date.now() - ago).toISOString());
  const reviewed = event({
    type: 'application.review_updated',
    created_at: now,
    data: { object: { application_id: id, status_review: 'approved' } },
  });
  const fired = () => fire('case_review_updated', reviewed, {}, { flow: 'wh_1' });
  shows({ status_review: 'pending', updated_at: before });
  expect(await failure(fired())).toMatchObject({ kind: 'throttle', seconds: 60 });
  shows({ status_review: 'approved', updated_at: now });
  expect(await fired()).toHaveLength(1);
});

it.each([
  ['case_status_updated', 'application.status_updated', 'status_execution', 'done'],
  ['case_review_updated', 'application.review_updated', 'status_review', 'approved'],
])(
  '%s shows the status of the payload where the case has none',
  async (trigger, name, field, status) => {
    for (const missing of [undefined, null]) {
      shows({ [field]: missing, updated_at: '2026-01-02T10:00:00Z' });
      const object = { application_id: id, [field]: status };
      const body = event({ type: name, created_at: '2026-01-01T10:00:00Z', data: { object } });
      expect(await fire(trigger, body, { [field]: [status] })).toMatchObject([{ [field]: status }]);
      expect(await fire(trigger, body, { [field]: ['other'] })).toEqual([]);
    }
  },
);
