import { caseTrigger } from './case-trigger.ts';

/** Event application.review_updated: the review status changed, for example to approved. */
export default caseTrigger({
  key: 'case_review_updated',
  filters: ['status_review'],
  onChangeOf: 'status_review',
});
