/**
 * An event at a flow, from its arrival to the item. All triggers go this way: read `runFlow` first;
 * what it calls follows in the same order.
 */
import { halt, throttle } from '../client/basics/errors.ts';
import { isRecord } from '../client/basics/json.ts';
import { parseTime } from '../client/basics/time.ts';
import { findCase, type Case } from '../client/cases.ts';
import { isOfDocument, readEvent, type Delivery, type ReceivedEvent } from '../client/events.ts';
import { idText, statuses } from '../client/exchange/answer.ts';
import type { Run } from '../client/exchange/run.ts';
import { claimInTurn, noteAll, recallNote, type Claim } from '../client/memory/claim.ts';
import { storeTimeout } from '../client/memory/store.ts';
import { linkProblem, portalLinkIn, portalUrl } from '../client/portal-link.ts';
import { notesOfCase, recentCases, recentIds } from '../client/recent-cases.ts';
import { registersByHand } from '../client/webhooks.ts';
import { caseLabels, caseSample, eventCaseOutput, toCase } from '../fields/cases.ts';
import { eventDocumentOutput } from '../fields/documents.ts';
import {
  documentSample,
  eventFacts,
  eventNamesOf,
  toItem,
  type EventInput,
} from '../fields/events.ts';
import { filterFields, passes, type Filter, type FilterInput } from '../fields/filters.ts';
import { withCustomOutput } from '../fields/kinds/custom.ts';
import { outputWith, removedLink } from '../fields/kinds/output.ts';
import { declareTrigger } from '../operation.ts';
import { events, type EventRow, type StatusField } from '../service/catalogue.ts';
import type { Application, TriggerKey } from '../service/contract.ts';
import { isDecision } from '../service/dialect.ts';

/** A trigger for one event of the service ("Events"). */
interface EventTrigger {
  /** The key of its event in the catalogue. */
  key: TriggerKey;
  label: string;
  description: string;
  /** Additional filters. */
  filters?: Filter[];
  /** Update Case causes it. */
  isLooped?: true;
  /** The event's ID, and how its case differs from a new one. */
  sample: { id: string } & Partial<Case>;
}

/** Builds a REST hook trigger from its row. */
export function caseTrigger(row: EventTrigger) {
  const { key, label, description, filters = [], isLooped } = row;
  const { id, ...facts } = row.sample;
  const { name } = events[key];
  const isDocument = isOfDocument(name);
  const occasion = { event: key, time: '2026-03-02T09:30:00Z' };
  return declareTrigger({
    key,
    noun: isDocument ? 'Document' : 'Case',
    label,
    description,
    labels: caseLabels,
    input: [filterFields(filters, isLooped)],
    events: () => [name],
    receive: (run, input, delivery) => runFlow(run, input, delivery, key),
    list: (run, input) => listRecent(run, input, id, name),
    output: outputWith(
      withCustomOutput(() => [...eventCaseOutput(), ...(isDocument ? eventDocumentOutput : [])]),
      () => (isDocument ? documentSample(id) : caseSample(facts, { id, occasion })),
      removedLink,
    ),
  });
}

type Facts = ReceivedEvent['object'];

/**
 * Runs a flow once for an event, with its case as the service has it now. Returns nothing for
 * another event, a repeat, and an event that is out of date or filtered out. A failed or killed run
 * leaves no note, so nothing is lost.
 * @param own the trigger of one event; undefined for the trigger of any event.
 * @throws Busy if another run of the event does not end in time.
 */
export async function runFlow(
  run: Run,
  input: EventInput & FilterInput,
  delivery: Delivery,
  own?: TriggerKey,
): Promise<object[]> {
  const event = readEvent(run, delivery, own && events[own].name);
  const isOurs = own ? isOwn(run, event, delivery, own) : isWanted(event, input);
  if (!isOurs) return [];

  const key = own ?? triggerOf(event.type);
  const status = key && (events[key] as EventRow).status;
  const { flow } = delivery;
  const { application_id } = event;
  const note = status && flow !== undefined ? ['status', flow, application_id, status] : undefined;
  const isNamed = status && namedStatus(event.object, status) !== undefined;
  const isAboutCase = application_id !== undefined;
  const accept = own ? statuses.absent : statuses.noSuchId;
  const reading = Promise.all([
    isAboutCase ? findCase(run, application_id, accept) : undefined,
    recentIds(run),
    isAboutCase && note && !isNamed ? recallNote(run, note) : undefined,
  ]);
  // A repeat ignores what it read.
  reading.catch(() => undefined);
  const taker = flow !== undefined && [flow, own ?? 'event_received'];
  const eventClaim = taker ? await claimEvent(run, event, taker, reading) : undefined;
  if (eventClaim?.found) return [];

  try {
    const [found, recent, noted] = await reading;
    const standing = found && status ? standingOf(event, found, status, noted) : 'current';
    if (standing === 'ahead') throw tooEarly();
    if (own && !found && !isOfDocument(events[own].name)) {
      // The service may find the case a moment later, so a repeat of this event must run.
      await eventClaim?.release();
      return [];
    }
    // New Event drops only the event of a status that another event reports.
    const isOutdated = standing === 'superseded' || (standing === 'unchanged' && own);

    const item = itemOf(run, event, key, own, found);
    // A wrong filter ends the run before the notes are stored.
    const isPassed = !isOutdated && passes(run.dialect, item, input);

    const notes = found && !isOutdated ? notesOfCase(run, found, recent) : [];
    const value = found && status && !isOutdated ? found[status] : undefined;
    if (note && value !== undefined) notes.push([note, value]);
    const noting = eventClaim && Promise.all([eventClaim.done('done'), noteAll(run, notes)]);
    // Sending takes 20 ms at most. If the store does not answer, the lock ends by itself.
    if (noting) await Promise.race([noting, run.host.clock.wait(20)]);
    return isPassed ? [item] : [];
  } catch (error) {
    await eventClaim?.release();
    throw error;
  }
}

/** The error for an event without a name. */
const unnamed = (): Error =>
  halt(
    'This event has no name, so the {{flow}} cannot tell whether to run. For your engineer: the service must send the name of each event, for example as "type".',
  );

/**
 * Whether this is the event of the trigger. It is not for a call without an event, such as a test of
 * the address.
 * @throws a halt for several events at once, for an unnamed event at an address that gets all
 * events, and for an event without its case.
 */
function isOwn(run: Run, event: ReceivedEvent, { registration }: Delivery, own: TriggerKey) {
  const { type, application_id, payload } = event;
  const { name } = events[own];
  if (Array.isArray(payload) && payload.length) {
    throw halt(
      'This request contains several events, but a {{flow}} runs for one at a time. For your engineer: the service must send each event in its own request.',
    );
  }
  if (type === undefined) {
    if (!isRecord(payload) || !Object.keys(payload).length) return false;
    // An address that was registered for one event receives no other event.
    if (registersByHand(run.dialect) || registration?.id === undefined) throw unnamed();
  } else if (type !== name) return false;
  if (application_id !== undefined || isOfDocument(name)) return true;
  throw halt(
    'This event does not say which case it is about, so the {{flow}} does not run. For your engineer: the service must send the ID of the case as "application_id".',
  );
}

/** Whether the admin wants it. @throws a halt for an unnamed event if names are chosen. */
function isWanted({ type }: ReceivedEvent, input: EventInput): boolean {
  const wanted = eventNamesOf(input);
  if (wanted.length && type === undefined) throw unnamed();
  return !wanted.length || wanted.includes(type!);
}

/** The trigger of the event with this name; undefined for an event without one. */
const triggerOf = (name?: string): TriggerKey | undefined =>
  (Object.keys(events) as TriggerKey[]).find((key) => events[key].name === name);

/** The status of a case that an event names, to compare it. */
const namedStatus = (facts: Facts, field: StatusField): string | undefined =>
  idText(facts[field])?.toLowerCase();

/**
 * Claims an event for a flow. Waits for another run of it. An event without its own ID counts as new
 * if the case has changed.
 */
async function claimEvent(
  run: Run,
  event: ReceivedEvent,
  taker: string[],
  reading: Promise<[found: Case | undefined, ...unknown[]]>,
): Promise<Claim<'done'>> {
  const parts: unknown[] = ['event', ...taker, ...event.identity];
  if (event.isAnonymous) {
    const [found] = await reading;
    parts.push(found?.updated_at ?? found);
  }
  const until = Math.min(Date.now() + storeTimeout, run.deadline);
  return claimInTurn(run, { parts, conflict: '' }, until);
}

/** Milliseconds for which the service may show a case as it was before. */
const maxStaleTime = 10 * 60 * 1000;

/** Milliseconds by which the time of a change and of its event may differ. */
const maxDelay = 30 * 1000;

/** The error while the service still shows the case as it was before the event. */
const tooEarly = (): Error =>
  throttle('The service still shows the case as it was before this event.', 60, 'nothing');

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
  event: Pick<ReceivedEvent, 'object' | 'changed_at'>,
  found: Application,
  field: StatusField,
  noted: unknown,
): Standing {
  const status = found[field];
  if (status === undefined) return 'current';
  const named = namedStatus(event.object, field);
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

/** What the flow gets of an event: its case, for New Event what it says, and why it has no link. */
function itemOf(run: Run, event: ReceivedEvent, key?: TriggerKey, own?: TriggerKey, found?: Case) {
  const facts = event.passed.object;
  const shown = found && withEventFacts(run, found, facts, key);
  const isWithoutLink = !shown?.portal_link || key === 'collect_opened';
  const problem = isWithoutLink && linkProblem(run, event.hosts, facts);
  return { ...toItem(event, key, shown), ...(!own && eventFacts(event)), ...problem };
}

/** Adds the facts that only the event has. The service's own values win. */
function withEventFacts(run: Run, found: Case, facts: Facts, key?: TriggerKey): Case {
  const { status_review, status_execution, request, decision, custom_fields } = facts;
  const objects = Object.entries({ request, decision }).filter(([, value]) => isRecord(value));
  const ofEvent = { status_review, status_execution, ...Object.fromEntries(objects) };
  // A case that shows null is undecided, whatever the event says.
  const lacking = Object.entries(ofEvent).filter(([name]) => found[name] === undefined);
  const whole = { ...found, ...Object.fromEntries(lacking), ...portalIn(run, found, facts, key) };
  const isMerged = isRecord(custom_fields) && isRecord(found.custom_fields ?? {});
  return {
    ...whole,
    isDecided: isDecision(run.dialect, whole.status_review),
    ...(isMerged && { custom_fields: { ...custom_fields, ...found.custom_fields } }),
  };
}

/** The link that an event brings, with its portal. A request to the client outweighs the case. */
function portalIn(run: Run, found: Case, facts: Facts, key?: TriggerKey) {
  const link = portalUrl(run, portalLinkIn(facts));
  if (link === undefined || link === found.portal_link) return {};
  const isRequest = key === 'collect_opened';
  if (found.portal_link !== undefined && !isRequest) return {};
  return { portal_link: link, ...(isRequest && { portals: facts.portals ?? facts.portal }) };
}

/**
 * What the editor shows before the first event: the recent cases of this connection that pass the
 * filters, because no endpoint lists cases. Of a document, its sample.
 * @param id the ID of the event of the first.
 */
export async function listRecent(run: Run, input: FilterInput, id: string, name?: string) {
  // The editor shows no more than three.
  const cases = await recentCases(run, 3);
  const items = isOfDocument(name)
    ? cases.slice(0, 1).map(() => documentSample(id))
    : cases.map((one, index) => toCase(one, { id: `${id}${index || ''}` }));
  return items.filter((item) => passes(run.dialect, item, input));
}
