/** The output about the run itself, which comes last. */
import type { NotTaken } from '../client/comparison.ts';

/** The thing was there before this step. */
export const alreadyExistedOutput = {
  key: 'already_existed',
  label: 'Note: Already Existed',
  type: 'boolean' as const,
};

/** The list of a search is incomplete. */
export const moreExistOutput = {
  key: 'more_exist',
  label: 'Note: More Results Exist',
  type: 'boolean' as const,
};

/** A portal link that was removed (client/portal-link.ts). */
export const linkProblemOutput = { key: 'portal_link_problem', label: 'Note: Portal Link Problem' };

/** Values that the service did not take (client/comparison.ts). */
export const notTakenOutput = [
  { key: 'not_taken', label: 'Note: Fields Not Taken', list: true },
  { key: 'not_taken_text', label: 'Note: Fields Not Taken, as Text' },
];

/** Its value if the service took everything. */
export const notTakenSample: NotTaken = { not_taken: [], not_taken_text: null };
