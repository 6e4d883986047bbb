/** The common part of the triggers for one event: which events are theirs, and their samples. */
import { isRecord } from '../client/basics/json.ts';
import { events } from '../service/catalogue.ts';
import type { Case } from '../client/cases.ts';
import type { TriggerKey } from '../service/contract.ts';
import { readDelivery, refuseUnnamed, type Delivery, type Received } from '../client/deliveries.ts';
import { halt } from '../client/basics/errors.ts';
import type { Run } from '../client/exchange/run.ts';
import { caseLabels, caseSample, eventCaseOutput, toCase } from '../fields/cases.ts';
import { withCustomOutput } from '../fields/kinds/custom.ts';
import { outputWith, removedLink } from '../fields/kinds/output.ts';
import { filterFields, type Filter, type FilterInput } from '../fields/filters.ts';
import { declareTrigger } from '../operation.ts';
import { listRecent, runFlow } from './flow.ts';

interface CaseTrigger<Key extends TriggerKey> {
  /** The key of its event in the catalogue. */
  key: Key;
  label: string;
  description: string;
  /** Additional filters. */
  filters?: Filter[];
  /** The event's ID, and how its case differs from a new one. */
  sample: { id: string } & Partial<Case>;
}

/**
 * The case of an event. Undefined for another event, or for a call without an event, such as a test
 * of the address.
 * @throws a halt for several events at once, for an unnamed event at an address that gets all
 * events, and for an event without a case.
 */
function caseIn(
  run: Run,
  { event, payload }: Received,
  key: TriggerKey,
  delivery: Delivery,
): string | undefined {
  if (Array.isArray(payload) && payload.length) {
    throw halt(
      'This request contains several events, but a {{flow}} runs for one at a time. For your engineer: the service must send each event in its own request.',
    );
  }
  const { type, application_id } = event;
  if (type !== undefined && type !== events[key].name) return undefined;
  if (type === undefined) {
    if (!isRecord(payload) || !Object.keys(payload).length) return undefined;
    refuseUnnamed(run, delivery);
  }
  if (application_id !== undefined) return application_id;
  throw halt(
    'This event does not say which case it is about, so the {{flow}} does not run. For your engineer: the service must send the ID of the case as "application_id".',
  );
}

/** Builds a REST hook trigger for one event of the service ("Events"). */
export function caseTrigger<const Key extends TriggerKey>(trigger: CaseTrigger<Key>) {
  const { key } = trigger;
  const { id, ...facts } = trigger.sample;
  const sample = caseSample(facts, {
    id,
    occasion: { event: key, time: '2026-03-02T09:30:00Z' },
  });

  /**
   * The case as the service has it now. Returns nothing for another event, a repeat, an event that
   * is out of date or filtered out, and an unknown case.
   */
  const receive = async (run: Run, input: FilterInput, delivery: Delivery): Promise<object[]> => {
    const received = readDelivery(run, delivery);
    const application_id = caseIn(run, received, key, delivery);
    if (application_id === undefined) return [];

    const { event } = received;
    const occasion = { event: key, time: event.created_at };
    return runFlow(run, input, {
      trigger: key,
      about: { ...received, key, flow: delivery.flow },
      application_id,
      outdated: ['superseded', 'unchanged'],
      toItem: (found) => found && toCase(found, { id: event.id, occasion }),
    });
  };

  return declareTrigger({
    key,
    noun: 'Case',
    label: trigger.label,
    description: trigger.description,
    labels: caseLabels,
    input: [filterFields(trigger.filters ?? [])],
    events: () => [events[key].name],
    receive,
    list: (run, input) => listRecent(run, input, id),
    output: outputWith(withCustomOutput(eventCaseOutput), sample, removedLink),
  });
}
