/** Judges a file by its first bytes: a web page, or another kind than its name and type say. */
import type { Pieces } from '../host/host.ts';
import { halt } from './exchange/errors.ts';

/** The facts about a file that its bytes must fit. */
export interface Announced {
  /** The label of its input. */
  label: string;
  name: string;
  contentType: string;
  /** Only the bytes can prove that it is no web page. */
  mayBePage?: boolean;
}

/** This many bytes are enough. */
const enough = 1024;

/**
 * The beginnings of a web page (WHATWG "MIME Sniffing", 7.1), after comments and an XML
 * declaration.
 */
const page =
  /^\uFEFF?(\s|<!--.*?-->|<\?xml.*?\?>)*<(!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>]/is;

export const webPage = (label: string) =>
  halt(`${label}: its address leads to a web page, perhaps a login page, instead of a file.`);

/** Kinds whose files all begin with the same bytes. */
const markedKinds = /^(pdf|png|jpeg|gif|webp|tiff|bmp|zip|docx|xlsx|pptx)$/;
const pictureKinds = /^(png|jpeg|gif|webp|tiff|bmp)$/;

const fileKind = (name: string) =>
  name.toLowerCase().replace(/^jpg$/, 'jpeg').replace(/^tif$/, 'tiff');

/** The kinds that a file's name and type name, if their bytes have a mark. */
const fileKinds = ({ name, contentType }: Announced): string[] =>
  [/\.(\w+)$/.exec(name)?.[1] ?? '', /^\w+\/([\w.-]+)/.exec(contentType)?.[1] ?? '']
    .map(fileKind)
    .filter((kind) => markedKinds.test(kind));

/** The beginning of a file. @throws a halt unless it fits the file's name or type. */
async function checkHead(head: Buffer, file: Announced): Promise<Buffer> {
  const text = head.subarray(0, enough).toString();
  if (file.mayBePage && page.test(text)) throw webPage(file.label);
  const kinds = fileKinds(file);
  if (!kinds.length) return head;
  // Imported with the first file: most steps have none.
  const { filetypeinfo } = await import('magic-bytes.js');
  const begin = head.toString('latin1').search(/[^\t\n\f\r ]/);
  const found = filetypeinfo(head.subarray(begin)).map(({ typename }) => fileKind(typename));
  // An encrypted docx begins like a doc, and pictures often have the name of another kind.
  const fits = (kind: string) =>
    found.includes(kind) ||
    found.includes(kind.replace(/x$/, '')) ||
    (pictureKinds.test(kind) && found.some((other) => pictureKinds.test(other)));
  if (kinds.some(fits)) return head;
  throw halt(
    `${file.label}: "${file.name}" does not begin like a file of the kind ${[...new Set(kinds)].join(' or ')}. Its place may have answered with an error instead. {{Map}} another link or file.`,
  );
}

/**
 * The pieces of a file. Holds the first bytes back until they prove that it is the file.
 * @throws a halt for another file.
 */
export async function* checkFile(file: Announced, pieces: Pieces): Pieces {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const piece of pieces) {
    if (!head) {
      yield piece;
      continue;
    }
    head = Buffer.concat([head, piece]);
    if (head.length < enough) continue;
    yield await checkHead(head, file);
    head = undefined;
  }
  if (head?.length) yield await checkHead(head, file);
}
