/** The common part of all case triggers: subscribe, read the case, filter, return it. */
import { isRecord } from '../client/exchange/json.ts';
import { events } from '../service/catalogue.ts';
import { findCase, type Case } from '../client/cases.ts';
import { linkProblem, portalLinkIn, portalUrl } from '../client/portal-link.ts';
import type { TriggerKey } from '../service/contract.ts';
import { isAhead, isSuperseded, type Event, type StatusField } from '../client/events.ts';
import { readDelivery, refuseUnnamed, runFlowOnce, type Delivery } from '../client/deliveries.ts';
import { halt, throttle } from '../client/exchange/errors.ts';
import { notesOfCase, recentCases, recentIds } from '../client/recent-cases.ts';
import { recallNote } from '../client/memory/claim.ts';
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
  /**
   * The status that the event reports. An event that is out of date or changes nothing is dropped.
   */
  onChangeOf?: StatusField;
  /** The event's ID, and where its case differs from the usual sample. */
  sample: Pick<Sample, 'id'> & Partial<Sample>;
}

/** The request to the client, or the decision, if only the event has it. */
const inEvent = (found: Case, object: Event['object'], key: string) =>
  found[key] === undefined && isRecord(object[key]) ? { [key]: object[key] } : {};

/** Adds the facts that only the event has. The service's own values win. */
function withEventFacts(run: Run, found: Case, { object }: Event): Case {
  const hasCustomFields =
    isRecord(found.custom_fields) && Object.keys(found.custom_fields).length > 0;
  const fromEvent = isRecord(object.custom_fields) ? object.custom_fields : undefined;
  return {
    ...found,
    status_review: found.status_review ?? (object.status_review as string | undefined),
    status_execution: found.status_execution ?? (object.status_execution as string | undefined),
    portal_link: found.portal_link ?? portalUrl(run, portalLinkIn(object)),
    ...inEvent(found, object, 'request'),
    ...inEvent(found, object, 'decision'),
    custom_fields: hasCustomFields ? found.custom_fields : (fromEvent ?? found.custom_fields),
  };
}

/** The item for the flow. @param hosts the hosts of removed links. */
const toItem = (run: Run, key: TriggerKey, found: Case, event: Event, hosts: string[]) => ({
  ...toCase(found, { id: event.id, occasion: { event: key, time: event.created_at } }),
  ...(!found.portal_link && linkProblem(run, hosts, event)),
});

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
 * True if the event is out of date or the Zap already got this status.
 * @throws a throttle if the service still shows the case as it was before.
 */
function isOld(event: Event, found: Case, changed: StatusField, lastStatus: unknown): boolean {
  if (isAhead(event, found, changed)) {
    throw throttle('The service still shows the case as it was before this event.', 60);
  }
  if (isSuperseded(event, found, changed)) return true;
  // A missing status does not prove that nothing changed.
  return lastStatus !== undefined && lastStatus === (found[changed] ?? undefined);
}

/**
 * The case of an event. Undefined for another event, or for a call without an event, such as a test
 * of the address.
 * @throws a halt for several events at once, for an unnamed event at an address that gets all
 * events, and for an event without a case.
 */
function caseIn(
  run: Run,
  body: unknown,
  event: Event,
  key: TriggerKey,
  delivery: Delivery,
): string | undefined {
  if (Array.isArray(body) && body.length) {
    throw halt(
      'This request contains several events, but a {{flow}} runs for one at a time. Ask whoever runs the service to send each event in its own request.',
    );
  }
  const { type, application_id } = event;
  if (type !== undefined && type !== events[key].name) return undefined;
  if (type === undefined) {
    if (!isRecord(body) || !Object.keys(body).length) return undefined;
    refuseUnnamed(run, delivery);
  }
  if (application_id !== undefined) return application_id;
  throw halt(
    'This event does not say which case it is about, so the {{flow}} does not run. Ask whoever runs the service to send the ID of the case as "application_id".',
  );
}

/** Reads the case of an event, the recent cases, and the note of its last status. */
const readerOf = (run: Run, application_id: string, status: unknown[] | undefined) => () =>
  Promise.all([findCase(run, application_id), recentIds(run), status && recallNote(run, status)]);

/** Builds a REST hook trigger for one event of the service ("Events"). */
export function caseTrigger<const Key extends TriggerKey>(trigger: CaseTrigger<Key>) {
  const sample = withProgress(trigger.key, { ...caseSample, ...trigger.sample });

  /**
   * The case as the service has it now. Returns nothing for another event, a repeat, an event that
   * is out of date or filtered out, and an unknown case.
   */
  const receive = async (run: Run, input: FilterInput, delivery: Delivery): Promise<object[]> => {
    const { event, body, hosts } = readDelivery(run, delivery);
    const { flow } = delivery;
    const application_id = caseIn(run, body, event, trigger.key, delivery);
    if (application_id === undefined) return [];

    // If the payload has no status, the Zap's last status shows whether it changed.
    const changed = trigger.onChangeOf;
    const isUntold = changed && event.object[changed] === undefined;
    const status = isUntold && flow !== undefined ? ['status', flow, application_id] : undefined;
    const read = readerOf(run, application_id, status);
    const work = ([found, recent, before]: Awaited<ReturnType<typeof read>>) => {
      // The service may find the case a moment later, so a repeat of this event must run.
      if (!found) return { result: [], isOpen: true };
      if (changed && isOld(event, found, changed, status && before)) return { result: [] };
      const whole = toItem(run, trigger.key, withEventFacts(run, found, event), event, hosts);
      const result = passes(run.dialect, whole, input) ? [whole] : [];
      // These notes come last: a wrong filter must end the run first.
      const notes = [
        ...notesOfCase(run, found, recent),
        ...(status ? [{ identity: status, value: (changed && found[changed]) ?? null }] : []),
      ];
      return { result, notes };
    };
    return runFlowOnce(run, {
      key: trigger.key,
      event,
      flow,
      read,
      work,
      caseOf: ([found]) => found,
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
