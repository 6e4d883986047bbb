/** Copies node-fetch's `type` of an error to the `code` that operations look for. */
export function withCode(cause: unknown): unknown {
  const { type = '' } = (cause ?? {}) as { type?: string };
  if (type === 'max-size') return Object.assign(cause as Error, { code: 'ETOOLARGE' });
  if (type.endsWith('-timeout')) return Object.assign(cause as Error, { code: 'ETIMEDOUT' });
  return cause;
}
