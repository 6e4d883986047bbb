/** The name of a file: in the header of its host, in its address, or in a text that has both. */
import { formatNamed } from '../service/file-formats.ts';

import { halt, resultOf } from './basics/errors.ts';
import { parseJson, recordOf } from './basics/json.ts';

/** The text of these bytes in a character set; undefined for other bytes. */
const textIn = (charset: string, bytes: Uint8Array): string | undefined =>
  resultOf(() => new TextDecoder(charset, { fatal: true }).decode(bytes));

/** The bytes that Node reads as Latin-1 in a header, in UTF-8 if they are. */
function ofBytes(header: string): string {
  const isText = /[^\0-\xff]/.test(header);
  return (isText ? undefined : textIn('utf-8', Buffer.from(header, 'latin1'))) ?? header;
}

/** The bytes, read as Latin-1, of a text that has some of them as a sign and two digits. */
const unescaped = (text: string, sign: '%' | '='): string =>
  text.replace(new RegExp(`${sign}([\\da-f]{2})`, 'gi'), (_, digits: string) =>
    String.fromCharCode(parseInt(digits, 16)),
  );

const word = String.raw`=\?([\w-]+)\?([bq])\?([^?]*)\?=`;

/** The text of one or more words of mail (RFC 2047), which may divide a character. */
function ofWords(words: string): string {
  const parts = [...words.matchAll(new RegExp(word, 'gi'))];
  const bytes = parts.map(([, , encoding, coded = '']) =>
    /b/i.test(encoding!)
      ? Buffer.from(coded, 'base64')
      : Buffer.from(unescaped(coded.replaceAll('_', ' '), '='), 'latin1'),
  );
  return textIn(parts[0]![1]!, Buffer.concat(bytes)) ?? words;
}

/** The name in a Content-Disposition (RFC 6266), also in one with a wrong syntax; '' without one. */
export function nameInHeader(disposition: string): string {
  const [, charset = '', coded = ''] =
    /filename\*\s*=\s*"?([\w-]+)'[\w-]*'([^;"]*)/i.exec(disposition) ?? [];
  const [, plain = ''] = disposition.split(/filename\s*=\s*/i);
  const [, quoted] = /^"((?:[^"\\]|\\.)*)"/.exec(plain) ?? [];
  // A proxy may have joined another header to it.
  const [bare = ''] = plain.replace(/^"/, '').split(/;|,\s*(?:attachment|inline)\b/i);
  const bytes = unescaped(coded, '%');
  const name =
    textIn(charset, Buffer.from(bytes, 'latin1')) ||
    ofBytes(quoted?.replace(/\\(["\\])/g, '$1') ?? bare) ||
    bytes;
  return name.replace(new RegExp(`${word}(\\s*${word})*`, 'gi'), ofWords).trim();
}

/** The last part of the path of an address, without its parameters. */
export function nameInAddress({ pathname }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  return ofBytes(unescaped(last.split(/;\w+=/)[0]!, '%'));
}

/** The name as the service gets it, without what breaks the multipart header or turns text around. */
export function safeName(name: string): string {
  const clean = name.replace(/\p{Bidi_Control}/gu, '').replace(/[\p{Cc}"\\/]/gu, '_');
  return [...clean].slice(-150).join('') || 'document';
}

/** A file that a text names, with its address. */
export interface Pointer {
  name?: string;
  url: string;
}

const address = /^https?:\/\//i;

/** The pointer in a line such as "passport.pdf (https://…)". */
function pointerInLine(line: string): Pointer | undefined {
  const [name = '', ...others] = line.split(/\((?=https?:\/\/)/i);
  const [url = ''] = /^\S+(?=\)$)/.exec(others.join('(')) ?? [];
  return formatNamed(name.trim()) && url ? { name: name.trim(), url } : undefined;
}

/** The pointer in an entry of JSON, as other apps write attachments. */
function pointerInEntry(entry: unknown): Pointer | undefined {
  const { url, name, filename = name } = recordOf(entry);
  if (typeof url !== 'string' || typeof filename !== 'string') return undefined;
  return address.test(url) ? { name: filename, url } : undefined;
}

/** The pointers in a text that is nothing else. */
function pointersIn(text: string): Pointer[] {
  if (address.test(text)) return text.split(/[\s,;](?=https?:\/\/)/i).map((url) => ({ url }));
  const entries = /^[[{]/.test(text) ? [parseJson(text)].flat().map(pointerInEntry) : [];
  const all = entries.length ? entries : text.split(/(?<=\))\s*[,;\n]\s*/).map(pointerInLine);
  return all.every((one) => one !== undefined) ? all : [];
}

/**
 * The file at which a text points: an address, a line `NAME.ext (https://…)`, or one attachment in
 * JSON; undefined for any other text, which is a document itself.
 * @throws a halt for several files, and for an address that is none.
 */
export function pointerOf(text: string, label: string): Pointer | undefined {
  const [pointer, ...others] = pointersIn(text);
  if (others.length) {
    throw halt(
      `${label}: these are several addresses. {{Map}} the address of one file, and use another {{step}} for each other file.`,
    );
  }
  if (pointer && !URL.canParse(pointer.url)) {
    throw halt(`${label}: this is not a valid web address.`);
  }
  return pointer;
}
