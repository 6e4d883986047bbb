/**
 * The state machine of a case ("States and transitions"): its moves, their start states, and who
 * may make them. The workflow follows this table, and docs/states.md shows it.
 */
import { riskLevels } from '../../../service/contract.ts';
import type { Case } from './cases.ts';
import { Problem } from './problem.ts';

/** A draft is a separate state, although its status_review is pending. */
export const states = ['draft', 'pending', 'in_review', 'approved', 'rejected'] as const;
export type State = (typeof states)[number];

export interface Move {
  who: string;
  from: readonly State[];
  to: State;
  /** The reason for the move. */
  when: string;
  /** The message in any other state. */
  refusal: string;
}

const entered = ['pending', 'in_review', 'approved', 'rejected'] as const;
const unsubmitted = 'The case is a draft. Submit it before a decision is recorded.';

export const moves = {
  enter: {
    who: 'Service',
    from: ['pending'],
    to: 'in_review',
    when: 'a case that is not a draft is created',
    refusal: 'The case is in the workflow already.',
  },
  submit: {
    who: 'API',
    from: ['draft'],
    to: 'in_review',
    when: 'PUT …/submit',
    refusal: 'The case is not a draft. It has been submitted.',
  },
  submitPortal: {
    who: 'Client',
    from: ['draft', 'pending', 'in_review'],
    to: 'in_review',
    when: 'the client submits the portal',
    refusal: 'The case is decided.',
  },
  answerRequest: {
    who: 'Client',
    from: states,
    to: 'in_review',
    when: 'the client submits the requested information',
    refusal: '',
  },
  approve: {
    who: 'Reviewer, API',
    from: entered,
    to: 'approved',
    when: 'decision approved; refused while the risk level is FORBIDDEN. Closes requests to the client',
    refusal: unsubmitted,
  },
  reject: {
    who: 'Reviewer, API',
    from: entered,
    to: 'rejected',
    when: 'decision rejected. Closes requests to the client',
    refusal: unsubmitted,
  },
  reopen: {
    who: 'Reviewer, API',
    from: entered,
    to: 'in_review',
    when: 'decision in_review',
    refusal: unsubmitted,
  },
} as const satisfies Record<string, Move>;
export type MoveName = keyof typeof moves;

/** Decision -> its move. */
export const decisions = {
  approved: 'approve',
  rejected: 'reject',
  in_review: 'reopen',
} as const satisfies Record<string, MoveName>;

/** The fields that decide the state, of a case or its row. */
interface Stated {
  is_draft?: boolean | number | null;
  status_review?: string | null;
}
export const stateOf = ({ is_draft, status_review }: Stated): State =>
  is_draft ? 'draft' : (status_review as State);

/** The reason against a move; undefined if the case can make it. */
export function refusal(value: Case, name: MoveName): string | undefined {
  const move: Move = moves[name];
  if (!move.from.includes(stateOf(value))) return move.refusal;
  if (name === 'approve' && value.risk_level === riskLevels.FORBIDDEN) {
    return 'The risk level of the case is FORBIDDEN. It cannot be approved.';
  }
  return undefined;
}

/** The state after a move. @throws Problem 409 if the case cannot make it. */
export function after(value: Case, name: MoveName): State {
  const reason = refusal(value, name);
  if (reason) throw new Problem(409, reason);
  return moves[name].to;
}
