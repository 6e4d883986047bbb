import { caseTrigger } from './flow.ts';

/** Event collect.opened: the client must give information; the portal link is ready. */
export default caseTrigger({
  key: 'collect_opened',
  label: 'New Information Request',
  description:
    'Triggers when a client must correct or add something, and the portal link for it is ready.',
  filters: ['skip_drafts'],
  sample: {
    id: 'evt_6Yp4Sj8FhE',
    is_draft: false,
    request: {
      reason: 'The copy of the passport cannot be read.',
      fields: ['business.vat_number'],
      documents: ['passport'],
      due_at: '2026-03-09',
    },
  },
});
