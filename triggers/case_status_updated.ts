import { checked } from '../fields/cases.ts';
import { caseTrigger } from './flow.ts';

/** Event application.status_updated: the work on the case waits, is complete or failed. */
export default caseTrigger({
  key: 'case_status_updated',
  label: 'Updated Case Status',
  description:
    'Triggers when the execution status of a case changes, for example when its checks are done.',
  filters: ['status_execution'],
  sample: { id: 'evt_1Lq4Mz6SfB', ...checked },
});
