import { caseTrigger } from './flow.ts';

/** Event application.created: anybody made a new case. */
export default caseTrigger({
  key: 'case_created',
  label: 'New Case',
  description: 'Triggers when a step, a colleague or a client creates a case.',
  filters: ['skip_drafts'],
  sample: { id: 'evt_5Hn8Cw3QbT' },
});
