/** The name of a file as programs write it: in a header, in an address, and as it is sent. */

/** The text of these bytes in a character set; undefined for other bytes. */
function textIn(charset: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The bytes that Node reads as Latin-1 in a header, in UTF-8 if they are. */
function ofBytes(header: string): string {
  const isText = /[^\0-\xff]/.test(header);
  return (isText ? undefined : textIn('utf-8', Buffer.from(header, 'latin1'))) ?? header;
}

/** The bytes, read as Latin-1, of a text that has some of them as a sign and two digits. */
const unescaped = (text: string, sign: RegExp): string =>
  text.replace(sign, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
const percents = /%([\da-f]{2})/gi;
const quotedPrintable = /=([\da-f]{2})/gi;

const word = /=\?([\w-]+)\?([bq])\?([^?]*)\?=/gi;
const adjacentWords = new RegExp(`${word.source}(\\s*${word.source})*`, 'gi');

/** The text of one or more words of mail (RFC 2047), which may divide a character. */
function ofWords(words: string): string {
  const parts = [...words.matchAll(word)];
  const bytes = parts.map(([, , encoding, coded = '']) =>
    /b/i.test(encoding!)
      ? Buffer.from(coded, 'base64')
      : Buffer.from(unescaped(coded.replaceAll('_', ' '), quotedPrintable), 'latin1'),
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
  const bytes = unescaped(coded, percents);
  const name =
    textIn(charset, Buffer.from(bytes, 'latin1')) ||
    ofBytes(quoted?.replace(/\\(["\\])/g, '$1') ?? bare) ||
    bytes;
  return name.replace(adjacentWords, ofWords).trim();
}

/** The last part of the path of an address, without its parameters. */
export function nameInAddress({ pathname }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  return ofBytes(unescaped(last.split(/;\w+=/)[0]!, percents));
}

/** The name as the service gets it, without what breaks the multipart header or turns text around. */
export function safeName(name: string): string {
  const clean = name.replace(/\p{Bidi_Control}/gu, '').replace(/[\p{Cc}"\\/]/gu, '_');
  return [...clean].slice(-150).join('') || 'document';
}
