/** Steps that several recipes share. */
import { creates } from '../../creates/index.ts';
import { searches } from '../../searches/index.ts';
import { triggers } from '../../triggers/index.ts';
import type { Step } from './recipe.ts';

const ours = 'Compliance Onboarding';

const groups = { triggers, creates, searches };

/** A step of ours, under its label. */
const step =
  <Group extends keyof typeof groups>(group: Group, key: keyof (typeof groups)[Group] & string) =>
  (input: Record<string, unknown> = {}): Step => {
    const { label } = groups[group][key] as { label: string };
    return { app: ours, event: label, operation: `${group}.${key}`, input };
  };

export const startOnboarding = step('creates', 'start_onboarding');
export const createCase = step('creates', 'create_case');
export const createPortalLink = step('creates', 'create_portal');
export const addRelatedPerson = step('creates', 'add_related_person');
export const addRelatedBusiness = step('creates', 'add_related_business');
export const uploadDocument = step('creates', 'upload_document');
export const submitCase = step('creates', 'submit_case');
const findCase = step('searches', 'find_case');
export const findCompanies = step('searches', 'search_companies');
export const findCompany = step('searches', 'get_company');

export const caseSubmitted = step('triggers', 'case_submitted')();
export const informationRequested = step('triggers', 'collect_opened')();
export const portalClosed = step('triggers', 'collect_closed')();
export const statusUpdated = (...statuses: string[]): Step =>
  step('triggers', 'case_status_updated')({ status_execution: statuses });
export const reviewUpdated = (...statuses: string[]): Step =>
  step('triggers', 'case_review_updated')({ status_review: statuses });

/**
 * Custom fields in which the client's first step stores values for later Zaps: the deal, and the
 * address for letters. The account must have both.
 */
export const storedFields = (deal_id: string, email: string) => ({ deal_id, email });
export const storedDeal = '{{1.custom_fields.deal_id}}';
export const storedEmail = '{{1.custom_fields.email}}';

/** Sends the letter of an earlier step. */
export const letter = (to: string, from: number): Step => ({
  app: 'Gmail',
  event: 'Send Email',
  input: {
    To: to,
    Subject: `{{${from}.letter_subject}}`,
    Body: `{{${from}.letter_text}}\n\nYour company`,
  },
});

/** Goes on only if a value is empty. */
export const onlyIfEmpty = (label: string, value: string): Step => ({
  app: 'Filter by Zapier',
  event: 'Only continue if',
  input: { [label]: value, Condition: 'Does not exist' },
});

/** Goes on only if a value is this one. */
export const onlyIf = (label: string, value: string, wanted: string): Step => ({
  app: 'Filter by Zapier',
  event: 'Only continue if',
  input: { [label]: value, Condition: 'Exactly matches', Value: wanted },
});

const delay = (days: number): Step => ({
  app: 'Delay by Zapier',
  event: 'Delay For',
  input: { 'Time Delayed For': `${days} days` },
});

/**
 * Three reminders, 2, 5 and 10 days after the link. Find Case finds nothing and ends the run when
 * the client has submitted or the portal is closed.
 * @param first the number of the first of these steps.
 */
export const reminders = (
  first: number,
  { case: application_id, to, link, status }: Record<'case' | 'to' | 'link' | 'status', string>,
): Step[] =>
  [2, 3, 5].flatMap((days, index) => [
    delay(days),
    findCase({
      application_id,
      only_status: [status],
      reminder: String(index + 1),
      portal_link: link,
    }),
    letter(to, first + 3 * index + 1),
  ]);

export const message = (text: string): Step => ({
  app: 'Slack',
  event: 'Send Channel Message',
  input: { Channel: '#onboarding', 'Message Text': text },
});
