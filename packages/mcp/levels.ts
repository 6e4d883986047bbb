/** What the person switches on: reading is always allowed. */
export const levels = ['write', 'decide', 'raw'] as const;
export type Level = (typeof levels)[number];

/** The scope a token needs for anything. */
export const readScope = 'read';

/** What a token with these scopes may use of what is switched on. */
export const allowedBy = (scopes: string[], allowed: Set<Level>): Set<Level> =>
  new Set([...allowed].filter((level) => scopes.includes(level)));
