/** Judges a file: a web page or an error in its place, or another format than its name and type say. */
import { isPageType } from './exchange/answer.ts';
import { halt } from './basics/errors.ts';

/** The facts about a file that its bytes must fit. */
export interface Announced {
  label: string;
  name: string;
  contentType: string;
  /** Its place did not say that it sends a file. It may send a web page or an error instead. */
  isUnannounced?: boolean;
}

/** This many bytes are enough. */
const enough = 1024;

/** White space, a comment or an XML declaration, one after the other from the start of a text. */
const preamble = /\s+|<!--.*?-->|<\?xml.*?\?>/gisy;
/** The beginnings of a web page (WHATWG "MIME Sniffing", 7.1) without its preamble. */
const page =
  /^<(!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>]/i;

/** The beginning of an object or a list in JSON. */
const json = /^\uFEFF?\s*(\{\s*["}]|\[\s*[[{"\]])/;

/** The error for a web page or JSON in place of a file, by its type and, once known, its beginning. */
export function otherThanFile(
  { label, name, contentType, isUnannounced }: Announced,
  beginning = '',
): Error | undefined {
  if (!isUnannounced) return undefined;
  if (isPageType(contentType) || page.test(beginning.replace(preamble, ''))) {
    return halt(
      `${label}: its address leads to a web page, perhaps a login page, instead of a file.`,
    );
  }
  const isJson = /^\s*\w+\/([\w.-]+\+)?json\b/i.test(contentType) || json.test(beginning);
  if (!isJson || /json$/i.test(name)) return undefined;
  return halt(
    `${label}: its address answers with JSON, perhaps an error, instead of a file. {{Map}} another link or file.`,
  );
}

/** Formats whose files all begin with the same bytes. */
const markedFormats = /^(pdf|png|jpeg|gif|webp|tiff|bmp|zip|docx|xlsx|pptx)$/;
const pictureFormats = /^(png|jpeg|gif|webp|tiff|bmp|heif|avif)$/;
/** Scanners write something in front of it. */
const pdfMark = '%PDF-';

const formatOf = (name: string) =>
  name.toLowerCase().replace(/^jpg$/, 'jpeg').replace(/^tif$/, 'tiff');

/** The formats that a file's name and type name, if their bytes have a mark. */
const formatsOf = ({ name, contentType }: Announced): string[] =>
  [/\.(\w+)$/.exec(name)?.[1] ?? '', /^\w+\/([\w.-]+)/.exec(contentType)?.[1] ?? '']
    .map(formatOf)
    .filter((format) => markedFormats.test(format));

/** The beginning of a file. @throws a halt unless it fits the file's name or type. */
async function checkHead(head: Buffer, file: Announced): Promise<Buffer> {
  const beginning = head.subarray(0, enough);
  const problem = otherThanFile(file, beginning.toString());
  if (problem) throw problem;
  const formats = formatsOf(file);
  if (!formats.length) return head;
  // Imported with the first file: most steps have none.
  const { filetypeinfo } = await import('magic-bytes.js');
  const begin = head.toString('latin1').search(/[^\t\n\f\r ]/);
  const found = filetypeinfo(head.subarray(begin)).map(({ typename }) => formatOf(typename));
  if (beginning.includes(pdfMark)) found.push('pdf');
  // An encrypted docx begins like a doc, and pictures often have the name of another format.
  const fits = (format: string) =>
    found.includes(format) ||
    found.includes(format.replace(/x$/, '')) ||
    (pictureFormats.test(format) && found.some((other) => pictureFormats.test(other)));
  if (formats.some(fits)) return head;
  throw halt(
    `${file.label}: "${file.name}" does not begin like a file of the kind ${[...new Set(formats)].join(' or ')}. Its place may have answered with an error instead. {{Map}} another link or file.`,
  );
}

/** Holds the first bytes of a file back until they prove that it is the file. */
export function firstBytesOf(file: Announced) {
  let head: Buffer | undefined = Buffer.alloc(0);
  return {
    /** True once they do. */
    get isDone() {
      return head === undefined;
    },
    /** Takes a piece. @returns the bytes that may go on. @throws a halt for another file. */
    async take(piece: Uint8Array): Promise<Buffer | undefined> {
      head = Buffer.concat([head!, piece]);
      return head.length < enough ? undefined : this.rest();
    },
    /** Releases what is held back. */
    async rest() {
      const held = head;
      head = undefined;
      return held?.length ? checkHead(held, file) : undefined;
    },
  };
}
