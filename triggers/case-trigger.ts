/** What the three triggers share: subscribe, read the case again, filter, show it. */
import { defineTrigger, errors, type Bundle, type ZObject } from 'zapier-platform-core';

import { getCase, registerWebhook, removeWebhook } from '../api/client.ts';
import { isMissing } from '../api/errors.ts';
import { isSigned, readEvent } from '../api/events.ts';
import { profile, type Setting } from '../api/profile.ts';
import { caseEventResource, riskLevelChoices, toCase, toRiskLevel } from '../fields/case.ts';
import { suggestions } from '../fields/choices.ts';
import { toBoolean, toList, toPairs, type Input } from '../fields/values.ts';

type Shown = ReturnType<typeof toCase>;
type Sample = typeof caseEventResource.sample;

export const statusFilters = () => [
  {
    key: 'status_review',
    label: 'Only Review Status',
    list: true,
    choices: suggestions('reviewStatuses'),
    helpText: 'Runs only when the case has one of these statuses; empty means any.',
  },
];

const commonFilters = () => [
  {
    key: 'risk_level',
    label: 'Only Risk Level',
    list: true,
    choices: riskLevelChoices,
    helpText: 'Runs only when the case has one of these risk levels; empty means any.',
  },
  {
    key: 'custom_fields',
    label: 'Only Custom Fields',
    dict: true,
    helpText: 'Runs only when each of these custom fields of the case has the value given here.',
  },
  {
    key: 'skip_drafts',
    label: 'Skip Drafts',
    type: 'boolean' as const,
    helpText: 'Choose yes to leave out cases that have not been submitted.',
  },
];

const lower = (text: unknown) => String(text ?? '').toLowerCase();

/** True when the admin's filters let the case through. */
function passes(shown: Shown, input: Input): boolean {
  const statuses = toList(input.status_review).map(lower);
  const levels = toList(input.risk_level).map(toRiskLevel);
  const custom = shown.custom_fields as Record<string, unknown>;
  return (
    (!statuses.length || statuses.includes(lower(shown.status_review))) &&
    (!levels.length || levels.includes(shown.risk_level)) &&
    (!toBoolean(input.skip_drafts, 'Skip Drafts') || shown.is_draft !== true) &&
    Object.entries(toPairs(input.custom_fields) ?? {}).every(
      ([key, value]) =>
        Object.hasOwn(custom, key) &&
        lower(JSON.stringify(custom[key])) === lower(JSON.stringify(value)),
    )
  );
}

/** The sample, changed so that it passes the admin's filters. */
function sampleFor(sample: Sample, input: Input) {
  const risk_level = toList(input.risk_level).map(toRiskLevel)[0] ?? sample.risk_level;
  return {
    ...sample,
    status_review: toList(input.status_review)[0] ?? sample.status_review,
    risk_level,
    risk_level_name: riskLevelChoices[String(risk_level)]?.toUpperCase() ?? null,
    custom_fields: { ...sample.custom_fields, ...toPairs(input.custom_fields) },
  };
}

interface CaseTrigger<Key extends string> {
  key: Key;
  /** Setting that names the event. */
  event: Setting;
  label: string;
  description: string;
  filters?: typeof statusFilters;
  /** Where its sample differs from that of every event. */
  sample?: Partial<Sample>;
}

/** Removes the registration; one that is already gone is no error. */
const performUnsubscribe = async (z: ZObject, bundle: Bundle) => {
  const { id } = bundle.subscribeData ?? {};
  if (id) {
    await removeWebhook({ z, bundle }, id).catch((error) => {
      if (!isMissing(error)) throw error;
    });
  }
  return {};
};

/** A REST hook trigger for one event of the service ("Events"). */
export function caseTrigger<const Key extends string>(trigger: CaseTrigger<Key>) {
  const sample = { ...caseEventResource.sample, ...trigger.sample };

  /** The specification has no endpoint that lists cases: the editor shows the sample. */
  const performList = (_z: ZObject, bundle: Bundle): Record<string, unknown>[] => [
    sampleFor(sample, bundle.inputData),
  ];

  /** Registers Zapier's address for the event. @returns the registration, kept as subscribeData. */
  const performSubscribe = async (z: ZObject, bundle: Bundle) => {
    try {
      const webhook = await registerWebhook(
        { z, bundle },
        bundle.targetUrl!,
        profile(trigger.event),
      );
      return { id: webhook.id, ...(webhook.secret && { secret: webhook.secret }) };
    } catch (error) {
      if (!isMissing(error)) throw error;
      throw new errors.HaltedError(
        `The service does not let Zapier register webhooks. Open the webhook settings of the service, add the address ${bundle.targetUrl} for the event "${profile(trigger.event)}", then enter its signing secret in the connection.`,
      );
    }
  };

  /**
   * An event -> the case as the service knows it now, or nothing: for a forged, foreign or
   * filtered event and for a case the service does not know.
   */
  const perform = async (z: ZObject, bundle: Bundle) => {
    // Only `zapier-platform invoke` runs a hook trigger without a request.
    if (!bundle.rawRequest && !bundle.cleanedRequest) return performList(z, bundle);
    const secrets = bundle.subscribeData as { secret?: string } | undefined;
    const secret = secrets?.secret || bundle.authData.webhook_secret || profile('webhookSecret');
    if (secret && !isSigned(bundle.rawRequest ?? {}, secret)) return [];
    const event = readEvent(bundle.cleanedRequest);
    const { application_id } = event;
    if (!application_id || (event.type && event.type !== profile(trigger.event))) return [];
    const context = { z, bundle, trigger: true };
    const application = await getCase(context, application_id).catch((error) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (!application) return [];
    const shown = toCase(context, application, { id: event.id, payload: event.object });
    return passes(shown, bundle.inputData) ? [shown] : [];
  };

  return defineTrigger({
    key: trigger.key,
    noun: 'Case',
    display: { label: trigger.label, description: trigger.description },
    operation: {
      type: 'hook',
      resource: caseEventResource.key,
      inputFields: [() => [...(trigger.filters?.() ?? []), ...commonFilters()]],
      performSubscribe,
      performUnsubscribe,
      perform,
      performList,
    },
  });
}
