/** Reads the event in a webhook request ("Events"). */
import { isRecord, parseJson } from './answer.ts';
import { testEvent } from '../service/catalogue.ts';
import type { Application } from '../service/contract.ts';
import type { Dialect } from '../service/dialect.ts';
import { headerOf, type RawRequest } from './signature.ts';
import { fingerprint } from './transport.ts';
import { fromWire } from './wire.ts';

/** The facts of a webhook. */
export interface Event {
  id: string;
  /** Identifies the event; a repeated delivery has the same parts. */
  identity: string[];
  /** True if only the content identifies the event, so two equal events look the same. */
  isAnonymous: boolean;
  type?: string;
  application_id?: string;
  /**
   * The case that the event names itself. `application_id` may also be the ID of the event's
   * object.
   */
  named_case?: string;
  created_at?: string;
  /** The fields of the case in the payload, which may be older than the case. */
  object: Record<string, unknown>;
}

const record = (value: unknown) => (isRecord(value) ? value : {});
const text = (...values: unknown[]): string | undefined => {
  const found = values.find((value) => ['string', 'number'].includes(typeof value) && value !== '');
  return found === undefined ? undefined : String(found);
};

/** Keys that differ between two attempts of the same delivery. */
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

/** The body without keys that differ between attempts. */
const lasting = (body: unknown): unknown =>
  isRecord(body)
    ? Object.fromEntries(Object.entries(body).filter(([key]) => !attemptKeys.has(key)))
    : body;

/**
 * The body that the service signed. If it is no JSON, such as a form, the body as Zapier parsed it.
 */
export const bodyOf = (request: RawRequest, cleaned: unknown): unknown =>
  parseJson(request.content ?? '') ?? cleaned;

/** Only an event has these keys. */
const exactKeys = ['event_type', 'event_name'];
/** All keys that may name an event, the most precise first. A case may have some of them. */
const nameKeys = [...exactKeys, 'type', 'event', 'name'];

/**
 * The name of an event: a name of the dialect under any key, else the value of the most precise
 * key. A general word such as "event" does not hide a name.
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
 * Reads a webhook. The specification shows no envelope. The case may be in `data.object`, in `data`
 * or at the top; name and ID of the event at the top or in `data`. An unreadable body has no case.
 */
export function readEvent(dialect: Dialect, body: unknown, request: RawRequest = {}): Event {
  const top = record(body);
  const data = record(top.data);
  const object = isRecord(data.object) ? data.object : isRecord(top.data) ? data : top;
  const named_case = text(object.application_id, data.application_id, top.application_id);
  const isInside = data.object === object || top.data === object;
  const application_id = named_case ?? text(isInside ? object.id : undefined);
  // The event's ID is not the case's ID.
  const own = (place: Record<string, unknown>) => {
    const id = text(place.id);
    return id === application_id ? undefined : id;
  };
  const exact =
    text(top.event_id, data.event_id) ??
    (object === top ? undefined : own(top)) ??
    (object === data ? undefined : own(data)) ??
    text(headerOf(request, 'webhook-id'));
  // Next to the fields of a case, `id` may be the case's ID, which is the same in each event.
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
 * The portal link of a case or an event: `portals.link`, also in a list. With several links it is
 * unclear which is open, so none is returned.
 */
export function portalLinkIn(object: Record<string, unknown>): unknown {
  const links = [object.portals].flat().flatMap((portal) => record(portal).link ?? []);
  if (new Set(links).size > 1) return undefined;
  return links[0] ?? record(object.portal).link;
}

const time = (value: unknown): number => Date.parse(String(value ?? ''));

/** The statuses of a case that have their own event. */
export type StatusField = 'status_review' | 'status_execution';

/**
 * True if the case changed after the event and no longer has its status. Another event reports the
 * present status. False without proof.
 */
export function isSuperseded(
  { object, created_at }: Event,
  found: Application,
  field: StatusField = 'status_review',
): boolean {
  if (!isOther(object[field], found[field])) return false;
  return time(found.updated_at) > time(object.updated_at ?? created_at);
}

/** A missing status does not prove another status. */
const isOther = (earlier: unknown, now: unknown): boolean => {
  const [one, other] = [text(earlier), text(now)];
  return one !== undefined && other !== undefined && one.toLowerCase() !== other.toLowerCase();
};

/**
 * True if the case does not have the event's status yet: the service's answer is provably older
 * than the event.
 */
export const isAhead = (
  { object }: Event,
  found: Application,
  field: StatusField = 'status_review',
): boolean =>
  isOther(object[field], found[field]) && time(object.updated_at) > time(found.updated_at);
