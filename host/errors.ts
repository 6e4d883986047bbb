/** Errors of a request for which Node has no code (host.ts names all codes). */

/** The error for a time-out. */
export const outOfTime = () => Object.assign(new Error('time'), { code: 'ETIMEDOUT' });

/** The error for an answer that ended too early. */
export const cutOff = () => Object.assign(new Error('cut off'), { code: 'ECUTOFF' });
