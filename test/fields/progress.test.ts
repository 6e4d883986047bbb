/** The values that a CRM keeps: what each state of a case says, and where nothing is known. */
import type { Case } from '../../client/cases.ts';
import { progressOf, progressOutput, statusTexts, type Occasion } from '../../fields/progress.ts';
import { letters } from '../../service/languages.ts';

const link = { portal_link: 'https://a.example/portals/x', portals: { link: 'x' } };
const closed = { portals: null };
const waits = { status_execution: 'waiting_for_user_input' };
const valuesOf = (found: object, occasion: Occasion = {}) =>
  progressOf({ application_id: 'a', ...found } as Case, occasion);

it.each<[status: string, letter: string | null, found: object, occasion?: Occasion]>([
  ['Draft', null, { is_draft: true }, { status: 'draft' }],
  ['Draft', null, { is_draft: true, ...closed }],
  ['Waiting for Client', 'link', { is_draft: true, ...waits, ...link }],
  // Whether a page is open is not known, so there is no link to write about.
  ['Waiting for Client', null, { is_draft: true }],
  ['Waiting for Client', 'reminder_2', { is_draft: true, ...link }, { reminder: 'reminder_2' }],
  ['More Information Requested', 'request', { is_draft: false, ...waits, ...link }],
  ['More Information Requested', 'reminder_1', { ...waits, ...link }, { reminder: 'reminder_1' }],
  ['In Review', null, { is_draft: false, status_review: 'pending', ...waits, ...closed }],
  ['In Review', null, { is_draft: false, status_review: 'in_review', ...link }],
  ['Ready for Decision', null, { status_review: 'pending', status_execution: 'done', ...link }],
  ['Checks Failed', null, { status_review: 'pending', status_execution: 'failed' }],
  ['Approved', 'approved', { status_review: 'approved', status_execution: 'done' }],
  // No page is known to be open.
  ['Rejected', 'rejected', { status_review: 'REJECTED', ...waits }, { reminder: 'reminder_3' }],
  [
    'More Information Requested',
    'request',
    { status_review: 'approved', ...link },
    { event: 'collect_opened' },
  ],
  // Asked after the decision.
  ['More Information Requested', 'request', { status_review: 'approved', ...waits, ...link }],
  [
    'Approved',
    'approved',
    { status_review: 'approved', ...waits, ...link },
    { event: 'case_review_updated' },
  ],
  ['Approved', 'approved', { status_review: 'approved', ...closed, ...waits }],
  ['Draft', null, { is_draft: true }, { event: 'collect_closed' }],
  ['Waiting for Client', 'link', { is_draft: true, ...link }, { event: 'collect_opened' }],
  ['In Review', null, { is_draft: true, ...waits, ...link }, { event: 'case_submitted' }],
  ['On Hold', null, { status_review: 'on_hold' }],
  ['In Review', null, {}],
])('%s, letter %s: %j', (status, letter, found, occasion = {}) => {
  const { status_text, letter_subject, letter_text } = valuesOf(found, occasion);
  const subject = letter && letters.en[letter as 'link'].subject;
  expect([status_text, letter_subject]).toEqual([status, subject]);
  expect(letter_text === null).toBe(letter === null);
  if (/link|request|reminder/.test(letter ?? '')) expect(letter_text).toContain(link.portal_link);
});

it('names each status that a filter offers once', () =>
  expect(new Set(statusTexts()).size).toBe(statusTexts().length));

const time = '2026-03-02T10:30:00+01:00';
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
    'Date of birth, plan, Legal Type, Registration certificate, Identity document, Constructor',
    {
      request: {
        fields: [
          'person.birth_date',
          { name: 'custom_plan', label: 'plan' },
          'business.legal_type',
        ],
        documents: ['REGISTRATION_CERTIFICATE', { type: 'ID' }, 7, 'constructor'],
      },
    },
  ],
  ['missing_items', null, {}],
  ['request_note', 'The extract is old.', { request: { reason: 'The extract is old.' } }],
  ['request_due_date', '2026-12-06', { request: { due_at: '2026-12-06' } }],
  ['request_due_date', null, { request: { due_at: 'soon' } }],
])('%s is %j: %j', (key, value, found, occasion = {}) => {
  const values = valuesOf(found, occasion) as Record<string, unknown>;
  expect(values[key]).toBe(value);
});

it('writes in the language of the client, with what is missing and until when', () => {
  const found = {
    ...link,
    ...waits,
    business: { organization_name: 'A GmbH', country: 'DEU' },
    request: {
      reason: 'Der Auszug ist alt.',
      fields: ['birth_date'],
      documents: ['ID'],
      due_at: '2026-12-06',
    },
  };
  const { letter_text } = valuesOf(found);
  expect(letter_text).toContain('Guten Tag,\n\num mit');
  expect(letter_text).toContain(
    'Der Auszug ist alt.\n– Geburtsdatum\n– Ausweis\nWir brauchen dies bis zum 6. Dezember 2026.',
  );
  const person = { first_name: 'Ada', nationalities: ['ESP'], address: { country: 'FRA' } };
  expect(valuesOf({ ...link, ...waits, person }).letter_text).toContain('Bonjour Ada,');
  const custom_fields = { language: 'es' };
  expect(valuesOf({ ...found, custom_fields }).letter_text).toContain('Buenos días:');
});

it('writes with the link of an earlier step if the service shows none', () => {
  const portal_link = 'https://a.example/portals/mine';
  expect(valuesOf({ is_draft: true }, { portal_link }).letter_text).toContain(portal_link);
  expect(valuesOf({ is_draft: true, ...link }, { portal_link }).letter_text).not.toContain('mine');
});

it('has all keys for a case of which nothing is known', () =>
  expect(Object.keys(valuesOf({}))).toEqual(progressOutput.map(({ key }) => key)));
