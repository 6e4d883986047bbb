/** A reviewer decides, and the Zap writes the decision to the deal. */
import type { Deal } from '../test/support/client.ts';
import type { Outcome } from './outcome.ts';
import type { Stage } from './stage.ts';

/** @throws Error if the Zap gets another decision than the reviewer's. */
export async function decide({ control, hooks }: Stage, deal: Deal, outcome: Outcome) {
  const expected = deal['Reviewer Decision'] || 'approved';
  await control(`cases/${outcome.case}/decision`, { status: expected });
  const reviewed = await hooks.next(
    'case_review_updated',
    ({ application_id }) => application_id === outcome.case,
  );
  outcome.decision = String(reviewed.status_review);
  if (outcome.decision !== expected)
    throw new Error(`Expected ${expected}, got ${outcome.decision}.`);
}
