import { caseTrigger } from './case-trigger.ts';

/** Event application.updated: something in the case changed. */
export default caseTrigger({
  key: 'case_updated',
  filters: ['status_review', 'status_execution'],
});
