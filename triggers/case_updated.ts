import { caseTrigger } from './flow.ts';

/** Event application.updated: something in the case changed. */
export default caseTrigger({
  key: 'case_updated',
  label: 'Updated Case',
  description:
    'Triggers when anything in a case changes, such as a field or a related party. {{update_case}} in the same {{flow}} starts it again and again, even with equal values: set Only Custom Fields to a value that the update changes.',
  filters: ['status_review', 'status_execution', 'skip_drafts'],
  sample: { id: 'evt_7Rk1Yx9DvG' },
});
