/** The library of requests says by a `type` what the operations look for as a `code`. */
export function withCode(cause: unknown): unknown {
  const { type = '' } = (cause ?? {}) as { type?: string };
  if (type === 'max-size') return Object.assign(cause as Error, { code: 'ETOOLARGE' });
  if (type.endsWith('-timeout')) return Object.assign(cause as Error, { code: 'ETIMEDOUT' });
  return cause;
}
