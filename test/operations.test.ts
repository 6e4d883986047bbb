/** Every operation on Zapier against every kind of answer: the kind of error, its message, one request. */
import nock from 'nock';

import { bundleFor, examples, id, steps } from './support/examples.ts';
import release from '../scripts/publish/release.json' with { type: 'json' };
import { withDialect } from './support/with-dialect.ts';
import { expectRequest, expectRest } from './support/nock.ts';
import { base, failure, key, run } from './support/app.ts';

const clean = (message: string) => {
  expect(message).not.toMatch(/undefined|\[object|null|\bat \w+ \(|NaN/);
  expect(message).not.toContain(key);
  expect(message.length).toBeGreaterThan(20);
};

const validation = {
  detail: [{ loc: ['body', 'business', 'country'], msg: 'unknown country', type: 'enum' }],
};

/** One for each kind of error; client/errors.test.ts has the others, test/e2e/fault-table.test.ts all. */
const statuses: [status: number, kind: string][] = [
  [409, 'HaltedError'],
  [401, 'ExpiredAuthError'],
  [429, 'ThrottledError'],
  [500, 'AppError'],
];

describe.each(steps)('%s', (name, example) => {
  const first = example.requests[0];
  const go = () => run(example.run, bundleFor(example, id));

  it('succeeds', async () => {
    expectRequest(first).reply(200, first.answer as nock.Body);
    expectRest(example);
    const [result] = [await go()].flat();
    // Zaps map these: a key that is gone leaves their fields empty.
    const released: Record<string, { output: string[] }> = release.operations;
    const { output } = released[name] ?? { output: [] };
    expect(Object.keys(result!)).toEqual(expect.arrayContaining(['id', ...output]));
    expect(nock.pendingMocks()).toEqual([]);
  });

  it.each(statuses)('answers %i with %s', async (status, kind) => {
    expectRequest(first).reply(status, validation);
    // A conflict may mean that an earlier answer was lost: the case is read to find out.
    if (status === 409 && name === 'submit_case') {
      nock(base)
        .get('/api/applications/app_1')
        .reply(200, { application_id: 'app_1', is_draft: true });
    }
    const error = await failure(go());
    expect(error.kind).toBe(kind);
    clean(error.message);
  });

  it('shows the field of a validation error by its label', async () => {
    expectRequest(first).reply(422, validation);
    expect((await failure(go())).message).toMatch(/Country: unknown country/);
  });

  it('does not show the key when the service repeats it', async () => {
    expectRequest(first).reply(400, { message: `bad key ${key}` });
    clean((await failure(go())).message);
  });

  it('handles 404 as its kind of operation does', async () => {
    expectRequest(first).reply(404, { detail: 'not found' });
    if (name === 'record_decision') {
      nock(base)
        .post(/\/api\/applications\/.*\/decisions/)
        .reply(404, {});
    }
    // A path that is not there and a case that is not there are told apart by reading the case.
    if (['create_portal', 'find_related_persons'].includes(name))
      nock(base).get('/api/applications/app_1').reply(404, {});
    if (example.finds) expect(await go()).toEqual([]);
    else {
      const error = await failure(go());
      expect(error.kind).toBe('HaltedError');
      clean(error.message);
    }
  });

  it.each([
    ['cut-off JSON', '{"application_id": "app'],
    ['a web page', '<!doctype html><h1>Login</h1>'],
  ])('explains %s', async (_, body) => {
    expectRequest(first).reply(200, body, { 'content-type': 'application/json' });
    expectRest(example);
    if (name === 'call_api') return expect(await go()).toMatchObject({ data: body });
    // Any 2xx but a page says that a decision was recorded.
    if (name === 'record_decision' && !body.startsWith('<')) {
      return expect(await go()).toHaveProperty('status');
    }
    const error = await failure(go());
    expect(error.kind).toBe('AppError');
    clean(error.message);
  });
});

it('repeats a POST that was lost on the way under the same key, where the service honours it', async () => {
  const keys: unknown[] = [];
  const collect = function (this: { req: { headers: Record<string, unknown> } }) {
    keys.push(this.req.headers['idempotency-key']);
    return keys.length < 3 ? [502, ''] : [201, examples.create_portal!.requests[0].answer];
  };
  nock(base)
    .post('/api/applications/app_1/portals')
    .times(3)
    .reply(collect as never);
  await withDialect({ idempotency_keys: 'honoured' }, () =>
    run(examples.create_portal!.run, examples.create_portal!.bundle),
  );
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(String(keys[0])).toMatch(/^[0-9a-f-]{36}$/);
});
