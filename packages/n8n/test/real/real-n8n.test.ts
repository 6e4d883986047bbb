/**
 * `npm run n8n:real`: repeats and faults at a real n8n 2, counted in front of the sandbox. Each deal
 * and each event comes twice at once. DEALS chooses the number of deals and events, and `-t` a part,
 * for example `-- -t "Redis keeps the notes"`.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

import { createSandbox, type Sandbox } from '../../../sandbox/server.tsx';
import { until } from '../../../../zapier/local/until.ts';
import { startProxy, unmarked, type Proxy } from './counting-proxy.ts';
import { RealN8n, type Build } from './real-n8n.ts';

const count = Number(process.env.DEALS ?? 200);
const few = Math.min(count, 20);

type Node = [name: string, type: string, typeVersion: number, parameters: object];

/** Nodes, one after the other. A node that fails passes its error on. */
const workflowOf = (nodes: Node[]) => ({
  name: nodes[0]![0],
  active: false,
  settings: { executionOrder: 'v1' },
  nodes: nodes.map(([name, type, typeVersion, parameters], index) => ({
    id: `${nodes[0]![0]}-${index}`,
    name,
    type,
    typeVersion,
    parameters,
    position: [200 * index, 0],
    onError: 'continueRegularOutput',
    ...(index === 0 && { webhookId: nodes[0]![0] }),
    ...(type.includes('complianceOnboarding') && {
      credentials: { complianceOnboardingApi: { id: 'account', name: 'account' } },
    }),
  })),
  connections: Object.fromEntries(
    nodes
      .slice(1)
      .map(([node], index) => [nodes[index]![0], { main: [[{ node, type: 'main', index: 0 }]] }]),
  ),
});

/** Reports an execution to the CRM. */
const report = (crm: string, name: string, problem = 'undefined'): Node => [
  'Report',
  'n8n-nodes-base.httpRequest',
  4.2,
  {
    method: 'POST',
    url: `${crm}/crm`,
    sendBody: true,
    specifyBody: 'json',
    jsonBody: `={{ JSON.stringify({ name: ${name}, problem: ${problem} }) }}`,
    options: {},
  },
];

const workflows = (node: string, crm: string) => ({
  deals: workflowOf([
    [
      'Deals',
      'n8n-nodes-base.webhook',
      2,
      { httpMethod: 'POST', path: 'deals', responseMode: 'onReceived' },
    ],
    [
      'Create Case',
      node,
      2,
      {
        resource: 'case',
        operation: 'create_case',
        subject: 'business',
        organization_name: 'Lumen Studio SAS',
        external_reference: '={{ $json.body.deal }}',
      },
    ],
    report(crm, "$('Deals').item.json.body.deal", '$json.error'),
  ]),
  events: workflowOf([
    [
      'Events',
      `${node}Trigger`,
      1,
      { event: 'case_review_updated', filters: { status_review: ['approved'] } },
    ],
    report(crm, '$json.application_id'),
  ]),
  reminders: reminders(node, crm),
});

const numbered = (name: string, amount: number) =>
  Array.from({ length: amount }, (_, index) => `${name}-${index + 1}`);

/** The template that reminds, with a wait of seconds: n8n keeps one over a minute in its database. */
function reminders(node: string, crm: string): object {
  const text = readFileSync('packages/n8n/workflows/deal-to-case.json', 'utf8')
    .replaceAll('n8n-nodes-compliance-onboarding.complianceOnboarding', node)
    .replaceAll('https://crm.example', `${crm}/crm`);
  const file = JSON.parse(text) as { nodes: { type: string }[] };
  const changes: Record<string, () => object> = {
    'n8n-nodes-base.wait': () => ({ parameters: { amount: 70, unit: 'seconds' } }),
    'n8n-nodes-base.emailSend': () => ({ credentials: { smtp: { id: 'mail', name: 'mail' } } }),
    [node]: () => ({
      credentials: { complianceOnboardingApi: { id: 'account', name: 'account' } },
    }),
  };
  const nodes = file.nodes.map((one) => ({ ...one, ...changes[one.type]?.() }));
  return { ...file, nodes };
}

/** An n8n with its surroundings. */
interface Place {
  sandbox: Sandbox;
  proxy: Proxy;
  n8n: RealN8n;
}

async function open(build: Build, isQueue: boolean, memory: string): Promise<Place> {
  const sandbox = await createSandbox({ smtpPort: 0 });
  const proxy = await startProxy(sandbox.url);
  const n8n = new RealN8n({ build, isQueue, webhookUrl: `${proxy.url}/` });
  const place = { sandbox, proxy, n8n };
  try {
    await n8n.open();
    const account = { baseUrl: proxy.url, apiKey: sandbox.apiKey, memory };
    const server = { host: '127.0.0.1', port: sandbox.smtpPort, secure: false };
    const mail = { user: '', password: '', disableStartTls: true, ...server };
    await n8n.import(
      {
        account: { type: 'complianceOnboardingApi', data: account },
        mail: { type: 'smtp', data: mail },
      },
      workflows(n8n.node, proxy.url),
    );
    proxy.state.receivers = await n8n.start();
    for (const name of ['deals', 'events', 'reminders']) await n8n.switch(name, true);
    // n8n registers the webhook after it has answered.
    await until('the webhook of the events', () => sandbox.act.counts().webhooks > 0);
  } catch (error) {
    await close(place);
    throw error;
  }
  return place;
}

async function close({ n8n, proxy, sandbox }: Place) {
  await n8n.close();
  proxy.close();
  await sandbox.close();
}

/** What came of deals: POSTs, deals with several or none, and the problems of executions. */
interface Outcome {
  posts: number;
  doubled: number;
  lost: string[];
  problems: string[];
}

const outcomeOf = ({ proxy }: Place, name: string, deals: number): Outcome => {
  const posts = proxy.postsOf(`${name}-`);
  const counts = [...posts.values()];
  return {
    posts: counts.reduce((sum, one) => sum + one, 0),
    doubled: counts.filter((one) => one > 1).length,
    lost: numbered(name, deals).filter((deal) => !posts.has(deal)),
    problems: proxy.reportsOf(`${name}-`).flatMap(({ problem }) => problem ?? []),
  };
};

/** Sends deals, each twice at once, and waits until all executions have reported. */
async function sendDeals(place: Place, name: string, deals: number, seconds = 120) {
  const { proxy } = place;
  const before = proxy.reportsOf(`${name}-`).length;
  // Ten senders share the list.
  const waiting = numbered(name, deals).values();
  const send = async () => {
    for (const deal of waiting) await proxy.sendDeal({ deal });
  };
  await Promise.all(Array.from({ length: 10 }, send));
  const isOver = () => proxy.reportsOf(`${name}-`).length >= before + 2 * deals;
  await until(`the executions of ${name}`, isOver, { seconds, pause: 200 }).catch(() => undefined);
  return outcomeOf(place, name, deals);
}

/** The deals without a case in the service. */
function withoutCase({ sandbox }: Place, deals: string[]): string[] {
  const cases = sandbox.act.cases();
  const references = cases.map((one) => unmarked(one.external_reference ?? ''));
  return deals.filter((deal) => !references.includes(deal));
}

/** A line for docs/decisions/n8n-builds.md. */
const tell = (what: string, { posts, doubled, lost, problems }: Outcome) => {
  const reasons = new Map<string, number>();
  for (const one of problems) {
    const reason = one.replace(/"\w+-\d+"/, '"…"').replace(/127\.0\.0\.1:\d+/, '…');
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const failed = [...reasons].map(([reason, times]) => `\n      ${times} x ${reason}`).join('');
  process.stdout.write(
    `    ${what}: ${posts} POSTs, ${doubled} doubled, ${lost.length} lost, ${problems.length} executions failed${failed}\n`,
  );
};

const places = [
  { name: 'one process, verified build', build: 'verified', isQueue: false, memory: 'auto' },
  { name: 'queue mode, self-hosted build', build: 'self-hosted', isQueue: true, memory: 'auto' },
  {
    name: 'queue mode, self-hosted build, Redis keeps the notes',
    build: 'self-hosted',
    isQueue: true,
    memory: 'redis',
  },
  { name: 'queue mode, verified build', build: 'verified', isQueue: true, memory: 'auto' },
] as const;

const minutes = 60_000;

test(
  'all processes start at once on an empty database',
  async () => {
    const n8n = new RealN8n({ build: 'self-hosted', isQueue: true, webhookUrl: '' });
    await n8n.open();
    const kinds = ['start', 'webhook', 'worker', 'worker'] as const;
    const outcomes = await Promise.allSettled(kinds.map((kind) => n8n.startProcess(kind)));
    await n8n.close();
    const ready = outcomes.filter(({ status }) => status === 'fulfilled').length;
    process.stdout.write(`    ${ready} of 4 processes start at once on an empty database\n`);
    expect(ready).toBe(4);
  },
  10 * minutes,
);

const table = places.map((row) => [row.name, row] as const);

describe.each(table)('%s', (_, { build, isQueue, memory }) => {
  let place: Place;
  /** Each process of the verified build remembers for itself, as docs/n8n.md says. */
  const isShared = build === 'self-hosted' || !isQueue;
  const expectOnce = (outcome: Outcome, deals: number) => {
    expect(outcome.lost).toEqual([]);
    if (isShared) expect(outcome).toMatchObject({ posts: deals, doubled: 0 });
    else expect(outcome.posts).toBeLessThanOrEqual(2 * deals);
  };
  const inQueue = isQueue && isShared ? test : test.skip;
  const inQueueUnshared = isShared ? test.skip : test;

  beforeAll(async () => (place = await open(build, isQueue, memory)), 15 * minutes);
  afterAll(async () => place && (await close(place)), minutes);

  test(
    `${count} deals, each twice at once`,
    async () => {
      const outcome = await sendDeals(place, 'deal', count);
      tell(`${count} deals, each twice`, outcome);
      process.stdout.write(`    ${place.n8n.postgres.connections()} connections of PostgreSQL\n`);
      expectOnce(outcome, count);
      expect(outcome.problems).toEqual([]);
    },
    5 * minutes,
  );

  test(
    `${count} events, each twice at once`,
    async () => {
      const { sandbox, proxy } = place;
      const { create, decide } = sandbox.act;
      const body = { business: { organization_name: 'Lumen Studio SAS' } };
      const ids = numbered('event', count).map((reference) => {
        const external_reference = reference;
        const { application_id } = create({ ...body, external_reference });
        decide(application_id, { status: 'approved' });
        return application_id;
      });
      const runsOf = (id: string) => proxy.reportsOf(id).length;
      await until('each event', () => ids.every(runsOf), { seconds: 180, pause: 200 });
      // A second run would report within this time.
      await wait(3000);
      const runs = ids.map(runsOf);
      const total = runs.reduce((sum, one) => sum + one, 0);
      process.stdout.write(`    ${count} events, each twice: ${total} runs\n`);
      expect(total).toBeLessThanOrEqual(isShared ? count : 2 * count);
    },
    5 * minutes,
  );

  inQueueUnshared(
    'each worker and webhook process says in its log what it does not share',
    async () => {
      const warnings = place.n8n.processes
        .filter(({ kind }) => kind !== 'start')
        .map(({ output }) => output.split('this build of the node remembers').length - 1);
      expect(warnings).toEqual([1, 1, 1, 1]);
    },
  );

  test(
    'a silent client gets a reminder, and a fast one none',
    async () => {
      const { sandbox, proxy } = place;
      const lettersTo = (client: string) =>
        sandbox.act.mails().filter(({ to }) => to.includes(`${client}@client.example`)).length;
      // Each deal comes twice at once, as all deals here.
      for (const id of ['silent', 'fast']) {
        const deal = { id, company: 'Lumen Studio SAS', email: `${id}@client.example` };
        await proxy.sendDeal(deal, 'deal-moved');
      }
      const reported = () => proxy.reportsOf('fast').find((one) => one.case) ?? false;
      const { case: id } = await until('the link of the fast one', reported);
      sandbox.act.submit(id!);
      const reminder = () => lettersTo('silent') > (isShared ? 1 : 2);
      await until('the reminder', reminder, { seconds: 240, pause: 100 });
      const counts = [lettersTo('silent'), lettersTo('fast')];
      process.stdout.write(`    letters: ${counts.join(', ')} to a silent and a fast client\n`);
      // Two executions that share nothing make two cases, each with its letters.
      if (isShared) expect(counts).toEqual([2, 1]);
    },
    10 * minutes,
  );

  test(
    'the connection drops after the POST',
    async () => {
      place.proxy.state.cuts = 10;
      const outcome = await sendDeals(place, 'cut', 10);
      place.proxy.state.cuts = 0;
      tell('10 deals, connections drop', outcome);
      expectOnce(outcome, 10);
      // Nobody knows whether the case was made, so every execution says so.
      if (isShared) expect(outcome.problems).toHaveLength(20);
    },
    3 * minutes,
  );

  inQueue(
    'a worker is killed while the service makes cases',
    async () => {
      const { proxy, n8n } = place;
      proxy.state.delay = 3000;
      const sent = sendDeals(place, 'killed', 10, 150);
      await until('a POST', () => proxy.postsOf('killed-').size > 0, { pause: 50 });
      await wait(1500);
      await n8n.replaceWorker();
      proxy.state.delay = 0;
      const outcome = await sent;
      tell('10 deals, a worker is killed', outcome);
      expect(outcome.doubled).toBe(0);
      // n8n lists the executions whose jobs have stalled for a minute, but not each of them.
      await wait(90_000);
      const failed = await n8n.failures();
      const hasFailed = (deal: string) =>
        failed.some((data) => data.includes(`"${deal}"`)) ||
        proxy.reportsOf(deal).some(({ name, problem }) => name === deal && problem);
      const visible = outcome.lost.filter(hasFailed);
      process.stdout.write(
        `    ${visible.length} of the ${outcome.lost.length} deals without a case are listed as failed\n`,
      );
      expect(withoutCase(place, numbered('killed', 10))).toEqual(outcome.lost);
    },
    5 * minutes,
  );

  inQueue(
    'Redis does not answer for 20 s, and the deals are sent again',
    async () => {
      const { proxy, n8n } = place;
      const sent = sendDeals(place, 'paused', 40, 90);
      await until('a POST', () => proxy.postsOf('paused-').size > 0, { pause: 50 });
      n8n.redis!.server.kill('SIGSTOP');
      await wait(20_000);
      n8n.redis!.server.kill('SIGCONT');
      const first = await sent;
      tell('40 deals, Redis pauses', first);
      expect(first.doubled).toBe(0);
      const earlier = first.problems.length;
      // The claim of an execution that failed ends by itself.
      await wait(60_000);
      const again = await sendDeals(place, 'paused', 40);
      tell('and sent again', again);
      expectOnce(again, 40);
      expect(again.problems).toHaveLength(earlier);
    },
    6 * minutes,
  );

  inQueue(
    'Redis loses the keys of the nodes, and the deals are sent again',
    async () => {
      const first = await sendDeals(place, 'emptied', few);
      expectOnce(first, few);
      place.n8n.redis!.empty();
      const again = await sendDeals(place, 'emptied', few);
      tell(`${few} deals, Redis emptied`, again);
      expectOnce(again, few);
      expect(again.problems).toHaveLength(memory === 'redis' ? 2 * few : 0);
    },
    5 * minutes,
  );

  test(
    'switched off, no webhook is left at the service',
    async () => {
      await place.n8n.switch('events', false);
      await until('no webhook', () => place.sandbox.act.counts().webhooks === 0);
    },
    minutes,
  );

  inQueue(
    'without Redis, n8n ends its processes, and none starts without Redis or PostgreSQL',
    async () => {
      const { redis, postgres, processes } = place.n8n;
      const start = () => place.n8n.startProcess('worker');
      const from = Date.now();
      redis!.server.kill('SIGKILL');
      const isOver = () => processes.every(({ child }) => child.exitCode !== null);
      await until('the end of all processes', isOver, { seconds: 120, pause: 100 });
      const seconds = Math.round((Date.now() - from) / 1000);
      process.stdout.write(`    without Redis, all processes end within ${seconds} s\n`);
      await expect(start()).rejects.toThrow('Unable to connect to Redis');
      postgres.server.kill('SIGKILL');
      await expect(start()).rejects.toThrow('ECONNREFUSED');
    },
    3 * minutes,
  );
});
