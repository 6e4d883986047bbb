/** The file of a document: streamed from a web address, or made from plain text. */
import { createHash } from 'node:crypto';

import type { Pieces } from '../host/host.ts';
import { excerpt } from '../service/excerpt.ts';
import { enoughBytes, fileKind, formatNamed, type Announced } from '../service/file-formats.ts';
import { nameInAddress, nameInHeader, safeName } from '../service/file-names.ts';
import { failure, halt, resultOf, throttle, tryLater } from './basics/errors.ts';
import { isRecord } from './basics/json.ts';
import { repaired } from './decoding.ts';
import { errorFromNetwork } from './exchange/answer-errors.ts';
import { retryAfter, type Answer } from './exchange/answer.ts';
import { multipart } from './exchange/multipart.ts';
import type { Run } from './exchange/run.ts';
import { timeLeft, type UploadBody } from './exchange/transport.ts';
import { pointerOf, type Pointer } from './file-pointers.ts';

/** An open file, of which the first bytes have arrived. */
export interface File {
  label: string;
  name: string;
  contentType: string;
  /** Number of bytes, if known in advance. */
  length?: number;
  first: Uint8Array;
  /** All behind the first bytes. */
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
  open(): Pieces | Promise<Pieces>;
}
export const isHostFile = (value: unknown): value is HostFile =>
  isRecord(value) && typeof value.open === 'function';

/** The source of a file: a web address, a text, or a platform's file. */
export type FileSource = string | HostFile;
export interface FileInput {
  label: string;
  source: FileSource;
}

/** The file with the content of a text. @throws a halt for a text that only points at a file. */
function textFile(text: string, label: string): HostFile {
  const isNamed = text.length <= 205 && formatNamed(text) !== undefined;
  if (isNamed || /^[^\s{[<]\S*$/.test(text)) {
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

/** A file as its place announces it, before its bytes have arrived. */
interface FoundFile extends Announced, Pick<File, 'label' | 'length' | 'pieces' | 'close'> {}

function hostFile(run: Run, { name, type, length, open }: HostFile, label: string): FoundFile {
  const after = repaired(name);
  if (after) run.repairs?.push({ label, before: name, after });
  async function* piecesOf() {
    yield* await open();
  }
  const pieces = piecesOf();
  const close = () => void pieces.return().catch(() => undefined);
  return { label, names: [after ?? name], contentType: type, length, pieces, close };
}

/** Opens an address, or the one to which it leads. @returns the names in all, the last first. */
async function openAddress(run: Run, url: URL, label: string, earlier: string[] = []) {
  const request = {
    url: url.href,
    // With compression, the announced length would not be the file's length.
    headers: { 'accept-encoding': 'identity' },
    timeout: Math.max(timeLeft(run), 1),
  };
  const answer = await run.host.http.open(request).catch((cause) => {
    throw errorFromNetwork(cause, url.host, { about: 'file', label, isTrigger: run.isTrigger });
  });
  const names = [nameInAddress(url), ...earlier];
  const location = /^30[12378]$/.test(`${answer.status}`) ? answer.headers.get('location') : null;
  if (location === null) return { ...answer, names };
  answer.close();
  const next = resultOf(() => new URL(location, url));
  // A browser follows twice as many.
  if (next && /^https?:$/.test(next.protocol) && earlier.length < 10) {
    return openAddress(run, next, label, names);
  }
  throw halt(
    `${label}: its address leads to "${excerpt(location)}", which cannot be opened. {{Map}} another link.`,
  );
}

/** The file at a web address. @throws a halt for an answer without one. */
async function webFile(run: Run, { url, name = '' }: Pointer, label: string): Promise<FoundFile> {
  const answer = await openAddress(run, new URL(url), label);
  const { headers, pieces, close } = answer;
  if (answer.status !== 200) {
    close();
    throw noFile(label, answer);
  }
  const disposition = headers.get('content-disposition') ?? '';
  const header = nameInHeader(disposition);
  const named = [name, header].filter(Boolean);
  const inAddresses = [...answer.names.filter(formatNamed), ...answer.names];
  // Some hosts compress anyway. Their announced length is wrong for the file.
  const length = headers.get('content-encoding') ? null : headers.get('content-length');
  return {
    label,
    names: named.some(formatNamed) ? named : [...named, ...inAddresses],
    contentType: headers.get('content-type') ?? '',
    isUnannounced: !header && !/attachment/i.test(disposition),
    ...(length && { length: Number(length) }),
    pieces,
    close,
  };
}

/** Finds a platform's file or a web address; any other text becomes a text file. */
async function findFile(run: Run, { label, source }: FileInput): Promise<FoundFile> {
  if (typeof source !== 'string') return hostFile(run, source, label);
  const pointer = pointerOf(source, label);
  return pointer ? webFile(run, pointer, label) : hostFile(run, textFile(source, label), label);
}

/** @throws a halt for a file that is not what it should be. */
function checkKind(label: string, name: string, kind: ReturnType<typeof fileKind>): void {
  const { isBlank, insteadOf, expected } = kind;
  if (isBlank) throw halt(`${label} is empty.`);
  if (!insteadOf && !expected.length) return;
  const problem = insteadOf
    ? `: its address leads to ${insteadOf} instead of a file.`
    : `: "${name}" does not begin like a file of the kind ${expected.join(' or ')}. Its place may have answered with an error instead.`;
  throw halt(`${label}${problem} {{Map}} another link or file.`);
}

/** The error for a file that stopped too early. */
const broken = ({ label, length }: Pick<File, 'label' | 'length'>, bytes: number): Error =>
  failure(
    `${label}: its download stopped after ${bytes}${length === undefined ? '' : ` of ${length}`} bytes. ${tryLater}`,
    'nothing',
  );

/** @throws a halt for more bytes than announced. */
function checkLength({ label, length = Infinity }: Pick<File, 'label' | 'length'>, bytes: number) {
  if (bytes > length)
    throw halt(`${label}: its address sends more than the ${length} bytes it announced.`);
}

/** Node gives each error of a stream a code. Any other error is a mistake in this software. */
const isOfConnection = (error: unknown) =>
  typeof (error as { code?: unknown } | undefined)?.code === 'string';

/** Opens a file. @throws an error unless its first bytes arrive and fit what is said of it. */
async function openFile(run: Run, found: FoundFile): Promise<File> {
  const { label, names, length, pieces, close } = found;
  // A stream stays one for the rest, and tells its errors then.
  pieces.on?.('error', () => undefined);
  const iterator = pieces.iterator?.({ destroyOnReturn: false }) ?? pieces[Symbol.asyncIterator]();
  let first = Buffer.alloc(0);
  const read = async () => {
    while (first.length < enoughBytes) {
      const { done, value } = await iterator.next();
      if (done) break;
      first = Buffer.concat([first, value]);
    }
    if (pieces.iterator) await iterator.return?.();
  };
  await run.host.clock.within(Math.max(timeLeft(run), 1), read()).catch((error: unknown) => {
    throw isOfConnection(error) ? broken(found, first.length) : error;
  });
  if (first.length < Math.min(length ?? 0, enoughBytes)) throw broken(found, first.length);
  checkLength(found, first.length);
  const name = safeName(names[0]!);
  const kind = fileKind(first, found);
  checkKind(label, name, kind);
  const rest = pieces.iterator ? pieces : { [Symbol.asyncIterator]: () => iterator };
  return { label, name, contentType: kind.type, length, first, pieces: rest, close };
}

/** The error for an answer without a file. A busy or failing host may have it later. */
function noFile(label: string, { status, headers }: Pick<Answer, 'status' | 'headers'>) {
  const text = `${label}: its address answers with status ${status} instead of the file.`;
  return status === 429 || status >= 500
    ? throttle(`${text} {{tries_again}}`, retryAfter(headers), 'nothing')
    : halt(`${text} The link may have expired. {{Map}} a fresh one.`);
}

/**
 * Opens the files of a document, the front first, and checks what else they need.
 * @throws the error of one of them or of the check, after closing all.
 */
export async function openFiles(run: Run, inputs: FileInput[], check: () => Promise<unknown>) {
  const all = await Promise.allSettled(inputs.map((input) => findFile(run, input)));
  const found = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  try {
    for (const one of all) if (one.status === 'rejected') throw one.reason;
    const files = await Promise.all(found.map((file) => openFile(run, file)));
    await check();
    return files;
  } catch (error) {
    found.forEach((file) => file.close());
    throw error;
  }
}

/** The multipart body of POST /api/files. Call `digest()` after the upload. */
export function uploadBodyOf(file: File): UploadBody & { digest(): string } {
  const { name, contentType, length, first, pieces } = file;
  const { head, tail, headers } = multipart(name, contentType, length);
  const hash = createHash('sha256').update(first);
  let bytes = first.length;
  let problem: Error | undefined;
  return {
    headers,
    head: Buffer.concat([head, first]),
    pieces,
    pass(piece) {
      bytes += piece.length;
      checkLength(file, bytes);
      hash.update(piece);
      return piece;
    },
    end() {
      if (length !== undefined && bytes < length) throw broken(file, bytes);
      return tail;
    },
    fail: (error) => (problem ??= isOfConnection(error) ? broken(file, bytes) : (error as Error)),
    problem: () => problem,
    digest: () => hash.digest('hex'),
  };
}
