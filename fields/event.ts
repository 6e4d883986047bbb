/** An event as it came: its type, its time, the case it is about, and all the service said. */
import { events } from '../service/catalogue.ts';
import type { Case } from '../client/cases.ts';
import { isRecord } from '../client/answer.ts';
import type { Event } from '../client/events.ts';
import { caseOutput, caseSample, toCase } from './case.ts';
import { toList, type Input } from './values.ts';

export const eventNamesField = {
  key: 'event_names' as const,
  label: 'Only Events',
  list: true,
  helpText:
    '{{Runs}} only for events with one of these names, for example application.updated. Empty means any event. The test event of the service is webhooks.test.',
};

/** What the fields of "Any Event" hold. */
export type EventInput = Input<typeof eventNamesField.key>;

/** The names of the events that are wanted; none means all. */
export const eventNamesOf = (input: EventInput = {}): string[] =>
  toList(input.event_names, eventNamesField.label);

/** What the step shows of an event. */
export const toEvent = (event: Event, found: Case | undefined, payload: unknown) => ({
  id: event.id,
  type: event.type ?? null,
  created_at: event.created_at ?? null,
  application_id: found?.application_id ?? event.named_case ?? null,
  case: found ? toCase(found) : null,
  payload: isRecord(payload) ? payload : { content: payload ?? null },
});

export const eventOutput = [
  async () => [
    { key: 'id', label: 'ID' },
    { key: 'type', label: 'Event' },
    { key: 'created_at', label: 'Time of the Event' },
    { key: 'application_id', label: 'Case' },
    ...caseOutput().map((field) => ({ ...field, key: `case__${field.key}` })),
    { key: 'payload__data__object__id', label: 'Payload: ID of Its Object' },
  ],
];

/** A portal link that was dropped, where an event had one (client/portal-link.ts). */
export const linkProblemOutput = { key: 'portal_link_problem', label: 'Portal Link Problem' };

/** The sample: an event with this name about the case, or about that of the other samples. */
export const sampleEvent = (type: string = events.case_review_updated.name, found?: Case) => {
  const event = { id: 'evt_4Xw7Gc2HrL', type, created_at: '2026-03-02T09:30:00Z' };
  const { application_id, status_review } = found ?? caseSample;
  return {
    ...event,
    application_id,
    case: (found ? toCase(found) : caseSample) as object,
    payload: {
      event_id: event.id,
      type,
      created_at: event.created_at,
      data: { object: { id: application_id, status_review } },
    } as object,
  };
};

export const eventSample = sampleEvent();
