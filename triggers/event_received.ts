import { defineTrigger, type Bundle, type ZObject } from 'zapier-platform-core';

import { testEvent } from '../service/catalogue.ts';
import { findCase } from '../client/client.ts';
import { bodyOf, readEvent, type Event } from '../client/events.ts';
import { lastCase, noteOfCase } from '../client/last-case.ts';
import { runOnce } from '../client/memory.ts';
import { dialect } from '../client/dialect-in-use.ts';
import { newStep, type Context } from '../client/transport.ts';
import { caseLabels } from '../fields/case.ts';
import {
  eventNamesOf,
  eventNamesField,
  eventOutput,
  eventSample,
  sampleEvent,
  toEvent,
  type EventInput,
} from '../fields/event.ts';
import { isInvoked, subscription, unnamed, verify, zapOf } from './hook.ts';

/** The names of the events that have a trigger of their own. */
const namesOfCases = () => Object.values(dialect().events);

/** The id of the case an event is about: one without a name is a case's only in an event about cases. */
const caseIdIn = ({ type = '', named_case, application_id }: Event): string | undefined =>
  namesOfCases().includes(type) ? application_id : named_case;

/** The case as the service knows it now; undefined where the event has none, or one it does not know. */
async function caseNow(context: Context, event: Event) {
  const id = caseIdIn(event);
  return id === undefined ? undefined : findCase(context, id, [400, 404, 410, 422]);
}

const performList = async (z: ZObject, bundle: Bundle<EventInput>) => [
  sampleEvent(eventNamesOf(bundle.inputData)[0], await lastCase(newStep(z, bundle))),
];

/** Any event the service sends, once per Zap: also those that have no trigger of their own. */
async function perform(z: ZObject, bundle: Bundle<EventInput>) {
  if (isInvoked(bundle)) return performList(z, bundle);
  verify(bundle);
  const request = bundle.rawRequest ?? {};
  const payload = bodyOf(request, bundle.cleanedRequest);
  const event = readEvent(payload, request);
  const wanted = eventNamesOf(bundle.inputData);
  if (wanted.length && event.type === undefined) throw unnamed();
  if (wanted.length && !wanted.includes(event.type!)) return [];

  const context = newStep(z, bundle, caseLabels, true);
  const zap = zapOf(bundle);
  const read = () => caseNow(context, event);
  const work = (found: Awaited<ReturnType<typeof read>>) => ({
    result: [toEvent(event, found, payload)],
    notes: found ? [noteOfCase(context, found.application_id)] : [],
  });
  if (zap === undefined) return work(await read()).result;
  return (await runOnce(context, ['event', zap, 'event_received', event.id], { read, work })) ?? [];
}

/** "Any Event": what the service sends, as it is. */
export default defineTrigger({
  key: 'event_received',
  noun: 'Event',
  display: {
    label: 'Any Event',
    description: 'Triggers when the service sends an event, also one without a trigger of its own.',
  },
  operation: {
    type: 'hook',
    inputFields: [eventNamesField],
    ...subscription(({ inputData }) => {
      const wanted = eventNamesOf(inputData);
      return wanted.length ? wanted : [...namesOfCases(), testEvent];
    }),
    perform,
    performList,
    outputFields: eventOutput,
    sample: eventSample,
  },
});
