import { checked } from '../fields/cases.ts';
import { caseTrigger } from './flow.ts';

/** Event collect.closed: the client can no longer fill in the portal. */
export default caseTrigger({
  key: 'collect_closed',
  label: 'Closed Portal',
  description:
    'Triggers when the portal of a case is closed, for example after the client submits.',
  filters: ['skip_drafts'],
  sample: { id: 'evt_8Pd5Jt2NuA', ...checked },
});
