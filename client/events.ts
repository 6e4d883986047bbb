/** An event of the service ("Events"): whether it is genuine, what it says, and what of it goes on. */
import { eventNames, events } from '../service/contract.ts';
import type { Dialect } from '../service/dialect.ts';
import { halt } from './basics/errors.ts';
import { isRecord, parseJson, recordOf } from './basics/json.ts';
import { idText } from './exchange/answer.ts';
import type { Run } from './exchange/run.ts';
import { fingerprint } from './exchange/transport.ts';
import { fromWire } from './exchange/wire.ts';
import { foreignHost, isPortalKey } from './portal-link.ts';
import { headerOf, isOutOfTime, isSigned, type RawRequest } from './signature.ts';
import type { Registration } from './webhooks.ts';

/** An event that arrives at one flow. */
export interface Delivery {
  request: RawRequest;
  /** The body as the platform parsed it. */
  body?: unknown;
  /** Identifies the flow among those that get the same event; undefined if unknown. */
  flow?: string;
  registration?: Registration;
}

type Event = ReturnType<typeof parseEvent>;

/** An event, with what may be passed on of it and of the request's body. */
export interface ReceivedEvent extends Event {
  passed: Event;
  payload: unknown;
  /** The hosts of the removed links. */
  hosts: string[];
}

/**
 * @param expected the name of the only event that the address gets, for one without a name.
 * @throws a halt for an event that the service did not send.
 */
export function readEvent(run: Run, delivery: Delivery, expected?: string): ReceivedEvent {
  const { request } = delivery;
  const isGenuine = verify(run, delivery);
  const body = eventBody(request, delivery.body, isGenuine);
  const event = parseEvent(run.dialect, body, request, expected);
  const { pass, hosts } = sieve(run, event, isGenuine);
  const [passed, payload] = [pass(event) as Event, pass(body)];
  return { ...event, passed, payload, hosts: [...hosts] };
}

/** @returns false if no secret checks the signature. @throws a halt for a wrong or an old one. */
function verify(run: Run, { request, registration = {} }: Delivery): boolean {
  const { connection, installation, dialect } = run;
  if (installation.webhookSignatures === 'off') return false;
  const secrets = [registration.secret, connection.webhook_secret].flatMap(
    (place) => String(place ?? '').match(/[^\s,]+/g) ?? [],
  );
  if (!secrets.length) return false;
  if (!isSigned(dialect, request, secrets)) {
    throw halt(
      'The signature of this event does not match, so the event was dropped. If your service sent it, correct the Webhook Signing Secret of the {{connection}}. For your engineer: if the secret is right, correct "signature" and "signature_header" in the dialect, or switch off the check of signatures.',
    );
  }
  if (isOutOfTime(dialect, request, installation.eventAgeHours)) {
    throw halt(
      'The signature of this event is too old, so the event was dropped. Somebody may have sent an old event again. For your engineer: SERVICE_EVENT_AGE_HOURS can allow older events.',
    );
  }
  return true;
}

/**
 * The body that the service sent; of a form, the body as the platform parsed it.
 * @throws a halt if it is signed and no JSON: nobody signed what the platform made of it.
 */
function eventBody(request: RawRequest, parsed: unknown, isGenuine: boolean): unknown {
  const sent = parseJson(request.content ?? '');
  if (isGenuine && sent === undefined) {
    throw halt(
      'This event is signed, but its content is no JSON, so the event was dropped. For your engineer: the service must send events as JSON.',
    );
  }
  const body = sent === undefined ? parsed : sent;
  // Some services encode an event twice.
  return typeof body === 'string' ? (parseJson(body) ?? body) : body;
}

/** The first value that is a text or a number. */
const firstOf = (...values: unknown[]): string | undefined =>
  values.map(idText).find((found) => found !== undefined);

/** The keys that may name an event, the most precise first. */
const nameKeys = ['event_type', 'event_name', 'type', 'event', 'name'];

/**
 * The name of an event: a known name under any key, else the value of the most precise key. A
 * general word such as "event" does not hide a name. The `name` of a case is its client's.
 */
function nameIn(places: Record<string, unknown>[], object: unknown): string | undefined {
  const words = places
    .flatMap((place) =>
      nameKeys.filter((key) => place !== object || key !== 'name').map((key) => idText(place[key])),
    )
    .filter((word) => word !== undefined);
  return words.find((word) => eventNames.some((name) => name === word)) ?? words[0];
}

/** The names of events about cases: a plain `id` of their object is the case's. */
const ofCases: string[] = Object.values(events).filter((name) =>
  /^(application|collect)\./.test(name),
);

/** True for the name of an event about a document. */
export const isOfDocument = (name = ''): boolean => name.startsWith('document.');

/** The document that an event is about: its object, or in that the document beside its case. */
function documentIn(object: Record<string, unknown>, name?: string) {
  if (!isOfDocument(name)) return idText(object.document_id) === undefined ? undefined : object;
  return isRecord(object.document) ? object.document : object;
}

/**
 * Reads a webhook. The specification shows no envelope. The case may be in `data.object`, in `data`
 * or at the top; name and ID of the event at the top or in `data`. An unreadable body has no case.
 */
export function parseEvent(
  dialect: Dialect,
  body: unknown,
  request: RawRequest = {},
  expected?: string,
) {
  const top = recordOf(body);
  const data = recordOf(top.data);
  const object = isRecord(data.object) ? data.object : isRecord(top.data) ? data : top;
  const type = nameIn([top, data, recordOf(top.event)], object);
  const name = type ?? expected;
  const document = documentIn(object, name);
  const places = [recordOf(document), object, data, top];
  const named_case = firstOf(...places.map((place) => place.application_id));
  const objectId = object === top ? undefined : idText(object.id);
  const isCase = !document && name !== undefined && ofCases.includes(name);
  // The event's ID is not that of what it is about.
  const otherIds = document
    ? [named_case, objectId, idText(document.document_id)]
    : [named_case ?? objectId];
  const eventIdIn = (place: Record<string, unknown>) => {
    const id = idText(place.id);
    return otherIds.includes(id) ? undefined : id;
  };
  const around = [top, data].filter((place) => place !== object).map(eventIdIn);
  const exact = firstOf(top.event_id, data.event_id, ...around, headerOf(request, 'webhook-id'));
  // Next to the fields of a case, `id` may be the case's ID, which is the same in each event.
  const topId = object === top ? eventIdIn(top) : undefined;
  const content = fingerprint([body ?? null]);
  return {
    id: exact ?? topId ?? content,
    /** Identifies the event; a repeated delivery has the same parts. */
    identity: exact === undefined ? [topId ?? [], content].flat() : [exact],
    /** True if only the content identifies the event, so two equal events look the same. */
    isAnonymous: (exact ?? topId ?? idText(top.created_at)) === undefined,
    type,
    /** Its case: the one that it names, else the object of an event about cases. */
    application_id: named_case ?? (isCase ? objectId : undefined),
    named_case,
    created_at: firstOf(top.created_at, top.timestamp),
    /** When the case changed: the payload's time, else the event's own, never that of an attempt. */
    changed_at: firstOf(object.updated_at, top.created_at),
    /** The fields of the case in the payload, which may be older than the case. */
    object: document ? {} : recordOf(fromWire(dialect, object, 'case')),
    /** What the event is about if that is a document. */
    document,
  };
}

/** A code, an ID, a date or a number. A sentence or an address is none. */
const isWord = (text: string): boolean =>
  text.length <= 100 && /^(?:[\p{L}\p{M}\p{N}_+-]|[.:,](?=\p{N}))*$/u.test(text);

/**
 * Passes an event on without portal links to foreign hosts and, if nobody signed it, without addresses
 * and free text. Anyone who knows the address of a webhook could otherwise send clients to another
 * page.
 * @returns the function for a part of the event, and the hosts of the links that it removed.
 */
function sieve(run: Run, { type }: Event, isGenuine: boolean) {
  const hosts = new Set<string>();
  const passText = (text: string) =>
    isGenuine || isWord(text) || (text === type && /^[\w.-]{0,100}$/.test(text)) ? text : null;
  const passLink = (link: string) => {
    const host = foreignHost(run, link);
    if (host === undefined) return link;
    hosts.add(host);
    return null;
  };
  const pass = (value: unknown, isPortal = false): unknown => {
    if (typeof value === 'string') return passText(value);
    if (Array.isArray(value)) return value.map((item) => pass(item, isPortal));
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).map(([key, item]) => {
      const isLink = isPortal && key === 'link' && typeof item === 'string';
      return [key, isLink ? passLink(item) : pass(item, isPortalKey(key))];
    });
    return Object.fromEntries(entries);
  };
  return { pass, hosts };
}
