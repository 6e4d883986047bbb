/** Each trigger on Zapier's own test tool: its event, and what only its row shows of the case. */
import type { triggers } from '../../triggers/index.ts';
import { useTrigger, type Expected } from '../support/operations.ts';

/** What proves more of events stands in case-trigger.test.ts and event_received.test.ts. */
const rows: Partial<Record<keyof typeof triggers, Expected>> = {
  case_created: { type: 'application.created', shown: { is_draft: true } },
  case_submitted: { type: 'application.submitted', shown: { status_review: 'in_review' } },
  case_updated: { type: 'application.updated', shown: { risk_level: 2 } },
  case_review_updated: {
    type: 'application.review_updated',
    input: { status_review: ['approved'] },
    shown: { status_review: 'approved' },
    leftOut: { status_review: 'rejected' },
  },
  case_status_updated: {
    type: 'application.status_updated',
    input: { status_execution: ['done'] },
    shown: { status_execution: 'done' },
    leftOut: { status_execution: 'failed' },
  },
  collect_opened: { type: 'collect.opened', shown: { status_review: 'pending' } },
  collect_closed: { type: 'collect.closed', shown: { status_review: 'in_review' } },
  event_received: {
    type: 'document.created',
    input: { event_names: ['document.created'] },
    shown: { status_review: 'in_review' },
  },
};

describe.each(Object.entries(rows))('%s', (key, row) => {
  useTrigger(key as keyof typeof triggers, row);
});
