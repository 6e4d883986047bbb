/** Many events, steps and rows at once, counted at the sandbox: nothing is lost or doubled. */
import app from '../../index.ts';
import { createSandbox, type Sandbox } from '../../packages/sandbox/server.tsx';
import { all } from '../support/amount.ts';
import { startCache, type Cache } from '../../zapier/local/cache.ts';
import { listen } from '../../zapier/local/listen.ts';
import { runner } from '../../zapier/local/runner.ts';

const events = 200;
const rows = 100;

// Thousands of requests: TESTS=all, as in .ci/run.
(all ? describe : describe.skip)('under load', () => {
  let sandbox: Sandbox;
  let cache: Cache;
  let run: ReturnType<typeof runner>;
  beforeAll(async () => {
    sandbox = await createSandbox({ deliveryFactor: 0.001 });
    cache = await startCache();
    const authData = { base_url: sandbox.url, api_key: sandbox.apiKey };
    run = runner(app, cache.event, { authData });
  });
  afterAll(async () => {
    cache.close();
    delete process.env.SERVICE_MEMORY;
    await sandbox.close();
  });

  const create = (index: number) =>
    run('creates.create_case.operation.perform', {
      inputData: {
        subject: 'business',
        organization_name: `Client ${index}`,
        external_reference: `row-${index + 1}`,
      },
    });
  const stored = () => sandbox.act.counts().cases;

  it.each([
    ['once', undefined, 1],
    ["twice without Zapier's cache", 'off', 2],
  ])(
    'an event that is delivered twice runs a Zap %s',
    async (_, memory, times) => {
      const { create: createCase, delivered, disturb, emit } = sandbox.act;
      if (memory) process.env.SERVICE_MEMORY = memory;
      const ran = new Map<string, number>();
      let deliveries = 0;
      const receiver = await listen(async ({ headers, content }, response) => {
        if (++deliveries % 10 === 0) return response.writeHead(500).end();
        const bundle = { subscribeData, rawRequest: { headers, content } };
        const method = 'triggers.case_review_updated.operation.perform';
        for (const { id } of await run<{ id: string }[]>(method, bundle)) {
          ran.set(id, (ran.get(id) ?? 0) + 1);
        }
        return response.end();
      });
      const subscribeData = await run<object>(
        'triggers.case_review_updated.operation.performSubscribe',
        { targetUrl: `${receiver.url}/` },
      );
      const subject = createCase({ business: { organization_name: 'Client' } });
      disturb({ copies: 2 });
      const event = { type: 'application.review_updated' } as const;
      const sent: string[] = [];
      for (let index = 0; index < events; index++)
        sent.push(emit({ ...event, application_id: subject.application_id }).event_id);
      await delivered({ seconds: 120 });
      disturb({});
      await run('triggers.case_review_updated.operation.performUnsubscribe', { subscribeData });
      receiver.close();
      expect(sent.filter((id) => ran.get(id) !== times)).toEqual([]);
    },
    240_000,
  );

  it('rows are made once each while half of the answers are 429', async () => {
    const before = stored();
    sandbox.faults.add({
      path: '/api/applications',
      status: 429,
      headers: { 'retry-after': '1' },
      rate: 0.5,
    });
    let throttled = 0;
    // Zapier runs a throttled step again later; here it runs at once.
    const withRetries = async (index: number): Promise<unknown> => {
      try {
        return await create(index);
      } catch (error) {
        if ((error as Error).name !== 'ThrottledError') throw error;
        throttled++;
        return withRetries(index);
      }
    };
    await Promise.all([...Array(rows).keys()].map(withRetries));
    expect(throttled).toBeGreaterThan(0);
    expect(stored() - before).toBe(rows);
  }, 240_000);
});
