/** An event: its case and its document; in "New Event", also its name, its time and its payload. */
import { idText } from '../client/exchange/answer.ts';
import type { Case } from '../client/cases.ts';
import { isRecord } from '../client/basics/json.ts';
import type { ReceivedEvent } from '../client/events.ts';
import { halt } from '../client/basics/errors.ts';
import { eventNames, events, type TriggerKey } from '../service/contract.ts';
import { excerpt } from '../service/excerpt.ts';
import { approved, caseSample, eventCaseOutput, toCase } from './cases.ts';
import { documentOutput, toDocument } from './documents.ts';
import type { CaseItem } from './filters.ts';
import { choice } from './kinds/choices.ts';
import { withCustomOutput } from './kinds/custom.ts';
import { removedLink, outputWith } from './kinds/output.ts';
import { toList, type Input } from './kinds/values.ts';

export const eventNamesField = {
  key: 'event_names' as const,
  label: 'Only Events',
  list: true,
  example: 'application.updated',
  choices: eventNames.map((name) => choice(name, name)),
  helpText:
    '{{Runs}} only for events with one of these names, for example application.updated. Empty means any event. The test event of the service is webhooks.test.',
};

export type EventInput = Input<typeof eventNamesField.key>;

/** The names of the events that run the flow; empty for all. */
export const eventNamesOf = (input: EventInput = {}): string[] =>
  toList(input.event_names, eventNamesField.label);

/** The event that the editor shows. @throws a halt for an unknown name, which may be misspelt. */
export function knownEvent(input: EventInput): string | undefined {
  const names = eventNamesOf(input);
  const other = names.find((name) => !eventNames.some((one) => one === name));
  if (other === undefined) return names[0];
  throw halt(
    `${eventNamesField.label}: "${excerpt(other)}" is not a known event, so the {{flow}} may never run. Choose a name from the list. If your service sends this event, go on without this test.`,
  );
}

/** The item of an event. One about a document may name no case. */
export const toItem = (
  { id, created_at: time, passed: { named_case, document } }: ReceivedEvent,
  key?: TriggerKey,
  found?: Case,
) => ({
  ...(found
    ? toCase(found, { id, occasion: { event: key, time } })
    : { id, application_id: named_case ?? null }),
  ...(document && { document: toDocument(document) }),
});

/** What "New Event" shows below it. */
export const eventFacts = ({ passed, payload }: ReceivedEvent) => ({
  event_name: passed.type ?? null,
  event_time: passed.created_at ?? null,
  payload: isRecord(payload) ? payload : { content: payload ?? null },
});

/** The sample of an event about a document without a case: the keys of a case are empty. */
export const documentSample = (id: string): CaseItem & { document: object } => ({
  ...Object.fromEntries(Object.keys(caseSample({})).map((key) => [key, null])),
  id,
  document: { ...documentOutput().sample(), application_id: null },
});

/** The ID of the event in the samples. */
export const sampleId = 'evt_4Xw7Gc2HrL';

/** An item of the editor, as an event with this name shows it. */
export const sampleEvent = (item: CaseItem, event_name: string = events.case_updated) => {
  const { id, application_id, status_review } = item;
  const object = 'document' in item ? item.document : { application_id, status_review };
  return {
    ...item,
    event_name,
    event_time: idText('updated_at' in item && item.updated_at) ?? null,
    payload: { event_id: id, type: event_name, data: { object } },
  };
};

export const eventOutput = outputWith(
  withCustomOutput(() => [
    ...eventCaseOutput(),
    { key: 'event_name', label: 'Event Name' },
    { key: 'event_time', label: 'Event Time' },
    { key: 'payload__data__object__id', label: 'Payload: Object ID' },
  ]),
  () => ({
    ...sampleEvent(caseSample(approved, { id: sampleId }), events.case_review_updated),
    event_time: '2026-03-02T09:30:00Z',
  }),
  removedLink,
);
