import { caseLabels } from '../fields/cases.ts';
import {
  eventNamesField,
  eventNamesOf,
  eventOutput,
  knownEvent,
  sampleEvent,
  sampleId,
} from '../fields/events.ts';
import { filterFields } from '../fields/filters.ts';
import { declareTrigger } from '../operation.ts';
import { testEvent } from '../service/catalogue.ts';
import { events } from '../service/contract.ts';
import { listRecent, runFlow } from './flow.ts';

/** Any event, including those without their own trigger: its case, and the event as it came. */
export default declareTrigger({
  key: 'event_received',
  noun: 'Event',
  label: 'New Event',
  description:
    'Triggers when the service sends any event, including events without a trigger of their own.',
  labels: caseLabels,
  input: [
    eventNamesField,
    filterFields(['status_review', 'status_execution', 'skip_drafts'], true),
  ],
  events(input) {
    const wanted = eventNamesOf(input);
    return wanted.length ? wanted : [...Object.values(events), testEvent];
  },
  receive: runFlow,
  async list(run, input) {
    const name = knownEvent(input);
    const items = await listRecent(run, input, sampleId, name);
    return items.map((item) => sampleEvent(item, name));
  },
  output: eventOutput,
});
