import { approved } from '../fields/cases.ts';
import { caseTrigger } from './flow.ts';

/** Event application.review_updated: the review status changed, for example to approved. */
export default caseTrigger({
  key: 'case_review_updated',
  label: 'Updated Case Review',
  description: 'Triggers when the review status of a case changes, for example on approval.',
  filters: ['status_review'],
  sample: { id: 'evt_3Tb6Wn1RzC', ...approved },
});
