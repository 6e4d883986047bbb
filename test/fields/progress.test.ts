/** The values that a CRM keeps: what each state of a case says, and where nothing is known. */
import type { Case } from '../../client/cases.ts';
import { isDecision, readDialect } from '../../service/dialect.ts';
import { openCore } from '../support/core.ts';
import { progressOf, progressOutput, statusTexts, type Occasion } from '../../fields/progress.ts';

const link = { portal_link: 'https://a.example/portals/x', portals: { link: 'x' } };
const closed = { portals: null };
const closedPortal = { portals: { link: 'x', status: 'closed' } };
const time = '2026-03-02T10:30:00+01:00';
const [earlier, later] = ['2026-03-02T09:29:00Z', '2026-03-02T09:31:00Z'];
const waits = { status_execution: 'waiting_for_user_input' };
const dialect = readDialect();
const valuesOf = (found: Partial<Case>, occasion: Occasion = {}) => {
  const isDecided = isDecision(dialect, found.status_review);
  return progressOf({ application_id: 'a', isDecided, ...found }, occasion);
};

it.each<[status: string, found: object, occasion?: Occasion]>([
  ['Draft', { is_draft: true }, { status: 'draft' }],
  ['Draft', { is_draft: true, ...closed }],
  ['Waiting for Client', { is_draft: true, ...waits, ...link }],
  ['Waiting for Client', { is_draft: true }],
  ['Waiting for Client', { is_draft: false, ...waits, ...link }],
  // The answer of an update, which shows no portals.
  ['Waiting for Client', { is_draft: false, ...waits }],
  ['In Review', { is_draft: false, status_review: 'pending', ...waits, ...closed }],
  ['In Review', { is_draft: false, status_review: 'pending', ...waits, ...closedPortal }],
  ['In Review', { is_draft: false, status_review: 'in_review', ...link }],
  ['Ready for Decision', { status_review: 'pending', status_execution: 'done', ...link }],
  ['Checks Failed', { status_review: 'pending', status_execution: 'failed' }],
  ['Approved', { status_review: 'approved', status_execution: 'done' }],
  // Asked after the decision: the service says so now. A link alone does not.
  ['Waiting for Client', { status_review: 'REJECTED', ...waits }],
  ['Waiting for Client', { status_review: 'approved', ...waits, ...link }],
  ['Approved', { status_review: 'approved', ...link }],
  ['Approved', { status_review: 'approved', ...link }, { event: 'collect_opened' }],
  ['Approved', { status_review: 'approved', ...link }, { status: 'waiting' }],
  ['Approved', { status_review: 'approved', ...closed, ...waits }],
  ['Approved', { status_review: 'approved', ...waits, ...link }, { event: 'case_review_updated' }],
  // The case changed since the event, or before it.
  [
    'Waiting for Client',
    { status_review: 'approved', ...waits, ...link, updated_at: later },
    { event: 'case_review_updated', time },
  ],
  [
    'Approved',
    { status_review: 'approved', ...waits, ...link, updated_at: earlier },
    { event: 'case_review_updated', time },
  ],
  ['Draft', { is_draft: true, ...closedPortal }],
  ['Draft', { is_draft: true }, { event: 'collect_closed' }],
  ['Draft', { is_draft: true, ...waits }, { event: 'collect_closed' }],
  ['Waiting for Client', { is_draft: true, ...link }, { event: 'collect_opened' }],
  ['Waiting for Client', { is_draft: false, ...link }, { event: 'collect_opened' }],
  ['Waiting for Client', { is_draft: false, status_execution: 'done' }, { status: 'waiting' }],
  [
    'Ready for Decision',
    { is_draft: false, status_execution: 'done', updated_at: later },
    { event: 'collect_opened', time },
  ],
  ['In Review', { is_draft: true, ...waits, ...link }, { event: 'case_submitted' }],
  ['On Hold', { status_review: 'on_hold' }],
  ['In Review', {}],
])('the status is %s for %j', (status, found, occasion = {}) =>
  expect(valuesOf(found, occasion).status_text).toBe(status),
);

it('a filter offers each status once', () =>
  expect(new Set(statusTexts(dialect)).size).toBe(statusTexts(dialect).length));

const utc = '2026-03-02T09:30:00.000Z';
it.each<[key: string, value: unknown, found: object, occasion?: Occasion]>([
  ['submitted_at', utc, {}, { event: 'case_submitted', time }],
  ['submitted_at', utc, { submitted_at: time }],
  ['submitted_at', null, {}, { event: 'case_review_updated', time }],
  ['decided_at', utc, { status_review: 'approved' }, { event: 'case_review_updated', time }],
  [
    'decided_at',
    utc,
    { status_review: 'approved' },
    { event: 'case_review_updated', time: '1772443800' },
  ],
  ['decided_at', null, { status_review: 'pending' }, { event: 'case_review_updated', time }],
  ['decided_at', null, { status_review: 'approved' }, { event: 'case_updated', time }],
  ['decided_at', null, { status_review: 'approved', decided_at: 'yesterday' }],
  [
    'decision_reason',
    'All in order',
    { status_review: 'approved', decision: { text: 'All in order' } },
  ],
  ['decision_reason', null, { status_review: 'in_review', decision: { text: 'Reopened' } }],
  ['opened_at', utc, { portals: [{ link: 'x', opened_at: time }] }],
  ['opened_at', null, link],
  [
    'missing_items',
    'Birth Date, plan, Legal Type, VAT Number, Registration Certificate, ID, Constructor',
    {
      request: {
        fields: [
          'person.birth_date',
          { name: 'custom_plan', label: 'plan' },
          'business.legal_type',
          'vat_number',
        ],
        documents: ['REGISTRATION_CERTIFICATE', { type: 'ID' }, 7, 'constructor'],
      },
    },
  ],
  [
    'summary',
    'Waiting for Client: VAT Number, Proof of Address',
    { ...waits, request: { fields: ['vat_number', { label: 'Proof\nof Address' }] } },
  ],
  ['summary', 'Waiting for Client', { ...waits, request: { reason: 'The extract is old.' } }],
  // Asked for once, and given since.
  ['summary', 'In Review', { status_review: 'in_review', request: { fields: ['vat_number'] } }],
  ['summary', 'Approved', { status_review: 'approved' }],
  ['summary', 'Rejected', { status_review: 'rejected', decision: { text: 'On a list' } }],
  // The name lacks its owner.
  [
    'missing_items',
    'Business Address City',
    { business: {}, request: { fields: ['address.town'] } },
  ],
  ['missing_items', 'Person Address City', { person: {}, request: { fields: ['address.town'] } }],
  ['missing_items', null, {}],
  ['request_note', 'The extract is old.', { request: { reason: 'The extract is old.' } }],
  ['request_due_date', '2026-12-06', { request: { due_at: '2026-12-06' } }],
  ['request_due_date', null, { request: { due_at: 'soon' } }],
  ['request_due_date', null, { request: { due_at: '06/12/2026' } }],
  // The day as it is written, wherever it ends.
  ['request_due_date', '2026-12-06', { request: { due_at: '2026-12-06T00:00:00+02:00' } }],
  ['request_due_date', '2026-12-06', { request: { due_at: '2026-12-06T23:59:59-05:00' } }],
  ['request_due_date', '2026-12-06', { request: { due_at: '2026-12-06T23:30:00Z' } }],
  ['request_due_date', '2026-12-06', { request: { due_at: '6 December 2026' } }],
  ['request_due_date', '2026-12-06', { request: { due_at: 1_796_556_600 } }],
  ['request_due_date', '2026-12-06', { request: { due_at: '', due_date: 1_796_556_600_000 } }],
])('the output %s is %j for %j', (key, value, found, occasion = {}) => {
  const values = valuesOf(found, occasion) as Record<string, unknown>;
  expect(values[key]).toBe(value);
});

it('the outputs have all keys for a case of which nothing is known', () =>
  expect(Object.keys(valuesOf({}))).toEqual(progressOutput.map(({ key }) => key)));

describe('a dialect with other decisions', () => {
  const { service, perform, fire } = openCore();
  const facts = { application_id: 'app_1', decision: { text: 'On a list', decided_at: time } };
  const decided = { decided_at: utc, decision_reason: 'On a list' };
  const open = { decided_at: null, decision_reason: null };
  const words = '["go","no-go"]';

  it.each<[decisions: string, status_review: string | number, item: object]>([
    [words, 'no-go', { status_text: 'No-go', ...decided }],
    [words, 'No-Go', { status_text: 'No-go', ...decided }],
    [words, 'approved', { status_text: 'Approved', ...open }],
    ['["2","3"]', 3, { status_text: '3', ...decided }],
  ])('%s: a case in %j is a decided one, or is none', async (decisions, status_review, item) => {
    process.env.SERVICE_DIALECT = `{"decision_statuses":${decisions}}`;
    service.serve({ 'GET /api/applications/app_1': [200, { ...facts, status_review }] });
    const find = (more: object = {}) => perform('find_case', { application_id: 'app_1', ...more });
    expect(await find()).toMatchObject([item]);
    if (decisions !== words) return;
    const only = await find({ only_status: ['No-go'] });
    expect(only).toHaveLength(status_review === 'approved' ? 0 : 1);
  });

  it('reads the decision that only an event has', async () => {
    process.env.SERVICE_DIALECT = `{"decision_statuses":${words}}`;
    service.serve({ 'GET /api/applications/app_1': [200, { application_id: 'app_1' }] });
    const event = {
      event_id: 'e1',
      type: 'application.review_updated',
      created_at: time,
      data: { object: { application_id: 'app_1', status_review: 'no-go' } },
    };
    const [item] = await fire('case_review_updated', event);
    expect(item).toMatchObject({ status_text: 'No-go', decided_at: utc });
  });
});
