/**
 * The case of an event as a flow gets it: as the service shows it now, with what only the event
 * knows. All triggers that show a case use it.
 */
import { events, type EventRow } from '../service/catalogue.ts';
import type { TriggerKey } from '../service/contract.ts';
import { isDecision } from '../service/dialect.ts';
import { findCase, type Case } from './cases.ts';
import type { Received } from './deliveries.ts';
import { namedStatus, standingOf, type Standing } from './events.ts';
import { throttle } from './basics/errors.ts';
import { isRecord } from './basics/json.ts';
import type { Run } from './exchange/run.ts';
import { recallNote } from './memory/claim.ts';
import { portalLinkIn, portalUrl } from './portal-link.ts';
import { notesOfCase, recentIds } from './recent-cases.ts';

/** An event about a case, at a flow. */
export interface CaseEvent extends Received {
  /** The trigger of the event; undefined for an event without a trigger of its own. */
  key?: TriggerKey;
  /** Identifies the flow among others; undefined if unknown. */
  flow?: string;
}

/** The trigger of the event with this name. */
export const triggerOf = (name?: string): TriggerKey | undefined =>
  (Object.keys(events) as TriggerKey[]).find((key) => events[key].name === name);

/** The field of the status that the event reports. */
const statusField = ({ key }: CaseEvent) => key && (events[key] as EventRow).status;

/** The case of an event, and what is noted about it. */
interface Reading {
  /** Undefined for an unknown case. */
  found?: Case;
  recent: string[];
  /** Identifies the note of the last status that the flow got. */
  note?: unknown[];
  /** That status, where the event names none. */
  noted?: unknown;
}

/** Reads all that the flow needs at once. @param accept the statuses of an unknown case. */
export async function readEventCase(
  run: Run,
  event: CaseEvent,
  application_id: string | undefined,
  accept?: number[],
): Promise<Reading> {
  if (application_id === undefined) return { recent: await recentIds(run) };
  const field = statusField(event);
  const { flow } = event;
  const note = field && flow !== undefined ? ['status', flow, application_id, field] : undefined;
  const isUntold = field && namedStatus(event.event, field) === undefined;
  const [found, recent, noted] = await Promise.all([
    findCase(run, application_id, accept),
    recentIds(run),
    note && isUntold && recallNote(run, note),
  ]);
  return { found, recent, note, noted };
}

/** The request to the client, or the decision, if only the event has it. */
const inEvent = (found: Case, facts: Record<string, unknown>, key: string) =>
  found[key] === undefined && isRecord(facts[key]) ? { [key]: facts[key] } : {};

/** The link that an event brings, with its portal. A request to the client outweighs the case. */
function portalOf(run: Run, found: Case, { key, passed: { object } }: CaseEvent) {
  const link = portalUrl(run, portalLinkIn(object));
  if (link === undefined || link === found.portal_link) return {};
  const isRequest = key === 'collect_opened';
  if (found.portal_link !== undefined && !isRequest) return {};
  return { portal_link: link, ...(isRequest && { portals: object.portals ?? object.portal }) };
}

/** A status that only the event has. A case that shows null is undecided, whatever the event says. */
const statusIn = (found: Case, { object }: Received['passed'], field: keyof typeof object) =>
  (found[field] === undefined ? object[field] : found[field]) as string | undefined;

/** Adds the facts that only the event has. The service's own values win. */
function withEventFacts(run: Run, found: Case, event: CaseEvent): Case {
  const { passed } = event;
  const { custom_fields } = passed.object;
  const isMerged = isRecord(custom_fields) && isRecord(found.custom_fields ?? {});
  const status_review = statusIn(found, passed, 'status_review');
  return {
    ...found,
    status_review,
    isDecided: isDecision(run.dialect, status_review),
    status_execution: statusIn(found, passed, 'status_execution'),
    ...portalOf(run, found, event),
    ...inEvent(found, passed.object, 'request'),
    ...inEvent(found, passed.object, 'decision'),
    ...(isMerged && { custom_fields: { ...custom_fields, ...found.custom_fields } }),
  };
}

/**
 * The case of an event for its flow, how it stands to the event, and the notes for after the work.
 * @throws a throttle if the service still shows the case as it was before the event.
 */
export function showEventCase(
  run: Run,
  event: CaseEvent,
  found: Case,
  { recent, note, noted }: Reading,
) {
  const field = statusField(event);
  const standing: Standing = field ? standingOf(event.event, found, field, noted) : 'current';
  if (standing === 'ahead') {
    throw throttle('The service still shows the case as it was before this event.', 60, 'nothing');
  }
  const status = field && found[field];
  return {
    flowCase: withEventFacts(run, found, event),
    standing,
    notes: [
      ...notesOfCase(run, found, recent),
      ...(note && status !== undefined ? [{ identity: note, value: status }] : []),
    ],
  };
}
