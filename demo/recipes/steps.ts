/** Steps that several recipes share. */
import type { Step } from './recipe.ts';

const ours = 'Compliance Onboarding';

const step =
  (event: string, operation: string) =>
  (input: Record<string, unknown> = {}): Step => ({ app: ours, event, operation, input });

export const startOnboarding = step('Start Onboarding', 'creates.start_onboarding');
export const createCase = step('Create Case', 'creates.create_case');
export const createPortalLink = step('Create Portal Link', 'creates.create_portal');
export const addRelatedPerson = step('Add Related Person', 'creates.add_related_person');
export const uploadDocument = step('Upload Document', 'creates.upload_document');
export const submitCase = step('Submit Case', 'creates.submit_case');
export const findCase = step('Find Case', 'searches.find_case');
export const findCompanies = step('Find Companies', 'searches.search_companies');
export const findCompany = step('Find Company by Registration Number', 'searches.get_company');

export const caseSubmitted = step('Case Submitted', 'triggers.case_submitted')();
export const informationRequested = step('Information Requested', 'triggers.collect_opened')();
export const statusUpdated = (...statuses: string[]): Step =>
  step('Case Status Updated', 'triggers.case_status_updated')({ status_execution: statuses });
export const reviewUpdated = (...statuses: string[]): Step =>
  step('Case Review Updated', 'triggers.case_review_updated')({ status_review: statuses });

/**
 * Custom fields in which the client's first step stores values for later Zaps: the deal, and the
 * address for letters. The account must have both.
 */
export const storedFields = (deal_id: string, email: string) => ({ deal_id, email });
export const storedDeal = '{{1.custom_fields.deal_id}}';
export const storedEmail = '{{1.custom_fields.email}}';

export const letter = (to: string, link: string): Step => ({
  app: 'Gmail',
  event: 'Send Email',
  input: {
    To: to,
    Subject: 'Please complete your verification',
    Body: `Open your page: ${link}`,
  },
});

export const message = (text: string): Step => ({
  app: 'Slack',
  event: 'Send Channel Message',
  input: { Channel: '#onboarding', 'Message Text': text },
});
