import type { Readable } from 'node:stream';

/**
 * The services that a platform gives to an operation. Zapier's are in zapier/; n8n and the server
 * for assistants have theirs in their packages.
 */
export interface Host {
  http: Http;
  store: Store;
  clock: Clock;
  /** Fills the words of the platform into a text of the operations (words.ts). */
  inWords(text: string): string;
}

/** The pieces of a file; a stream where the platform has one. */
export type Pieces = AsyncIterable<Uint8Array> & Partial<Pick<Readable, 'iterator' | 'on'>>;

/** An upload: a head, the pieces of a file, and an end. */
export interface Upload {
  head: Uint8Array;
  pieces: Pieces;
  /** Takes note of a piece, which is sent then. @throws for more bytes than announced. */
  pass(piece: Uint8Array): Uint8Array;
  /** What is sent behind the last piece. @throws for a file that is not complete. */
  end(): Uint8Array;
  /** Takes note of the error of the pieces, or of the time-out that they caused. */
  fail(error: unknown): Error;
}

export interface HttpRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string | Upload;
  /** Milliseconds for the whole answer. */
  timeout: number;
  /** The most bytes an answer may have. */
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

/** A file that arrives from the web. */
interface HttpFile extends Omit<HttpAnswer, 'content'> {
  pieces: Pieces;
  /** Ends the connection, even before the file is complete. */
  close(): void;
}

/**
 * A failed request throws an error whose `code` says why: ETIMEDOUT, ECUTOFF for an incomplete
 * answer, ETOOLARGE, ENOTPUBLIC for an address that the platform must not reach, or a code of Node.
 */
export interface Http {
  /** Sends a request to the service. A redirect is an answer. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Opens a file on the web. A redirect is an answer. */
  open(request: Pick<HttpRequest, 'url' | 'headers' | 'timeout'>): Promise<HttpFile>;
}

/** The memory of the account, which lasts for a limited time. Values are JSON. */
export interface Store {
  /** @returns undefined if the key has no value. */
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown, seconds: number): Promise<void>;
  /** Sets the value in one atomic step, unless the key has one. @returns true if it was set. */
  claim(key: string, value: unknown, seconds: number): Promise<boolean>;
  delete(key: string): Promise<void>;
  /** When it does not answer, the step stops before it does something twice. Else it goes on. */
  onOutage?: 'closed';
  /** Seconds longer that a killed run keeps its lock: the platform may repeat it by itself. */
  doubtSeconds?: number;
  /** Each call takes noticeable time of a step. */
  isSlow?: true;
}

export interface Clock {
  wait(milliseconds: number): Promise<void>;
  /** Waits for the work, but no longer than this. @throws what the work throws, or ETIMEDOUT. */
  within<T>(milliseconds: number, work: Promise<T>): Promise<T>;
}
