/** A decision is recorded once, under the path that the service has for it. */
import { failure, halted, openCore, type Reply } from '../support/core.ts';

const { service, perform } = openCore();
const decision = { application_id: 'app_1', decision: 'approved', text: 'ok' };
const beside = 'POST /applications/app_1/decisions';
const under = 'POST /api/applications/app_1/decisions';
const record = (first: Reply, second: Reply = [201, { id: 'dec_1' }]) => {
  service.serve({ [beside]: first, [under]: second });
  return perform('record_decision', decision);
};

it.each<[string, Reply]>([
  ['a page with 200', [200, '<!doctype html><title>App</title>']],
  ['a page with 403', [403, '<h1>Forbidden</h1>']],
  ['a page with 401', [401, '<h1>Log in</h1>']],
  ['a page of another type', [200, '<p>App</p>', { 'content-type': 'Application/XHTML+xml' }]],
  ['a page without a type', [200, ' <HTML>', { 'content-type': 'text/plain' }]],
  ['404', [404, { detail: 'Not Found' }]],
  ['405', [405, { detail: 'Method Not Allowed' }]],
  ['301', [301, '', { location: '/x' }]],
  ['307', [307, '', { location: '/x' }]],
  ['308', [308, '', { location: '/x' }]],
])('goes under /api where the first path answers with %s', async (_, reply) => {
  expect(await record(reply)).toMatchObject({ id: 'dec_1', status: 'approved' });
  expect(service.requests.at(-1)!.body).toEqual({ status: 'approved', text: 'ok' });
  expect(service.lines()).toEqual([beside, under]);
});

it.each([
  [401, 'reconnect'],
  [403, 'error'],
  [400, 'halt'],
])('is refused by the API itself with JSON (%i)', async (status, kind) => {
  expect((await failure(record([status, { detail: 'no' }]))).kind).toBe(kind);
  expect(service.lines()).toEqual([beside]);
});

it.each([302, 303])('is neither recorded nor repeated after %i', async (status) => {
  expect(await halted(record([status, '<html>', { location: '/login' }]))).toMatch(
    /may have been recorded.*case app_1.*set "decisions" in its dialect/,
  );
  expect(service.lines()).toEqual([beside]);
});

it('is not repeated where the dialect names a path of the API', async () => {
  process.env.SERVICE_DIALECT = '{"decisions":"/api/applications/{application_id}/decisions"}';
  await failure(record([201], [404, { detail: 'no' }]));
  expect(service.lines()).toEqual([under]);
});

it('is none where both paths are pages', async () =>
  expect((await failure(record([200, '<p>'], [200, '<p>']))).message).toContain('web page'));

it('is not the one that was sent where it was recorded as another', async () =>
  expect(await record([201, { id: 'dec_1', status: 'rejected' }])).toMatchObject({
    not_taken: expect.arrayContaining(['Decision']),
  }));

it.each<[string, object, object, string]>([
  [
    'a reason of the name of the dialect',
    { decision_text_key: 'comment' },
    { text: 'why', additional_fields: { comment: 'x' } },
    'Reason',
  ],
  [
    'a decision of the name of the dialect',
    { decision_status_key: 'result' },
    { additional_fields: { result: 'x' } },
    'Decision',
  ],
  ['two in one', {}, { decision: 'approved, rejected' }, 'Decision'],
  ['two reasons', {}, { text: ['a', 'b'] }, 'Reason has 2 values'],
  ['one name for both', { decision_status_key: 'text' }, { text: 'why' }, 'Decision'],
])('sends nothing where there are two of it: %s', async (_, dialect, more, label) => {
  process.env.SERVICE_DIALECT = JSON.stringify(dialect);
  const input = { application_id: 'app_1', decision: 'approved', ...more };
  expect(await halted(perform('record_decision', input))).toContain(label);
  expect(service.requests).toEqual([]);
});
