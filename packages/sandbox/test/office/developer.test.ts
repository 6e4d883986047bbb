/** The developer page: faults, the clock, events and data anew; and the page on which a deal is followed. */
import { createSandbox, type Sandbox } from '../../server.tsx';
import { listen } from '../../../../test/support/listen.ts';
import { until } from '../../../../test/support/until.ts';
import { call, open, send } from '../visitor.ts';

let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof listen>>;
/** What the receiver answers. */
let status: number;
beforeAll(async () => {
  sandbox = await createSandbox({ deliveryFactor: 0.01 });
  receiver = await listen((_, response) => void response.writeHead(status).end('{"got":true}'));
});
afterAll(async () => {
  receiver.close();
  await sandbox.close();
});
beforeEach(() => {
  sandbox.reset();
  status = 200;
});

const day = 24 * 3600_000;
const deal = { business: { organization_name: 'Live Ltd' }, external_reference: 'deal-7' };
const create = (body: object = deal) => call(sandbox, 'POST', '/api/applications', body);
const page = (path = '') => open(sandbox, `/back-office/developer${path}`);
const press = (path: string, form: Record<string, string> = {}) =>
  send(sandbox, `/back-office/developer/${path}`, form);
const event = 'application.review_updated';
const subscribe = () => sandbox.services.subscriptions.add({ url: receiver.url, events: [event] });

it.each([
  ['faults', { endpoint: '', fault: '418' }, 422],
  ['faults', { endpoint: 'GET /nowhere', fault: '500' }, 422],
  ['deliveries', { fault: 'thrice' }, 422],
  ['reset', { seed: 'constructor' }, 422],
  ['scenarios', { name: 'none' }, 404],
])('refuses to %s what no button of the page says: %j', async (path, form, refusal) => {
  expect((await press(path, form)).status).toBe(refusal);
  expect(sandbox.faults.list()).toEqual([]);
  expect(sandbox.services.outbox.disturbance).toEqual({});
  expect(sandbox.services.cases.list({}, 1)).toEqual([]);
});

it('sets a fault of one endpoint, counts it down where it acts, and ends it', async () => {
  await press('faults', { endpoint: 'POST /api/applications', fault: '429', times: '2' });
  expect((await page()).text).toContain('POST /api/applications: 429, 2 left');
  expect((await create()).status).toBe(429);
  expect((await page()).text).toContain('POST /api/applications: 429, 1 left');
  await press('undo');
  expect((await create()).status).toBe(201);
  await press('deliveries', { fault: 'refused' });
  expect((await page()).text).toContain('Any event: 500, 2 left');
  await press('undo', { to: '/back-office/mailbox' });
  expect((await page()).text).not.toContain('Any event:');
});

it('moves the clock on and back to now, with everything that waits', async () => {
  const { services } = sandbox;
  status = 503;
  subscribe();
  expect((await page()).html).not.toContain('hours ahead');
  const { link } = services.portals.create('API', {});
  await press('clock', { seconds: String(31 * 24 * 3600) });
  // Every page of the office says so.
  expect((await open(sandbox, '/back-office/mailbox')).text).toContain('744 hours ahead');
  expect((await fetch(link)).status).toBe(410);
  await create();
  const row = () => services.outbox.latest(1)[0]!;
  await until('an attempt', () => row().attempts > 0);
  expect(row().next_at - Date.now()).toBeGreaterThan(30 * day);
  await press('undo');
  expect(Math.abs(services.clock.now() - Date.now())).toBeLessThan(60_000);
  // What waited a little still waits a little; what changes now says now.
  expect(row().next_at - Date.now()).toBeLessThan(day / 24);
  const { body } = await create({ ...deal, external_reference: 'deal-8' });
  expect(Math.abs(Date.parse(body.updated_at) - Date.now())).toBeLessThan(60_000);
  expect((await fetch(link)).status).toBe(200);
});

it('begins anew with nothing or with samples; the account stays unless it is to go', async () => {
  const { account, apiKeys, cases, subscriptions, store } = sandbox.services;
  const key = apiKeys.make('Zapier');
  account.change({ country_codes: 'alpha-2' });
  subscribe();
  const setUp = () => [
    account.read().country_codes,
    subscriptions.list(5).length,
    apiKeys.accept(key),
  ];
  const names = () => cases.list({}, 100).map(({ name }) => name);
  await create();
  sandbox.faults.add({ path: '/', status: 500 });
  // Asked, it has not happened.
  expect((await page('/reset?seed=showcase')).text).toContain('This deletes 1 case and 0 messages');
  expect(names()).toEqual(['Live Ltd']);
  await press('reset', { seed: 'showcase' });
  expect(names()).toContain('Harbour & Pine Ltd');
  expect(sandbox.faults.list()).toEqual([]);
  await press('reset', { seed: 'empty' });
  expect(
    store.get('select (select count(*) from cases) + (select count(*) from mails) as n'),
  ).toEqual({ n: 0 });
  expect(setUp()).toEqual(['alpha-2', 1, true]);
  await press('reset', { seed: 'empty', account: 'too' });
  expect(setUp()).toEqual(['alpha-3', 0, false]);
  expect((await create()).status).toBe(201);
});

describe('a deal', () => {
  const follow = (name: string) => open(sandbox, `/back-office/follow/${name}`);
  it('is followed by the case, the reference, and a portal that has no case yet', async () => {
    const { portal_id } = (await call(sandbox, 'POST', '/api/portals', {})).body;
    expect((await follow(portal_id)).text).toContain('POST /api/portals 201');
    const { application_id } = (await create()).body;
    await create({ ...deal, external_reference: 'deal-8' });
    for (const name of [application_id, 'deal-7']) {
      const { text } = await follow(name);
      expect(text).toContain('Follow Live Ltd');
      expect(text.match(/POST \/api\/applications 201/g)).toHaveLength(1);
    }
    expect((await follow('deal-9')).text).toContain('Nothing yet.');
  });

  it('has all that was asked, done and delivered, the newest first, and nothing of another', async () => {
    const { subscriptions, workflow, outbox } = sandbox.services;
    subscriptions.add({ url: receiver.url, events: ['application.submitted'] });
    sandbox.faults.add({ path: '/api', status: 429, times: 1 });
    const draft = { ...deal, is_draft: true };
    await create(draft);
    const { application_id } = (await create(draft)).body;
    const persons = `/api/applications/${application_id}/persons`;
    await call(sandbox, 'POST', persons, { last_name: 'Ferrer' });
    await create({ ...draft, external_reference: 'deal-8' });
    status = 503;
    workflow.submitFromPortal(application_id, false);
    await until('an attempt', () => outbox.latest(1)[0]!.attempts > 0);
    status = 200;
    await until('a delivery', () => outbox.latest(1)[0]!.state === 'delivered');
    const { text, html } = await follow(application_id);
    const places = [
      'application.submitted',
      `To ${receiver.url}`,
      'Attempt 2',
      'Attempt 1',
      `${persons} 201`,
      'POST /api/applications 201',
      'POST /api/applications 429',
    ].map((words) => text.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text).toContain('Related person added: Ferrer');
    expect(text.match(/POST \/api\/applications \d/g)).toHaveLength(2);
    // It can be the sample of a trigger.
    const sample = /data-copy="([^"]*)"[^>]*>Copy as Zapier sample/.exec(html)?.[1];
    expect(sample).toContain(application_id);
  });

  it('is followed from what a step was told', async () => {
    sandbox.faults.add({ path: '/api', status: 503, times: 1 });
    await create();
    const [request] = sandbox.requests();
    const { to } = await open(sandbox, `/back-office/follow/request/${request!.id}`);
    const before = await open(sandbox, to);
    expect(before.text).toContain('There is no case with this name yet.');
    expect(before.html).toContain('curl -X POST');
    // A call that is about no case stands alone.
    await call(sandbox, 'GET', '/api/webhooks');
    const alone = await open(sandbox, `/back-office/follow/request/${sandbox.requests()[0]!.id}`);
    expect(alone.text).toContain('Answer [');
  });
});
