/**
 * A case for a deal that has one: used, refused, or followed by another once it is decided; on a
 * service that ignores idempotency keys, and on one that knows them.
 */
import { failure, halted, openCore, type Reply } from '../support/core.ts';

type Item = Record<string, any>;

const { service, memory, perform, written } = openCore();

/** Makes a case of each POST, or the one of its key again. */
function serve(knowsKeys = false) {
  const byKey = new Map<string, string>();
  const keys: string[] = [];
  const state = { replayed: undefined as string | undefined, failures: [] as number[] };
  service.serve({
    async 'POST /api/applications'(asked): Promise<Reply> {
      const key = asked.headers['Idempotency-Key']!;
      keys.push(key);
      const existing = state.replayed ?? (knowsKeys ? byKey.get(key) : undefined);
      if (existing) return [200, { id: existing }, { 'idempotent-replayed': 'true' }];
      const [, made] = (await service.own(asked)) as [number, Item];
      byKey.set(key, made.application_id);
      return [201, { id: made.application_id }];
    },
    'POST .*/portals': (asked) => {
      const status = state.failures.shift();
      return status ? [status, {}] : service.own(asked);
    },
  });
  return {
    keys,
    decide: (id: string, status = 'rejected') => (service.cases.get(id)!.status_review = status),
    /** From now on it gives this case for every POST, and says so. */
    replay: (id: string) => (state.replayed = id),
    /** What becomes of the next portals. */
    failPortals: (...statuses: number[]) => void state.failures.push(...statuses),
  };
}
let there: ReturnType<typeof serve>;
beforeEach(() => (there = serve()));

const deal = {
  subject: 'business',
  organization_name: 'Lumen Studio SAS',
  country: 'FR',
  external_reference: 'deal-1',
};
const step = (key: string, more: object = {}) => perform(key, { ...deal, ...more });
const another = { when_exists: 'another' };

describe.each(['create_case', 'start_onboarding'])('%s', (key) => {
  it.each([{}, { when_exists: 'use' }, { when_exists: '' }])(
    'uses the case there is, decided or not, with %j',
    async (when) => {
      const first = await step(key, when);
      there.decide(first.id);
      const existing = { id: first.id, already_existed: true, status_review: 'rejected' };
      expect(await step(key, when)).toMatchObject(existing);
      expect(service.cases.size).toBe(1);
    },
  );

  it('stops where there is one, and names it', async () => {
    const first = await step(key, { when_exists: 'stop' });
    expect(first.already_existed).toBe(false);
    service.requests.length = 0;
    expect(await halted(step(key, { when_exists: 'stop' }))).toMatch(
      new RegExp(`External Reference: case ${first.id} \\(pending\\) .*"deal-1".*is set to stop`),
    );
    // A third run stops as well.
    expect(await halted(step(key, { when_exists: 'stop' }))).toContain(first.id);
    expect(written()).toEqual([]);
  });

  it.each(['approved', 'rejected', 'Rejected'])('makes one other once it is %s', async (status) => {
    const first = await step(key, another);
    there.decide(first.id, status);
    const second = await step(key, another);
    expect(second.id).not.toBe(first.id);
    expect(second).toMatchObject({ already_existed: false, external_reference: 'deal-1' });
    // Repeats find it, whatever they ask for, as does a step that uses what is there.
    for (const when_exists of ['another', 'use']) {
      const existing = { id: second.id, already_existed: true };
      expect(await step(key, { when_exists })).toMatchObject(existing);
    }
    expect(new Set(there.keys).size).toBe(2);
    there.decide(second.id);
    const third = await step(key, another);
    expect(new Set([first.id, second.id, third.id]).size).toBe(3);
  });

  it('makes one other, however many runs ask at once', async () => {
    const first = await step(key, another);
    there.decide(first.id);
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => step(key, another)));
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      expect((await failure(Promise.reject(outcome.reason))).kind).toBe('throttle');
    }
    memory.later();
    const { id } = await step(key, another);
    expect([...service.cases.keys()]).toEqual([first.id, id]);
    // Noted for the attempt, and as the latest of the reference.
    const notes = memory.notes().filter(([, { value }]) => value.id === id);
    expect(notes).toHaveLength(2);
  });

  it('refuses another choice by its label', async () =>
    expect(await halted(step(key, { when_exists: 'maybe' }))).toContain(
      'When a Case Exists must be one of: use, stop, another',
    ));

  describe('where nothing is remembered', () => {
    beforeEach(() => memory.breakDown());

    it('makes one more, once, on a service that knows keys', async () => {
      there = serve(true);
      const first = await step(key, another);
      there.decide(first.id);
      const second = await step(key, another);
      expect(second).toMatchObject({ already_existed: false });
      expect(second.id).not.toBe(first.id);
      expect(await step(key, another)).toMatchObject({ id: second.id, already_existed: true });
      expect(service.cases.size).toBe(2);
    });

    it('keeps to one key for each attempt, and stops where each gives the decided case', async () => {
      const first = await step(key, another);
      there.decide(first.id);
      there.replay(first.id);
      const message = await halted(step(key, another));
      expect(message).toContain(`case ${first.id} (rejected) has "deal-1"`);
      expect(message).toContain('takes only one case per reference');
      const [one, again, after] = there.keys;
      expect(again).toBe(one);
      expect(after).not.toBe(one);
      await failure(step(key, another));
      expect(there.keys.slice(3)).toEqual([one, after]);
    });
  });
});

it('three references that differ in capitals alone have three cases', async () => {
  const references = ['0063h00000AbCdE', '0063h00000aBcDe', '0063h00000ABCDE'];
  for (const external_reference of references) await step('create_case', { external_reference });
  expect(service.cases.size).toBe(3);
  expect(new Set(there.keys).size).toBe(3);
});

describe('a case that gets another reference', () => {
  const start = (external_reference: string) => step('start_onboarding', { external_reference });
  const rename = (application_id: string, external_reference: string) =>
    perform('update_case', { application_id, external_reference });

  it('is found by it, though it differs in capitals alone', async () => {
    const { id } = await start('DEAL-1');
    memory.later(16);
    expect(await rename(id, 'deal-1')).toMatchObject({ not_taken_text: null });
    const found = { id, external_reference: 'deal-1' };
    expect(await perform('find_case', { external_reference: 'deal-1' })).toMatchObject([found]);
    expect(await start('deal-1')).toMatchObject({ id, already_existed: true });
    expect(service.cases.size).toBe(1);
  });

  it('is said not to be found by one that others use, until the step is repeated', async () => {
    const [{ id }, other] = [await start('x'), await start('y')];
    await rename(id, 'old-x');
    const { not_taken_text } = await rename(other.id, 'x');
    expect(not_taken_text).toBe(
      `External Reference: it could not be noted that case ${other.id} has "x" now. Steps with that reference may not find it, or make another case. Use the ID of the case, or replay the run.`,
    );
    memory.later(16);
    await rename(other.id, 'x');
    expect(await start('x')).toMatchObject({ id: other.id, already_existed: true });
    expect(await start('old-x')).toMatchObject({ id, already_existed: true });
  });
});

describe('a Start Onboarding that is to stop and made half of its things', () => {
  const start = () => step('start_onboarding', { when_exists: 'stop' });

  it('goes on with its own case when it is replayed, and stops afterwards', async () => {
    there.failPortals(400, 503);
    for (const _ of ['run', 'replay']) {
      expect((await failure(start())).message).toContain('A replay continues with it.');
      memory.later(16);
    }
    expect((await start()).portal_link).toContain('/portals/tok-');
    expect(await halted(start())).toContain('is set to stop');
    expect(service.cases.size).toBe(1);
  });

  it('ends for good where nothing remembers that the case is its own', async () => {
    memory.breakDown();
    there.failPortals(503);
    expect(await halted(start())).toMatch(
      /Case app-\d+ exists already\. Continue with it.*would stop/,
    );
  });
});
