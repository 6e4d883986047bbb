/** The codes of errors of a request for which Node has none (host.ts names all codes). */

/** The error for a time-out. */
export const outOfTime = () => Object.assign(new Error('time'), { code: 'ETIMEDOUT' });

/** The error for an answer that ended too early. */
export const cutOff = () => Object.assign(new Error('cut off'), { code: 'ECUTOFF' });

/** Copies node-fetch's `type` of an error to the `code` that operations look for. */
export function withCode(cause: unknown): unknown {
  const { type = '' } = (cause ?? {}) as { type?: string };
  if (type === 'max-size') return Object.assign(cause as Error, { code: 'ETOOLARGE' });
  if (type.endsWith('-timeout')) return Object.assign(cause as Error, { code: 'ETIMEDOUT' });
  return cause;
}
