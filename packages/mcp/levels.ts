/** What the person switches on: reading is always allowed. */
export const levels = ['write', 'decide', 'raw'] as const;
export type Level = (typeof levels)[number];
