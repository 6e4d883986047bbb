/** Each scenario sets up what it says, for a Zap that is registered. */
import { scenarios } from '../../api/scenarios.ts';
import { requestsOf } from '../../domain/requests.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';
import { createSandbox as createForTeams } from '../../tool/library.ts';
import { listen } from '../../../../zapier/local/listen.ts';
import { until } from '../../../../zapier/local/until.ts';

let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof listen>>;
/** What the receiver was sent: the event, with the review status of the case. */
let got: [type: string, status: string, link?: string][];
beforeAll(async () => {
  receiver = await listen(({ content }, response) => {
    const { type, data } = JSON.parse(content);
    got.push([type, data.object.status_review, data.object.portals?.link]);
    response.end();
  });
});
afterAll(() => receiver.close());
beforeEach(async () => {
  got = [];
  sandbox = await createSandbox();
  sandbox.services.subscriptions.add({
    url: receiver.url,
    events: ['application.review_updated', 'collect.opened'],
  });
});
afterEach(() => sandbox.close());

const settled = () => until('an empty outbox', () => sandbox.services.outbox.waiting() === 0);
const play = async (name: string) => {
  const { application_id } = await sandbox.scenario(name);
  return sandbox.services.workflow.show(application_id);
};
const types = () => got.map(([type, status]) => `${type} ${status}`);

it('client-never-answers: one request, late, on a portal that still works', async () => {
  const { application_id, portals } = await play('client-never-answers');
  await settled();
  expect(types()).toEqual(['application.review_updated in_review', 'collect.opened in_review']);
  const { store, clock } = sandbox.services;
  const [request, ...others] = requestsOf(store, application_id);
  expect([request!.state, request!.due_at! < clock.today(), others]).toEqual(['open', true, []]);
  expect((await fetch(portals!.link)).status).toBe(200);
});

it('webhook-down: the approval fails for a day, and comes once when it is recovered', async () => {
  const { application_id, status_review } = await play('webhook-down');
  expect(status_review).toBe('approved');
  await settled();
  expect(types()).toEqual(['application.review_updated in_review']);
  const { outbox, subscriptions } = sandbox.services;
  const event = outbox.eventsOf(application_id).at(-1)!;
  const [{ state, made, webhook_id }] = event.deliveries as [(typeof event.deliveries)[0]];
  expect([state, made.length, made[0]!.answer]).toEqual(['failed', 16, 'cannot be reached']);
  const lasted = Date.parse(made.at(-1)!.at) - Date.parse(made[0]!.at);
  expect(lasted).toBeGreaterThan(17 * 3600_000);
  expect(subscriptions.find(webhook_id).isFailing).toBe(true);
  outbox.recover(webhook_id);
  await settled();
  expect(types().slice(1)).toEqual(['application.review_updated approved']);
});

it('is played through the controls, as often as wanted, and ends the faults of before', async () => {
  const control = (name: string) =>
    fetch(`${sandbox.url}/_sandbox/scenarios/${name}`, { method: 'POST' });
  await control('service-slow');
  const answer = await control('link-expired');
  const played = await answer.json();
  expect([answer.status, played.follow]).toEqual([
    201,
    `${sandbox.url}/back-office/follow/${played.application_id}`,
  ]);
  expect((await fetch(played.follow)).status).toBe(200);
  expect(sandbox.faults.list()).toEqual([]);
  expect((await control('link-expired')).status).toBe(201);
  // What it changed is as before.
  expect(sandbox.services.clock.ahead()).toBe(0);
  expect(sandbox.services.outbox.disturbance).toEqual({});
  const none = await control('constructor');
  expect([none.status, (await none.json()).detail]).toEqual([
    404,
    expect.stringContaining(Object.keys(scenarios).join(', ')),
  ]);
});

it('is played in a test of a team', async () => {
  const own = await createForTeams();
  const { application_id, expected } = await own.scenario('rejected-then-reopened');
  expect(expected).toContain('The last one counts');
  expect(own.events.at(-1)!.data.object).toMatchObject({
    application_id,
    status_review: 'in_review',
  });
  await own.close();
});
