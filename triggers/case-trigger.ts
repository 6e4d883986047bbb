/** The common part of all case triggers: subscribe, read the case, filter, return it. */
import { isRecord } from '../client/exchange/json.ts';
import { events } from '../service/catalogue.ts';
import type { Case } from '../client/cases.ts';
import { readEventCase, showEventCase } from '../client/event-case.ts';
import { linkProblem } from '../client/portal-link.ts';
import type { TriggerKey } from '../service/contract.ts';
import {
  readDelivery,
  refuseUnnamed,
  runFlowOnce,
  type Delivery,
  type Received,
} from '../client/deliveries.ts';
import { halt } from '../client/exchange/errors.ts';
import { recentCases } from '../client/recent-cases.ts';
import type { Run } from '../client/exchange/run.ts';
import { caseLabels, caseOutput, caseSample, toCase } from '../fields/cases.ts';
import { withCustomOutput } from '../fields/kinds/custom.ts';
import { outputWith, removedLink } from '../fields/kinds/output.ts';
import { progressOf } from '../fields/progress.ts';
import {
  filterFields,
  passes,
  sampleFor,
  type Filter,
  type FilterInput,
} from '../fields/filters.ts';
import { declareTrigger } from '../operation.ts';

type Sample = typeof caseSample;

interface CaseTrigger<Key extends TriggerKey> {
  /** The key of its event in the catalogue. */
  key: Key;
  label: string;
  description: string;
  /** Additional filters. */
  filters?: Filter[];
  /** The event's ID, and where its case differs from the usual sample. */
  sample: Pick<Sample, 'id'> & Partial<Sample>;
}

/** The editor shows no more samples. */
const maxSamples = 3;

/**
 * The samples of the editor. No endpoint lists cases, so these are the recent cases of this
 * connection that pass the filters, or else the invented sample, changed until it passes: a real
 * case must not show a status that it does not have.
 */
const listOf =
  (key: TriggerKey, sample: Sample) =>
  async (run: Run, input: FilterInput): Promise<object[]> => {
    const found = await recentCases(run, maxSamples);
    const items = found
      .map((one, index) =>
        toCase(one, { id: `${sample.id}${index || ''}`, occasion: { event: key } }),
      )
      .filter((item) => passes(run.dialect, item, input));
    return items.length ? items : [withProgress(key, sampleFor(run.dialect, sample, input))];
  };

/** A sample with the status and times of this event. */
const withProgress = <Shown extends object>(event: TriggerKey, sample: Shown) => ({
  ...sample,
  ...progressOf(sample as unknown as Case, { event, time: '2026-03-02T09:30:00Z' }),
});

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
      'This request contains several events, but a {{flow}} runs for one at a time. Ask whoever runs the service to send each event in its own request.',
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
    'This event does not say which case it is about, so the {{flow}} does not run. Ask whoever runs the service to send the ID of the case as "application_id".',
  );
}

/** Builds a REST hook trigger for one event of the service ("Events"). */
export function caseTrigger<const Key extends TriggerKey>(trigger: CaseTrigger<Key>) {
  const sample = withProgress(trigger.key, { ...caseSample, ...trigger.sample });

  /**
   * The case as the service has it now. Returns nothing for another event, a repeat, an event that
   * is out of date or filtered out, and an unknown case.
   */
  const receive = async (run: Run, input: FilterInput, delivery: Delivery): Promise<object[]> => {
    const received = readDelivery(run, delivery);
    const { event, passed, hosts } = received;
    const application_id = caseIn(run, received, trigger.key, delivery);
    if (application_id === undefined) return [];

    const { key } = trigger;
    const about = { ...received, key, flow: delivery.flow };
    const read = () => readEventCase(run, about, application_id);
    const work = (reading: Awaited<ReturnType<typeof read>>) => {
      const { found } = reading;
      // The service may find the case a moment later, so a repeat of this event must run.
      if (!found) return { result: [], isOpen: true };
      const { shown, standing, notes } = showEventCase(run, about, found, reading);
      if (standing !== 'current') return { result: [] };
      const isWithoutLink = !shown.portal_link || key === 'collect_opened';
      const item = {
        ...toCase(shown, { id: event.id, occasion: { event: key, time: event.created_at } }),
        ...(isWithoutLink && linkProblem(run, hosts, passed)),
      };
      // A wrong filter ends the run before the notes are stored.
      return { result: passes(run.dialect, item, input) ? [item] : [], notes };
    };
    return runFlowOnce(run, {
      key,
      event,
      flow: delivery.flow,
      read,
      work,
      caseOf: ({ found }) => found,
    });
  };

  return declareTrigger({
    key: trigger.key,
    noun: 'Case',
    label: trigger.label,
    description: trigger.description,
    labels: caseLabels,
    input: [filterFields(trigger.filters ?? [])],
    events: () => [events[trigger.key].name],
    receive,
    list: listOf(trigger.key, sample),
    output: outputWith(withCustomOutput(caseOutput), sample, removedLink),
  });
}
