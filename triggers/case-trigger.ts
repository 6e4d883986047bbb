/** What the triggers about a case share: subscribe, read the case again, filter, show it. */
import { defineTrigger, type Bundle, type ZObject } from 'zapier-platform-core';

import { isRecord } from '../api/answer.ts';
import { events } from '../api/catalogue.ts';
import { findCase, portalUrl, type Case } from '../api/client.ts';
import type { TriggerKey } from '../api/contract.ts';
import {
  bodyOf,
  isAhead,
  isSuperseded,
  portalLinkIn,
  readEvent,
  type Event,
  type StatusField,
} from '../api/events.ts';
import { halt, throttled } from '../api/errors.ts';
import { lastCase, noteOfCase } from '../api/last-case.ts';
import { recall } from '../api/memory.ts';
import { dialect } from '../api/dialect-in-use.ts';
import { newStep, type Context } from '../api/transport.ts';
import { caseLabels, caseResource, caseSample, toCase } from '../fields/case.ts';
import {
  filterFields,
  passes,
  sampleFor,
  type Filter,
  type FilterInput,
} from '../fields/filters.ts';
import { isInvoked, refuseUnnamed, runForZap, subscription, verify, zapOf } from './hook.ts';

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
function completed(context: Context, found: Case, { object }: Event): Case {
  const known = isRecord(found.custom_fields) && Object.keys(found.custom_fields).length > 0;
  const told = isRecord(object.custom_fields) ? object.custom_fields : undefined;
  return {
    ...found,
    status_review: found.status_review ?? (object.status_review as string | undefined),
    status_execution: found.status_execution ?? (object.status_execution as string | undefined),
    portal_link: found.portal_link ?? portalUrl(context, portalLinkIn(object)),
    custom_fields: known ? found.custom_fields : (told ?? found.custom_fields),
  };
}

/**
 * The specification has no endpoint that lists cases: the editor shows the one this connection saw
 * last, and before any the sample.
 */
const showing =
  (sample: Sample) =>
  async (z: ZObject, bundle: Bundle<FilterInput>): Promise<Record<string, unknown>[]> => {
    const found = await lastCase(newStep(z, bundle));
    const shown = found ? toCase(found, { id: sample.id }) : sample;
    return [sampleFor(shown, bundle.inputData)];
  };

/**
 * True when the event tells of nothing new: it is out of date, or the Zap was told that status.
 * @throws ThrottledError where the case is what is out of date.
 */
function isOld(event: Event, found: Case, changed: StatusField, told: unknown): boolean {
  if (isAhead(event, found, changed)) {
    throw throttled('The service still shows the case as it was before this event.', 60);
  }
  if (isSuperseded(event, found, changed)) return true;
  // A service that does not show the status does not say that it is the same.
  return told !== undefined && told === (found[changed] ?? undefined);
}

/**
 * The case of an event that is the trigger's; undefined for another event, and for a call that is
 * none, such as one that tries the address.
 * @throws HaltedError for several events at once, for one without a name at an address that may get
 * any event, and for one that does not say its case.
 */
function caseIn(body: unknown, event: Event, key: TriggerKey, bundle: Bundle): string | undefined {
  if (Array.isArray(body) && body.length) {
    throw halt(
      'This request holds several events at once, and a Zap runs for one. Ask whoever runs the service to send each event by a request of its own.',
    );
  }
  const { type, application_id } = event;
  if (type !== undefined && type !== dialect().events[key]) return undefined;
  if (type === undefined) {
    if (!isRecord(body) || !Object.keys(body).length) return undefined;
    refuseUnnamed(bundle);
  }
  if (application_id !== undefined) return application_id;
  throw halt(
    'This event does not say which case it is about, so the Zap does not run. Ask whoever runs the service to send the ID of the case as "application_id".',
  );
}

/** The event in a request and its case; undefined where it is none of the trigger's. */
function eventIn(bundle: Bundle, key: TriggerKey) {
  verify(bundle);
  const request = bundle.rawRequest ?? {};
  const body = bodyOf(request, bundle.cleanedRequest);
  const event = readEvent(body, request);
  const application_id = caseIn(body, event, key, bundle);
  return application_id === undefined ? undefined : { event, application_id };
}

/** A REST hook trigger for one event of the service ("Events"). */
export function caseTrigger<const Key extends TriggerKey>(trigger: CaseTrigger<Key>) {
  const sample = { ...caseSample, ...trigger.sample };
  const { label, description } = events[trigger.key];

  const performList = showing(sample);

  /**
   * An event -> the case as the service knows it now, or nothing: for an event of another kind, one
   * that ran this Zap before, is out of date or filtered, and for a case the service does not know.
   */
  const perform = async (z: ZObject, bundle: Bundle<FilterInput>) => {
    if (isInvoked(bundle)) return performList(z, bundle);
    const meant = eventIn(bundle, trigger.key);
    if (!meant) return [];
    const { event, application_id } = meant;
    const context = newStep(z, bundle, caseLabels, true);
    const zap = zapOf(bundle);
    // Without a status in the payload, the one this Zap was told last says whether it changed.
    const changed = trigger.onChangeOf;
    const isUntold = changed && event.object[changed] === undefined;
    const status = isUntold && zap !== undefined ? ['status', zap, application_id] : undefined;
    const read = () =>
      Promise.all([findCase(context, application_id), status && recall(context, status)]);
    const work = ([found, before]: Awaited<ReturnType<typeof read>>) => {
      // The case may be known a moment later: a repeat of the event is to be looked at again.
      if (!found) return { result: [], isOpen: true };
      if (changed && isOld(event, found, changed, status && before)) return { result: [] };
      const shown = toCase(completed(context, found, event), { id: event.id });
      const result = passes(shown, bundle.inputData) ? [shown] : [];
      // Noted once the filters have been read: one that is wrong ends the run before.
      const notes = [
        noteOfCase(context, found.application_id),
        ...(status ? [{ identity: status, value: (changed && found[changed]) ?? null }] : []),
      ];
      return { result, notes };
    };
    const caseOf = ([found]: Awaited<ReturnType<typeof read>>) => found;
    return runForZap(context, bundle, { key: trigger.key, event, read, work, caseOf });
  };

  return defineTrigger({
    key: trigger.key,
    noun: 'Case',
    display: { label, description },
    operation: {
      type: 'hook',
      inputFields: [filterFields(trigger.filters ?? [])],
      ...subscription(() => [dialect().events[trigger.key]]),
      perform,
      performList,
      outputFields: caseResource.outputFields,
      sample,
    },
  });
}
