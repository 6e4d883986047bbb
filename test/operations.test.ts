/**
 * Every operation against every kind of answer that is not as it should be: the kind of error and
 * its message. Its success is in test/zapier.test.ts, and the errors of Zapier are in
 * test/e2e/fault-table.test.ts.
 */
import { triggers } from '../triggers/index.ts';
import { failure, halted, openCore, type Reply, type Routes } from './support/core.ts';
import { id, steps, type Exchange } from './support/examples.ts';

type Item = Record<string, any>;
type OutputField = { key: string; list?: boolean; type?: string };

const { service, run, perform, outputs } = openCore();
const api_key = 'key_51e7d0c2_secret';

const clean = (message: string) => {
  expect(message).not.toMatch(/undefined|\[object|null|\bat \w+ \(|NaN/);
  expect(message).not.toContain(api_key);
  expect(message.length).toBeGreaterThan(20);
};

const lineOf = ({ method, path }: Exchange) => `${method} ${path.split('?')[0]}`;

/** Routes that answer in turn, where a line comes several times. */
function inTurn(answers: [line: string, reply: Reply][]): Routes {
  const routes: Routes = {};
  for (const [line] of answers) {
    const replies = answers.filter(([other]) => other === line).map(([, reply]) => reply);
    routes[line] = () => (replies.length > 1 ? replies.shift()! : replies[0]!);
  }
  return routes;
}

const validation = {
  detail: [{ loc: ['body', 'business', 'country'], msg: 'unknown country', type: 'enum' }],
};

/** One for each kind of error; client/errors.test.ts has the others. */
const statuses: [status: number, kind: string][] = [
  [409, 'halt'],
  [401, 'reconnect'],
  [429, 'throttle'],
  [500, 'error'],
];

describe.each(steps)('%s', (name, { bundle, requests: [first, ...rest], finds }) => {
  /** Runs it, with this reply to its first request. */
  const answered = (...reply: Reply): Promise<Item | Item[]> => {
    const others = rest.map((one): [string, Reply] => [lineOf(one), [200, one.answer]]);
    service.serve(inTurn([[lineOf(first), reply], ...others]));
    return perform(name, bundle.inputData, { api_key });
  };

  // Zapier's T005.
  it('returns what its output fields say', async () => {
    const [result] = [await answered(200, first.answer)].flat();
    for (const { key, list, type } of (await outputs(name)) as OutputField[]) {
      const value = result![key];
      if (value === null || value === undefined) continue;
      expect([key, Array.isArray(value)]).toEqual([key, list === true]);
      if (type === 'boolean') expect([key, typeof value]).toEqual([key, 'boolean']);
      if (type === 'integer') expect([key, Number.isInteger(value)]).toEqual([key, true]);
    }
  });

  it.each(statuses)('answers %i with %s', async (status, kind) => {
    const error = await failure(answered(status, validation));
    expect(error.kind).toBe(kind);
    clean(error.message);
  });

  it('shows the field of a validation error by its label', async () =>
    expect((await failure(answered(422, validation))).message).toMatch(/Country: unknown country/));

  it('does not show the key when the service repeats it', async () =>
    clean((await failure(answered(400, { message: `bad key ${api_key}` }))).message));

  it('handles 404 as its kind of operation does', async () => {
    const work = answered(404, { detail: 'not found' });
    // Without its case, nothing is known of its persons.
    if (finds && name !== 'find_related_persons') return expect(await work).toEqual([]);
    const error = await failure(work);
    expect(error.kind).toBe('halt');
    clean(error.message);
  });

  it('explains cut-off JSON', async () => {
    const cut = '{"application_id": "app';
    const work = answered(200, cut, { 'content-type': 'application/json' });
    if (name === 'call_api') return expect(await work).toMatchObject({ data: cut });
    // Any 2xx but a page says that a decision was recorded.
    if (name === 'record_decision') return expect(await work).toHaveProperty('status');
    const error = await failure(work);
    expect(error.kind).toBe('error');
    clean(error.message);
  });

  it('explains a web page at every address', async () => {
    const page = '<!doctype html><h1>Login</h1>';
    service.serve({ '.*': [200, page, { 'content-type': 'application/json' }] });
    const work = perform(name, bundle.inputData, { api_key });
    const error = await failure(work);
    expect(error.kind).toBe('error');
    expect(error.message).toContain('web page');
    clean(error.message);
  });
});

it.each(Object.entries(triggers))(
  '%s has a sample of its own, as it lists it',
  async (_, trigger) => {
    const { sample } = trigger.output;
    expect(await trigger.list(run(), {} as never)).toEqual([sample]);
    const same = Object.values(triggers).filter(({ output }) => output.sample.id === sample.id);
    expect(same).toEqual([trigger]);
  },
);

const business = { subject: 'business', organization_name: 'Lumen Studio SAS' };
const inCase = { application_id: id };
it.each<[key: string, input: object, says: string]>([
  ['create_case', { subject: 'person' }, 'Last Name is empty'],
  ['create_case', { ...business, is_draft: 'maybe' }, 'Create as Draft'],
  ['create_portal', { redirect_url: 'javascript:alert(1)' }, 'Redirect URL'],
  ['submit_case', { application_id: '' }, 'Case is empty'],
  ['update_case', { ...inCase, risk_level: 'EXTREME' }, 'Risk Level: "EXTREME"'],
  [
    'update_case',
    { ...inCase, additional_fields: { country: 'FR' } },
    'Use business.country instead',
  ],
  [
    'update_case',
    { ...inCase, additional_fields: { decision_status: 'approved' } },
    'Use Record Decision instead',
  ],
  ['upload_document', { ...inCase, type: 'ID', file: '' }, 'File is empty'],
  ['call_api', { method: 'GET', path: '/api/x', body: '{}' }, 'a GET has none'],
  ['call_api', { method: 'POST', path: '/api/x', body: 'nope' }, 'Body is not JSON'],
])('%s sends nothing for %j', async (key, input, says) => {
  expect(await halted(perform(key, input))).toContain(says);
  expect(service.requests).toEqual([]);
});

it('repeats a POST that was lost on the way under the same key, where the service honours it', async () => {
  process.env.SERVICE_DIALECT = '{"idempotency_keys":"honoured"}';
  const line = `POST /api/applications/${id}/portals`;
  const lost: Reply = [502, ''];
  const made: Reply = [201, { portal_id: 'ptl_1', application_id: id, link: 'tok123' }];
  service.serve(inTurn([lost, lost, made].map((reply): [string, Reply] => [line, reply])));
  await perform('create_portal', { application_id: id, ask_again: true });
  const keys = service.requests.map(({ headers }) => headers['Idempotency-Key']);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
});
