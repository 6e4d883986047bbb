import { caseTrigger } from './case-trigger.ts';

/** Event application.status_updated: the work on the case waits, is complete or failed. */
export default caseTrigger({
  key: 'case_status_updated',
  filters: ['status_execution'],
  onChangeOf: 'status_execution',
});
