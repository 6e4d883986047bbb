/** Where a client stands, in the words of a CRM. A value that the service does not send is empty. */
import { idText } from '../client/exchange/answer.ts';
import { recordOf } from '../client/basics/json.ts';
import { parseTime } from '../client/basics/time.ts';
import type { Case } from '../client/cases.ts';
import type { Run } from '../client/exchange/run.ts';
import { foldWords, toSuggestion } from '../client/exchange/suggestions.ts';
import { isShutOut, portalsIn, waitsForClient } from '../client/portal-link.ts';
import { business, person } from '../service/catalogue.ts';
import type { TriggerKey } from '../service/contract.ts';
import type { Dialect } from '../service/dialect.ts';
import { undecidedStatuses } from '../service/states.ts';
import { choice, toLabel } from './kinds/choices.ts';
import { parseDate } from './kinds/dates.ts';
import { form } from './kinds/form.ts';
import { labelsOf } from './kinds/table.ts';
import { toList, toOneOf, type Input } from './kinds/values.ts';

type Status = keyof typeof undecidedStatuses | 'decided';

/** All statuses in words: after a decision, the decision. */
export const statusTexts = ({ decision_statuses }: Dialect): string[] => [
  ...Object.values(undecidedStatuses),
  ...decision_statuses.map(toLabel),
];

/** What only the step or the event knows. */
export interface Occasion {
  event?: TriggerKey;
  /** The time of the event. */
  time?: string;
  /** A status that the case does not show yet. */
  status?: Status;
}

/**
 * The status of a case. What the service says of the work outweighs the decision: the client is
 * asked again. An event outweighs what the case shows while the case may not show it yet.
 */
function statusOf(found: Case, occasion: Occasion): Status | undefined {
  const isOlder = parseTime(found.updated_at) > parseTime(occasion.time);
  const event = isOlder ? undefined : occasion.event;
  const [review, execution] = [found.status_review, found.status_execution].map((one) =>
    typeof one === 'string' ? one.toLowerCase() : '',
  );
  const isSubmitted = occasion.event === 'case_submitted';
  const hasEnded = isShutOut(found) || event === 'collect_closed';
  const isAsked = waitsForClient(found) && !hasEnded && !isSubmitted;
  if (found.isDecided) {
    return isAsked && event !== 'case_review_updated' ? 'waiting' : 'decided';
  }
  if (occasion.status) return occasion.status;
  if (isAsked || event === 'collect_opened') return 'waiting';
  if (found.is_draft && !isSubmitted) return hasEnded ? 'draft' : 'waiting';
  if (review && !['pending', 'in_review'].includes(review)) return undefined;
  if (execution === 'failed') return 'failed';
  return execution === 'done' ? 'ready' : 'review';
}

/** ISO 8601 in UTC; null for anything that is no time. */
function toTime(value: unknown): string | null {
  const time = new Date(parseTime(value));
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** The day of a time as it is written: no zone moves it. Null for anything that names no day. */
function toDay(value: unknown): string | null {
  const written = idText(value);
  if (!written) return null;
  const [day = written] = /^\d{4}-\d\d-\d\d(?!\d)/.exec(written) ?? [];
  const isNumber = Number.isFinite(Number(written));
  return parseDate(day) ?? (isNumber ? toTime(written) : null)?.slice(0, 10) ?? null;
}

const firstText = (...values: unknown[]): string | null =>
  values.find((value): value is string => typeof value === 'string' && value.trim() !== '') ?? null;

const labels = { ...labelsOf(business, 'business.'), ...labelsOf(person, 'person.') };

/** The label of a requested field, whose name may lack its owner; a document's name in words. */
function nameOf(code: string, owner: string): string {
  const paths = [code, ...[owner, 'business', 'person'].map((one) => `${one}.${code}`)];
  const path = paths.find((one) => Object.hasOwn(labels, one));
  return path ? labels[path]! : toLabel(code.split('.').at(-1)!);
}

/** What is requested, by their names: texts, or objects with a name. */
function itemsIn(list: unknown, owner: string): string[] {
  return (Array.isArray(list) ? list : []).flatMap((item: unknown) => {
    const { label, display_name, name, type } = recordOf(item);
    const [title, code] = [firstText(label, display_name), firstText(item, name, type)];
    return title ?? (code === null ? [] : nameOf(code, owner));
  });
}

/** The open request to the client: what is missing, the reviewer's note and the last day. */
function requestIn(found: Case) {
  const { reason, note, message, fields, documents, due_at, due_date } = recordOf(found.request);
  const owner = found.person ? 'person' : 'business';
  return {
    missing_items: [fields, documents].flatMap((list) => itemsIn(list, owner)).join(', ') || null,
    request_note: firstText(reason, note, message),
    request_due_date: toDay(due_at) ?? toDay(due_date),
  };
}

/** The values of a case that a CRM keeps on its deal. */
export function progressOf(found: Case, occasion: Occasion = {}) {
  const status = statusOf(found, occasion);
  const decision = recordOf(found.decision);
  const [portal = {}] = portalsIn(found);
  const timeOf = (event: TriggerKey) => (occasion.event === event ? occasion.time : undefined);
  const hasDecision = status === 'decided';
  const status_text =
    status && !hasDecision ? undecidedStatuses[status] : toLabel(idText(found.status_review) ?? '');
  const request = requestIn(found);
  // One line, also where a label has several. The reason of a decision never stands in it.
  const missing = status === 'waiting' && request.missing_items?.replace(/\s+/g, ' ');
  return {
    status_text,
    summary: missing ? `${status_text}: ${missing}` : status_text,
    opened_at: toTime(portal.opened_at),
    submitted_at: toTime(found.submitted_at ?? timeOf('case_submitted')),
    decided_at: hasDecision
      ? toTime(decision.decided_at ?? found.decided_at ?? timeOf('case_review_updated'))
      : null,
    decision_reason: hasDecision ? firstText(decision.text, found.decision_text) : null,
    ...request,
  };
}

export const progressOutput = [
  { key: 'status_text', label: 'Status in Words' },
  { key: 'summary', label: 'Onboarding Summary' },
  { key: 'opened_at', label: 'Portal Opened At' },
  { key: 'submitted_at', label: 'Submitted At' },
  { key: 'decided_at', label: 'Decided At' },
  { key: 'decision_reason', label: 'Decision Reason' },
  { key: 'missing_items', label: 'Missing Items' },
  { key: 'request_note', label: 'Request Note' },
  { key: 'request_due_date', label: 'Request Due Date' },
];

const filterLabel = 'Only Status in Words';

/** The input of Find Case for a case that is wanted only in some status. */
export const onlyStatusField = form(({ dialect }) => [
  {
    key: 'only_status' as const,
    label: filterLabel,
    helpText:
      'The status in words says where the client stands. Finds the case only if it is one of these, otherwise nothing. Empty means any. For reminders, choose Waiting for Client: they end when the client submits.',
    choices: statusTexts(dialect).map((one) => choice(one, one)),
    list: true,
  },
]);

/** Whether a status is one of the wanted. @throws a halt for an unknown one. */
export function toStatusFilter({ dialect }: Run, { only_status }: Input<'only_status'>) {
  const texts = statusTexts(dialect);
  const wanted = toSuggestion(texts, toList(only_status, filterLabel), filterLabel).map((one) =>
    foldWords(toOneOf(one, filterLabel, texts)!),
  );
  return (status: string): boolean => !wanted.length || wanted.includes(foldWords(status));
}
