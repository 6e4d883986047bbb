import { testEvent } from '../service/catalogue.ts';
import { readDelivery, runFlowOnce, unnamed, type Delivery } from '../client/deliveries.ts';
import { readEventCase, showEventCase, triggerOf } from '../client/event-case.ts';
import { recentCases } from '../client/recent-cases.ts';
import { linkProblem } from '../client/portal-link.ts';
import type { Run } from '../client/exchange/run.ts';
import { caseLabels } from '../fields/cases.ts';
import {
  eventNamesOf,
  eventNamesField,
  eventOutput,
  sampleEvent,
  toEvent,
  type EventInput,
} from '../fields/events.ts';
import { declareTrigger } from '../operation.ts';
import { events } from '../service/contract.ts';

/** The names of events with their own trigger. */
const namesOfCases: string[] = Object.values(events);

const list = async (run: Run, input: EventInput) => {
  const [found] = await recentCases(run, 1);
  return [sampleEvent(eventNamesOf(input)[0], found)];
};

/**
 * Runs the flow once for any event, including events without their own trigger. The event of a
 * status that its case has left is dropped, because another event reports the present one.
 */
async function receive(run: Run, input: EventInput, delivery: Delivery): Promise<object[]> {
  const received = readDelivery(run, delivery);
  const { event, passed, hosts } = received;
  const wanted = eventNamesOf(input);
  if (wanted.length && event.type === undefined) throw unnamed();
  if (wanted.length && !wanted.includes(event.type!)) return [];

  const key = triggerOf(event.type);
  // In an event about cases, a plain `id` is the case.
  const application_id = key ? event.application_id : event.named_case;
  const about = { ...received, key, flow: delivery.flow };
  const read = () => readEventCase(run, about, application_id, [400, 404, 410, 422]);
  const work = (reading: Awaited<ReturnType<typeof read>>) => {
    const { found } = reading;
    const ofCase = found && showEventCase(run, about, found, reading);
    if (ofCase?.standing === 'superseded') return { result: [] };
    const item = { ...toEvent(about, ofCase?.shown), ...linkProblem(run, hosts, passed) };
    return { result: [item], notes: ofCase?.notes };
  };
  return runFlowOnce(run, {
    key: 'event_received',
    event,
    flow: delivery.flow,
    read,
    work,
    caseOf: ({ found }) => found,
  });
}

/** "New Event": passes the event on as the service sent it. */
export default declareTrigger({
  key: 'event_received',
  noun: 'Event',
  label: 'New Event',
  description:
    'Triggers when the service sends any event, including events without a trigger of their own.',
  labels: caseLabels,
  input: [eventNamesField],
  events(input) {
    const wanted = eventNamesOf(input);
    return wanted.length ? wanted : [...namesOfCases, testEvent];
  },
  receive,
  list,
  output: eventOutput,
});
