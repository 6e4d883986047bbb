/** An event as the service sent it: its type, its time, its case and the whole payload. */
import { events } from '../service/catalogue.ts';
import type { Case } from '../client/cases.ts';
import { isRecord } from '../client/exchange/json.ts';
import type { CaseEvent } from '../client/event-case.ts';
import { caseOutput, caseSample, toCase } from './cases.ts';
import { removedLink, outputWith } from './kinds/output.ts';
import { toList, type Input } from './kinds/values.ts';

export const eventNamesField = {
  key: 'event_names' as const,
  label: 'Only Events',
  list: true,
  example: 'application.updated',
  helpText:
    '{{Runs}} only for events with one of these names, for example application.updated. Empty means any event. The test event of the service is webhooks.test.',
};

/** The input of "New Event". */
export type EventInput = Input<typeof eventNamesField.key>;

/** The names of the events that run the flow; empty for all. */
export const eventNamesOf = (input: EventInput = {}): string[] =>
  toList(input.event_names, eventNamesField.label);

/** The output of an event with its case. */
export const toEvent = ({ event, passed, payload, key }: CaseEvent, found: Case | undefined) => ({
  id: event.id,
  type: passed.type ?? null,
  created_at: passed.created_at ?? null,
  application_id: found?.application_id ?? passed.named_case ?? null,
  case: found ? toCase(found, { occasion: { event: key, time: event.created_at } }) : null,
  payload: isRecord(payload) ? payload : { content: payload ?? null },
});

/**
 * The sample: an event with this name about the given case, or about the case of the other samples.
 */
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

export const eventOutput = outputWith(
  () => [
    { key: 'id', label: 'ID' },
    { key: 'type', label: 'Event' },
    { key: 'created_at', label: 'Time of the Event' },
    { key: 'application_id', label: 'Case' },
    ...caseOutput().map((field) => ({ ...field, key: `case__${field.key}` })),
    { key: 'payload__data__object__id', label: 'Payload: Object ID' },
  ],
  sampleEvent(),
  removedLink,
);
