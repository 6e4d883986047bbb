/** What the triggers about a case share: subscribe, read the case again, filter, show it. */
import { isRecord } from '../client/answer.ts';
import { events } from '../service/catalogue.ts';
import { findCase, portalUrl, type Case } from '../client/client.ts';
import type { TriggerKey } from '../service/contract.ts';
import {
  bodyOf,
  isSuperseded,
  portalLinkIn,
  readEvent,
  type Event,
  type StatusField,
} from '../client/events.ts';
import { lastCase, noteOfCase } from '../client/last-case.ts';
import { recall, runOnce } from '../client/memory.ts';
import type { Run } from '../client/run.ts';
import { caseLabels, caseResource, caseSample, toCase } from '../fields/case.ts';
import {
  filterFields,
  passes,
  sampleFor,
  type Filter,
  type FilterInput,
} from '../fields/filters.ts';
import { defineTrigger, type Delivery } from '../operation.ts';
import { refuseUnnamed, verify } from './hook.ts';

type Sample = typeof caseSample;

interface CaseTrigger<Key extends TriggerKey> {
  /** Also the setting that names its event; what the editor says of it is in the catalogue. */
  key: Key;
  /** Filters beside those of every trigger. */
  filters?: Filter[];
  /** The status whose change the event tells of: one that is out of date, or changes nothing, is dropped. */
  onChangeOf?: StatusField;
  /** Where its sample differs from that of a case. */
  sample: Partial<Sample>;
}

/** The case with what only the event knows: what the service itself says outweighs it. */
function completed(run: Run, found: Case, { object }: Event): Case {
  const known = isRecord(found.custom_fields) && Object.keys(found.custom_fields).length > 0;
  const told = isRecord(object.custom_fields) ? object.custom_fields : undefined;
  return {
    ...found,
    status_review: found.status_review ?? (object.status_review as string | undefined),
    status_execution: found.status_execution ?? (object.status_execution as string | undefined),
    portal_link: found.portal_link ?? portalUrl(run, portalLinkIn(object)),
    custom_fields: known ? found.custom_fields : (told ?? found.custom_fields),
  };
}

/**
 * The specification has no endpoint that lists cases: the editor shows the one this connection saw
 * last, and before any the sample.
 */
const listOf =
  (sample: Sample) =>
  async (run: Run, input: FilterInput): Promise<object[]> => {
    const found = await lastCase(run);
    const latest = found ? toCase(found, { id: sample.id }) : sample;
    return [sampleFor(run.dialect, latest, input)];
  };

/** True when the event tells of nothing new: it is out of date, or the Zap was told that status. */
function isOld(event: Event, found: Case, changed: StatusField, told: unknown): boolean {
  if (isSuperseded(event, found, changed)) return true;
  // A service that does not show the status does not say that it is the same.
  return told !== undefined && told === (found[changed] ?? undefined);
}

/**
 * Whether the event is the trigger's.
 * @throws HaltedError for one without a name at an address that may get any event.
 */
function isMeant(run: Run, { type }: Event, key: TriggerKey, delivery: Delivery): boolean {
  if (type !== undefined) return type === run.dialect.events[key];
  refuseUnnamed(run, delivery);
  return true;
}

/** A REST hook trigger for one event of the service ("Events"). */
export function caseTrigger<const Key extends TriggerKey>(trigger: CaseTrigger<Key>) {
  const sample = { ...caseSample, ...trigger.sample };
  const { label, description } = events[trigger.key];

  /**
   * An event -> the case as the service knows it now, or nothing: for an event of another kind, one
   * that ran this Zap before, is out of date or filtered, and for a case the service does not know.
   */
  const receive = async (run: Run, input: FilterInput, delivery: Delivery): Promise<object[]> => {
    verify(run, delivery);
    const { request, body, flow } = delivery;
    const event = readEvent(run.dialect, bodyOf(request, body), request);
    const { application_id } = event;
    if (!application_id || !isMeant(run, event, trigger.key, delivery)) return [];

    // Without a status in the payload, the one this Zap was told last says whether it changed.
    const changed = trigger.onChangeOf;
    const isUntold = changed && event.object[changed] === undefined;
    const status = isUntold && flow !== undefined ? ['status', flow, application_id] : undefined;
    const read = () => Promise.all([findCase(run, application_id), status && recall(run, status)]);
    const work = ([found, before]: Awaited<ReturnType<typeof read>>) => {
      // The case may be known a moment later: a repeat of the event is to be looked at again.
      if (!found) return { result: [], isOpen: true };
      if (changed && isOld(event, found, changed, status && before)) return { result: [] };
      const whole = toCase(completed(run, found, event), { id: event.id });
      const result = passes(run.dialect, whole, input) ? [whole] : [];
      // Noted once the filters have been read: one that is wrong ends the run before.
      const notes = [
        noteOfCase(run, found.application_id),
        ...(status ? [{ identity: status, value: (changed && found[changed]) ?? null }] : []),
      ];
      return { result, notes };
    };
    if (flow === undefined) return work(await read()).result;
    const seen = ['event', flow, trigger.key, event.id];
    return (await runOnce(run, seen, { read, work })) ?? [];
  };

  return defineTrigger({
    key: trigger.key,
    noun: 'Case',
    label,
    description,
    labels: caseLabels,
    input: [filterFields(trigger.filters ?? [])],
    events: (dialect) => [dialect.events[trigger.key]],
    receive,
    list: listOf(sample),
    output: { outputFields: caseResource.outputFields, sample },
  });
}
