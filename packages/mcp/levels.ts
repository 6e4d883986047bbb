/** The levels that a person can switch on. Reading is always allowed. */
export const levels = ['write', 'decide', 'raw'] as const;
export type Level = (typeof levels)[number];

/** Every token needs this scope. */
export const readScope = 'read';
