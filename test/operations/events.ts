/** What the triggers do with an event. */
import { events, type TriggerKey } from '../../service/contract.ts';
import { aCase, get, id, type Row, type Rows } from './table.ts';

const eventOf = (type: string, object: object = { application_id: id }) => ({
  event_id: 'evt_1',
  type,
  data: { object },
});
const found = {
  id: 'evt_1',
  application_id: id,
  name: 'Lumen Studio SAS',
  external_reference: 'deal-1',
};
/** The only item of a trigger: the case as the service has it now, under the ID of the event. */
const usual = (type: string, more: object = {}): Rows['usual'] => ({
  input: {},
  event: eventOf(type),
  requests: [get(`/api/applications/${id}`, aCase)],
  returns: [{ ...found, ...more }],
});

/** A trigger whose filter takes, or leaves out, the case of the usual row. */
const filtered = (type: string, input: Row['input'], shown: object, returns: object[]): Row => ({
  ...usual(type),
  input,
  requests: [get(`/api/applications/${id}`, { ...aCase, ...shown })],
  returns,
});

const ofAll = Object.fromEntries(
  Object.entries(events).map(([key, type]): [string, Rows] => [key, { usual: usual(type) }]),
) as Record<TriggerKey, Rows>;

export const triggers: Record<TriggerKey | 'event_received', Rows> = {
  ...ofAll,
  case_review_updated: {
    ...ofAll.case_review_updated,
    'a decision that the filter takes': filtered(
      events.case_review_updated,
      { status_review: ['approved'] },
      { status_review: 'approved' },
      [{ ...found, status_review: 'approved' }],
    ),
    'a decision that the filter leaves out': filtered(
      events.case_review_updated,
      { status_review: ['approved'] },
      { status_review: 'rejected' },
      [],
    ),
  },
  case_status_updated: {
    ...ofAll.case_status_updated,
    'a status that the filter takes': filtered(
      events.case_status_updated,
      { status_execution: ['done'] },
      { status_execution: 'done' },
      [{ ...found, status_execution: 'done' }],
    ),
    'a status that the filter leaves out': filtered(
      events.case_status_updated,
      { status_execution: ['done'] },
      { status_execution: 'failed' },
      [],
    ),
  },
  event_received: {
    usual: usual(events.case_updated, { event_name: events.case_updated }),
    'a document of a case': {
      ...usual('document.created'),
      input: { event_names: ['document.created'] },
      returns: [{ ...found, event_name: 'document.created' }],
    },
  },
};
