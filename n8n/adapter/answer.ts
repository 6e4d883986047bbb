/** An answer as the operations read it. */

export interface Answered {
  status: number;
  headers: { get(name: string): string | null };
  /** The whole answer as text. */
  content?: string;
  /** A file, piece by piece. */
  body?: AsyncIterable<Uint8Array>;
}

/** `headers` have their names in small letters. */
export const answerOf = (
  status: number,
  headers: Record<string, unknown>,
  read: Pick<Answered, 'content' | 'body'>,
): Answered => ({
  status,
  headers: {
    get(name) {
      const value = headers[name.toLowerCase()];
      return value === undefined ? null : String(value);
    },
  },
  ...read,
});
