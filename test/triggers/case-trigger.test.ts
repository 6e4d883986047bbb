/** The triggers about cases: which event is theirs, and the case as the service knows it now. */
import { Webhook } from 'svix';

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

it('believes what the service says before what the payload says', async () => {
  const object = {
    application_id: id,
    portals: { link: 'https://evil.example/portal' },
    custom_fields: { plan: 'Evil', more: 'x' },
  };
  shows({ portals: { link: 'tok_service' } });
  const [item] = await submitted(event({ data: { object } }));
  expect(item!.portal_link).toBe(`${service.url}/portals/tok_service`);
  expect(item!.custom_fields).toEqual({ ...aCase.custom_fields, more: 'x' });
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
  const created = event({ type: 'application.created' });
  expect(await fire('case_created', created, { skip_drafts: 'yes' })).toHaveLength(count);
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

it('notes the status of a change that the filter leaves out, too', async () => {
  const counts = [];
  for (const [event_id, status_review] of Object.entries({
    a: 'approved',
    b: 'rejected',
    c: 'approved',
  })) {
    shows({ status_review });
    const data = { object: { application_id: id } };
    const reviewed = event({ event_id, type: 'application.review_updated', data });
    const input = { status_review: ['approved'] };
    counts.push((await fire('case_review_updated', reviewed, input, { flow: 'wh_1' })).length);
  }
  expect(counts).toEqual([1, 0, 1]);
});

describe('an event that comes again', () => {
  const reviewed = event({ type: 'application.review_updated' });
  const again = async (input: object = {}) =>
    (await fire('case_review_updated', reviewed, input, { flow: 'wh_1' })).length;

  it('is looked at anew when its case was not there yet', async () => {
    reads(404, { detail: 'Not found' });
    expect(await again()).toBe(0);
    reads(200, aCase);
    expect(await again()).toBe(1);
  });

  it('is lost to no wrong filter: it is noted after the filters', async () => {
    expect(await halted(again({ risk_level: ['enormous'] }))).toContain('Only Risk Level');
    expect(await again()).toBe(1);
  });

  it('runs the flow once more, and only after the time of its run, where the note was lost', async () => {
    expect(await again()).toBe(1);
    // That of the event; the status that the flow got stays.
    for (const [key, { value }] of memory.notes()) {
      if (value !== 'approved') await memory.store.delete(key);
    }
    expect((await failure(again())).kind).toBe('throttle');
    memory.later();
    expect([await again(), await again()]).toEqual([1, 0]);
  });
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

/** The triggers that take an event: its own, and New Event. */
const triggersOf = (own: string) => [own, 'event_received'];
const now = Date.now();
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();

describe.each([
  ['case_review_updated', 'application.review_updated', 'status_review', 'pending', 'approved'],
  ['case_status_updated', 'application.status_updated', 'status_execution', 'waiting', 'done'],
])('%s', (own, name, field, before, status) => {
  let count = 0;
  const named = { application_id: id, [field]: status };
  describe.each(triggersOf(own))('in %s', (trigger) => {
    const fires = async (object: object, created_at?: string, input: object = {}) => {
      const body = { event_id: `evt_${++count}`, type: name, created_at, data: { object } };
      return fire(trigger, body, input, { flow: 'wh_1' });
    };

    it('is run again later while the service still shows the case as it was before', async () => {
      shows({ [field]: before, updated_at: ago(60) });
      expect(await failure(fires(named, ago(0)))).toMatchObject({ kind: 'throttle', seconds: 60 });
      shows({ [field]: status, updated_at: ago(0) });
      expect(await fires(named, ago(0))).toMatchObject([{ [field]: status }]);
    });

    it('is run again later where it names no status, and the flow has the shown one', async () => {
      shows({ [field]: before, updated_at: ago(120) });
      expect(await fires({ application_id: id }, ago(120))).toHaveLength(1);
      expect(await failure(fires({ application_id: id }, ago(60)))).toMatchObject({
        kind: 'throttle',
        seconds: 60,
      });
      shows({ [field]: status, updated_at: ago(60) });
      expect(await fires({ application_id: id }, ago(60))).toMatchObject([{ [field]: status }]);
    });

    it('notes the status of an event that names one, too', async () => {
      shows({ [field]: status, updated_at: ago(120) });
      expect(await fires(named, ago(120))).toHaveLength(1);
      expect((await failure(fires({ application_id: id }, ago(60)))).kind).toBe('throttle');
    });

    it('is dropped where the case has left its status', async () => {
      shows({ [field]: before, updated_at: ago(0) });
      expect(await fires(named, ago(60))).toEqual([]);
    });

    it.each([
      ['at the same time', 60, 60],
      ['more than ten minutes ago', 700, 650],
      ['without a time of the case', undefined, 60],
      ['without a time of the event', 120, undefined],
    ])('runs now %s', async (_, caseAge, eventAge) => {
      const [updated_at, created_at] = [caseAge, eventAge].map((age) => age && ago(age));
      shows({ [field]: before, updated_at });
      expect(await fires(named, created_at as string)).toMatchObject([{ [field]: before }]);
      expect(await fires({ application_id: id }, created_at as string)).toHaveLength(
        // The flow has this status already.
        trigger === own ? 0 : 1,
      );
    });

    it('takes a case that shows null for undecided, first as one that is not up to date', async () => {
      shows({ [field]: null, updated_at: ago(120) });
      expect((await failure(fires(named, ago(60)))).kind).toBe('throttle');
      shows({ [field]: null, updated_at: ago(700) });
      expect(await fires(named, ago(650))).toMatchObject([{ [field]: null }]);
    });

    it('shows its status where the case shows none', async () => {
      shows({ [field]: undefined, updated_at: ago(0) });
      expect(await fires(named, ago(60))).toMatchObject([{ [field]: status }]);
      expect(await fires(named, ago(60), { [field]: ['other'] })).toEqual([]);
    });
  });
});

it.each(
  Object.values(events)
    .map(({ name }) => name)
    .filter((name) => !/review|status/.test(name)),
)('%s runs at once, whatever status it names', async (name) => {
  const [key] = Object.entries(events).find(([, one]) => one.name === name)!;
  shows({ status_review: 'pending', updated_at: ago(120) });
  const object = { application_id: id, status_review: 'approved' };
  for (const trigger of triggersOf(key)) {
    const body = { event_id: 'evt_1', type: name, created_at: ago(60), data: { object } };
    expect(await fire(trigger, body, {}, { flow: 'wh_1' })).toHaveLength(1);
  }
});

describe.each(triggersOf('collect_opened'))('a request to the client in %s', (trigger) => {
  const opened = async (object: object, found: object, more: Parameters<typeof fire>[3] = {}) => {
    shows(found);
    const data = { object: { application_id: id, ...object } };
    const body = { event_id: 'evt_1', type: 'collect.opened', data };
    const [item] = await fire(trigger, body, {}, more);
    return item!;
  };
  const linkTo = (token: string) => `${service.url}/portals/${token}`;
  const older = { portals: { link: 'old', opened_at: '2026-01-01T10:00:00Z' } };

  it.each(['new', '/portals/new', 'https://api.example.com/portals/new'])(
    'has the link of its event, not an older one: %s',
    async (link) => {
      const portals = { link, opened_at: '2026-02-01T10:00:00Z' };
      expect(await opened({ portals }, older)).toMatchObject({
        portal_link: linkTo('new'),
        opened_at: '2026-02-01T10:00:00.000Z',
      });
    },
  );

  it.each([
    ['no link', {}],
    ['a closed portal', { portals: { link: 'new', status: 'closed' } }],
    ['a link to another host', { portals: { link: 'https://evil.example/new' } }],
  ])('has the link of the case where its event has %s', async (_, object) => {
    const item = await opened(object, older);
    expect(item.portal_link).toBe(linkTo('old'));
    expect(item.opened_at).toBe('2026-01-01T10:00:00.000Z');
    expect(Boolean(item.portal_link_problem)).toBe(JSON.stringify(object).includes('evil'));
  });
});

describe.each(triggersOf('case_updated'))('what only an event has, in %s', (trigger) => {
  const text = 'Please call us';
  const object = {
    application_id: id,
    custom_fields: { plan: 'Gold', sector: 'Retail-2', note: text, site: 'www.evil.example' },
    request: { reason: text, documents: ['ID', text], due_at: '2026-12-06' },
    decision: { text },
    portals: { link: 'https://api.example.com/portals/tok1' },
    status_review: text,
  };
  const body = { event_id: 'evt_1', type: 'application.updated', data: { object } };
  const secret = `whsec_${Buffer.from('a secret of the subscription').toString('base64')}`;
  const sign = () => {
    const [date, content] = [new Date(), JSON.stringify(body)];
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(date.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', date, content),
    };
    return { request: { headers, content }, registration: { id: 'wh_1', secret } };
  };
  const shown = { status_review: undefined, custom_fields: { plan: 'Premium', empty: null } };

  it('is shown beside the case, whose custom fields win', async () => {
    shows(shown);
    const [item] = await fire(trigger, body, {}, sign());
    expect(item).toMatchObject({
      custom_fields: {
        plan: 'Premium',
        empty: null,
        sector: 'Retail-2',
        note: text,
        site: 'www.evil.example',
      },
      request_note: text,
      missing_items: `ID, ${text}`,
      request_due_date: '2026-12-06',
      portal_link: `${service.url}/portals/tok1`,
      status_review: text,
    });
    if (trigger === 'event_received') expect(item!.payload).toEqual(body);
  });

  it('is shown without addresses and free text where nobody signed it', async () => {
    shows(shown);
    const [item] = await fire(trigger, body);
    expect(item).toMatchObject({
      custom_fields: { plan: 'Premium', empty: null, sector: 'Retail-2', note: null, site: null },
      request_note: null,
      missing_items: 'ID',
      request_due_date: '2026-12-06',
      portal_link: `${service.url}/portals/tok1`,
      status_review: null,
    });
    expect(JSON.stringify(item)).not.toMatch(/Please|evil/);
    if (trigger !== 'event_received') return;
    expect(item).toMatchObject({
      id: 'evt_1',
      event_name: 'application.updated',
      payload: {
        event_id: 'evt_1',
        type: 'application.updated',
        data: { object: { application_id: id, portals: object.portals } },
      },
    });
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    'evil.example',
    'a@evil.example',
    'tel:evil',
    'Call us',
    'two\nlines',
    'x'.repeat(101),
    '12 rue de la Paix',
  ])('is dropped: %j', async (value) => {
    const data = { object: { application_id: id, custom_fields: { extra: value } } };
    const [item] = await fire(trigger, { ...body, data });
    expect(item!.custom_fields).toMatchObject({ extra: null });
  });

  it.each(['deal-10482', '2026-03-02T09:30:00.000Z', '12.5', 'in_review', 'Société', 7, true, ''])(
    'is passed on: %j',
    async (value) => {
      const data = { object: { application_id: id, custom_fields: { extra: value } } };
      const [item] = await fire(trigger, { ...body, data });
      expect(item!.custom_fields).toMatchObject({ extra: value });
    },
  );
});
