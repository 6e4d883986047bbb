/**
 * Repeats and events on a service that records its requests and ignores idempotency keys, with
 * Zapier's cache as test/support/cache.ts stands in for it, and without.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

import { noCache, startCache, type Cache } from '../support/cache.ts';
import { listen } from '../support/listen.ts';
import { startPlainService, type PlainService } from '../support/plain-service.ts';
import { until } from '../support/until.ts';
import { bundled } from '../support/commands.ts';
import { failure, runner } from '../support/app.ts';

type Item = Record<string, any>;

let service: PlainService;
let cache: Cache;
let run: ReturnType<typeof runner>;
let runWithoutCache: ReturnType<typeof runner>;

beforeAll(async () => {
  service = await startPlainService();
  cache = await startCache();
  run = runner(undefined, cache.event);
  runWithoutCache = runner(undefined, noCache);
});
afterAll(() => {
  service.close();
  cache.close();
});
beforeEach(() => {
  service.clear();
  cache.clear();
});

const connected = (more: object = {}) => ({
  authData: { base_url: service.url, api_key: 'key' },
  ...more,
});
const create = (key: string, inputData: object, by = run) =>
  by<Item>(`creates.${key}.operation.perform`, connected({ inputData }));
const keysOf = (path: RegExp) =>
  service.requests
    .filter((request) => path.test(request.path))
    .map(({ headers }) => headers['idempotency-key']);

/** Until `restore`, keeps the delays of timers that ran out: what was given up shows, however busy the machine. */
function watchTimers() {
  const ranOut: number[] = [];
  const set = globalThis.setTimeout;
  const watched = (work: () => void, delay = 0) =>
    set(() => {
      ranOut.push(delay);
      work();
    }, delay);
  const spy = jest.spyOn(globalThis, 'setTimeout').mockImplementation(watched as typeof set);
  return { ranOut, restore: () => spy.mockRestore() };
}

const business = { subject: 'business', organization_name: 'Lumen Studio SAS', country: 'FR' };
const person = { subject: 'person', first_name: 'Maria', last_name: 'Garcia' };
const deal = { ...business, external_reference: 'deal-1' };

describe('a key names one attempt, or one thing with an identity', () => {
  it('tells business and person of one deal apart', async () => {
    const kyb = await create('create_case', deal);
    const kyc = await create('create_case', { ...person, external_reference: 'deal-1' });
    expect(kyc.id).not.toBe(kyb.id);
    expect(kyc.subject).toBe('person');
    expect(new Set(keysOf(/applications/)).size).toBe(2);
  });

  it('tells equal lines of one step apart, and a replay of them from new ones', async () => {
    const line = { related_person_last_name: 'Ferrer' };
    const inputData = { ...deal, related_persons: [line, line] };
    process.env.SERVICE_DIALECT = '{"related_parties":"single"}';
    await create('start_onboarding', inputData, runWithoutCache);
    await create('start_onboarding', inputData, runWithoutCache);
    const keys = keysOf(/persons/);
    expect(keys).toHaveLength(4);
    // Without a memory the service made two cases, so there are four parties.
    expect(new Set(keys).size).toBe(4);
    service.clear();
    await create('start_onboarding', inputData);
    await create('start_onboarding', inputData);
    expect(service.madeAt('/api/applications')).toHaveLength(1);
    expect(service.madeAt('/persons')).toHaveLength(2);
    delete process.env.SERVICE_DIALECT;
  });

  it('attaches the same file to the same thing once, however often the step runs', async () => {
    const inputData = { application_id: 'app-1', type: 'ID', file: 'passport of somebody' };
    const first = await create('upload_document', inputData);
    const again = await create('upload_document', inputData);
    expect(service.madeAt('/documents')).toHaveLength(1);
    expect(again.id).toBe(first.id);
    await create('upload_document', { ...inputData, file: 'another text' });
    await create('upload_document', { ...inputData, type: 'OTHER' });
    await create('upload_document', { ...inputData, application_id: 'app-2' });
    expect(service.madeAt('/documents')).toHaveLength(4);
    expect(new Set(keysOf(/documents/)).size).toBe(4);
  });
});

describe('one deal, one case', () => {
  it('survives two Zaps at once: one makes the case, the other comes back and finds it', async () => {
    const outcomes = await Promise.allSettled([
      create('create_case', deal),
      create('start_onboarding', deal),
    ]);
    expect(service.madeAt('/api/applications')).toHaveLength(1);
    const late = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(late.length).toBeLessThanOrEqual(1);
    for (const { reason } of late) {
      expect(await failure(Promise.reject(reason))).toMatchObject({
        kind: 'ThrottledError',
        delay: 10,
      });
    }
    const [a, b] = [await create('create_case', deal), await create('start_onboarding', deal)];
    expect(a.id).toBe(b.id);
    expect(service.madeAt('/api/applications')).toHaveLength(1);
  });

  it('gives the claim back when the step fails', async () => {
    service.fail(/POST \/api\/applications/, 422);
    expect((await failure(create('create_case', deal))).kind).toBe('HaltedError');
    expect((await create('create_case', deal)).already_existed).toBe(false);
  });

  it('is not held up by a run that was killed', async () => {
    const first = create('create_case', deal);
    await first;
    for (const entry of cache.entries.values()) entry.value = '{"claimedBy":"a run"}';
    expect((await failure(create('create_case', deal))).kind).toBe('ThrottledError');
    cache.entries.forEach((entry) => (entry.until = Date.now() / 1000 + 60));
    cache.advance(61);
    expect((await create('create_case', deal)).already_existed).toBe(false);
  });

  it('makes a new case where the one it remembers is gone', async () => {
    const first = await create('create_case', deal);
    service.cases.delete(first.id);
    const again = await create('create_case', deal);
    expect(again.id).not.toBe(first.id);
    expect(again.already_existed).toBe(false);
    expect((await create('create_case', deal)).id).toBe(again.id);
  });

  it('waits for a cache no longer than the step has time', async () => {
    process.env.SERVICE_STEP_SECONDS = '0.5';
    cache.hold();
    const timers = watchTimers();
    try {
      await failure(create('create_case', deal));
      // Each question is given up a second after the time of the step at the latest.
      expect(Math.max(...timers.ranOut)).toBe(1000);
    } finally {
      timers.restore();
      delete process.env.SERVICE_STEP_SECONDS;
    }
  });

  it('goes on as if nothing was known where the cache cannot be reached', async () => {
    cache.fail();
    expect((await create('create_case', deal)).already_existed).toBe(false);
    expect(service.made).toHaveLength(1);
  });

  it('keeps no client data in the cache, and gives each entry to the account', async () => {
    await create('start_onboarding', { ...deal, related_persons: [{ last_name: 'Ferrer' }] });
    const stored = JSON.stringify([...cache.entries]);
    expect(stored).not.toMatch(/Lumen|Ferrer|deal-1/);
    expect(cache.calls.length).toBeGreaterThanOrEqual(3);
    for (const { scope } of cache.calls) expect(scope).toEqual(['auth']);
  });

  it.each([
    [409, '{"detail":"There is one for deal-1."}'],
    [422, '{"error":"Idempotency key used with other content"}'],
  ])('says what to do when the service refuses the key (%i)', async (status, body) => {
    service.fail(/POST \/api\/applications/, status, { body });
    const { kind, message } = await failure(create('create_case', deal));
    expect(kind).toBe('HaltedError');
    expect(message).toMatch(/may have been made: look for the External Reference "deal-1"/);
    expect(message).toContain(status === 409 ? 'There is one for deal-1.' : 'other content');
  });

  const keys = () =>
    service.requests
      .filter(({ method, path }) => method === 'POST' && path === '/api/applications')
      .map(({ headers }) => headers['idempotency-key']);

  it('sends a fresh key once every earlier attempt was refused for good', async () => {
    for (const _ of ['first', 'second']) {
      service.fail(/POST \/api\/applications/, 422);
      await failure(create('create_case', deal));
    }
    await create('create_case', deal);
    expect(new Set(keys()).size).toBe(3);
    expect(service.made).toHaveLength(1);
    // From now on the case is known.
    expect(await create('create_case', deal)).toMatchObject({ already_existed: true });
    expect(keys()).toHaveLength(3);
  });

  it('stops at a 409 that names a field, though an earlier attempt is open', async () => {
    const party = { application_id: 'app-1', last_name: 'Ferrer' };
    service.fail(/POST .*persons/, 500);
    await failure(create('add_related_person', party));
    const body = '{"detail":[{"loc":["body","last_name"],"msg":"is there"}]}';
    service.fail(/POST .*persons/, 409, { body });
    const { kind, message } = await failure(create('add_related_person', party));
    expect(kind).toBe('HaltedError');
    expect(message).toContain('Last Name: is there');
  });

  it('makes one case of two runs at once after a refusal', async () => {
    service.fail(/POST \/api\/applications/, 422);
    await failure(create('create_case', deal));
    await Promise.allSettled([create('create_case', deal), create('create_case', deal)]);
    await create('create_case', deal);
    expect(service.made).toHaveLength(1);
  });

  it('stops at a 409 as often as it comes, where no earlier attempt may be at work', async () => {
    const body = '{"detail":"There is one."}';
    for (const _ of ['run', 'replay']) {
      service.fail(/POST \/api\/applications/, 409, { body });
      const { kind, message } = await failure(create('create_case', deal));
      expect(kind).toBe('HaltedError');
      expect(message).toContain('There is one.');
    }
    expect(keys()).toHaveLength(2);
  });

  it('waits for an earlier attempt that may be at work, and leaves it to Zapier when it lasts', async () => {
    service.fail(/POST \/api\/applications/, 500);
    await failure(create('create_case', deal));
    const body = '{"detail":"There is one."}';
    for (const _ of [1, 2, 3, 4]) service.fail(/POST \/api\/applications/, 409, { body });
    expect(await failure(create('create_case', deal))).toMatchObject({
      kind: 'ThrottledError',
      message: expect.stringMatching(/may still be at work.*There is one/) as string,
    });
    expect(service.made).toHaveLength(0);
  });
});

describe('a step that made half of its things', () => {
  it.each([429, 500, 503])(
    'stops for good without one: no repeat may make a second (%i)',
    async (status) => {
      service.fail(/POST .*\/portals/, status);
      const { kind, message } = await failure(create('start_onboarding', business));
      // Zapier repeats throttled and failed runs by itself; halted ones it leaves alone.
      expect(kind).toBe('HaltedError');
      expect(message).toMatch(/Case app-\d+ exists already.*would make a second one/);
      expect(message).not.toMatch(/by itself|Try again|before you replay/);
    },
  );

  it('is honest where neither the cache nor the service remembers', async () => {
    service.fail(/POST .*\/portals/, 500);
    const { message } = await failure(create('start_onboarding', deal, runWithoutCache));
    expect(message).toMatch(/where the service recognises a repeated request; look there first/);
  });

  it('ends before Zapier ends it, and says what is there', async () => {
    Object.assign(process.env, { SERVICE_STEP_SECONDS: '1' });
    try {
      service.slow(600);
      const { message } = await failure(create('start_onboarding', deal));
      expect(message).toMatch(/did not answer in time|ran out of the time/);
      expect(message).toMatch(/Case app-\d+ exists already/);
    } finally {
      delete process.env.SERVICE_STEP_SECONDS;
    }
  });
});

it('gives up on an answer that begins in time and does not end', async () => {
  process.env.SERVICE_STEP_SECONDS = '0.5';
  // The whole answer would be there after two seconds.
  const slow = await listen((_, response) => {
    setTimeout(() => response.writeHead(200).write('{"id":'), 300);
    setTimeout(() => response.end('"app-1"}'), 2000);
  });
  const { message } = await failure(
    run('searches.find_case.operation.perform', {
      authData: { base_url: slow.url, api_key: 'key' },
      inputData: { application_id: 'app-1' },
    }),
  );
  expect(message).toContain('did not answer in time');
  delete process.env.SERVICE_STEP_SECONDS;
  slow.close();
});

it('repeats no PATCH that may have been done', async () => {
  service.fail(/PATCH/, 502);
  await failure(create('call_api', { method: 'PATCH', path: '/api/notes/1', body: '{}' }));
  expect(keysOf(/notes/)).toEqual([expect.stringMatching(/./)]);
});

describe('each event runs each Zap once', () => {
  const type = 'application.submitted';
  const method = 'triggers.case_submitted.operation.perform';
  // Another Zap in each test: what a run notes at its end may come after the cache was cleared.
  let thisZap = 'wh_0';
  beforeEach(() => (thisZap = `wh_${randomUUID()}`));
  afterEach(() => new Promise((resolve) => setTimeout(resolve, 50)));
  const fire = (
    body: object,
    {
      zap = thisZap,
      headers = {},
      by = run,
    }: { zap?: string; headers?: object; by?: typeof run } = {},
  ) =>
    by<Item[]>(method, {
      ...connected(),
      rawRequest: { headers, content: JSON.stringify(body) },
      subscribeData: { id: zap },
    });
  const about = (more: object = {}) => ({
    type,
    data: { object: { application_id: 'app-1' } },
    ...more,
  });
  beforeEach(() => service.cases.set('app-1', { id: 'app-1', status_review: 'new' }));
  const isNoted = () => [...cache.entries.values()].some(({ value }) => value.includes('done'));

  it.each<[string, object, object, object, object]>([
    [
      'event_id',
      about({ event_id: 'e1', attempt: 1 }),
      {},
      about({ event_id: 'e1', attempt: 2 }),
      {},
    ],
    ['its own id', about({ id: 'e1', sent: 1 }), {}, about({ id: 'e1', sent: 2 }), {}],
    [
      'the header webhook-id',
      about({ n: 1 }),
      { 'Http-Webhook-Id': 'm1' },
      about({ n: 2 }),
      { 'webhook-id': 'm1' },
    ],
    [
      'its body, without what an attempt changes',
      about({ attempt: 1, timestamp: 'a' }),
      {},
      about({ attempt: 2, timestamp: 'b' }),
      {},
    ],
  ])('recognises a repeat by %s', async (_, first, headers, repeat, others) => {
    expect(await fire(first, { headers })).toHaveLength(1);
    expect(await fire(repeat, { headers: others })).toHaveLength(0);
    // Another Zap gets it as well.
    expect(await fire(repeat, { headers: others, zap: 'wh_2' })).toHaveLength(1);
  });

  it('runs once of ten deliveries at the same time', async () => {
    const all = await Promise.all(
      Array.from({ length: 10 }, () => fire(about({ event_id: 'e1' }))),
    );
    expect(all.flat()).toHaveLength(1);
  });

  it('is looked at again when its case was not there yet', async () => {
    service.cases.delete('app-1');
    expect(await fire(about({ event_id: 'e1' }))).toHaveLength(0);
    service.cases.set('app-1', { id: 'app-1', status_review: 'new' });
    expect(await fire(about({ event_id: 'e1' }))).toHaveLength(1);
  });

  it('needs no answer of the cache to know its own claim', async () => {
    cache.beMute();
    expect(await fire(about({ event_id: 'e1' }))).toHaveLength(1);
    expect(await fire(about({ event_id: 'e1' }))).toHaveLength(0);
    const first = await create('create_case', deal);
    expect((await create('create_case', deal)).id).toBe(first.id);
    expect(service.madeAt('/api/applications')).toHaveLength(1);
  });

  it('is released when the run fails', async () => {
    service.fail(/GET/, 503);
    expect((await failure(fire(about({ event_id: 'e1' })))).kind).toBe('ThrottledError');
    expect(await fire(about({ event_id: 'e1' }))).toHaveLength(1);
  });

  it('is not lost when its run is killed: the claim lasts no longer than a run', async () => {
    const body = about({ event_id: 'e1' });
    // A run that is ended while it waits for the service gives nothing back.
    service.slow(60_000);
    void fire(body).catch(() => undefined);
    await until('the claim', () => cache.entries.size > 0);
    service.slow(0);
    cache.advance(61);
    expect(await fire(body)).toHaveLength(1);
  });

  it('is noted as done though the process is frozen the moment the step ends', async () => {
    const body = about({ event_id: 'e1' });
    const bundle = {
      ...connected(),
      rawRequest: { headers: {}, content: JSON.stringify(body) },
      subscribeData: { id: thisZap },
    };
    // The cache answers long after the step: it is not waited for.
    cache.slow(300);
    const child = spawn(
      process.execPath,
      [
        bundled('test/triggers/frozen.ts'),
        method,
        JSON.stringify(bundle),
        JSON.stringify(cache.event),
      ],
      { env: process.env, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [fired] = (await once(child.stdout, 'data')) as [Buffer];
    await once(child, 'exit');
    expect([`${fired}`, child.signalCode]).toEqual(['1', 'SIGKILL']);
    cache.slow(0);
    cache.advance(61);
    expect(await fire(body)).toHaveLength(0);
  });

  it('is told once more, and only after its run’s time, where the note was lost', async () => {
    const body = about({ event_id: 'e1' });
    expect(await fire(body)).toHaveLength(1);
    await until('the note', isNoted);
    // What the cache holds when the note never came.
    for (const entry of cache.entries.values()) {
      if (entry.value.includes('done')) {
        Object.assign(entry, { value: '{"claimedBy":"a run"}', until: Date.now() / 1000 + 60 });
      }
    }
    process.env.SERVICE_STEP_SECONDS = '1';
    try {
      expect((await failure(fire(body))).kind).toBe('ThrottledError');
    } finally {
      delete process.env.SERVICE_STEP_SECONDS;
    }
    cache.advance(61);
    expect(await fire(body)).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    cache.advance(61);
    expect(await fire(body)).toHaveLength(0);
  });

  it('is told once by the cache of the platform’s own test tools, which sets whatever is there', async () => {
    const byCore = runner(undefined, { zcacheTestObj: {} });
    const fired: number[] = [];
    for (let delivery = 0; delivery < 3; delivery++) {
      fired.push((await fire(about({ event_id: 'e1' }), { by: byCore })).length);
    }
    expect(fired).toEqual([1, 0, 0]);
    // A repeat ends before the answer to its read: none of them may reach into the next test.
    await until('all reads', () => service.requests.length === 3);
  });

  it('is taken over from a run that fails', async () => {
    service.fail(/GET/, 503);
    service.slow(30);
    const first = failure(fire(about({ event_id: 'e1' })));
    // A note of the test before may come late; the claim is this one's.
    const isClaimed = () =>
      [...cache.entries.values()].some(({ value }) => value.includes('claimedBy'));
    await until('the claim and its request', () => isClaimed() && service.requests.length > 0);
    const second = fire(about({ event_id: 'e1' }));
    expect((await first).kind).toBe('ThrottledError');
    expect(await second).toHaveLength(1);
  });

  it('is handed to Zapier again while another run does not end', async () => {
    const body = about({ event_id: 'e1' });
    expect(await fire(body)).toHaveLength(1);
    await until('the note', isNoted);
    for (const entry of cache.entries.values()) entry.value = '{"claimedBy":"a run"}';
    process.env.SERVICE_STEP_SECONDS = '1';
    try {
      expect((await failure(fire(body))).kind).toBe('ThrottledError');
    } finally {
      delete process.env.SERVICE_STEP_SECONDS;
    }
  });

  it('is lost to no wrong filter: what was told is noted after the filters', async () => {
    const reviewed = 'triggers.case_review_updated.operation.perform';
    const event = {
      event_id: 'e1',
      type: 'application.review_updated',
      data: { object: { application_id: 'app-1' } },
    };
    const fireWith = (inputData: object) =>
      run<Item[]>(reviewed, {
        ...connected({ inputData }),
        subscribeData: { id: thisZap },
        rawRequest: { headers: {}, content: JSON.stringify(event) },
      });
    const { kind, message } = await failure(fireWith({ risk_level: ['enormous'] }));
    expect([kind, message]).toEqual(['HaltedError', expect.stringContaining('Only Risk Level')]);
    expect(await fireWith({})).toHaveLength(1);
  });

  it('takes one trip to service and cache, whatever it has to look up', async () => {
    await fire(about({ event_id: 'e0' }));
    const reviewed = {
      event_id: 'e2',
      type: 'application.review_updated',
      data: { object: { application_id: 'app-1' } },
    };
    const fireReviewed = () =>
      run<Item[]>('triggers.case_review_updated.operation.perform', {
        ...connected(),
        rawRequest: { headers: {}, content: JSON.stringify(reviewed) },
        subscribeData: { id: thisZap },
      });
    // How often it asks the cache: for the event, and where it needs it for the last status.
    const works: [questions: number, work: () => Promise<Item[]>][] = [
      [2, () => fire(about({ event_id: 'e1' }))],
      [3, fireReviewed],
    ];
    for (const [questions, work] of works) {
      service.requests.length = cache.calls.length = 0;
      service.hold();
      cache.hold();
      const fired = work();
      const isAsked = () => service.requests.length === 1 && cache.calls.length === questions;
      await until('all questions', isAsked);
      const timers = watchTimers();
      for (const host of [service, cache]) {
        host.release();
        // Whatever else it asked would not be answered: it would wait until it gave up.
        host.hold();
      }
      expect(await fired).toHaveLength(1);
      await until('the note', () => cache.calls.length > questions);
      timers.restore();
      expect(timers.ranOut.filter((delay) => delay >= 1000)).toEqual([]);
      expect(service.requests).toHaveLength(1);
      const more = cache.calls.slice(questions).map((call) => call.method);
      expect(new Set(more)).toEqual(new Set(['zcache_set']));
    }
  });
});

describe('a state or an event', () => {
  const method = 'triggers.case_review_updated.operation.perform';
  let sent = 0;
  const fire = (object: object, created_at?: string, inputData: object = {}, by = run) =>
    by<Item[]>(method, {
      ...connected({ inputData }),
      subscribeData: { id: 'wh_1' },
      rawRequest: {
        content: JSON.stringify({
          event_id: `e${++sent}`,
          type: 'application.review_updated',
          created_at,
          data: { object: { application_id: 'app-1', ...object } },
        }),
      },
    });
  const holds = (status_review: string, updated_at?: string) =>
    service.cases.set('app-1', { id: 'app-1', status_review, updated_at });
  const [early, late] = ['2026-01-01T10:00:00Z', '2026-01-01T10:00:01Z'];

  it('drops an event whose status the case has left since', async () => {
    holds('approved', late);
    expect(await fire({ status_review: 'in_review' }, early)).toHaveLength(0);
    expect(await fire({ status_review: 'approved' }, late)).toHaveLength(1);
  });

  it('fires once per change where the payload names no status', async () => {
    holds('approved');
    expect(await fire({})).toHaveLength(1);
    expect(await fire({})).toHaveLength(0);
    holds('rejected');
    // The filter leaves this one out, and it is a change all the same.
    expect(await fire({}, undefined, { status_review: ['approved'] })).toHaveLength(0);
    holds('approved');
    expect(await fire({}, undefined, { status_review: ['approved'] })).toHaveLength(1);
    expect(await fire({}, undefined, {}, runWithoutCache)).toHaveLength(1);
  });

  it('never drops a submission for a later change of status', async () => {
    holds('approved', late);
    const [item] = await run<Item[]>('triggers.case_submitted.operation.perform', {
      ...connected(),
      subscribeData: { id: 'wh_1' },
      rawRequest: {
        content: JSON.stringify({
          event_id: 's1',
          type: 'application.submitted',
          created_at: early,
          data: { object: { application_id: 'app-1', status_review: 'pending' } },
        }),
      },
    });
    expect(item).toMatchObject({ status_review: 'approved' });
  });
});
