/**
 * The state machine of a case ("States and transitions"): its moves, their start states, and who
 * may make them. Decisions are in the rows of service/states.ts. The commands follow these moves,
 * and docs/states.md shows them.
 */
import {
  isDecided,
  states,
  statesWith,
  undecidedStatuses,
  type Decision,
  type State,
  type StateRow,
} from '../../../service/states.ts';
import { riskLevels, type Application } from '../../../service/contract.ts';
import { Problem } from './problem.ts';

export { isDecided, type State };
export const stateKeys = Object.keys(states) as State[];
/** The row of a state; undefined for another word. */
export const rowOf = (state: string): StateRow | undefined =>
  (states as Partial<Record<string, StateRow>>)[state];

export interface Move {
  who: string;
  from: readonly State[];
  to: State;
  /** The reason for the move. */
  when: string;
  /** The message in any other state. */
  refusal: string;
}

const workflowMoves = {
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
    from: stateKeys.filter((state) => !isDecided(state)),
    to: 'in_review',
    when: 'the client submits the portal',
    refusal: 'The case is decided.',
  },
  answerRequest: {
    who: 'Client',
    from: stateKeys,
    to: 'in_review',
    when: 'the client submits the requested information',
    refusal: '',
  },
} satisfies Record<string, Move>;

/** The states that are decisions. */
export type DecisionName = {
  [Name in State]: (typeof states)[Name] extends { decision: Decision } ? Name : never;
}[State];
/** Those that decide the case are first. */
const decisionNames = [
  ...new Set([...statesWith('isDecided'), ...statesWith('decision')]),
] as DecisionName[];

function moveTo(name: DecisionName): Move {
  const { from, note, ...row }: Decision = states[name].decision;
  return {
    who: 'Reviewer, API',
    from: (from as State[] | undefined) ?? stateKeys.filter((state) => state !== 'draft'),
    to: name,
    when: `decision ${name}${note ? `; ${note}` : ''}${isDecided(name) ? '. Closes requests to the client' : ''}`,
    refusal: row.refusal ?? 'The case is a draft. Submit it before a decision is recorded.',
  };
}

type DecisionMove = (typeof states)[DecisionName]['decision']['move'];
export type MoveName = keyof typeof workflowMoves | DecisionMove;
/** Decision -> its move. */
export const decisions = Object.fromEntries(
  decisionNames.map((name) => [name, states[name].decision.move]),
) as Record<DecisionName, DecisionMove>;
const decisionMoves = Object.fromEntries(
  decisionNames.map((name) => [decisions[name], moveTo(name)]),
) as Record<DecisionMove, Move>;
export const moves: Record<MoveName, Move> = { ...workflowMoves, ...decisionMoves };

/** The decisions for which a reviewer has a button. A decided case is reopened first. */
export const decisionsIn = (state: State): DecisionName[] =>
  decisionNames.filter((name) => {
    if (name === state) return false;
    // Back into review comes only a case that a decision took out of it.
    const isBack = name !== 'in_review' || 'decision' in states[state];
    return isBack && !(isDecided(state) && isDecided(name));
  });

/** The fields that decide the state, of a case or its row. */
interface Stated {
  is_draft?: boolean | number | null;
  status_review?: string | null;
}
export const stateOf = ({ is_draft, status_review }: Stated): State =>
  is_draft ? 'draft' : (status_review as State);

/** Where a case stands: before a decision one of these, else its state. */
export type Status = keyof typeof undecidedStatuses | State;
const unnamed = ['draft', 'pending', 'in_review'];
/** Every status in words, in the order of a case's life. */
export const statusNames = {
  ...undecidedStatuses,
  ...Object.fromEntries(
    stateKeys
      .filter((state) => !unnamed.includes(state))
      .map((state) => [
        state,
        state.replaceAll('_', ' ').replace(/\b[a-z]/g, (one) => one.toUpperCase()),
      ]),
  ),
} as Record<Status, string>;

/** The status of a case. It waits for its client only with a link to a portal. */
export function statusOf(
  value: Stated & { status_execution?: string | null },
  hasLink: boolean,
): Status {
  const state = stateOf(value);
  const { status_execution: execution } = value;
  if (hasLink && (state === 'draft' || execution === 'waiting_for_user_input')) return 'waiting';
  if (state !== 'pending' && state !== 'in_review') return state;
  if (execution === 'failed') return 'failed';
  return execution === 'done' ? 'ready' : 'review';
}

/** The reason against a move; undefined if the case can make it. */
export function refusal(value: Application, name: MoveName): string | undefined {
  const move = moves[name];
  if (!move.from.includes(stateOf(value))) return move.refusal;
  if (name === 'approve' && value.risk_level === riskLevels.FORBIDDEN) {
    return 'The risk level of the case is FORBIDDEN. It cannot be approved.';
  }
  return undefined;
}

/** The state after a move. @throws Problem 409 if the case cannot make it. */
export function after(value: Application, name: MoveName): State {
  const reason = refusal(value, name);
  if (reason) throw new Problem(409, reason);
  return moves[name].to;
}

/** Words in the client's name -> outcome, for tests of a Zap without the back office. */
const forcedOutcomes = [
  { word: 'autoapprove', risk_level: riskLevels.LOW, risk_score: 5, decision: 'approved' },
  { word: 'autoreject', risk_level: riskLevels.HIGH, risk_score: 90, decision: 'rejected' },
  { word: 'highrisk', risk_level: riskLevels.HIGH, risk_score: 80, decision: undefined },
  // The automatic assessment fails: the case waits for a reviewer, without a risk.
  { word: 'autofail', risk_level: riskLevels.UNSET, risk_score: null, decision: undefined },
  { word: 'forbidden', risk_level: riskLevels.FORBIDDEN, risk_score: 100, decision: undefined },
] as const;

const watched = new Set(['AF', 'BY', 'IR', 'KP', 'MM', 'RU', 'SY', 'YE']);

/** Risk level (-1 to 3), risk score (0 to 100) and any forced decision of a case. */
export function assess({ business, person }: Application) {
  const text = JSON.stringify([business?.organization_name, person?.given_names, person?.last_name])
    .toLowerCase()
    .replace(/\s/g, '');
  const forced = forcedOutcomes.find(({ word }) => text.includes(word));
  if (forced) {
    const { word, risk_level, risk_score, decision } = forced;
    return { risk_level, risk_score, decision, hasFailed: word === 'autofail' };
  }
  const country = business?.country ?? person?.nationalities?.[0] ?? person?.address?.country;
  if (country && watched.has(country)) return { risk_level: riskLevels.HIGH, risk_score: 75 };
  return country
    ? { risk_level: riskLevels.LOW, risk_score: 12 }
    : { risk_level: riskLevels.MEDIUM, risk_score: 45 };
}
