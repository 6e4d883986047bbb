/** Webhooks: from the request the service sends to the event in it ("Events"). */
import { isRecord, parseJson } from './answer.ts';
import { testEvent } from '../service/catalogue.ts';
import type { Application } from '../service/contract.ts';
import type { Dialect } from '../service/dialect.ts';
import { headerOf, type RawRequest } from './signature.ts';
import { fingerprint } from './transport.ts';
import { fromWire } from './wire.ts';

/** What is read of a webhook. */
export interface Event {
  id: string;
  /** Tells the event from others: a repeated delivery has the same. */
  identity: string[];
  /** Nothing in it but its content tells it from others: two that say the same look alike. */
  isAnonymous: boolean;
  type?: string;
  application_id?: string;
  /** The case as the event names it; `application_id` is else the id of what the event is about. */
  named_case?: string;
  created_at?: string;
  /** What the payload says of the case; may be older than the case itself. */
  object: Record<string, unknown>;
}

const record = (value: unknown) => (isRecord(value) ? value : {});
const text = (...values: unknown[]): string | undefined => {
  const found = values.find((value) => ['string', 'number'].includes(typeof value) && value !== '');
  return found === undefined ? undefined : String(found);
};

/** Keys that differ between two attempts to deliver the same event. */
const attemptKeys = new Set([
  'attempt',
  'attempts',
  'delivery',
  'delivery_id',
  'delivered_at',
  'sent_at',
  'timestamp',
  'retry',
  'retries',
  'retry_count',
]);

/** The body without what differs between two attempts to deliver the same event. */
const lasting = (body: unknown): unknown =>
  isRecord(body)
    ? Object.fromEntries(Object.entries(body).filter(([key]) => !attemptKeys.has(key)))
    : body;

/** The body that was signed; what Zapier made of it only where that is no JSON, as of a form. */
export const bodyOf = (request: RawRequest, cleaned: unknown): unknown =>
  parseJson(request.content ?? '') ?? cleaned;

/** Keys that can only be an event's own. */
const exactKeys = ['event_type', 'event_name'];
/** All that may name an event, the most exact first; a case may have some of them itself. */
const nameKeys = [...exactKeys, 'type', 'event', 'name'];

/**
 * The name of an event: one of the dialect's names under any of the keys, else what stands under the
 * most exact of them. A general word such as "event" hides no name.
 */
function nameIn(
  dialect: Dialect,
  places: Record<string, unknown>[],
  object: unknown,
): string | undefined {
  const wordsUnder = (keys: string[], place: Record<string, unknown>) =>
    keys.flatMap((key) => text(place[key]) ?? []);
  const names: string[] = [...Object.values(dialect.events), testEvent];
  const named = places.flatMap((place) => wordsUnder(nameKeys, place));
  const others = places.flatMap((place) =>
    wordsUnder(place === object ? [...exactKeys, 'type', 'event'] : nameKeys, place),
  );
  return named.find((word) => names.includes(word)) ?? others[0];
}

/**
 * Reads a webhook. The specification shows no envelope, so the case is looked for in `data.object`,
 * in `data` and at the top, name and id of the event at the top and in `data`. An unreadable body has
 * no case.
 */
export function readEvent(dialect: Dialect, body: unknown, request: RawRequest = {}): Event {
  const top = record(body);
  const data = record(top.data);
  const object = isRecord(data.object) ? data.object : isRecord(top.data) ? data : top;
  const named_case = text(object.application_id, data.application_id, top.application_id);
  const isInside = data.object === object || top.data === object;
  const application_id = named_case ?? text(isInside ? object.id : undefined);
  // The id of an event is none of its case.
  const own = (place: Record<string, unknown>) => {
    const id = text(place.id);
    return id === application_id ? undefined : id;
  };
  const exact =
    text(top.event_id, data.event_id) ??
    (object === top ? undefined : own(top)) ??
    (object === data ? undefined : own(data)) ??
    text(headerOf(request, 'webhook-id'));
  // Beside the fields of a case, `id` may be one of them: it is the same in each event.
  const plain = object === top ? own(top) : undefined;
  const content = fingerprint([lasting(body ?? null)]);
  return {
    id: exact ?? plain ?? content,
    identity: exact !== undefined ? [exact] : plain !== undefined ? [plain, content] : [content],
    isAnonymous: (exact ?? plain ?? text(top.created_at)) === undefined,
    type: nameIn(dialect, [top, data], object),
    application_id,
    named_case,
    created_at: text(top.created_at, top.timestamp),
    object: record(fromWire(dialect, object, 'case')),
  };
}

/**
 * The portal link a case or an event carries: `portals.link`, also in a list. Of several links it is
 * not known which is open: none is handed out.
 */
export function portalLinkIn(object: Record<string, unknown>): unknown {
  const links = [object.portals].flat().flatMap((portal) => record(portal).link ?? []);
  if (new Set(links).size > 1) return undefined;
  return links[0] ?? record(object.portal).link;
}

const time = (value: unknown): number => Date.parse(String(value ?? ''));

/** The fields of a case whose changes have events of their own. */
export type StatusField = 'status_review' | 'status_execution';

/**
 * True when the event tells of a status that the case, provably changed since, no longer has: the
 * event of its present status comes by itself. False where that cannot be proven.
 */
export function isSuperseded(
  { object, created_at }: Event,
  found: Application,
  field: StatusField = 'status_review',
): boolean {
  if (!isOther(object[field], found[field])) return false;
  return time(found.updated_at) > time(object.updated_at ?? created_at);
}

/** A case that does not show the status does not say that it is another one. */
const isOther = (earlier: unknown, now: unknown): boolean => {
  const [one, other] = [text(earlier), text(now)];
  return one !== undefined && other !== undefined && one.toLowerCase() !== other.toLowerCase();
};

/**
 * True when the event tells of a status that the case does not have yet: what the service shows is
 * provably older than what it says in the event.
 */
export const isAhead = (
  { object }: Event,
  found: Application,
  field: StatusField = 'status_review',
): boolean =>
  isOther(object[field], found[field]) && time(object.updated_at) > time(found.updated_at);
