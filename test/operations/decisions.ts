/** What Record Decision does. */
import { aCase, get, id, merged, post, redirected, type Exchange, type Rows } from './table.ts';

const recording = (status: string, ...answer: [answer: unknown, status?: number]): Exchange =>
  post(`/applications/${id}/decisions`, { status }, ...answer);
const approval = { application_id: id, decision: 'approved' };

export const record_decision: Rows = {
  usual: {
    input: { application_id: id, decision: 'rejected' },
    requests: [
      recording('rejected', { decision_id: 'dec_1' }),
      // Its answer shows no status: the case says whether it stands.
      get(`/api/applications/${id}`, { ...aCase, status_review: 'rejected' }),
    ],
    returns: { id: 'dec_1', application_id: id, status: 'rejected' },
  },
  'errors beside the ID of the decision (200)': {
    input: approval,
    requests: [recording('approved', { id: 'dec_1', errors: [{ message: 'locked' }] }, 200)],
    halts: 'The service answered that it did not do this. locked.',
  },
  'a case that was merged into another one': {
    input: approval,
    requests: [redirected(recording('approved', ''), '/applications/app_2/decisions', 308)],
    ...merged,
  },
  'another address in the answer (303)': {
    input: approval,
    requests: [recording('approved', '', 303)],
    halts:
      'The service redirected the decision, so it may have been recorded. Look at case app_1 in the service before you record it again. For your engineer: set "decisions" in the dialect to the right path.',
  },
};
