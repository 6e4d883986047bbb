import { caseTrigger } from './case-trigger.ts';

/** Event application.created: anybody made a new case. */
export default caseTrigger({ key: 'case_created' });
