import { caseTrigger } from './case-trigger.ts';

/** Event collect.opened: the client must give information; the portal link is ready. */
export default caseTrigger({ key: 'collect_opened' });
