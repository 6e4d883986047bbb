/**
 * A case for a deal that has one: used, refused, or followed by another once it is decided; on a
 * service that ignores keys, on one that knows them, and on one with unique references.
 */
import { createSandbox, type Sandbox } from '../../packages/sandbox/server.tsx';
import { noCache, startCache, type Cache } from '../support/cache.ts';
import { startPlainService, type PlainService } from '../support/plain-service.ts';
import { failure, runner } from '../support/app.ts';

type Item = Record<string, any>;

let service: PlainService;
let sandbox: Sandbox;
let cache: Cache;
let run: ReturnType<typeof runner>;
const runWithoutCache = runner(undefined, noCache);
beforeAll(async () => {
  service = await startPlainService();
  sandbox = await createSandbox();
  cache = await startCache();
  run = runner(undefined, cache.event);
});
afterAll(async () => {
  service.close();
  cache.close();
  await sandbox.close();
});
beforeEach(() => {
  service.clear();
  sandbox.reset();
  cache.clear();
});

const deal = {
  subject: 'business',
  organization_name: 'Lumen Studio SAS',
  country: 'FR',
  external_reference: 'deal-1',
};
const steps = ['create_case', 'start_onboarding'] as const;
const step = (key: string, more: object = {}, by = run) =>
  by<Item>(`creates.${key}.operation.perform`, {
    authData: { base_url: service.url, api_key: 'key' },
    inputData: { ...deal, ...more },
  });
const inSandbox = (key: string, inputData: object, by = runWithoutCache) =>
  by<Item>(`creates.${key}.operation.perform`, {
    authData: { base_url: sandbox.url, api_key: sandbox.apiKey },
    inputData,
  });
const decide = (id: string, status = 'rejected') => (service.cases.get(id)!.status_review = status);
const made = () => service.madeAt('/api/applications');
const keys = () =>
  service.requests
    .filter(({ method, path }) => method === 'POST' && path === '/api/applications')
    .map(({ headers }) => headers['idempotency-key']);
const another = { when_exists: 'another' };

describe.each(steps)('%s', (key) => {
  it.each([{}, { when_exists: 'use' }, { when_exists: '' }])(
    'uses the case there is, decided or not, with %j',
    async (when) => {
      const first = await step(key, when);
      decide(first.id);
      expect(await step(key, when)).toMatchObject({
        id: first.id,
        already_existed: true,
        status_review: 'rejected',
      });
      expect(made()).toHaveLength(1);
    },
  );

  it('stops where there is one, and names it', async () => {
    const first = await step(key, { when_exists: 'stop' });
    expect(first.already_existed).toBe(false);
    const asked = service.requests.length;
    const { kind, message } = await failure(step(key, { when_exists: 'stop' }));
    expect(kind).toBe('HaltedError');
    expect(message).toMatch(
      new RegExp(`External Reference: case ${first.id} \\(new\\) .*"deal-1".*is set to stop`),
    );
    // Nothing but a look at the case; a third run stops as well.
    expect(service.requests.slice(asked).map(({ method }) => method)).toEqual(['GET']);
    expect((await failure(step(key, { when_exists: 'stop' }))).message).toContain(first.id);
    expect(made()).toHaveLength(1);
  });

  it.each(['approved', 'rejected', 'Rejected'])('makes one other once it is %s', async (status) => {
    const first = await step(key, another);
    decide(first.id, status);
    const second = await step(key, another);
    expect(second.id).not.toBe(first.id);
    expect(second).toMatchObject({ already_existed: false, external_reference: 'deal-1' });
    // Repeats find it, whatever they ask for, as does a step that uses what is there.
    for (const when_exists of ['another', 'use']) {
      expect(await step(key, { when_exists })).toMatchObject({
        id: second.id,
        already_existed: true,
      });
    }
    expect(made()).toHaveLength(2);
    expect(new Set(keys()).size).toBe(2);
    decide(second.id);
    const third = await step(key, another);
    expect(new Set([first.id, second.id, third.id]).size).toBe(3);
  });

  it('makes one other, however many runs ask at once', async () => {
    const first = await step(key, another);
    decide(first.id);
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => step(key, another)));
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      expect((await failure(Promise.reject(outcome.reason))).kind).toBe('ThrottledError');
    }
    const { id } = await step(key, another);
    expect(made().map((thing) => thing.id)).toEqual([first.id, id]);
    // Noted for the attempt, and as the latest of the reference.
    const notes = [...cache.entries.values()].filter(({ value }) => value.includes(id));
    expect(notes).toHaveLength(2);
  });

  it('keeps to one key for each attempt, on a service that knows keys and without a cache', async () => {
    const [first] = [await step(key, another, runWithoutCache)];
    decide(first.id);
    service.replay(first.id);
    // The service gives the decided case again under any key: one case a reference.
    const { kind, message } = await failure(step(key, another, runWithoutCache));
    expect(kind).toBe('HaltedError');
    expect(message).toContain(`case ${first.id} (rejected) has "deal-1"`);
    expect(message).toContain('takes only one case per reference');
    const [one, again, after] = keys();
    expect(again).toBe(one);
    expect(after).not.toBe(one);
    await failure(step(key, another, runWithoutCache));
    expect(keys().slice(3)).toEqual([one, after]);
  });

  it('refuses another choice by its label', async () => {
    const { message } = await failure(step(key, { when_exists: 'maybe' }));
    expect(message).toContain('When a Case Exists must be one of: use, stop, another');
  });

  describe('against the sandbox', () => {
    const decided = (application_id: string) =>
      inSandbox('record_decision', { application_id, decision: 'rejected' });

    it.each([true, false])('makes one more where they are free (cache: %s)', async (isCached) => {
      const by = isCached ? run : runWithoutCache;
      sandbox.services.account.change('main', { external_reference: 'free' });
      const first = await inSandbox(key, deal, by);
      await decided(first.id);
      const second = await inSandbox(key, { ...deal, ...another }, by);
      const again = await inSandbox(key, { ...deal, ...another }, by);
      expect(second.already_existed).toBe(false);
      expect(second.id).not.toBe(first.id);
      expect(again).toMatchObject({ id: second.id, already_existed: true });
      expect(sandbox.services.cases.list({}, 9)).toHaveLength(2);
    });

    it('stops for a case that the refusal names', async () => {
      const first = await inSandbox(key, deal);
      const { message } = await failure(inSandbox(key, { ...deal, when_exists: 'stop' }));
      expect(message).toMatch(new RegExp(`case ${first.id} \\(\\w+\\) already exists`));
    });
  });
});

describe('a Start Onboarding that is to stop and made half of its things', () => {
  const stop = { when_exists: 'stop' };

  it('goes on with its own case when it is replayed, and stops afterwards', async () => {
    for (const status of [400, 503]) {
      service.fail(/POST .*\/portals/, status);
      const { message } = await failure(step('start_onboarding', stop));
      expect(message).toContain('A replay continues with it.');
    }
    const done = await step('start_onboarding', stop);
    expect(done.portal_link).toContain('/portals/token-');
    expect((await failure(step('start_onboarding', stop))).message).toContain('is set to stop');
    expect(made()).toHaveLength(1);
  });

  it('ends for good where nothing remembers that the case is its own', async () => {
    service.fail(/POST .*\/portals/, 503);
    const { kind, message } = await failure(step('start_onboarding', stop, runWithoutCache));
    expect(kind).toBe('HaltedError');
    expect(message).toMatch(/Case app-\d+ exists already\. Continue with it.*would stop/);
  });
});
