/** Steps that several recipes share. */
import { creates } from '../../creates/index.ts';
import { searches } from '../../searches/index.ts';
import { triggers } from '../../triggers/index.ts';
import { customInputs } from '../../fields/kinds/custom.ts';
import { dealField } from './account.ts';
import type { Condition, Step } from './recipe.ts';

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
export const updateCase = step('creates', 'update_case');
export const submitCase = step('creates', 'submit_case');
export const findCompanies = step('searches', 'search_companies');

export const informationRequested = step('triggers', 'collect_opened')();
export const newEvent = (...names: string[]) =>
  step('triggers', 'event_received')({ event_names: names });
export const statusUpdated = (...statuses: string[]): Step =>
  step('triggers', 'case_status_updated')({ status_execution: statuses });
export const reviewUpdated = (...statuses: string[]): Step =>
  step('triggers', 'case_review_updated')({ status_review: statuses });

/** The input of the deal's field, where the service lists the custom fields. */
export const dealInput = customInputs([
  { ...dealField, help: '', isRequired: false, choices: [] },
])[0]!;
/** The deal of a case. */
export const storedDeal = '{{1.custom_fields.deal_id}}';

export const onlyIf = (...conditions: Condition[]): Step => ({
  app: 'Filter by Zapier',
  event: 'Only continue if',
  conditions,
});

/** No letter without a link: a client whose case is decided gets none. */
export const onlyWithLink = (at: number): Step =>
  onlyIf({ value: `{{${at}.portal_link?}}`, is: 'Exists' });

export const delay = (days: number): Step => ({
  app: 'Delay by Zapier',
  event: 'Delay For',
  input: { 'Time Delayed For (value)': String(days), 'Time Delayed For (unit)': 'Days' },
});

export const message = (text: string): Step => ({
  app: 'Slack',
  event: 'Send Channel Message',
  input: { Channel: '#onboarding', 'Message Text': text },
});
