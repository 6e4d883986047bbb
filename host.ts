/**
 * What an operation needs of the platform it runs on. Zapier's own is zapier/host.ts; n8n and the
 * server for assistants have theirs in their packages.
 */
export interface Host {
  http: Http;
  store: Store;
  clock: Clock;
  /** A text of the operations in the words of the platform (words.ts). */
  inWords(text: string): string;
}

export type Pieces = AsyncIterable<Uint8Array>;

/** An upload, piece by piece. */
export interface Upload {
  pieces: Pieces;
  /** Bytes, where they are known. */
  length?: number;
  /** Aborted where the pieces fail: the request cannot see that its body ended early. */
  signal: AbortSignal;
}

export interface HttpRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string | Upload;
  /** Milliseconds until the whole answer must be there. */
  timeout: number;
  /** Bytes of the largest answer. */
  largest: number;
}

export interface HttpHeaders {
  get(name: string): string | null;
}

export interface HttpAnswer {
  status: number;
  headers: HttpHeaders;
  content: string;
}

/** A file on the web on its way. */
interface HttpFile {
  status: number;
  headers: HttpHeaders;
  pieces: Pieces;
  /** Ends the connection, whether all has come or not. */
  close(): void;
}

/**
 * Requests end with an error whose `code` says why no answer came: ETIMEDOUT, ECUTOFF for an answer
 * that was broken off, ETOOLARGE, ENOTPUBLIC for an address the platform must not reach, or Node's.
 */
export interface Http {
  /** A request to the service; redirects are answers. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Opens a file on the web, following redirects. */
  open(request: Pick<HttpRequest, 'url' | 'headers' | 'timeout'>): Promise<HttpFile>;
}

/** What is remembered for the account, for some time. Values are JSON. */
export interface Store {
  /** @returns undefined where nothing is there. */
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown, seconds: number): Promise<void>;
  /** Sets the value where nothing is there, both in one step. @returns what is there instead. */
  claim(key: string, value: unknown, seconds: number): Promise<unknown>;
  delete(key: string): Promise<void>;
  /** Whether a step goes on without its memory, or stops before it does something twice. */
  onOutage: 'open' | 'closed';
}

export interface Clock {
  /** Waits so many milliseconds. */
  wait(milliseconds: number): Promise<void>;
  /** What the work comes to within so many milliseconds. @throws what it throws, or ETIMEDOUT. */
  within<T>(milliseconds: number, work: Promise<T>): Promise<T>;
}
