/** Webhooks: from the request the service sends to the event in it ("Events"). */
import { createHash } from 'node:crypto';
import { Webhook as Signature } from 'standardwebhooks';

import { isRecord } from './errors.ts';

export interface Event {
  /** Identifies the event: a repeated delivery has the same. */
  id: string;
  type?: string;
  application_id?: string;
  /** What the payload says of the case; may be older than the case itself. */
  object: Record<string, unknown>;
}

const record = (value: unknown) => (isRecord(value) ? value : {});
const text = (...values: unknown[]): string | undefined => {
  const found = values.find((value) => ['string', 'number'].includes(typeof value) && value !== '');
  return found === undefined ? undefined : String(found);
};

/**
 * Reads a webhook body. The specification shows no envelope, so the case is looked for in
 * `data.object`, in `data` and at the top. Never throws: an unreadable body has no case.
 */
export function readEvent(body: unknown): Event {
  const top = record(body);
  const data = record(top.data);
  const object = isRecord(data.object) ? data.object : isRecord(top.data) ? data : top;
  return {
    id:
      text(top.event_id) ??
      createHash('sha256')
        .update(JSON.stringify(body ?? null))
        .digest('hex'),
    type: text(top.type, top.event, top.name),
    application_id: text(
      object.application_id,
      data.application_id,
      top.application_id,
      data.object === object || top.data === object ? object.id : undefined,
    ),
    object,
  };
}

/** The portal link an event carries: `data.object.portals.link`, also as the first of a list. */
export function portalLinkIn(object: Record<string, unknown>): unknown {
  const portals = Array.isArray(object.portals) ? object.portals[0] : object.portals;
  return record(portals).link ?? record(object.portal).link;
}

/**
 * True when the request carries a valid Standard Webhooks signature over its raw body that is
 * at most five minutes old.
 */
export function isSigned(
  request: { headers?: Record<string, string>; content?: string },
  secret: string,
): boolean {
  // Zapier hands headers over with an "Http-" in front of their names.
  const headers = Object.fromEntries(
    Object.entries(request.headers ?? {}).map(([name, value]) => [
      name.toLowerCase().replace(/^http-/, ''),
      value,
    ]),
  );
  try {
    new Signature(secret).verify(request.content ?? '', headers);
    return true;
  } catch {
    return false;
  }
}
