/** The history of a case, as data; the back office puts it into words (office/timeline.tsx). */

/** Who acts, such as `API`, `Client` or `Workflow`. */
export type Actor = string;

export type HistoryKind =
  | 'created'
  | 'changed'
  | 'submitted'
  | 'reviewed'
  | 'decided'
  | 'information_requested'
  | 'request_answered'
  | 'request_withdrawn'
  | 'portal_created'
  | 'portal_reopened'
  | 'portal_closed'
  | 'letter_sent'
  | 'document_attached'
  | 'document_judged'
  | 'document_removed'
  | 'party_added'
  | 'party_corrected';

/** What happened. */
export interface Happening {
  kind: HistoryKind;
  /** What it is about: the path of a value, or the kind of a document, letter or party. */
  path?: string;
  before?: unknown;
  after?: unknown;
  /** The words of its author, such as the reason of a decision. */
  text?: string | null;
}

export interface HistoryEntry extends Happening {
  at: string;
  who: Actor;
}
