import { caseTrigger } from './flow.ts';

/** Event application.updated: something in the case changed. */
export default caseTrigger({
  key: 'case_updated',
  label: 'Updated Case',
  description: 'Triggers when anything in a case changes, such as a field or a related party.',
  filters: ['status_review', 'status_execution', 'skip_drafts'],
  isLooped: true,
  sample: { id: 'evt_7Rk1Yx9DvG' },
});
