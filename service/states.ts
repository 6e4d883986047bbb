/**
 * The states of a case ("States and transitions"), one row each. The dialect suggests them; the
 * sandbox's moves, back office and API follow from them.
 */

/** How a reviewer or the API brings a case into a state. */
export interface Decision {
  /** The name of the move in docs/states.md. */
  move: string;
  /** The text of the reviewer's button. */
  button: string;
  /** The states from which it is possible; the default is each state but draft. */
  from?: readonly string[];
  /** The message in any other state. */
  refusal?: string;
  /** A condition, for docs/states.md. */
  note?: string;
  needsReason?: true;
}

export interface StateRow {
  /** The colour of its tag. */
  tone?: 'good' | 'bad' | 'open';
  /** Dropdowns of the review status suggest it. */
  isSuggested?: true;
  /** The case is decided: dropdowns of a decision suggest it, and requests to the client are closed. */
  isDecided?: true;
  decision?: Decision;
}

/** A draft is a separate state, although its status_review is pending. */
export const states = {
  draft: {},
  pending: {
    tone: 'open',
    isSuggested: true,
  },
  in_review: {
    tone: 'open',
    isSuggested: true,
    decision: { move: 'reopen', button: 'Reopen' },
  },
  approved: {
    tone: 'good',
    isSuggested: true,
    isDecided: true,
    decision: {
      move: 'approve',
      button: 'Approve',
      note: 'refused while the risk level is FORBIDDEN',
    },
  },
  rejected: {
    tone: 'bad',
    isSuggested: true,
    isDecided: true,
    decision: { move: 'reject', button: 'Reject', needsReason: true },
  },
} as const satisfies Record<string, StateRow>;
export type State = keyof typeof states;

/** The names of the states with this property. */
export const statesWith = (property: keyof StateRow): State[] =>
  Object.entries<StateRow>(states).flatMap(([name, row]) => (row[property] ? [name as State] : []));

export const isDecided = (state: string): boolean =>
  statesWith('isDecided').some((decided) => decided === state);

/** The statuses of a case before its decision, in words (`status_text`). */
export const undecidedStatuses = {
  draft: 'Draft',
  waiting: 'Waiting for Client',
  review: 'In Review',
  ready: 'Ready for Decision',
  failed: 'Checks Failed',
};
