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

interface Letter {
  subject: string;
  text: string;
}
/** What the Zaps write to the client: plain words, which the admin replaces. */
export const letters = {
  link: {
    subject: 'Please complete your verification',
    text: 'Before we can work with you, the law requires us to verify who you are. Please fill in this page:',
  },
  request: {
    subject: 'We need something more from you',
    text: 'To continue, we need something more from you.\n\n{{1.request_note?}}\n{{1.missing_items?}}\n\nPlease send it on this page:',
  },
  reminders: [
    {
      subject: 'Reminder: your verification is not complete',
      text: 'We have not received everything for your verification yet. Please continue on this page:',
    },
    {
      subject: 'Second reminder: your verification is not complete',
      text: 'Your verification is still waiting for you. If something is unclear, reply to this message. Please continue on this page:',
    },
    {
      subject: 'Last reminder: your verification is not complete',
      text: 'We cannot work with you until your verification is complete. Please continue on this page:',
    },
  ],
  decision: {
    subject: 'Your verification',
    text: 'We have checked your details. The result: {{1.status_text}}.',
  },
} as const satisfies Record<string, Letter | Letter[]>;

/** Sends a letter to the client, with the link of its page if it needs one. */
export const letter = (to: string, { subject, text }: Letter, link?: string): Step => ({
  app: 'Gmail',
  event: 'Send Email',
  input: {
    To: to,
    Subject: subject,
    Body: ['Hello,', text, link, 'Your company'].filter(Boolean).join('\n\n'),
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
 */
export const reminders = ({
  case: application_id,
  to,
  link,
}: Record<'case' | 'to' | 'link', string>): Step[] =>
  [2, 3, 5].flatMap((days, index) => [
    delay(days),
    findCase({ application_id, only_status: ['Waiting for Client'] }),
    letter(to, letters.reminders[index]!, link),
  ]);

export const message = (text: string): Step => ({
  app: 'Slack',
  event: 'Send Channel Message',
  input: { Channel: '#onboarding', 'Message Text': text },
});
