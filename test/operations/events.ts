/** What the triggers do with an event. */
import { events, type TriggerKey } from '../../service/contract.ts';
import { aCase, get, id, merged, redirected, type Rows } from './table.ts';

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

const ofAll = Object.fromEntries(
  Object.entries(events).map(([key, type]): [string, Rows] => [key, { usual: usual(type) }]),
) as Record<TriggerKey, Rows>;

export const triggers: Record<TriggerKey | 'event_received', Rows> = {
  ...ofAll,
  case_updated: {
    ...ofAll.case_updated,
    'a case that was merged into another one': {
      input: {},
      event: eventOf(events.case_updated),
      requests: [redirected(get(`/api/applications/${id}`, ''), '/api/applications/app_2')],
      ...merged,
    },
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
