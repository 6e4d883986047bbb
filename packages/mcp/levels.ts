/** The levels that a person can switch on. Reading is always allowed. */
export const levels = ['write', 'decide', 'raw'] as const;
export type Level = (typeof levels)[number];

/** Every token needs this scope. */
export const readScope = 'read';

/** The levels that are switched on and that the token's scopes allow. */
export const allowedBy = (scopes: string[], allowed: Set<Level>): Set<Level> =>
  new Set([...allowed].filter((level) => scopes.includes(level)));
