/** Webhook registration and deliveries. */
import { listen } from '../../../../zapier/local/listen.ts';
import { until } from '../../../../zapier/local/until.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';
import { call } from '../visitor.ts';

interface Got {
  path: string;
  headers: Record<string, string>;
  content: string;
}

let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof listen>>;
let got: Got[] = [];
/** What the receiver answers at a path: a status with headers, or nothing at all. */
let answers: Record<string, { status?: number; headers?: Record<string, string> } | 'silence'> = {};
beforeAll(async () => {
  sandbox = await createSandbox({ deliveryFactor: 0.002 });
  receiver = await listen(({ path, headers, content }, response) => {
    got.push({ path, headers: headers as Record<string, string>, content });
    const answer = answers[path] ?? {};
    if (answer !== 'silence') response.writeHead(answer.status ?? 200, answer.headers).end('Taken');
  });
});
afterAll(async () => {
  receiver.close();
  await sandbox.close();
});
beforeEach(() => {
  sandbox.reset();
  got = [];
  answers = {};
});

const api = (method: string, path: string, body?: object) =>
  call(sandbox, method, `/api/webhooks${path}`, body);
const register = async (path = '/a', more: object = {}) =>
  (
    await api('POST', '', {
      url: receiver.url + path,
      events: ['application.review_updated', 'collect.opened'],
      ...more,
    })
  ).body;
const newCase = () =>
  sandbox.act.create({ business: { organization_name: 'A' }, is_draft: true }).application_id;
const emit = (application_id = newCase()) =>
  sandbox.act.emit({ application_id, type: 'collect.opened' });
const deliveries = () => sandbox.act.deliveries();

describe('a registration', () => {
  it('sends its own header and a user agent, and never shows the value', async () => {
    const { id, header_names } = await register('/a', { headers: { 'x-token': 'hush-hush' } });
    expect(header_names).toEqual(['x-token']);
    expect(JSON.stringify((await api('GET', `/${id}`)).body)).not.toContain('hush-hush');
    emit();
    const { headers } = await until('a first delivery', () => got[0]);
    expect(headers).toMatchObject({
      'x-token': 'hush-hush',
      'user-agent': expect.stringMatching(/^compliance-onboarding-sandbox\//),
    });
  });

  it.each([{ 'webhook-id': 'x' }, { host: 'x' }, { 'x y': '1' }, { a: 'b\r\nc: d' }])(
    'is refused with the header %j',
    async (headers) => {
      const { status, body } = await api('POST', '', {
        url: receiver.url,
        events: ['collect.opened'],
        headers,
      });
      expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('headers')]);
    },
  );
});

describe('a receiver that takes nothing', () => {
  it('slows no other, even one that never answers', async () => {
    for (let index = 0; index < 15; index++) {
      answers[`/dead/${index}`] = 'silence';
      await register(`/dead/${index}`);
    }
    await register('/alive');
    const count = 5;
    for (let index = 0; index < count; index++) emit();
    await until(
      'all deliveries to the living',
      () => got.filter(({ path }) => path === '/alive').length === count,
    );
    // A receiver gets one at a time.
    const dead = got.map(({ path }) => path).filter((path) => path.startsWith('/dead'));
    expect([new Set(dead).size, dead.length]).toEqual([15, 15]);
  });

  it.each([
    ['seconds', () => '3600'],
    ['a date', () => new Date(Date.now() + 3600_000).toUTCString()],
  ])('is not tried before its Retry-After, as %s', async (_, header) => {
    await register();
    answers['/a'] = { status: 503, headers: { 'retry-after': header() } };
    const from = Date.now();
    const id = newCase();
    emit(id);
    await until('one attempt', () => deliveries()[0]?.attempts === 1);
    await expect(sandbox.act.delivered({ seconds: 0 })).rejects.toThrow('Pending deliveries');
    const passed = Date.now() - from;
    const { next_at } = deliveries()[0]!;
    // An hour, shortened by the factor of this sandbox; its own delay would be 20 ms.
    expect(next_at - from).toBeGreaterThan(7000);
    expect(next_at - from).toBeLessThan(7201 + passed);
    // A later event of the case does not wait for it.
    answers = {};
    emit(id);
    await until('a later delivery', () => deliveries()[1]?.state === 'delivered');
    expect(deliveries()[0]).toMatchObject({ state: 'pending', attempts: 1 });
  });
});

it('is no reason for a read to wait, with 800 receivers that refuse all', async () => {
  const paths = Array.from({ length: 800 }, (_, index) => `/${index}`);
  answers = Object.fromEntries(paths.map((path) => [path, { status: 500 }]));
  const events = ['collect.opened'];
  sandbox.setUp({ webhooks: paths.map((path) => ({ url: receiver.url + path, events })) });
  emit();
  await until('attempts', () => got.length > 100);
  const from = Date.now();
  for (let reads = 0; reads < 10; reads++) await api('GET', '');
  // Each took seconds while an attempt looked at all receivers.
  expect(Date.now() - from).toBeLessThan(5000);
  sandbox.setUp({});
});

it('moves with the clock what waits: through the whole chain of retries, and back to now', async () => {
  const slow = await createSandbox();
  const { act } = slow;
  slow.setUp({ webhooks: [{ url: `${receiver.url}/clock`, events: ['collect.opened'] }] });
  answers['/clock'] = { status: 503 };
  const create = () => act.create({ person: { last_name: 'A' }, is_draft: true });
  const asked = create().application_id;
  const { link } = act.ask(asked, { reason: 'Why' });
  const statusOfLink = async () => (await fetch(link)).status;
  const one = (index: number) => act.deliveries().at(index)!;
  await until('the first attempt', () => one(0).attempts === 1);
  // 10 s and 20 s, each a fifth more or less, are within 40 s; the next 40 s are not.
  act.advance({ seconds: 40 });
  await until('two retries', () => one(0).attempts === 3);
  act.advance({ seconds: 31 * 24 * 3600 });
  await until('the end of the chain', () => one(0).state === 'failed');
  expect(got.filter(({ path }) => path === '/clock')).toHaveLength(16);
  expect([one(0).attempts, await statusOfLink()]).toEqual([16, 410]);
  act.emit({ application_id: create().application_id, type: 'collect.opened' });
  await until('an attempt', () => one(-1).attempts > 0);
  const wait = () => one(-1).next_at - Date.now();
  expect(wait()).toBeGreaterThan(30 * 24 * 3600_000);
  act.backToNow();
  expect(await statusOfLink()).toBe(200);
  // What waits a little still waits a little; what changes now says now.
  expect(wait()).toBeLessThan(3600_000);
  expect(Math.abs(Date.parse(create().updated_at!) - Date.now())).toBeLessThan(60_000);
  await slow.close();
});

it('is delivered to once more after a fault that hangs up in the middle', async () => {
  await register();
  sandbox.act.disturb({ faults: [{ kind: 'hang-up', times: 1 }] });
  emit();
  await until('a delivery that is delivered', () => deliveries()[0]?.state === 'delivered');
  expect(deliveries()[0]).toMatchObject({ attempts: 2 });
  const whole = got.filter(({ path, content }) => path === '/a' && content.endsWith('}'));
  expect(whole).toHaveLength(1);
});

it('says that a portal was closed by hand, once', async () => {
  await register('/a', { events: ['collect.closed'] });
  const { ask, close, delivered } = sandbox.act;
  const id = newCase();
  ask(id, { reason: 'Why' });
  expect([close(id), close(id)]).toEqual([{ closed: 1 }, { closed: 0 }]);
  await delivered();
  expect(got.map(({ content }) => JSON.parse(content).type)).toEqual(['collect.closed']);
});
