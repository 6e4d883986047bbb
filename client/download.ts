/** The file of a document: from its web address, in constant memory, or from plain text. */
import { createHash } from 'node:crypto';

import type { Pieces } from '../host.ts';
import { isRecord } from './answer.ts';
import { errorFromNetwork, failed, halt, OperationError } from './errors.ts';
import { multipart } from './multipart.ts';
import type { Run } from './run.ts';
import { timeLeft, type Form } from './transport.ts';
import { excerpt } from '../service/excerpt.ts';

/** Characters that would break the multipart header become "_". */
const safeName = (name: string) => name.replace(/[\p{Cc}"\\/]/gu, '_').slice(-150);

/** The name in a header that breaks the grammar: with an apostrophe or blanks outside of quotes. */
function loosely(disposition: string): string {
  const [, encoded] = /filename\*\s*=\s*utf-8'[^']*'([^;]+)/i.exec(disposition) ?? [];
  const [, quoted, bare] = /filename\s*=\s*(?:"([^"]*)"|([^;]*))/i.exec(disposition) ?? [];
  try {
    if (encoded) return decodeURIComponent(encoded);
  } catch {
    // The plain name is left.
  }
  return quoted ?? bare ?? '';
}

async function nameOf(url: URL, disposition: string | null): Promise<string> {
  // Loaded with the first file; most steps have none.
  const { parse } = await import('content-disposition');
  let filename: string | undefined;
  try {
    filename = parse(disposition ?? '').parameters.filename;
  } catch {
    filename = loosely(disposition ?? '');
  }
  if (filename?.trim()) return safeName(filename.trim());
  // No header, or one without a name: the address names the file.
  const last = url.pathname.split('/').pop() || 'document';
  try {
    return safeName(decodeURIComponent(last));
  } catch {
    return safeName(last);
  }
}

const webPage = () =>
  halt('File: its address leads to a web page, maybe a login, instead of a file.');

/** As many of the first bytes tell a web page from a file. */
const enoughForPage = 1024;
/** How a web page begins (WHATWG "MIME Sniffing", 7.1), behind comments and a declaration of XML. */
const beginsPage = (head: Buffer): boolean =>
  /^\uFEFF?(\s|<!--.*?-->|<\?xml.*?\?>)*<(!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>]/is.test(
    head.subarray(0, enoughForPage).toString(),
  );

/** Bytes of a file on their way: how many, and of what content. */
class Meter {
  bytes = 0;
  private readonly hash = createHash('sha256');
  /** The file itself lets the upload wait, and not the service. */
  starves = false;
  constructor(private readonly file: File) {}

  /**
   * The pieces of the file, counted. The first bytes are held back until they show whether the file
   * is a web page. @throws a halt for a page and for more bytes than were announced, else `broken`.
   */
  async *pieces(): Pieces {
    let head: Buffer | undefined = this.file.mayBePage && Buffer.alloc(0);
    for await (const piece of this.coming()) {
      this.count(piece);
      if (!head) {
        yield piece;
        continue;
      }
      head = Buffer.concat([head, piece]);
      if (head.length < enoughForPage) continue;
      if (beginsPage(head)) throw webPage();
      yield head;
      head = undefined;
    }
    if (head && beginsPage(head)) throw webPage();
    if (head?.length) yield head;
    const { length } = this.file;
    if (length !== undefined && this.bytes < length) throw this.broken();
  }

  /** The pieces as they come. @throws `broken` where they end with an error. */
  private async *coming(): Pieces {
    const coming = this.file.pieces[Symbol.asyncIterator]();
    try {
      for (;;) {
        this.starves = true;
        const next = await coming.next();
        this.starves = false;
        if (next.done) return;
        yield next.value;
      }
    } catch (error) {
      throw error instanceof OperationError ? error : this.broken();
    } finally {
      this.file.close();
    }
  }

  private count(piece: Uint8Array): void {
    const { length } = this.file;
    this.bytes += piece.length;
    this.hash.update(piece);
    if (length !== undefined && this.bytes > length) {
      throw halt(`File: its address sends more than the ${length} bytes it announced.`);
    }
  }

  /** What the file held; asked for once, when all of it has come. */
  digest(): string {
    return this.hash.digest('hex');
  }

  /** What to tell when the file stopped on its way. */
  broken(): Error {
    const { length } = this.file;
    const of = length === undefined ? '' : ` of ${length}`;
    return failed(
      `File: its address stopped after ${this.bytes}${of} bytes. Try again later, for example by {{replaying}}.`,
    );
  }
}

/** A file on its way, with what is known of it before all has come. */
export interface File {
  name: string;
  contentType: string;
  /** Bytes, where they are known before all have come. */
  length?: number;
  /** Nothing but its bytes says that it is no web page. */
  mayBePage?: true;
  pieces: Pieces;
  /** Ends the connection to its host, whether all has come or not. */
  close(): void;
}

/** A file that the platform has itself. */
export interface HostFile {
  name: string;
  type: string;
  /** Bytes, where they are known. */
  length?: number;
  /** Opened when it is sent: a step that stops before leaves nothing open. */
  open(): Pieces | Promise<Pieces>;
}
/** True for a file of the platform in the place of a text. */
export const isHostFile = (value: unknown): value is HostFile =>
  isRecord(value) && typeof value.open === 'function';

/** What a step sends as a file: a web address, a text, or a file of the platform. */
export type FileSource = string | HostFile;

/** What a text is when it is no file but points at one. */
const pointers: [what: string, pattern: RegExp][] = [
  ['an address that is not on the web', /^[a-z][a-z0-9+.-]*:\/\/\S*$/i],
  ['an address that is not on the web', /^(data|blob|file|cid|mailto):\S*$/i],
  ['an address without https://', /^(www\.|\/\/)\S+$/i],
  ['an address without https://', /^[\w-]+(\.[\w-]+)+(:\d+)?\/\S*$/],
  ['the name of a file', /^[^\s]+[^\s.]\.[a-z][a-z0-9]{1,4}$/i],
  [
    'the name of a file',
    /^[^\n]{1,200}\.(pdf|png|jpe?g|gif|webp|heic|tiff?|bmp|docx?|xlsx?|pptx?|od[ts]|rtf|txt|csv|xml|json|html?|eml|msg|zip|p7m)$/i,
  ],
  ['a file that is not there yet', /^hydrate\|\|\|/],
  ['a path', /^(\.{0,2}|~|[a-z]:)[\\/]\S*$/i],
  // Without a blank, with a digit: a word of real text has none.
  ['an ID', /^(?=\S*\d)[\w:=+-]+$/],
  ['an ID', /^[\w:=+-]{20,}$/],
];

async function* piecesOf(pieces: Iterable<Uint8Array>): Pieces {
  yield* pieces;
}

/** A text that is a file by itself. @throws HaltedError for one that only points at a file. */
function textFile(text: string): File {
  const [pointer] = pointers.find(([, pattern]) => pattern.test(text)) ?? [];
  if (pointer) {
    throw halt(
      `File: "${excerpt(text)}" looks like ${pointer}, not like a file. {{Map}} the file itself from {{source_step}} that has it, or its web address that starts with https://.`,
    );
  }
  const content = Buffer.from(text);
  const digest = createHash('sha256').update(content).digest('hex');
  const words = text.match(/[\p{L}\p{N}]+/gu)?.slice(0, 5) ?? [];
  return {
    // Two texts have two names, and the same text has the same one.
    name: `${[...words.map((word) => word.slice(0, 20)), digest.slice(0, 8)].join('-')}.txt`,
    contentType: 'text/plain; charset=utf-8',
    length: content.length,
    pieces: piecesOf([content]),
    close: () => {},
  };
}

/** A file of the platform, opened with its first piece. */
const hostFile = ({ name, type, length, open }: HostFile): File => ({
  name: safeName(name),
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
 * Opens the file of the platform, or at a web address; text that is none is a text file itself.
 * @throws a halt when the file is empty, expired, a web page or at an address inside the platform,
 * and for text that looks like a name, an address or an id of one.
 */
async function openFile(run: Run, source: FileSource): Promise<File> {
  if (typeof source !== 'string') {
    if (source.length === 0) throw empty();
    return hostFile(source);
  }
  if (!/^https?:\/\//i.test(source)) return textFile(source);
  if (!URL.canParse(source)) throw halt('File: the web address cannot be read.');
  const url = new URL(source);
  const request = {
    url: source,
    // A compressed transfer would announce another length than the file has.
    headers: { 'accept-encoding': 'identity' },
    timeout: Math.max(timeLeft(run), 1),
  };
  const file = await run.host.http.open(request).catch((cause) => {
    const { isTrigger } = run;
    throw errorFromNetwork(cause, url.host, { about: 'file', file: true, isTrigger });
  });
  const { status, headers, pieces, close } = file;
  const contentType = headers.get('content-type') || 'application/octet-stream';
  // Some hosts compress all the same: the announced length is then not that of the file.
  const length = headers.get('content-encoding') ? null : headers.get('content-length');
  const disposition = headers.get('content-disposition');
  const isPage = /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType) && !disposition;
  const problem =
    status !== 200 ? noFile(status) : length === '0' ? empty() : isPage ? webPage() : undefined;
  if (problem) {
    close();
    throw problem;
  }
  return {
    name: await nameOf(url, disposition),
    contentType,
    ...(length && { length: Number(length) }),
    ...(!disposition && { mayBePage: true as const }),
    pieces,
    close,
  };
}

const empty = () => halt('File is empty.');
const noFile = (status: number) =>
  halt(
    `File: its address answers ${status} and not with a whole file; the link may have expired. {{Map}} a fresh one.`,
  );

/** Opens several files. @throws what `openFile` throws for one of them; the others are then closed. */
export async function openFiles(run: Run, sources: FileSource[]): Promise<File[]> {
  const opened = await Promise.allSettled(sources.map((source) => openFile(run, source)));
  const files = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failure = opened.find((one) => one.status === 'rejected');
  if (!failure) return files;
  files.forEach((file) => file.close());
  throw failure.reason;
}

/** The multipart body of POST /api/files. `bytes()` and `digest()` tell of the file once it is sent. */
export function formOf(
  { dialect }: Run,
  file: File,
): Form & Pick<Meter, 'digest'> & { bytes(): number } {
  const meter = new Meter(file);
  const aborted = new AbortController();
  let failure: Error | undefined;
  async function* pieces(): Pieces {
    try {
      yield* meter.pieces();
    } catch (error) {
      failure = error as Error;
      aborted.abort();
      throw error;
    }
  }
  return {
    ...multipart(dialect.file_field, { ...file, pieces: pieces() }),
    signal: aborted.signal,
    problem: (timedOut) => failure ?? (timedOut && meter.starves ? meter.broken() : undefined),
    bytes: () => meter.bytes,
    digest: () => meter.digest(),
  };
}
