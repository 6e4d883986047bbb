/** The output about values that the service did not take (client/comparison.ts). */
import type { NotTaken } from '../client/comparison.ts';

export const notTakenOutput = [
  { key: 'not_taken', label: 'Note: Fields Not Taken', list: true },
  { key: 'not_taken_text', label: 'Note: Fields Not Taken, as Text' },
];

/** Its value if the service took everything. */
export const notTakenSample: NotTaken = { not_taken: [], not_taken_text: null };
