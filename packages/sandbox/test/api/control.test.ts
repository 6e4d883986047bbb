/** The controls for tests: requests looked at, asked about, made again; and scenarios that are played. */
import { execFileSync } from 'node:child_process';
import { asCurl } from '../../api/curl.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';
import { call } from '../visitor.ts';
import { scenarioNames } from '../../api/scenarios.ts';
import { requestsOf } from '../../domain/requests.ts';
import { createSandbox as createForTeams } from '../../tool/library.ts';
import { listen } from '../../../../test/support/listen.ts';
import { until } from '../../../../test/support/until.ts';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const control = (method: string, path: string, body?: object) =>
  call(sandbox, method, `/_sandbox${path}`, body);

describe('the control plane', () => {
  it.each<[path: string, body: object, why: string]>([
    ['/reset', { sed: 'many' }, 'has no field sed'],
    ['/clock', { seconds: 1, minutes: 3 }, 'has no field minutes'],
    ['/faults', { path: '/api', statsu: 500 }, 'has no field statsu'],
    ['/faults', { path: 'api', status: 500 }, 'must begin with "/"'],
    ['/deliveries', { copys: 2 }, 'has no field copys'],
    ['/deliveries', { faults: [{ event: 'nope' }] }, 'must be one of application.'],
    ['/deliveries', { faults: [{ webhook_id: 'wh_9' }] }, 'There is no webhook wh_9'],
  ])('refuses %s %j, which would do nothing', async (path, body, why) => {
    sandbox.reset('showcase');
    const before = (await control('GET', '/cases')).body;
    const { status, body: answer } = await control('POST', path, body);
    expect([404, 422]).toContain(status);
    expect(JSON.stringify(answer)).toContain(why.replaceAll('"', '\\"'));
    expect((await control('GET', '/cases')).body).toEqual(before);
  });

  it.each(['status=abc', 'methd=GET', 'method=post', 'path=api', 'status=200&status=404'])(
    'counts no requests by %s',
    async (query) => expect((await control('GET', `/requests?${query}`)).status).toBe(422),
  );

  it('finds requests that had no answer', async () => {
    await control('POST', '/faults', { path: '/api', kind: 'drop', times: 1 });
    await fetch(`${sandbox.url}/api/custom_fields`).catch(() => undefined);
    await fetch(`${sandbox.url}/api/custom_fields`);
    const { body } = await control('GET', '/requests?status=0');
    expect(body).toMatchObject({ count: 1, requests: [{ status: 0 }] });
  });
});

describe('the log of requests', () => {
  const business = { organization_name: `O'Neill & "Sons" $HOME`, country: 'IE' };
  const create = (headers: object = {}, body = JSON.stringify({ business })) =>
    fetch(`${sandbox.url}/api/applications`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sandbox.apiKey}`,
        'content-type': 'application/json',
        ...headers,
      },
      body,
    });
  const ask = async (query: string) =>
    (await (await fetch(`${sandbox.url}/_sandbox/requests?${query}`)).json()) as {
      count: number;
      requests: { body: string; answer: { application_id?: string; detail?: unknown } }[];
    };

  it('keeps no key', async () => {
    await create();
    await create({ authorization: 'Bearer another_secret' });
    const text = JSON.stringify(await ask(''));
    expect(text).not.toContain(sandbox.apiKey);
    expect(text).not.toContain('another_secret');
  });

  it('keeps no upload, only that there was one', async () => {
    const form = new FormData();
    form.set('file', new Blob(['very private'], { type: 'text/plain' }), 'a.txt');
    const headers = { authorization: `Bearer ${sandbox.apiKey}` };
    await fetch(`${sandbox.url}/api/files`, { method: 'POST', headers, body: form });
    const [upload] = (await ask('path=/api/files')).requests;
    expect(upload).toMatchObject({ status: 201 });
    expect(JSON.stringify(upload)).not.toContain('very private');
  });

  it.each([
    [{ status: 429 }, 429, { detail: 'Fault on demand: 429.' }],
    [{ status: 503, body: 'Busy' }, 503, 'Busy'],
    [{ kind: 'html' }, 200, expect.stringContaining('<h1>Maintenance</h1>')],
    [{ kind: 'cut' }, 0, '{"application_id": "app_'],
    [{ kind: 'drop' }, 0, undefined],
    [{ kind: 'lost' }, 0, expect.objectContaining({ status_review: 'in_review' })],
    [{ kind: 'huge' }, 200, undefined],
    [{ delay: 10 }, 201, expect.objectContaining({ status_review: 'in_review' })],
  ] as const)(
    'keeps the request that met the fault %j, and its answer',
    async (fault, status, answer) => {
      sandbox.faults.add({ path: '/api', ...fault, times: 1 });
      await create()
        .then((response) => response.text())
        .catch(() => undefined);
      const [met] = (await ask('text=Neill')).requests;
      expect(met).toMatchObject({ status, fault: { path: '/api', ...fault } });
      expect(JSON.parse(met!.body)).toEqual({ business });
      expect(met!.answer).toEqual(answer);
    },
  );

  it('says in an error where its request is followed, where it is to', async () => {
    const linked = await createSandbox({ errorLinks: true });
    const send = async (method: string, path: string, body?: string) => {
      const headers = { authorization: linked.apiKey, 'content-type': 'application/json' };
      return (await fetch(linked.url + path, { method, headers, body })).json();
    };
    const at = (id: number) => `Follow it: ${linked.url}/back-office/follow/request/${id}`;
    expect(await send('GET', '/api/applications/app_1')).toEqual({
      detail: `There is no case app_1. ${at(1)}`,
    });
    const { detail } = await send('POST', '/api/applications', '{"business":{},"is_draft":7}');
    expect(detail.at(-1)).toEqual({ loc: [], msg: at(2), type: 'follow' });
    linked.faults.add({ path: '/', status: 503, times: 1 });
    expect(await send('GET', '/api/webhooks')).toEqual({
      detail: `Fault on demand: 503. ${at(3)}`,
    });
    // What went well says nothing of it, nor does another sandbox.
    expect(JSON.stringify(await send('POST', '/api/portals', '{}'))).not.toContain('follow');
    const page = await fetch(`${linked.url}/back-office/follow/request/1`);
    expect(page.url).toBe(`${linked.url}/back-office/follow/app_1?open=request-1`);
    expect(await page.text()).toContain('There is no case app_1');
    await linked.close();
    expect(JSON.stringify(await (await create({}, '{}')).json())).not.toContain('Follow');
  });

  it('gives a command that makes the same request again', async () => {
    await create({ 'idempotency-key': 'once', 'x-own': `it's` });
    const command = asCurl(sandbox.url, sandbox.requests()[0]!);
    expect(command).not.toContain(sandbox.apiKey);
    expect(command).not.toContain('once');
    // The sandbox answers from this process, so the command is only spelled out here.
    const script = `curl() { printf '%s\\n' "$@"; }\n${command}`;
    const env = { ...process.env, SERVICE_API_KEY: 'k' };
    const args = execFileSync('bash', ['-c', script], { encoding: 'utf8', env }).split('\n');
    expect(args.slice(0, 5)).toEqual([
      '-X',
      'POST',
      `${sandbox.url}/api/applications`,
      '-H',
      'Authorization: k',
    ]);
    expect(args).toContain(`x-own: it's`);
    expect(JSON.parse(args[args.indexOf('--data-raw') + 1]!)).toEqual({ business });
  });
});

describe('a scenario, for a Zap that is registered', () => {
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
  beforeEach(() => {
    got = [];
    sandbox.services.subscriptions.add('main', {
      url: receiver.url,
      events: ['application.review_updated', 'collect.opened'],
    });
  });

  const day = 24 * 3600_000;
  const settled = () => until('an empty outbox', () => sandbox.services.outbox.waiting() === 0);
  const play = async (name: string) => {
    const { application_id } = await sandbox.scenario(name);
    return sandbox.services.workflow.show('main', application_id);
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
    expect(subscriptions.get('main', webhook_id).status).toBe('failing');
    outbox.recover('main', webhook_id);
    await settled();
    expect(types().slice(1)).toEqual(['application.review_updated approved']);
  });

  it('is played through the controls, as often as wanted, and ends the faults of before', async () => {
    const playAgain = (name: string) =>
      fetch(`${sandbox.url}/_sandbox/scenarios/${name}`, { method: 'POST' });
    await playAgain('service-slow');
    const answer = await playAgain('link-expired');
    const played = await answer.json();
    expect([answer.status, played.follow]).toEqual([
      201,
      `${sandbox.url}/back-office/follow/${played.application_id}`,
    ]);
    expect((await fetch(played.follow)).status).toBe(200);
    expect(sandbox.faults.list()).toEqual([]);
    expect((await playAgain('link-expired')).status).toBe(201);
    expect(sandbox.services.clock.ahead()).toBe(2 * 31 * day);
    const none = await playAgain('constructor');
    expect([none.status, (await none.json()).detail]).toEqual([
      404,
      expect.stringContaining(scenarioNames.join(', ')),
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
});
