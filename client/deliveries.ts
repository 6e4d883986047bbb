/** An event that arrives at one flow: whether it is genuine, and that it runs the flow once. */
import type { Case } from './cases.ts';
import { halt } from './basics/errors.ts';
import { isRecord } from './basics/json.ts';
import { eventBody, parseEvent, type Event } from './events.ts';
import { Busy, claim, noteAll, type Claim, type NewNote } from './memory/claim.ts';
import { storeTimeout } from './memory/store.ts';
import { foreignHost, isPortalKey } from './portal-link.ts';
import type { Run } from './exchange/run.ts';
import { isOutOfTime, isSigned, type RawRequest } from './signature.ts';
import { registersByHand, type Registration } from './webhooks.ts';

/** An event that arrives at one flow. */
export interface Delivery {
  request: RawRequest;
  /** The body as the platform parsed it. */
  body?: unknown;
  /** Identifies the flow among those that get the same event; undefined if unknown. */
  flow?: string;
  /** The registration of the webhook, if the flow registered one. */
  registration?: Registration;
}

/**
 * Checks the signature of an event.
 * @returns false if there is no secret to check it with, or the installation checks none.
 * @throws a halt for an event without a valid signature, or with an old time stamp.
 */
function verify(run: Run, { request, registration = {} }: Delivery): boolean {
  const { connection, installation, dialect } = run;
  if (installation.webhookSignatures === 'off') return false;
  const secrets = [registration.secret, connection.webhook_secret].flatMap(
    (place) => String(place ?? '').match(/[^\s,]+/g) ?? [],
  );
  if (!secrets.length) return false;
  if (isSigned(dialect, request, secrets)) {
    if (!isOutOfTime(dialect, request, installation.eventAgeHours)) return true;
    throw halt(
      'The signature of this event is too old, so the event was dropped. Somebody may have sent an old event again. For your engineer: SERVICE_EVENT_AGE_HOURS can allow older events.',
    );
  }
  throw halt(
    'The signature of this event does not match, so the event was dropped. If your service sent it, correct the Webhook Signing Secret of the {{connection}}. For your engineer: if the secret is right, correct "signature" and "signature_header" in the dialect, or switch off the check of signatures.',
  );
}

/** A code, an ID, a date or a number. A sentence or an address is none. */
const isWord = (text: string): boolean =>
  text.length <= 100 && /^(?:[\p{L}\p{M}\p{N}_+-]|[.:,](?=\p{N}))*$/u.test(text);

/** The name of an event, such as application.submitted. */
const isName = (text: string): boolean => text.length <= 100 && /^[\w.-]*$/.test(text);

/**
 * Passes an event on without portal links to foreign hosts and, if nobody signed it, without addresses
 * and free text. Anyone who knows the address of a webhook could otherwise send clients to another
 * page.
 * @returns the function for a part of the event, and the hosts of the links that it removed.
 */
function sieve(run: Run, { type }: Event, isGenuine: boolean) {
  const hosts = new Set<string>();
  const passText = (text: string) =>
    isGenuine || isWord(text) || (text === type && isName(text)) ? text : null;
  const passLink = (link: string) => {
    const host = foreignHost(run, link);
    if (host !== undefined) hosts.add(host);
    return host === undefined ? link : null;
  };
  const pass = (value: unknown, isPortal = false): unknown => {
    if (typeof value === 'string') return passText(value);
    if (Array.isArray(value)) return value.map((item) => pass(item, isPortal));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) =>
        isPortal && key === 'link' && typeof item === 'string'
          ? [key, passLink(item)]
          : [key, pass(item, isPortalKey(key))],
      ),
    );
  };
  return { pass, hosts };
}

/** An event, and what of it may be passed on. */
export interface Received {
  /** As the service sent it: what it is, and which status it names. */
  event: Event;
  /** The same without what may not be passed on. */
  passed: Event;
  /** The body of the request without what may not be passed on. */
  payload: unknown;
  /** The hosts of the removed links. */
  hosts: string[];
}

/**
 * Checks and reads the event of a delivery.
 * @throws a halt for an event that the service did not send.
 */
export function readDelivery(run: Run, delivery: Delivery): Received {
  const isGenuine = verify(run, delivery);
  const { request, body: parsed } = delivery;
  const body = eventBody(request, parsed, isGenuine);
  const event = parseEvent(run.dialect, body, request);
  const { pass, hosts } = sieve(run, event, isGenuine);
  const [passed, payload] = [pass(event) as Event, pass(body)];
  return { event, passed, payload, hosts: [...hosts] };
}

/** The error for an event without a name. */
export const unnamed = (): Error =>
  halt(
    'This event has no name, so the {{flow}} cannot tell whether to run. For your engineer: the service must send the name of each event, for example as "type".',
  );

/**
 * An address that was registered for one event receives no other event.
 * @throws a halt for an event without a name at an address that the user entered in the service.
 */
export function refuseUnnamed({ dialect }: Run, { registration }: Delivery): void {
  if (registersByHand(dialect) || registration?.id === undefined) throw unnamed();
}

/** How a trigger handles an event. */
interface Handling<Read, Item> {
  key: string;
  event: Event;
  /** Identifies the flow among others; undefined if unknown. */
  flow?: string;
  read: () => Promise<Read>;
  /** `isOpen`: there was nothing to do yet, so a repeat must run again. */
  work: (read: Read) => { result: Item[]; isOpen?: boolean; notes?: NewNote[] };
}

/** Milliseconds to send a note without awaiting it. */
const sendTime = 20;

/**
 * Runs the flow once per event. An event without its own ID counts as new if the case has changed. A
 * failed or killed run leaves no note, so nothing is lost.
 * @returns nothing for an event that ran before.
 * @throws Busy if another run of the event does not end in time.
 */
export async function runFlowOnce<Read extends { found?: Case }, Item>(
  run: Run,
  { key, event, flow, read, work }: Handling<Read, Item>,
): Promise<Item[]> {
  if (flow === undefined) return work(await read()).result;
  const parts: unknown[] = ['event', flow, key, ...event.identity];
  const reading = read();
  // A repeat ignores what it read.
  reading.catch(() => undefined);
  if (event.isAnonymous) {
    const { found } = await reading;
    parts.push(found?.updated_at ?? found);
  }
  const eventClaim = await claimEvent(run, parts);
  if (eventClaim.found) return [];
  try {
    const { result, isOpen, notes = [] } = work(await reading);
    if (isOpen) await eventClaim.release();
    else {
      const noting = Promise.all([eventClaim.done('done'), noteAll(run, notes)]);
      // If the store does not answer, the lock ends by itself.
      await Promise.race([noting, run.host.clock.wait(sendTime)]);
    }
    return result;
  } catch (error) {
    await eventClaim.release();
    throw error;
  }
}

/** The claim of an event. Waits for another run of it. */
async function claimEvent(run: Run, parts: unknown[]): Promise<Claim<'done'>> {
  const until = Math.min(Date.now() + storeTimeout, run.deadline);
  while (true) {
    try {
      return await claim(run, { parts, conflict: '' }, { isHarmless: true });
    } catch (error) {
      if (!(error instanceof Busy) || !(await error.isOver(until))) throw error;
    }
  }
}
