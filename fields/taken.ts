/** What the service did not take, in the output of steps that send fields (client/taken.ts). */
import type { Taken } from '../client/taken.ts';

export const takenOutput = [
  { key: 'not_taken', label: 'Not Taken', list: true },
  { key: 'not_taken_text', label: 'Not Taken as Text' },
];

/** As it is where everything was taken. */
export const takenSample: Taken = { not_taken: [], not_taken_text: null };
