/**
 * Where a client stands, in the words of a CRM: the status, the times, what is missing, and the
 * letter to send. Every case in the output has these values; a value that the service does not send
 * is empty.
 */
import { recordOf } from '../client/exchange/json.ts';
import type { Case } from '../client/cases.ts';
import type { TriggerKey } from '../service/contract.ts';
import { names, type Language } from '../service/languages.ts';
import {
  dueSentence,
  isLanguage,
  languageOf,
  letterKinds,
  writeLetter,
  type LetterKind,
} from '../service/letters.ts';
import { isDecided, statesWith, type State } from '../service/states.ts';
import { toLabel } from './kinds/choices.ts';

/** A status in words, and the letter that fits it. */
interface StatusRow {
  text: string;
  letter?: LetterKind;
}
/** The statuses before a decision. */
const undecided = {
  draft: { text: 'Draft' },
  waiting: { text: 'Waiting for Client', letter: 'link' },
  requested: { text: 'More Information Requested', letter: 'request' },
  review: { text: 'In Review' },
  ready: { text: 'Ready for Decision' },
  failed: { text: 'Checks Failed' },
} as const satisfies Record<string, StatusRow>;
type Status = keyof typeof undecided | State;
/** All of them: a decision is its state. */
const statuses: Readonly<Record<string, StatusRow>> = {
  ...undecided,
  ...Object.fromEntries(
    statesWith('isDecided').map((name) => {
      const letter = letterKinds.find((kind) => kind === name);
      return [name, { text: toLabel(name), letter }];
    }),
  ),
};

/** The statuses that a filter offers. */
export const statusTexts = (): string[] => Object.values(statuses).map(({ text }) => text);

/** What only the step or the event knows. */
export interface Occasion {
  /** The trigger of the event. */
  event?: TriggerKey;
  /** The time of the event. */
  time?: string;
  /** A status that the case does not show yet. */
  status?: Status;
  /** This reminder, in place of the letter of the status. */
  reminder?: LetterKind;
  /** The link for the letter if the service does not show it. */
  portal_link?: string;
}

const lowerCase = (value: unknown): string =>
  typeof value === 'string' ? value.toLowerCase() : '';

/** True if the service shows the portals of the case, and none is open. */
const isClosed = (found: Case): boolean =>
  !found.portal_link && ['portals', 'portal'].some((key) => Object.hasOwn(found, key));

/**
 * The status of a case. A decision outweighs everything but a new request to the client: then the
 * case waits again, and its page is open.
 */
function statusOf(found: Case, { event, status }: Occasion): Status | undefined {
  const { is_draft } = found;
  const [review, execution] = [lowerCase(found.status_review), lowerCase(found.status_execution)];
  if (status) return status;
  if (event === 'collect_opened' && (is_draft !== true || found.request)) return 'requested';
  const isAsked = execution === 'waiting_for_user_input' && !isClosed(found);
  if (isDecided(review)) {
    const isAskedAgain = isAsked && found.portal_link && event !== 'case_review_updated';
    return isAskedAgain ? 'requested' : (review as State);
  }
  // Right after the event the service may still show the case as it was before.
  const isSubmitted = event === 'case_submitted';
  if (is_draft && !isSubmitted) {
    return isClosed(found) || event === 'collect_closed' ? 'draft' : 'waiting';
  }
  if (isAsked) return isSubmitted ? 'review' : 'requested';
  if (review && !['pending', 'in_review'].includes(review)) return undefined;
  if (execution === 'failed') return 'failed';
  return execution === 'done' ? 'ready' : 'review';
}

/** ISO 8601 in UTC; null for anything that is no time. A number counts the seconds since 1970. */
function toTime(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const seconds = Number(value);
  const time = new Date(Number.isFinite(seconds) && value !== '' ? seconds * 1000 : value);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

const text = (...values: unknown[]): string | null =>
  values.find((value): value is string => typeof value === 'string' && value.trim() !== '') ?? null;

/** The name of a requested field or document in a language; in English words if it has none there. */
function nameOf(code: string, lang: Language): string {
  const { labels, types, otherTypes } = names[lang];
  const all: Record<string, string> = { ...labels, ...types, ...otherTypes };
  const key = code.replace(/^(business|person)\./, '');
  return Object.hasOwn(all, key) ? all[key]! : toLabel(key.split('.').at(-1)!);
}

/** The requested things by their names: texts, or objects with a name. */
function itemsIn(list: unknown, lang: Language): string[] {
  return (Array.isArray(list) ? list : []).flatMap((item: unknown) => {
    const { label, display_name, name, type } = recordOf(item);
    const [title, code] = [text(label, display_name), text(item, name, type)];
    return title ?? (code === null ? [] : nameOf(code, lang));
  });
}

/** The open request to the client: what is missing, the reviewer's note and the last day. */
function requestIn({ request }: Lettered, lang: Language = 'en') {
  const { reason, note, message, fields, documents, due_at, due_date } = recordOf(request);
  return {
    missing: [...itemsIn(fields, lang), ...itemsIn(documents, lang)],
    note: text(reason, note, message),
    due: toTime(text(due_at, due_date))?.slice(0, 10) ?? null,
  };
}

/** The parts of a case that a letter needs. */
type Lettered = Pick<Case, 'person' | 'business' | 'portal_link'> & {
  custom_fields?: unknown;
  request?: unknown;
};

/** The subject and text of the letter to the client; null without a letter, or without its link. */
export function letterFor(found: Lettered, kind: LetterKind | undefined) {
  const { person: client, business: company, custom_fields, portal_link } = found;
  if (!kind || (!portal_link && !isDecided(kind)))
    return { letter_subject: null, letter_text: null };
  const address = client?.address ?? company?.address;
  const country = address?.country ?? company?.country ?? client?.nationalities?.[0];
  const chosen = recordOf(custom_fields).language;
  const lang = isLanguage(chosen) ? chosen : languageOf(country);
  const { missing, note, due } = requestIn(found, lang);
  const day =
    due &&
    new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(due));
  const { subject, paragraphs } = writeLetter(kind, lang, {
    name: text(client?.given_names, client?.first_name) ?? '',
    link: portal_link,
    reason: [note, ...missing.map((item) => `– ${item}`), day && dueSentence(day, lang)]
      .filter(Boolean)
      .join('\n'),
  });
  return { letter_subject: subject, letter_text: paragraphs.join('\n\n') };
}

/** The values of a case that a CRM keeps on its deal. */
export function progressOf(found: Case, occasion: Occasion = {}) {
  const status = statusOf(found, occasion);
  const row = status && statuses[status];
  const decision = recordOf(found.decision);
  const portal = recordOf([found.portals ?? found.portal].flat()[0]);
  const timeOf = (event: TriggerKey) => (occasion.event === event ? occasion.time : undefined);
  const hasDecision = isDecided(status ?? '');
  const { missing, note, due } = requestIn(found);
  const reminder = row?.letter && !hasDecision ? occasion.reminder : undefined;
  return {
    status_text: row?.text ?? toLabel(found.status_review ?? ''),
    opened_at: toTime(portal.opened_at),
    submitted_at: toTime(found.submitted_at ?? timeOf('case_submitted')),
    decided_at: hasDecision
      ? toTime(decision.decided_at ?? found.decided_at ?? timeOf('case_review_updated'))
      : null,
    decision_reason: hasDecision ? text(decision.text, found.decision_text) : null,
    missing_items: missing.join(', ') || null,
    request_note: note,
    request_due_date: due,
    ...letterFor(
      { ...found, portal_link: found.portal_link ?? occasion.portal_link },
      reminder ?? row?.letter,
    ),
  };
}

export const letterOutput = [
  { key: 'letter_subject', label: 'Letter Subject' },
  { key: 'letter_text', label: 'Letter Text' },
];

export const progressOutput = [
  { key: 'status_text', label: 'Status in Words' },
  { key: 'opened_at', label: 'Portal Opened At' },
  { key: 'submitted_at', label: 'Submitted At' },
  { key: 'decided_at', label: 'Decided At' },
  { key: 'decision_reason', label: 'Decision Reason' },
  { key: 'missing_items', label: 'Missing Items' },
  { key: 'request_note', label: 'Request Note' },
  { key: 'request_due_date', label: 'Request Due Date' },
  ...letterOutput,
];
