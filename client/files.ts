/** The file of a document: streamed from a web address, or made from plain text. */
import { createHash } from 'node:crypto';

import type { Pieces } from '../host/host.ts';
import { retryAfter, type Answer } from './exchange/answer.ts';
import { repaired } from './decoding.ts';
import { isRecord } from './basics/json.ts';
import { failure, halt, resultOf, throttle, tryLater } from './basics/errors.ts';
import { errorFromNetwork } from './exchange/answer-errors.ts';
import { firstBytesOf, otherThanFile, type Announced } from './first-bytes.ts';
import { multipart } from './exchange/multipart.ts';
import type { Run } from './exchange/run.ts';
import { timeLeft, type UploadBody } from './exchange/transport.ts';
import { excerpt } from '../service/excerpt.ts';

/** Replaces characters that would break the multipart header with "_". */
const safeName = (name: string) => name.replace(/[\p{Cc}"\\/]/gu, '_').slice(-150);

/** The text without percent signs; undefined if they encode nothing. */
const decoded = (text: string) => resultOf(() => decodeURIComponent(text));

/** The name in a header with invalid syntax: an apostrophe, or spaces without quotes. */
function loosely(disposition: string): string {
  const [, encoded = ''] = /filename\*\s*=\s*utf-8'[\w-]*'([^;]+)/i.exec(disposition) ?? [];
  const [, quoted, bare] = /filename\s*=\s*(?:"([^"]*)"|([^;]*))/i.exec(disposition) ?? [];
  return decoded(encoded) || (quoted ?? bare ?? '');
}

async function fileName(url: URL, disposition: string | null): Promise<string> {
  // Imported with the first file: most steps have none.
  const { parse } = await import('content-disposition');
  const header = disposition ?? '';
  const parsed = resultOf(() => parse(header).parameters.filename ?? '');
  const name = (parsed ?? loosely(header)).trim();
  if (name) return name;
  // Without a name in a header, the address gives the name.
  const last = url.pathname.split('/').pop() || 'document';
  return decoded(last) ?? last;
}

/** The name as the service gets it. A header may hold bytes of UTF-8, which are read as Latin-1. */
function nameIn(run: Run, label: string, name: string): string {
  const after = repaired(name);
  if (after) run.repairs?.push({ label, before: name, after });
  return safeName(after ?? name);
}

/** An open file, before its bytes have arrived. */
export interface File extends Announced {
  /** Number of bytes, if known in advance. */
  length?: number;
  pieces: Pieces;
  /** Ends the connection to its host, even before the end of the file. */
  close(): void;
}

/** A file that the platform stores. */
export interface HostFile {
  name: string;
  type: string;
  /** Number of bytes, if known. */
  length?: number;
  /** Called when the upload starts, so a step that stops earlier leaves nothing open. */
  open(): Pieces | Promise<Pieces>;
}
export const isHostFile = (value: unknown): value is HostFile =>
  isRecord(value) && typeof value.open === 'function';

/** The source of a file: a web address, a text, or a platform's file. */
export type FileSource = string | HostFile;
/** An input with a file, and its label. */
export interface FileInput {
  label: string;
  source: FileSource;
}

const singleWord = /^[^\s{[<]\S*$/;
const fileEnding =
  /^.+\.(pdf|png|jpe?g|gif|webp|heic|tiff?|bmp|docx?|xlsx?|pptx?|od[ts]|rtf|txt|csv|xml|json|html?|eml|msg|zip|p7m)$/i;
/** True for a text that points at a file instead of being one: a single word, or the name of a file. */
const isPointer = (text: string) =>
  singleWord.test(text) || (text.length <= 205 && fileEnding.test(text));

/** The file with the content of a text. @throws a halt for a text that only points at a file. */
function textFile(text: string, label: string): HostFile {
  if (isPointer(text)) {
    throw halt(
      `${label}: "${excerpt(text)}" looks like a name, an address or an ID, not like a file. {{Map}} the file itself, or its web address with https://, from {{source_step}} that has it.`,
    );
  }
  const content = Buffer.from(text);
  const digest = createHash('sha256').update(content).digest('hex');
  const words = text.match(/[\p{L}\p{N}]+/gu)?.slice(0, 5) ?? [];
  return {
    // The digest in the name distinguishes texts; the same text keeps its name.
    name: `${[...words.map((word) => word.slice(0, 20)), digest.slice(0, 8)].join('-')}.txt`,
    type: 'text/plain; charset=utf-8',
    length: content.length,
    async *open() {
      yield content;
    },
  };
}

/** A platform's file, which opens with its first piece. */
const hostFile = (run: Run, { name, type, length, open }: HostFile, label: string): File => ({
  label,
  name: nameIn(run, label, name),
  contentType: type,
  length,
  pieces: {
    async *[Symbol.asyncIterator]() {
      yield* await open();
    },
  },
  close: () => {},
});

/**
 * Opens a platform's file or a web address; any other text becomes a text file.
 * @throws a halt if the file is empty, expired, a web page or at an internal address, and for a
 * text that looks like a name, an address or an ID.
 */
async function openFile(run: Run, { label, source }: FileInput): Promise<File> {
  if (typeof source !== 'string') {
    if (source.length === 0) throw empty(label);
    return hostFile(run, source, label);
  }
  if (!/^https?:\/\//i.test(source)) return hostFile(run, textFile(source, label), label);
  if (/[\s,;]https?:\/\//i.test(source)) {
    throw halt(
      `${label}: these are several addresses. {{Map}} the address of one file, and use another {{step}} for each other file.`,
    );
  }
  if (!URL.canParse(source)) throw halt(`${label}: this is not a valid web address.`);
  const url = new URL(source);
  const request = {
    url: source,
    // With compression, the announced length would not be the file's length.
    headers: { 'accept-encoding': 'identity' },
    timeout: Math.max(timeLeft(run), 1),
  };
  const file = await run.host.http.open(request).catch((cause) => {
    const { isTrigger } = run;
    throw errorFromNetwork(cause, url.host, { about: 'file', label, isTrigger });
  });
  const { status, headers, pieces, close } = file;
  const contentType = headers.get('content-type') || 'application/octet-stream';
  // Some hosts compress anyway. Their announced length is wrong for the file.
  const length = headers.get('content-encoding') ? null : headers.get('content-length');
  const disposition = headers.get('content-disposition');
  const announced: Announced = {
    label,
    name: nameIn(run, label, await fileName(url, disposition)),
    contentType,
    isUnannounced: !disposition,
  };
  const problem =
    status !== 200
      ? noFile(label, { status, headers })
      : length === '0'
        ? empty(label)
        : otherThanFile(announced);
  if (problem) {
    close();
    throw problem;
  }
  return { ...announced, ...(length && { length: Number(length) }), pieces, close };
}

const empty = (label: string) => halt(`${label} is empty.`);

/** The error for an answer without a file. A busy or failing host may have it later. */
function noFile(label: string, { status, headers }: Pick<Answer, 'status' | 'headers'>) {
  const text = `${label}: its address answers with status ${status} instead of the file.`;
  return status === 429 || status >= 500
    ? throttle(`${text} {{tries_again}}`, retryAfter(headers), 'nothing')
    : halt(`${text} The link may have expired. {{Map}} a fresh one.`);
}

/**
 * Opens the files of a document, the front first.
 * @throws the error of `openFile`, after closing the other files.
 */
export async function openFiles(run: Run, inputs: FileInput[]): Promise<File[]> {
  const opened = await Promise.allSettled(inputs.map((input) => openFile(run, input)));
  const files = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const rejection = opened.find((one) => one.status === 'rejected');
  if (!rejection) return files;
  files.forEach((file) => file.close());
  throw rejection.reason;
}

/** The error for a file that stopped too early. */
const broken = ({ label, length }: File, bytes: number): Error =>
  failure(
    `${label}: its download stopped after ${bytes}${length === undefined ? '' : ` of ${length}`} bytes. ${tryLater}`,
    'nothing',
  );

/** Node gives each error of a stream a code. Any other error is a mistake in this software. */
const isOfConnection = (error: unknown) =>
  typeof (error as { code?: unknown } | undefined)?.code === 'string';

/**
 * The multipart body of POST /api/files. Call `bytes()` and `digest()` after the upload.
 *
 * One generator does it all: Zapier's runtime watches every promise, and each further generator
 * would make some for every piece.
 */
export function uploadBodyOf(file: File): UploadBody & { bytes(): number; digest(): string } {
  const { label, name, contentType, length } = file;
  const { head, tail, ...about } = multipart(name, contentType, length);
  const hash = createHash('sha256');
  const aborted = new AbortController();
  let bytes = 0;
  /** True while the file, not the service, delays the upload. */
  let starves = false;
  let fileError: Error | undefined;
  async function* piecesOf(): AsyncGenerator<Uint8Array, void> {
    const check = firstBytesOf(file);
    try {
      yield head;
      starves = true;
      for await (const piece of file.pieces) {
        starves = false;
        bytes += piece.length;
        hash.update(piece);
        if (length !== undefined && bytes > length) {
          throw halt(`${label}: its address sends more than the ${length} bytes it announced.`);
        }
        const checked = check.isDone ? piece : await check.take(piece);
        if (checked) yield checked;
        starves = true;
      }
      starves = false;
      if (length !== undefined && bytes < length) throw broken(file, bytes);
      const rest = await check.rest();
      if (rest) yield rest;
      yield tail;
    } catch (error) {
      fileError = starves && isOfConnection(error) ? broken(file, bytes) : (error as Error);
      aborted.abort();
      throw fileError;
    } finally {
      file.close();
    }
  }
  const pieces = piecesOf();
  return {
    ...about,
    pieces: {
      // Without `throw`, because the end of the request is no error of the file.
      [Symbol.asyncIterator]: () => ({ next: () => pieces.next(), return: () => pieces.return() }),
    },
    signal: aborted.signal,
    problem: (timedOut) => fileError ?? (timedOut && starves ? broken(file, bytes) : undefined),
    bytes: () => bytes,
    digest: () => hash.digest('hex'),
  };
}
