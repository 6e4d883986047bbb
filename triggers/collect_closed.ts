import { caseTrigger } from './case-trigger.ts';

/** Event collect.closed: the client can no longer fill in the portal. */
export default caseTrigger({ key: 'collect_closed' });
