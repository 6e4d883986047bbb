import { testEvent } from '../service/catalogue.ts';
import { readDelivery, unnamed, type Delivery } from '../client/deliveries.ts';
import { triggerOf } from '../client/event-case.ts';
import { statuses } from '../client/exchange/answer.ts';
import type { Run } from '../client/exchange/run.ts';
import { caseLabels } from '../fields/cases.ts';
import {
  eventNamesOf,
  eventNamesField,
  eventOutput,
  sampleEvent,
  sampleId,
  toEvent,
  type EventInput,
} from '../fields/events.ts';
import { filterFields, type FilterInput } from '../fields/filters.ts';
import { declareTrigger } from '../operation.ts';
import { events } from '../service/contract.ts';
import { listRecent, runFlow } from './flow.ts';

/** The names of events with their own trigger. */
const namesOfCases: string[] = Object.values(events);

/**
 * Runs the flow once for any event, including events without their own trigger. The event of a
 * status that its case has left is dropped, because another event reports the present one.
 */
async function receive(
  run: Run,
  input: EventInput & FilterInput,
  delivery: Delivery,
): Promise<object[]> {
  const received = readDelivery(run, delivery);
  const { event } = received;
  const wanted = eventNamesOf(input);
  if (wanted.length && event.type === undefined) throw unnamed();
  if (wanted.length && !wanted.includes(event.type!)) return [];

  const key = triggerOf(event.type);
  const about = { ...received, key, flow: delivery.flow };
  return runFlow(run, input, {
    trigger: 'event_received',
    about,
    // In an event about cases, a plain `id` is the case.
    application_id: key ? event.application_id : event.named_case,
    accept: statuses.noSuchId,
    outdated: ['superseded'],
    toItem: (found) => toEvent(about, found),
  });
}

/** Any event: its case, and the event as the service sent it. */
export default declareTrigger({
  key: 'event_received',
  noun: 'Event',
  label: 'New Event',
  description:
    'Triggers when the service sends any event, including events without a trigger of their own.',
  labels: caseLabels,
  input: [eventNamesField, filterFields(['status_review', 'status_execution', 'skip_drafts'])],
  events(input) {
    const wanted = eventNamesOf(input);
    return wanted.length ? wanted : [...namesOfCases, testEvent];
  },
  receive,
  list: async (run, input) => {
    const cases = await listRecent(run, input, sampleId);
    return cases.map((item) => sampleEvent(item, eventNamesOf(input)[0]));
  },
  output: eventOutput,
});
