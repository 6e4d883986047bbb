/** An answer as the operations read it. */

/** What they get: a status with headers, and a body to read as text or as a stream. */
export interface Answered {
  status: number;
  headers: { get(name: string): string | null };
  body: AsyncIterable<Buffer>;
  text(): Promise<string>;
  content?: string;
}

/** An answer whose body is read at most once, and not beyond `size` bytes. */
export function answerOf(
  status: number,
  headers: Record<string, unknown>,
  body: AsyncIterable<Buffer>,
  size = Infinity,
): Answered {
  return {
    status,
    headers: {
      get(name) {
        const value = headers[name.toLowerCase()];
        return value === undefined ? null : String(value);
      },
    },
    body,
    async text() {
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of body) {
        bytes += chunk.length;
        if (bytes > size) throw Object.assign(new Error('too large'), { type: 'max-size' });
        chunks.push(chunk);
      }
      return Buffer.concat(chunks).toString('utf8');
    },
  };
}
