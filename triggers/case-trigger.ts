/** What the three triggers share: subscribe, read the case again, filter, show it. */
import { defineTrigger, type Bundle, type ZObject } from 'zapier-platform-core';

import { isRecord } from '../api/answer.ts';
import { events } from '../api/catalogue.ts';
import { findCase, portalUrl, registerWebhook, removeWebhook, type Case } from '../api/client.ts';
import type { TriggerKey } from '../api/contract.ts';
import { halt } from '../api/errors.ts';
import { bodyOf, isSuperseded, portalLinkIn, readEvent, type Event } from '../api/events.ts';
import { recall, runOnce } from '../api/memory.ts';
import { isSigned } from '../api/signature.ts';
import { setting, words } from '../api/settings.ts';
import { newStep, type Context } from '../api/transport.ts';
import { caseLabels, caseResource, caseSample, toCase } from '../fields/case.ts';
import { filterFields, passes, sampleFor, type Filter } from '../fields/filters.ts';

type Sample = typeof caseSample;

interface CaseTrigger<Key extends TriggerKey> {
  /** Also the setting that names its event; what the editor says of it is in the catalogue. */
  key: Key;
  /** Filters beside those of every trigger. */
  filters?: Filter[];
  /** The event tells of a change of status: one that is out of date, or changes nothing, is dropped. */
  onStatusChange?: true;
  /** Where its sample differs from that of a case. */
  sample: Partial<Sample>;
}

/** `SERVICE_WEBHOOKS_PATH=none` at push: the editor shows an address to enter in the service. */
const registersByHand = () => setting('webhooksPath') === '';

/** @throws HaltedError for an event that none of the known secrets signed. */
function verify(bundle: Bundle): void {
  if (setting('webhookSignatures') === 'off') return;
  const { secret } = (bundle.subscribeData ?? {}) as { secret?: string | number };
  const secrets = [secret, bundle.authData.webhook_secret, setting('webhookSecret')].flatMap(
    (given) => words(String(given ?? '')),
  );
  if (!secrets.length || isSigned(bundle.rawRequest ?? {}, secrets)) return;
  throw halt(
    'The signature of this event does not match, so it was dropped. If it does come from your service, correct the Webhook Signing Secret of the connection, or the settings SERVICE_SIGNATURE_SCHEME and SERVICE_SIGNATURE_HEADER; SERVICE_WEBHOOK_SIGNATURES=off takes events unchecked.',
  );
}

/** What tells this Zap from others that get the same event; undefined where Zapier says nothing. */
function zapOf({ subscribeData, targetUrl, meta }: Bundle): string | undefined {
  const id = subscribeData?.id ?? targetUrl ?? meta?.zap?.id;
  return id === undefined ? undefined : String(id);
}

/** The case with what only the event knows: what the service itself says outweighs it. */
function completed(context: Context, found: Case, { object }: Event): Case {
  const known = isRecord(found.custom_fields) && Object.keys(found.custom_fields).length > 0;
  const told = isRecord(object.custom_fields) ? object.custom_fields : undefined;
  return {
    ...found,
    portal_link: found.portal_link ?? portalUrl(context, portalLinkIn(object)),
    custom_fields: known ? found.custom_fields : (told ?? found.custom_fields),
  };
}

/** The specification has no endpoint that lists cases: the editor shows the sample. */
const showing =
  (sample: Sample) =>
  (_z: ZObject, bundle: Bundle): Record<string, unknown>[] => [sampleFor(sample, bundle.inputData)];

/** Registers Zapier's address for the event. @returns the registration, kept as subscribeData. */
const subscribeTo = (key: TriggerKey) => async (z: ZObject, bundle: Bundle) => {
  const webhook = await registerWebhook(newStep(z, bundle), bundle.targetUrl!, setting(key));
  if (webhook) return { id: webhook.id, ...(webhook.secret && { secret: webhook.secret }) };
  throw halt(
    'The service does not let Zapier register webhooks. If it has another address for it, set SERVICE_WEBHOOKS_PATH; if it has none, push the integration with SERVICE_WEBHOOKS_PATH=none: the trigger then shows an address to enter in the webhook settings of the service.',
  );
};

/** Removes the registration; one that is already gone is no error. */
async function performUnsubscribe(z: ZObject, bundle: Bundle) {
  const { id } = bundle.subscribeData ?? {};
  if (id) await removeWebhook(newStep(z, bundle), id);
  return {};
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
  const perform = async (z: ZObject, bundle: Bundle) => {
    // Only `zapier-platform invoke` runs a hook trigger without a request.
    if (!bundle.rawRequest && !bundle.cleanedRequest) return performList(z, bundle);
    verify(bundle);
    const request = bundle.rawRequest ?? {};
    const event = readEvent(bodyOf(request, bundle.cleanedRequest), request);
    const { application_id } = event;
    if (!application_id || (event.type && event.type !== setting(trigger.key))) return [];

    const context = newStep(z, bundle, caseLabels, true);
    const zap = zapOf(bundle);
    // Without a status in the payload, the one this Zap was told last says whether it changed.
    const isUntold = trigger.onStatusChange && event.object.status_review === undefined;
    const status = isUntold && zap !== undefined ? ['status', zap, application_id] : undefined;
    const read = () =>
      Promise.all([findCase(context, application_id), status && recall(context, status)]);
    const work = ([found, before]: Awaited<ReturnType<typeof read>>) => {
      // The case may be known a moment later: a repeat of the event is to be looked at again.
      if (!found) return { result: [], isOpen: true };
      if (trigger.onStatusChange && isSuperseded(event, found)) return { result: [] };
      const now = found.status_review ?? null;
      if (status && before === now) return { result: [] };
      const shown = toCase(completed(context, found, event), { id: event.id });
      const result = passes(shown, bundle.inputData) ? [shown] : [];
      // Noted once the filters have been read: one that is wrong ends the run before.
      return { result, ...(status && { note: { identity: status, value: now } }) };
    };
    if (zap === undefined) return work(await read()).result;
    const seen = ['event', zap, trigger.key, event.id];
    return (await runOnce(context, seen, { read, work })) ?? [];
  };

  return defineTrigger({
    key: trigger.key,
    noun: 'Case',
    display: { label, description },
    operation: {
      type: 'hook',
      inputFields: [filterFields(trigger.filters ?? [])],
      ...(!registersByHand() && {
        performSubscribe: subscribeTo(trigger.key),
        performUnsubscribe,
      }),
      perform,
      performList,
      outputFields: caseResource.outputFields,
      sample,
    },
  });
}
