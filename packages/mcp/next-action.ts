/** What follows from a result: the sentence an assistant can pass on. */
import { riskLevels } from '../../service/contract.ts';

type Result = Record<string, unknown>;

const decided = ['approved', 'rejected'];

/** The first rule that fits a single result. */
const rules: { when: (result: Result) => unknown; say: string; isTerminal?: true }[] = [
  {
    when: ({ status_review }) => decided.includes(String(status_review)),
    say: 'Nothing is left to do: the case has its decision.',
    isTerminal: true,
  },
  {
    when: ({ risk_level }) => risk_level === riskLevels.FORBIDDEN,
    say: 'The case cannot be approved at the risk level Forbidden. A person decides what follows.',
  },
  {
    // Of a case that was found and is under review the client knows the link already.
    when: ({ portal_link, status_review, is_draft, already_existed }) =>
      portal_link && (status_review === undefined || is_draft || already_existed !== undefined),
    say: 'Send the portal link to the client.',
  },
  {
    when: ({ is_draft }) => is_draft === true,
    say: 'Complete the draft and submit it, or make a portal link on which the client completes it.',
  },
  {
    when: ({ status_review }) => status_review !== undefined,
    say: 'Wait for the review, then read the case again.',
  },
  {
    when: ({ document_id }) => document_id,
    say: 'Attach what else is needed; submit the case when it is complete.',
  },
  {
    when: ({ decision_id, status, application_id }) => decision_id ?? (status && application_id),
    say: 'Nothing is left to do: the decision is recorded.',
    isTerminal: true,
  },
  {
    when: ({ roles, application_id }) => roles !== undefined && application_id,
    say: 'Add further related parties, or upload their documents.',
  },
  {
    when: ({ registration_number, organization_name }) => registration_number ?? organization_name,
    say: 'Check the company with the person, then create its case with these values.',
  },
];

/** @param results those of a search, or the one of an action. */
export function nextAction(results: Result[]) {
  /** `is_terminal`: nothing follows any more. */
  const next = (next_action: string, is_terminal = false) => ({ next_action, is_terminal });
  if (!results.length) return next('Nothing was found. Check the values with the person.');
  if (results.length > 1)
    return next('Several were found. Ask the person which one is meant; do not choose yourself.');
  const rule = rules.find(({ when }) => when(results[0]!));
  return next(rule?.say ?? 'Tell the person what came of it.', rule?.isTerminal);
}
