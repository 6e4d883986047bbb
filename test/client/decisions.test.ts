/** A decision is recorded once, under the path that the service has for it. */
import { failure, halted, openCore, type Reply } from '../support/core.ts';

const { service, perform } = openCore();
const decision = { application_id: 'app_1', decision: 'approved', text: 'ok' };
const beside = 'POST /applications/app_1/decisions';
const under = 'POST /api/applications/app_1/decisions';
const record = (first: Reply, second: Reply = [201, { id: 'dec_1', status: 'approved' }]) => {
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
])('a decision goes under /api where the first path answers with %s', async (_, reply) => {
  expect(await record(reply)).toMatchObject({ id: 'dec_1', status: 'approved' });
  expect(service.requests.at(-1)!.body).toEqual({ status: 'approved', text: 'ok' });
  expect(service.lines()).toEqual([beside, under]);
});

it('a decision is not repeated where the dialect names a path of the API', async () => {
  process.env.SERVICE_DIALECT = '{"decisions":"/api/applications/{application_id}/decisions"}';
  await failure(record([201], [404, { detail: 'no' }]));
  expect(service.lines()).toEqual([under]);
});

it('a decision is none where both paths are pages', async () =>
  expect((await failure(record([200, '<p>'], [200, '<p>']))).message).toContain('web page'));

const read = 'GET /api/applications/app_1';
const theCase = (status_review?: string) => ({ id: 'app_1', status_review });
/** The answer, the status that the case shows, and what the step tells. */
type Outcome = [what: string, reply: Reply, status: string | undefined, told: object];
const unseen = { not_taken: [], not_taken_text: expect.stringContaining('"approved", not shown.') };
const other = (word: string) => ({
  not_taken: ['Decision'],
  not_taken_text: expect.stringContaining(`Decision: sent "approved", shown "${word}".`),
});
const same = { not_taken: [], not_taken_text: null };

it.each<Outcome>([
  [
    'another decision',
    [201, { id: 'dec_1', status: 'rejected', text: 'ok' }],
    '',
    other('rejected'),
  ],
  ['another status', [200, { ...theCase('pending'), text: 'ok' }], '', other('pending')],
  ['the decision in capitals', [201, { status: 'APPROVED', text: 'ok' }], '', same],
  ['nothing, and the case has it', [204], 'approved', same],
  ['an ID, and the case has it', [201, { id: 'dec_1' }], 'Approved', same],
  ['a word of its own, and the case has it', [200, { result: 'ok' }], 'approved', same],
  ['nothing, and the case has another', [204], 'pending', other('pending')],
  ['nothing, and the case has none', [204], undefined, unseen],
  ['an ID, and there is no case', [201, { id: 'dec_1' }], '', unseen],
  ['another reason', [201, { status: 'approved', text: 'no' }], '', { not_taken: ['Reason'] }],
])('a decision is compared with what came back: %s', async (_, reply, status, told) => {
  const isRead = status !== '' || told === unseen;
  service.serve({ [beside]: reply, ...(status !== '' && { [read]: [200, theCase(status)] }) });
  expect(await perform('record_decision', decision)).toMatchObject(told);
  expect(service.lines()).toEqual(isRead ? [beside, read] : [beside]);
});

it('a decision is no status of a case where the service has other words for those', async () => {
  process.env.SERVICE_DIALECT = '{"decision_statuses":["approve","reject"]}';
  service.serve({ [beside]: [204], [read]: [200, theCase('approved')] });
  const input = { ...decision, decision: 'approve' };
  expect(await perform('record_decision', input)).toMatchObject({
    not_taken: [],
    not_taken_text: expect.stringContaining('sent "approve", shown "approved".'),
  });
});

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
])('a step sends no decision where there are two of it: %s', async (_, dialect, more, label) => {
  process.env.SERVICE_DIALECT = JSON.stringify(dialect);
  const input = { application_id: 'app_1', decision: 'approved', ...more };
  expect(await halted(perform('record_decision', input))).toContain(label);
  expect(service.requests).toEqual([]);
});
