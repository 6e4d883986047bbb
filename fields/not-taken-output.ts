/** What the service did not take, in the output of steps that send fields (client/not-taken.ts). */
import type { NotTaken } from '../client/not-taken.ts';

export const notTakenOutput = [
  { key: 'not_taken', label: 'Not Taken', list: true },
  { key: 'not_taken_text', label: 'Not Taken as Text' },
];

/** As it is where everything was taken. */
export const notTakenSample: NotTaken = { not_taken: [], not_taken_text: null };
