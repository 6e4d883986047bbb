/** An event of any name: its case as in the other triggers, its name, its time and its payload. */
import { events } from '../service/catalogue.ts';
import { idText } from '../client/exchange/answer.ts';
import type { Case } from '../client/cases.ts';
import { isRecord } from '../client/basics/json.ts';
import type { CaseEvent } from '../client/event-case.ts';
import { approved, caseSample, eventCaseOutput, toCase } from './cases.ts';
import type { CaseItem } from './filters.ts';
import { withCustomOutput } from './kinds/custom.ts';
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

export type EventInput = Input<typeof eventNamesField.key>;

/** The names of the events that run the flow; empty for all. */
export const eventNamesOf = (input: EventInput = {}): string[] =>
  toList(input.event_names, eventNamesField.label);

/** The output of an event: its case as in the other triggers, and the event below it. */
export const toEvent = ({ event, passed, payload, key }: CaseEvent, found: Case | undefined) => {
  const { id } = event;
  return {
    ...(found
      ? toCase(found, { id, occasion: { event: key, time: event.created_at } })
      : { id, application_id: passed.named_case ?? null }),
    event_name: passed.type ?? null,
    event_time: passed.created_at ?? null,
    payload: isRecord(payload) ? payload : { content: payload ?? null },
  };
};

/** The ID of the event in the samples. */
export const sampleId = 'evt_4Xw7Gc2HrL';

/** A case of the editor, as an event with this name shows it. */
export function sampleEvent<Item extends CaseItem>(
  item: Item,
  event_name: string = events.case_updated.name,
) {
  const { id, application_id, status_review } = item;
  return {
    ...item,
    event_name,
    event_time: idText('updated_at' in item && item.updated_at) ?? null,
    payload: {
      event_id: id,
      type: event_name,
      data: { object: { application_id, status_review } },
    },
  };
}

export const eventOutput = outputWith(
  withCustomOutput(() => [
    ...eventCaseOutput(),
    { key: 'event_name', label: 'Event Name' },
    { key: 'event_time', label: 'Event Time' },
    { key: 'payload__data__object__id', label: 'Payload: Object ID' },
  ]),
  {
    ...sampleEvent(caseSample(approved, { id: sampleId }), events.case_review_updated.name),
    event_time: '2026-03-02T09:30:00Z',
  },
  removedLink,
);
