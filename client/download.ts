/** The file of a document: from its web address, in constant memory, or from plain text. */
import { createHash } from 'node:crypto';
import type { ClientRequest } from 'node:http';
import { pipeline, Readable, Transform } from 'node:stream';

import { errorFromNetwork, failed, halt } from './errors.ts';
import { agentFor } from './network.ts';
import { dialect } from './dialect-in-use.ts';
import { cutOff } from './time.ts';
import { timeLeft, type Context, type Form } from './transport.ts';

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
  const { default: contentDisposition } = await import('content-disposition');
  let filename: string | undefined;
  try {
    filename = contentDisposition.parse(disposition ?? '').parameters.filename;
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
const telling = 1024;
/** How a web page begins (WHATWG "MIME Sniffing", 7.1), behind comments and a declaration of XML. */
const beginsPage = (head: Buffer): boolean =>
  /^\uFEFF?(\s|<!--.*?-->|<\?xml.*?\?>)*<(!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>]/is.test(
    head.subarray(0, telling).toString(),
  );

/** Counts and digests the bytes of a file on their way, and refuses more than were announced. */
class Meter extends Transform {
  bytes = 0;
  private readonly hash = createHash('sha256');
  /** All of the file has come. */
  done = false;
  /** The first bytes, held back until they show whether the file is a web page. */
  private head?: Buffer;
  constructor(
    private readonly announced: number | undefined,
    mayBePage: boolean,
  ) {
    super();
    if (mayBePage) this.head = Buffer.alloc(0);
  }
  override _transform(chunk: Buffer, _: BufferEncoding, next: (error?: Error) => void) {
    this.bytes += chunk.length;
    this.hash.update(chunk);
    if (this.announced !== undefined && this.bytes > this.announced) {
      return next(
        halt(`File: its address sends more than the ${this.announced} bytes it announced.`),
      );
    }
    if (!this.head) {
      this.push(chunk);
      return next();
    }
    this.head = Buffer.concat([this.head, chunk]);
    next(this.head.length < telling ? undefined : this.release());
  }
  /** Lets the first bytes go. @returns the error where they are those of a web page. */
  private release(): Error | undefined {
    const { head } = this;
    this.head = undefined;
    if (head && beginsPage(head)) return webPage();
    if (head?.length) this.push(head);
    return undefined;
  }
  override _flush(next: (error?: Error) => void) {
    this.done = true;
    const page = this.release();
    if (page) return next(page);
    const short = this.announced !== undefined && this.bytes < this.announced;
    next(short ? this.broken() : undefined);
  }
  /** What the file held; asked for once, when all of it has come. */
  digest(): string {
    return this.hash.digest('hex');
  }
  /** What to tell when the file stopped on its way. */
  broken(): Error {
    const of = this.announced === undefined ? '' : ` of ${this.announced}`;
    return failed(
      `File: its address stopped after ${this.bytes}${of} bytes. Try again later, for example by replaying the run.`,
    );
  }
  /** True while the file itself lets the upload wait, and not the service. */
  get starves(): boolean {
    return !this.done && this.readableLength === 0 && this.writableLength === 0;
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
  body: Readable;
  /** Ends the connection to its host, whether all has come or not. */
  close(): void;
}

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

/** A text that is a file by itself. @throws HaltedError for one that only points at a file. */
function textFile(text: string): File {
  const [pointer] = pointers.find(([, pattern]) => pattern.test(text)) ?? [];
  if (pointer) {
    throw halt(
      `File: "${text.slice(0, 60)}" looks like ${pointer}, not like a file. Map the file itself from the step that has it, or its web address that starts with https://.`,
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
    body: Readable.from([content]),
    close: () => {},
  };
}

/**
 * Opens the file at a web address; text that is none is a text file itself.
 * @throws HaltedError when the file is empty, expired, a web page or at an address inside Zapier,
 * and for text that looks like a name, an address or an id of one.
 */
export async function openFile(context: Context, source: string): Promise<File> {
  if (!/^https?:\/\//i.test(source)) return textFile(source);
  if (!URL.canParse(source)) throw halt('File: the web address cannot be read.');
  const url = new URL(source);
  let body: Readable | undefined;
  let sent: ClientRequest | undefined;
  const request = {
    url: source,
    raw: true as const,
    merge: false,
    // A compressed transfer would announce another length than the file has.
    headers: { 'accept-encoding': 'identity', 'user-agent': 'Zapier' },
    timeout: Math.max(timeLeft(context), 1),
    agent: agentFor({
      fresh: true,
      onSent: (each) => (sent = each),
      onCut: () => body?.destroy(cutOff()),
    }) as never,
  };
  const response = await context.z.request(request).catch((cause) => {
    throw errorFromNetwork(cause, url.host, {
      about: 'file',
      file: true,
      trigger: context.trigger,
    });
  });
  const header = (name: string) => response.headers.get(name);
  const contentType = header('content-type') || 'application/octet-stream';
  // Some hosts compress all the same: the announced length is then not that of the file.
  const length = header('content-encoding') ? null : header('content-length');
  const disposition = header('content-disposition');
  const problem =
    response.status !== 200
      ? halt(
          `File: its address answers ${response.status} and not with a whole file; the link may have expired. Map a fresh one.`,
        )
      : length === '0'
        ? halt('File is empty.')
        : /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType) && !disposition
          ? webPage()
          : undefined;
  body = response.body as unknown as Readable;
  const close = () => {
    body?.destroy();
    // The platform's fetch leaves the connection open when nobody reads on.
    sent?.destroy();
  };
  if (problem) {
    close();
    throw problem;
  }
  return {
    name: await nameOf(url, disposition),
    contentType,
    ...(length && { length: Number(length) }),
    ...(!disposition && { mayBePage: true as const }),
    body,
    close,
  };
}

/** Opens several files. @throws what `openFile` throws for one of them; the others are then closed. */
export async function openFiles(context: Context, sources: string[]): Promise<File[]> {
  const opened = await Promise.allSettled(sources.map((source) => openFile(context, source)));
  const files = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failure = opened.find((one) => one.status === 'rejected');
  if (!failure) return files;
  files.forEach((file) => file.close());
  throw failure.reason;
}

/** The multipart body of POST /api/files. `bytes()` and `digest()` tell of the file once it is sent. */
export async function formOf({
  name,
  contentType,
  length,
  mayBePage,
  body,
}: File): Promise<Form & Pick<Meter, 'digest'> & { bytes(): number }> {
  const { default: FormData } = await import('form-data');
  const form = new FormData();
  const meter = new Meter(length, mayBePage === true);
  const aborted = new AbortController();
  let failure: Error | undefined;
  pipeline(body, meter, (error) => {
    // The request cannot see that its body ended early; without a word it would wait for more.
    if (!error) return;
    failure = error.name === 'HaltedError' ? error : meter.broken();
    aborted.abort();
  });
  form.on('error', () => aborted.abort());
  form.append(dialect().file_field, meter, {
    filename: name,
    contentType,
    ...(length !== undefined && { knownLength: length }),
  });
  return {
    body: form,
    headers: {
      ...form.getHeaders(),
      ...(length !== undefined && { 'content-length': `${form.getLengthSync()}` }),
    },
    signal: aborted.signal,
    problem: (timedOut) => failure ?? (timedOut && meter.starves ? meter.broken() : undefined),
    bytes: () => meter.bytes,
    digest: () => meter.digest(),
  };
}
