import { caseTrigger } from './case-trigger.ts';

/** Event application.submitted: the client submitted the case in the portal. */
export default caseTrigger({ key: 'case_submitted' });
