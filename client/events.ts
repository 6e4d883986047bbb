/** Reads the event in a webhook request ("Events"). */
import { idText } from './exchange/answer.ts';
import { halt } from './basics/errors.ts';
import { isRecord, parseJson, recordOf } from './basics/json.ts';
import { testEvent, type StatusField } from '../service/catalogue.ts';
import { events, type Application } from '../service/contract.ts';
import type { Dialect } from '../service/dialect.ts';
import { headerOf, type RawRequest } from './signature.ts';
import { parseTime } from './basics/time.ts';
import { fingerprint } from './exchange/transport.ts';
import { fromWire } from './exchange/wire.ts';

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
  /** When the case changed: the payload's time, else the event's own, never that of an attempt. */
  changed_at?: string;
  /** The fields of the case in the payload, which may be older than the case. */
  object: Record<string, unknown>;
}

/** The first value that is a text or a number. */
const firstOf = (...values: unknown[]): string | undefined =>
  values.map(idText).find((found) => found !== undefined);

/**
 * The body that the service sent. If it is no JSON, such as a form, the body as the platform parsed
 * it.
 * @throws a halt if it is signed and no JSON: nobody signed what the platform made of it.
 */
export function eventBody(request: RawRequest, parsed: unknown, isSigned: boolean): unknown {
  const sent = parseJson(request.content ?? '');
  if (isSigned && sent === undefined) {
    throw halt(
      'This event is signed, but its content is no JSON, so the event was dropped. For your engineer: the service must send events as JSON.',
    );
  }
  const body = sent === undefined ? parsed : sent;
  // Some services encode an event twice.
  return typeof body === 'string' ? (parseJson(body) ?? body) : body;
}

/** The keys that may name an event, the most precise first. */
const nameKeys = ['event_type', 'event_name', 'type', 'event', 'name'];

/**
 * The name of an event: a name of the contract under any key, else the value of the most precise
 * key. A general word such as "event" does not hide a name. The `name` of a case is its client's.
 */
function nameIn(places: Record<string, unknown>[], object: unknown): string | undefined {
  const names: string[] = [...Object.values(events), testEvent];
  const words = places
    .flatMap((place) =>
      nameKeys.filter((key) => place !== object || key !== 'name').map((key) => idText(place[key])),
    )
    .filter((word) => word !== undefined);
  return words.find((word) => names.includes(word)) ?? words[0];
}

/**
 * Reads a webhook. The specification shows no envelope. The case may be in `data.object`, in `data`
 * or at the top; name and ID of the event at the top or in `data`. An unreadable body has no case.
 */
export function parseEvent(dialect: Dialect, body: unknown, request: RawRequest = {}): Event {
  const top = recordOf(body);
  const data = recordOf(top.data);
  const object = isRecord(data.object) ? data.object : isRecord(top.data) ? data : top;
  const named_case = firstOf(object.application_id, data.application_id, top.application_id);
  const application_id = named_case ?? (object === top ? undefined : idText(object.id));
  // The event's ID is not the case's ID.
  const eventIdIn = (place: Record<string, unknown>) => {
    const id = idText(place.id);
    return id === application_id ? undefined : id;
  };
  const around = [top, data].filter((place) => place !== object).map(eventIdIn);
  const exact = firstOf(top.event_id, data.event_id, ...around, headerOf(request, 'webhook-id'));
  // Next to the fields of a case, `id` may be the case's ID, which is the same in each event.
  const topId = object === top ? eventIdIn(top) : undefined;
  const content = fingerprint([body ?? null]);
  return {
    id: exact ?? topId ?? content,
    identity: exact === undefined ? [topId ?? [], content].flat() : [exact],
    isAnonymous: (exact ?? topId ?? idText(top.created_at)) === undefined,
    type: nameIn([top, data, recordOf(top.event)], object),
    application_id,
    named_case,
    created_at: firstOf(top.created_at, top.timestamp),
    changed_at: firstOf(object.updated_at, top.created_at),
    object: recordOf(fromWire(dialect, object, 'case')),
  };
}

/** The status of a case that an event names, to compare it. */
export const namedStatus = ({ object }: Event, field: StatusField): string | undefined =>
  idText(object[field])?.toLowerCase();

/** Milliseconds for which the service may show a case as it was before. */
const maxStaleTime = 10 * 60 * 1000;

/** Milliseconds by which the time of a change and of its event may differ. */
const maxDelay = 30 * 1000;

/**
 * How an event of a status stands to its case. `ahead`: the service does not show its change yet.
 * `superseded`: the case has left its status, which another event reports. `unchanged`: the flow
 * got this status before. After ten minutes the case is taken as it is.
 */
export type Standing = 'current' | 'ahead' | 'superseded' | 'unchanged';

/**
 * Compares an event with its case. Without times, or a status in the case, nothing is proven.
 * @param noted the last status that the flow got, if the event names none.
 */
export function standingOf(
  event: Event,
  found: Application,
  field: StatusField,
  noted: unknown,
): Standing {
  const status = found[field];
  if (status === undefined) return 'current';
  const named = namedStatus(event, field);
  const changedAt = parseTime(event.changed_at);
  /** Milliseconds by which the case changed after the event. */
  const lead = parseTime(found.updated_at) - changedAt;
  const isRecent = Math.abs(Date.now() - changedAt) < maxStaleTime;
  if (named === undefined) {
    if (noted !== status) return 'current';
    if (lead < -maxDelay && isRecent) return 'ahead';
    // Null does not prove that nothing changed.
    return status === null ? 'current' : 'unchanged';
  }
  if (named === idText(status)?.toLowerCase()) return 'current';
  if (lead > 0) return 'superseded';
  return lead < 0 && isRecent ? 'ahead' : 'current';
}
