import { checked } from '../fields/cases.ts';
import { caseTrigger } from './flow.ts';

/** Event application.submitted: the client submitted the case in the portal. */
export default caseTrigger({
  key: 'case_submitted',
  label: 'New Submission',
  description: 'Triggers when a client submits a case in the portal.',
  sample: { id: 'evt_9Kd2Vx7LmQ', ...checked },
});
