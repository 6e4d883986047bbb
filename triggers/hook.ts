/** What all triggers share: registering the webhook, and telling a true event from another. */
import type { Bundle, ZObject } from 'zapier-platform-core';

import { registerWebhook, removeWebhook, webhooksAt } from '../client/client.ts';
import { halt } from '../client/errors.ts';
import { definitionDialect } from '../client/dialect-in-use.ts';
import { setting, words } from '../client/settings.ts';
import { isOutOfTime, isSigned } from '../client/signature.ts';
import { newStep } from '../client/transport.ts';

/** Without a path of webhooks the editor shows an address to enter in the service. */
const registersByHand = () => definitionDialect().webhooks === null;

/**
 * Registers Zapier's address for the events, and removes the registration; one that is already gone
 * is no error. Nothing where webhooks are entered by hand.
 * @param eventsOf the names of the events a Zap asks for.
 */
export function subscription(eventsOf: (bundle: Bundle) => string[]) {
  /** @returns the registration, kept as subscribeData. */
  const performSubscribe = async (z: ZObject, bundle: Bundle) => {
    const webhook = await registerWebhook(newStep(z, bundle), bundle.targetUrl!, eventsOf(bundle));
    if (webhook) return { id: webhook.id, ...(webhook.secret && { secret: webhook.secret }) };
    throw halt(
      'The service does not let Zapier register webhooks. Whoever manages this integration can change webhooks in its dialect: to the path where the service registers them, or to null. With null the trigger shows an address to enter in the webhook settings of the service.',
    );
  };
  const performUnsubscribe = async (z: ZObject, bundle: Bundle) => {
    const { id } = bundle.subscribeData ?? {};
    if (id) await removeWebhook(newStep(z, bundle), id);
    return {};
  };
  return registersByHand() ? {} : { performSubscribe, performUnsubscribe };
}

/** The ids of what is registered for an address; undefined where the service does not list it. */
export const registrationsAt = (z: ZObject, bundle: Bundle): Promise<string[] | undefined> =>
  webhooksAt(newStep(z, bundle), bundle.targetUrl!);

/** @throws HaltedError for an event that none of the known secrets signed, or whose time is long past. */
export function verify(bundle: Bundle): void {
  if (setting('webhookSignatures') === 'off') return;
  const { secret } = (bundle.subscribeData ?? {}) as { secret?: string | number };
  const secrets = [secret, bundle.authData.webhook_secret, setting('webhookSecret')].flatMap(
    (given) => words(String(given ?? '')),
  );
  if (!secrets.length) return;
  const request = bundle.rawRequest ?? {};
  if (isSigned(request, secrets)) {
    if (!isOutOfTime(request)) return;
    throw halt(
      'The time in the signature of this event is not of the last hours, so it was dropped: an old event may have been sent again by somebody else. Whoever manages this integration can allow an older one by SERVICE_EVENT_AGE_HOURS.',
    );
  }
  throw halt(
    'The signature of this event does not match, so it was dropped. If it does come from your service, correct the Webhook Signing Secret of the connection, or signature and signature_header in the dialect of the integration. Whoever manages the integration can also switch the check of signatures off.',
  );
}

/** The error for an event that does not say which one it is. */
export const unnamed = (): Error =>
  halt(
    'This event does not say its name, so it is not known whether this Zap is meant. Ask whoever runs the service to send the name of each event, for example as "type".',
  );

/**
 * An address that was registered for one event alone gets no other.
 * @throws HaltedError for an event without a name at an address that was entered by hand.
 */
export function refuseUnnamed({ subscribeData }: Bundle): void {
  if (registersByHand() || subscribeData?.id === undefined) throw unnamed();
}

/** Only `zapier-platform invoke` runs a hook trigger without a request. */
export const isInvoked = ({ rawRequest, cleanedRequest }: Bundle): boolean =>
  !rawRequest && !cleanedRequest;

/** What tells this Zap from others that get the same event; undefined where Zapier says nothing. */
export function zapOf({ subscribeData, targetUrl, meta }: Bundle): string | undefined {
  const id = subscribeData?.id ?? targetUrl ?? meta?.zap?.id;
  return id === undefined ? undefined : String(id);
}
