/** What a file is: its first bytes say it first, then its name, then the type that its place gives. */

const zip = /^PK(\x03\x04|\x05\x06|\x07\x08)/;
/** Older Office files, and newer ones with a password. */
const ole = /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/;
/** They prove nothing: a name or a type says what is in them. */
const containers = [zip, ole];
const pdf = /^(\xef\xbb\xbf)?\s*(\x1b%-12345X[^]{0,1000}?)?%PDF-/;
/** Scanners write something in front of it. */
const scannedPdf = /^(?!\W{0,3}\s*[<{[])[^]{0,1019}%PDF-/;
const heic = /^[^]{4}ftyp(he[iv][csxm]|m[is]f1[^]{0,40}hei[cx])/;
const avif = /^[^]{4}ftyp(avi[fs]|m[is]f1[^]{0,40}avi[fs])/;
const rtf = /^\s*\{\\rtf/;
/** PKCS #7 as DER or PEM, and as base64 alone. */
const signed =
  /^0[\x80-\x84]?[^]{0,4}\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07|^\s*-----BEGIN (PKCS7|CMS)-----/;
const signedBase64 = /^MI[A-T][\w+/]{20}[\w+/=\s]*$/;
/** Accounts in iXBRL, and what Word or Excel wrote. Pages of SharePoint have `…:office:office`. */
const markup =
  /^\W{0,9}?<[^]*(\bxmlns:ix\s?=|schemas-microsoft-com:office:(word|excel|spreadsheet)|\bprogid\W{1,5}(content\W{1,5})?(word|excel)\.)/i;
/** Without a container, as before Excel 5. */
const sheets = /^\x09[\0\x02\x04]/;
const older = [ole, zip, rtf, markup];

const ooxml = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/**
 * The type that is sent and others for the same, the endings of names, and the first bytes, read as
 * Latin-1: the first pattern is of no other format. A text has none.
 */
const rows: [types: string, endings: string, ...marks: RegExp[]][] = [
  ['application/pdf application/x-pdf application/acrobat text/pdf', 'pdf', pdf, scannedPdf],
  ['image/jpeg image/jpg image/pjpeg', 'jpg jpeg jpe jfif', /^\xff\xd8\xff/],
  ['image/png image/x-png', 'png', /^\x89PNG/],
  ['image/gif', 'gif', /^GIF8/],
  ['image/webp', 'webp', /^RIFF[^]{4}WEBP/],
  // With "+" it is a BigTIFF.
  ['image/tiff image/x-tiff', 'tif tiff', /^(II[*+]\0|MM\0[*+])/],
  ['image/bmp image/x-bmp image/x-ms-bmp', 'bmp', /^BM[^]{4}\0{4}/],
  ['image/avif', 'avif', avif],
  ['image/heic', 'heic', heic],
  ['image/heif', 'heif hif', /^[^]{4}ftypm[is]f[12]/],
  ['image/jxl', 'jxl', /^(\xff\x0a|\0\0\0\x0cJXL )/],
  ['application/pkcs7-mime application/x-pkcs7-mime', 'p7m', signed, signedBase64],
  ['application/rtf text/rtf', 'rtf', rtf],
  ['', '', markup],
  ['application/msword', 'doc dot', ...older],
  ['application/vnd.ms-excel application/msexcel', 'xls xlt', ...older, sheets],
  ['application/vnd.ms-powerpoint', 'ppt', ole, zip],
  ['application/vnd.ms-outlook', 'msg', ole],
  [`${ooxml}.wordprocessingml.document`, 'docx', zip, ole],
  [`${ooxml}.spreadsheetml.sheet`, 'xlsx', zip, ole],
  [`${ooxml}.presentationml.presentation`, 'pptx', zip, ole],
  ['application/vnd.ms-word.document.macroenabled.12', 'docm', zip, ole],
  ['application/vnd.ms-excel.sheet.macroenabled.12', 'xlsm', zip, ole],
  ['application/vnd.ms-excel.sheet.binary.macroenabled.12', 'xlsb', zip, ole],
  [`${openDocument}.text`, 'odt', zip],
  [`${openDocument}.spreadsheet`, 'ods', zip],
  ['application/zip application/x-zip-compressed application/x-zip', 'zip', zip],
  ['text/plain', 'txt'],
  ['text/csv text/x-csv application/csv', 'csv'],
  ['text/html', 'html htm'],
  ['application/xhtml+xml', 'xhtml'],
  ['application/xml text/xml', 'xml'],
  ['application/json', 'json'],
  ['application/x-ndjson', 'jsonl ndjson'],
  ['message/rfc822', 'eml'],
];
const formats = rows.map(([types, endings, ...marks]) => {
  const [type = '', ...aliases] = types.split(' ');
  return { type, types: [type, ...aliases], endings: endings.split(' '), marks };
});
type Format = (typeof formats)[number];

const isPicture = (format?: Format) => format?.type.startsWith('image/') ?? false;

/** PDFs and pictures. */
export const scans = formats.filter((one) => one.marks[0] === pdf || isPicture(one));

/** The format that the ending of a name says; undefined for an unknown one. */
export function formatNamed(name: string): Format | undefined {
  const [, ending] = /[^/\\]\.(\w+)$/.exec(name.toLowerCase()) ?? [];
  return formats.find(({ endings }) => ending !== undefined && endings.includes(ending));
}

/** A type that says nothing. */
const generic =
  /^((application|binary)\/(octet-stream|binary|force-download|(x-)?download|(x-)?unknown))?$/;

/** White space, a comment or an XML declaration, one after the other from the start of a text. */
const preamble = /\s+|<!--.*?-->|<\?xml.*?\?>/gisy;
/** The beginnings of a web page (WHATWG "MIME Sniffing", 7.1, and others that are seen). */
const page =
  /^<(!--[^]{3000}|(!doctype html|html|head|meta|title|base|link|style|script|noscript|iframe|body|header|main|section|article|nav|h[1-6]|div|span|p|pre|center|font|table|form|ul|ol|a|b|i|br|hr|img)[\s>])/i;
const xml = /^<(\?xml\s|([a-z_][\w:.-]*)(\s[^>]*)?(\/>|>[^]*<\/\2>))/i;
const json = /^(\{\s*["}]|\[\s*[[{"\]])/;
/** A message, or nothing, in JSON. */
const jsonValue = /^("([^"\\]|\\.)*"|null|true|false)$/;

const isPage = (text: string) => page.test(text.replace(preamble, ''));

/** What a text is that nobody announced as a file, unless its type says so itself. */
function insteadOfFile(text: string, type: string, named: Format[]) {
  const isXml = /[/+]xml$/.test(type) && !/^[^]{0,200}<(!doctype )?html\b/i.test(text);
  if (isXml && xml.test(text)) return undefined;
  if (/\b(x?html)\b/.test(type) || isPage(text)) return 'a web page, perhaps a login page,';
  if (xml.test(text)) return 'XML, perhaps an error,';
  const isNamedJson = named.some(({ endings }) => endings.includes('json'));
  const isJsonType = /[/+]json$/.test(type);
  const isLines = /json-?l|ndjson|json-?seq/.test(type);
  const isJson = json.test(text) ? !isLines && !(isJsonType && isNamedJson) : isJsonType;
  const isValue = generic.test(type) && (isNamedJson || !named.length) && jsonValue.test(text);
  return isJson || isValue ? 'JSON, perhaps an error,' : undefined;
}

/** What the place of a file says about it. */
export interface Announced {
  /** The name that it gets, and those at its other addresses. */
  names: string[];
  contentType: string;
  /** Its place does not say that it sends a file. It may send a web page or an error instead. */
  isUnannounced?: boolean;
}

/** This many first bytes are enough. */
export const enoughBytes = 4096;

/** What a file is that begins with these bytes. */
export function fileKind(first: Uint8Array, { names, contentType, isUnannounced }: Announced) {
  const begin = Buffer.from(first.subarray(0, enoughBytes)).toString('latin1');
  // Without the byte order mark, and without the zeros of UTF-16.
  const text = begin.replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)|\0/g, '').trim();
  const isText = ({ marks }: Format) => marks.length === 0;
  const [type = ''] = /^[\w.+-]+\/[\w.+-]+/.exec(contentType.trim().toLowerCase()) ?? [];
  const ofType = formats.filter(({ types }) => type && types.includes(type));
  // A container is no text, whatever its place says.
  const isWrong = ofType.some(isText) && containers.some((mark) => mark.test(begin));
  const [announced, byType] = isWrong ? ['', []] : [type, ofType];
  const byName = names.flatMap((name) => formatNamed(name) ?? []);
  // The type of a text is often that of the program that opens it, such as Excel.
  const named = byName.some(isText) ? byName : [...byName, ...byType];
  const marked = named.filter((one) => !isText(one));
  const proven = formats.find(
    ({ marks: [mark] }) => mark?.test(begin) && !containers.includes(mark),
  );
  const fitting = marked.find(
    (one) =>
      one.marks.some((mark) => mark.test(begin)) ||
      (isPicture(one) && isPicture(proven)) ||
      (one.marks.includes(markup) && !isUnannounced && isPage(text)),
  );
  const isOther = marked.length > 0 && !fitting;
  const isProven = Boolean(proven ?? fitting) && !isOther;
  const known = [isPicture(fitting) ? proven : fitting, proven, ...named].find((one) => one?.type);
  // A text keeps its character set.
  const [parameters = ''] = (known && isText(known) && /;.*/s.exec(contentType)) || [];
  const unknown = generic.test(announced) ? 'application/octet-stream' : contentType;
  return {
    /** The type to send. */
    type: known ? known.type + parameters : unknown,
    /** Its bytes say so. */
    isProven,
    isBlank: !text,
    /** The endings of what it should be, unless it is. */
    expected: isOther ? [...new Set(marked.map(({ endings: [ending] }) => ending))] : [],
    /** What it is instead of a file. */
    insteadOf: isUnannounced && !isProven ? insteadOfFile(text, announced, byName) : undefined,
  };
}
