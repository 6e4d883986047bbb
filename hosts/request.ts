/** What the operations ask of `z.request` where nothing is logged, and what they read of an answer. */

export interface Asked {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  /** Text, or a stream with a file in it. */
  body?: unknown;
  /** The answer is a file, which the caller reads. */
  raw?: boolean;
  signal?: AbortSignal;
  /** Milliseconds until there must be an answer. */
  timeout: number;
  /** Largest answer in bytes. */
  size?: number;
  redirect?: string;
}

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
