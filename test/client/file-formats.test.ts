/** Files of each format as hosts give them: under every name and type, behind redirects, or errors in their place. */
import { strToU8, zipSync } from 'fflate';
import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

import { uploadStream } from '../../host/node/upload.ts';
import { uploadDocument } from '../../client/documents.ts';
import type { HostFile } from '../../client/files.ts';
import { runWith } from '../../scripts/publish/run.ts';
import { halted } from '../support/core.ts';

type Headers_ = Record<string, string>;
type Reply = [content: Uint8Array | string, headers?: Headers_, status?: number];
type Replies = Record<string, Reply>;

const origin = 'https://files.example';
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The file that the service gets from these answers, of which the input names the first. */
async function uploaded(replies: Replies, file?: string | HostFile) {
  let body: Response | undefined;
  const run = runWith(
    { base_url: 'https://api.example', api_key: 'key' },
    {
      async open({ url }) {
        const { pathname, search } = new URL(url);
        const [content, headers = {}, status = 200] = replies[pathname + search]!;
        async function* pieces() {
          yield Buffer.from(content);
        }
        return { status, headers: new Headers(headers), pieces: pieces(), close() {} };
      },
      async send({ url, headers, body: sent }) {
        if (typeof sent === 'object') {
          body = new Response(Buffer.concat(await uploadStream(sent).toArray()), { headers });
        }
        const content = JSON.stringify({ id: url.endsWith('/files') ? 'fil_1' : 'doc_1' });
        return { status: 201, headers: new Headers(), content };
      },
    },
  );
  const source = file ?? origin + Object.keys(replies)[0]!;
  await uploadDocument(run, [{ label: 'File', source }], { type: 'ID', person_id: 'per_1' });
  const got = (await body!.formData()).get('file') as File;
  return { name: got.name, type: got.type, digest: digest(await got.bytes()) };
}
/** The same of one answer. */
const from = (path: string, ...reply: Reply) => uploaded({ [path]: reply });
const refused = (path: string, ...reply: Reply) => halted(from(path, ...reply));

const disposition = (text: string) => ({ 'content-disposition': text });
const named = (name: string) => disposition(`attachment; filename="${name}"`);
const typed = (type: string) => ({ 'content-type': type });

const bytes = (text: string) => Buffer.from(text, 'latin1');
const zip = (...names: string[]) =>
  Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, strToU8('<a/>')]))));
const media = (brand: string, ...others: string[]) =>
  bytes(
    `\0\0\0${String.fromCharCode(16 + 4 * others.length)}ftyp${brand}\0\0\0\0${others.join('')}\0\0\0\x08mdat`,
  );
function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([bytes(type), content]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(content.length);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
const png = Buffer.concat([
  bytes('\x89PNG\r\n\x1a\n'),
  chunk('IHDR', bytes('\0\0\0\x01\0\0\0\x01\x08\0\0\0\0')),
  chunk('IDAT', deflateSync(Buffer.alloc(2))),
  chunk('IEND', Buffer.alloc(0)),
]);
const jpeg = bytes('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xd9');
const pdf = bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
const ole = Buffer.concat([bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), Buffer.alloc(1536)]);
const signature = bytes(
  '0\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02\xa0\x80'.padEnd(60, '\x04'),
);
const asExcel = '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>1</table>';
const asWord = '<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument/>';
const heic = 'image/heic';
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const openText = 'application/vnd.oasis.opendocument.text';
const excel = 'application/vnd.ms-excel';

/** A format: the ending of its names, its type, a file, and the type that its bytes prove alone. */
const formats: [ending: string, type: string, content: Buffer, proven?: string | null][] = [
  ['pdf', 'application/pdf', pdf],
  ['pdf', 'application/pdf', Buffer.concat([bytes('\x1b%-12345X@PJL\r\n'), pdf])],
  ['pdf', 'application/pdf', Buffer.concat([bytes('\xef\xbb\xbf\r\n'), pdf])],
  ['pdf', 'application/pdf', Buffer.concat([bytes('x'.repeat(1000)), pdf]), null],
  ['jpg', 'image/jpeg', jpeg],
  ['jfif', 'image/jpeg', jpeg],
  ['png', 'image/png', png],
  ['gif', 'image/gif', bytes('GIF89a\x01\0\x01\0\0\0\0;')],
  [
    'webp',
    'image/webp',
    bytes('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0/\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0'),
  ],
  ['tiff', 'image/tiff', bytes('II*\0\x08\0\0\0\0\0\0\0\0\0')],
  ['tif', 'image/tiff', bytes('MM\0*\0\0\0\x08\0\0\0\0\0\0')],
  ['tif', 'image/tiff', bytes('II+\0\x08\0\0\0\x10\0\0\0\0\0\0\0')],
  ['tif', 'image/tiff', bytes('MM\0+\0\x08\0\0\0\0\0\0\0\0\0\x10')],
  ['bmp', 'image/bmp', bytes('BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0')],
  ['heic', heic, media('heic', 'mif1', 'heic')],
  ['heic', heic, media('heix', 'mif1', 'heix')],
  ['heic', heic, media('hevc', 'msf1', 'hevc')],
  ['heic', heic, media('mif1', 'mif1', 'heic')],
  ['heif', 'image/heif', media('msf1', 'msf1')],
  ['avif', 'image/avif', media('avif', 'avif', 'mif1')],
  ['jxl', 'image/jxl', bytes('\0\0\0\x0cJXL \r\n\x87\n')],
  ['p7m', 'application/pkcs7-mime', signature],
  ['p7m', 'application/pkcs7-mime', bytes(signature.toString('base64')), null],
  // The base64 of a longer one, whose length takes three bytes.
  ['p7m', 'application/pkcs7-mime', bytes('MIMBBbEGCSqGSIb3DQEHAqCDAQWh'), null],
  ['p7m', 'application/pkcs7-mime', bytes('-----BEGIN PKCS7-----\nMII=\n-----END PKCS7-----')],
  ['rtf', 'application/rtf', bytes('{\\rtf1 Hello}')],
  ['doc', 'application/msword', ole, null],
  ['doc', 'application/msword', bytes(asWord), null],
  ['xls', excel, ole, null],
  ['xls', excel, bytes(asExcel), null],
  ['docx', docx, zip('word/document.xml', '[Content_Types].xml'), null],
  ['docx', docx, ole, null],
  ['xlsx', xlsx, zip('[Content_Types].xml', 'xl/workbook.xml'), null],
  ['odt', openText, zip('mimetype', 'content.xml'), null],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet', zip('mimetype'), null],
  ['zip', 'application/zip', zip('a.txt'), null],
];
const generics = ['', 'application/octet-stream', 'binary/octet-stream', 'application/x-download'];

it.each(formats)(
  'a .%s of the type %s arrives as it is',
  async (ending, type, content, proven = type) => {
    const path = `/a.${ending}`;
    const whole = { name: path.slice(1), type, digest: digest(content) };
    expect(await from(path, content, typed(`${type};charset=utf-8`))).toEqual(whole);
    for (const generic of generics)
      expect(await from(path, content, typed(generic))).toEqual(whole);
    // Its bytes outweigh a type that is wrong.
    for (const wrong of ['text/html', 'application/json', 'text/plain'])
      expect(await from(path, content, typed(wrong))).toEqual(whole);
    expect(await from('/a', content, typed(type))).toEqual({ ...whole, name: 'a' });
    const isBinary = !/^[<M]/.test(content.toString('latin1'));
    if (proven || isBinary) {
      const unnamed = await from('/a', content);
      expect(unnamed.type).toBe(proven ?? 'application/octet-stream');
    }
    const other = type.startsWith('image/') ? 'pdf' : 'png';
    expect(await from(`/a.${other}`, content, typed(type))).toEqual({
      ...whole,
      name: `a.${other}`,
    });
    expect(await refused(`/a.${other}`, content)).toContain('instead');
    const to = `/bucket/${path.slice(1)}`;
    const redirected = { '/go/1': ['', { location: to }, 302], [to]: [content] } as Record<
      string,
      Reply
    >;
    expect(await uploaded(redirected)).toEqual(whole);
  },
);

const s3 = '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>';
const login = '<!DOCTYPE html><title>Sign in</title>';
it.each([...new Map(formats.map(([ending, type]) => [ending, type]))])(
  'an error in place of a .%s is refused',
  async (ending, type) => {
    const path = `/a.${ending}`;
    for (const error of ['Link expired', s3, '{"error":"expired"}', login.replace('html', 'x')]) {
      for (const headers of [
        typed(type),
        {},
        named(path.slice(1)),
        { ...typed(type), ...named('a') },
      ])
        expect(await refused(path, error, headers)).toMatch(/^File: /);
      const redirected = { [path]: ['', { location: '/b' }, 307], '/b': [error] } as Record<
        string,
        Reply
      >;
      expect(await halted(uploaded(redirected))).toMatch(/^File: /);
    }
    expect(await refused(path, login, typed(type))).toContain('leads to a web page');
  },
);

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const comments = `\ufeff<?xml version="1.0"?>${'<!-- page -->\n'.repeat(40)}`;
const a = (headers: Headers_, content: Uint8Array | string, path = '/a'): [string, ...Reply] => [
  path,
  content,
  headers,
];
const unknown = typed('application/octet-stream');
const jsonType = typed('application/json; charset=utf-8');
it.each<[what: string, file: [path: string, ...reply: Reply], text: string]>([
  ['a page by its type', a(typed('TEXT/HTML; charset=utf-8'), 'Sign in'), 'a web page'],
  ['a page of XHTML', a(typed('application/xhtml+xml'), 'Sign in'), 'a web page'],
  ['a page behind comments', a(unknown, `${comments}<!DOCTYPE HTML>`), 'a web page'],
  ['a page in a comment', a(unknown, `<!--${'-'.repeat(5000)}--><html>`), 'a web page'],
  ['a page of no type', a({}, '<html><body>'), 'a web page'],
  ['a page in UTF-16', a(unknown, utf16('<html>')), 'a web page'],
  ['a page with the type of a PDF', a(typed('application/pdf'), login), 'a web page'],
  ['a page under an ending', a(typed('text/html'), '<table>', '/report.xls'), 'a web page'],
  [
    'a page of SharePoint',
    a({}, '<html xmlns:o="urn:schemas-microsoft-com:office:office">'),
    'page',
  ],
  ...['meta charset="utf-8"', 'form action="/"', 'h2', 'pre', 'center', 'link rel="icon"'].map(
    (tag): [string, [string, ...Reply], string] => [
      `<${tag}>`,
      a(unknown, `<${tag}>`),
      'a web page',
    ],
  ),
  ['JSON by its type', a(jsonType, 'expired'), 'JSON'],
  ['JSON of an error', a(typed('application/problem+json'), '{"title":"Gone"}'), 'JSON'],
  ['JSON of no type', a(unknown, '\n{ "error": "expired" }'), 'JSON'],
  ['JSON with the type of a PDF', a(typed('application/pdf'), '[{"code":7}]'), 'JSON'],
  ['a string of JSON', a(jsonType, '"expired"', '/a.json'), 'JSON'],
  ['null', a({}, 'null'), 'JSON'],
  ['null under an ending alone', a(unknown, 'null', '/a.json'), 'JSON'],
  ['JSON lines under an ending alone', a(unknown, '{"a":1}\n{"a":2}', '/a.jsonl'), 'JSON'],
  ['XML under an ending alone', a(unknown, s3, '/a.xml'), 'XML'],
  ['blanks', a(typed('text/plain'), ' \r\n\t '), 'is empty'],
  ['a byte order mark', a(named('a.txt'), '\ufeff'), 'is empty'],
  ['a page that is called a PDF', a(named('a.pdf'), login), 'the kind pdf'],
  ['a PDF that is called a picture', a(named('a.png'), pdf), 'the kind png'],
  ['a mark that comes too late', a({}, `${'x'.repeat(1024)}%PDF-1.4`, '/a.pdf'), 'the kind pdf'],
  ['another status', ['/a', 'part', typed('application/pdf'), 206], 'answers with status 206'],
])('%s is refused', async (_, file, text) => expect(await refused(...file)).toContain(text));

it.each<[what: string, file: [path: string, ...reply: Reply], type?: string]>([
  ['a table', a(typed('text/csv; charset=latin1'), 'a,b', '/a.csv'), 'text/csv; charset=latin1'],
  ['a table of no type', a(unknown, 'a,b', '/a.csv'), 'text/csv'],
  ['a table with the type of Excel', a(typed(excel), 'a,b', '/a.csv'), 'text/csv'],
  ['XML with its type', a(typed('application/xml'), '<?xml version="1.0"?><form/>', '/a.xml')],
  ['XML with its name', a(named('a.xml'), s3), 'application/xml'],
  ['JSON with its name and type', a(typed('application/json'), '{"a":1}', '/a.json')],
  ['JSON that its place sends as a file', a({ ...jsonType, ...disposition('attachment') }, '[{}]')],
  ['JSON lines with their type', a(typed('application/x-ndjson'), '{"a":1}\n{"a":2}')],
  ['a page that its place calls one', a(named('a.html'), login), 'text/html'],
  ['a page that its place calls a sheet', a(named('a.xls'), '<table>'), excel],
  ['a sheet that Excel saved as a page', a(typed('text/html'), asExcel)],
  [
    'accounts in iXBRL',
    a(typed('application/xhtml+xml'), '<html xmlns:ix="http://a">', '/a.xhtml'),
  ],
  ['a document that is called a page', a(typed('text/html'), ole), 'application/octet-stream'],
  ['a JPEG that a phone calls HEIC', a(typed(heic), jpeg, '/a.heic'), 'image/jpeg'],
  ['an RTF that is called a doc', a(unknown, '{\\rtf1 Hello}', '/a.doc'), 'application/msword'],
  ['a sheet of Excel 4', a(unknown, bytes('\x09\x04\x06\0\0\0\x10\0'), '/a.xls'), excel],
  ['a text about <html>', a(typed('text/plain'), 'a text about <html>')],
  ['a text that ends a comment', a(typed('text/plain'), '<!-- its end --> mark --><html>')],
  ['an unknown format', a(typed('application/x-scan'), 'abc', '/a.scan')],
  ['an unknown format of no type', a({}, 'abc'), 'application/octet-stream'],
])('%s arrives as it is', async (_, [path, content, headers], type = headers?.['content-type']) => {
  const got = await from(path, content, headers);
  expect([got.type, got.digest]).toEqual([type, digest(Buffer.from(content))]);
});

const inBytes = (text: string) => Buffer.from(text).toString('latin1');
const words = '=?utf-8?Q?=D0=BF=D0=B0=D1=81=D0?= =?utf-8?B?v9C+0YDRgiAxLnBkZg==?=';
it.each<[what: string, name: string, disposition: string | undefined, path?: string]>([
  ['its address', 'passport.pdf', undefined],
  ['an address with parameters', 'a.pdf', undefined, '/a.pdf;jsessionid=ABC'],
  ['an address of a folder', 'a.pdf', undefined, '/a.pdf/'],
  ['an address in percents', 'päss%.pdf', undefined, '/p%C3%A4ss%.pdf'],
  ['an address in Latin-1', 'päss.pdf', undefined, '/p%E4ss.pdf'],
  ['no part of an address', 'document', undefined, '/'],
  ['an empty header', 'passport.pdf', 'attachment; filename='],
  ['several words', 'scan copy.pdf', 'attachment; filename=scan copy.pdf; size=7'],
  ['no type of disposition', 'a.pdf', 'filename="a.pdf"'],
  ['a colon', 'a.pdf', 'attachment: filename=a.pdf'],
  ['a quotation mark that is lost', 'a.pdf', 'attachment; filename="a.pdf'],
  ['joined headers', 'a.pdf', 'attachment; filename=a.pdf, attachment; filename=a.pdf'],
  ['a name with a comma', 'a, b.pdf', 'attachment; filename=a, b.pdf'],
  ['an encoded name', 'päss.pdf', `attachment; filename="a.pdf"; filename*=UTF-8''p%C3%A4ss.pdf`],
  ['an encoded name in Latin-1', 'päss.pdf', `attachment; filename*=ISO-8859-1'de'p%E4ss.pdf`],
  ['an apostrophe', "pièce d'id.pdf", `attachment; filename*=UTF-8''pi%C3%A8ce%20d'id.pdf`],
  ['the better name', 'b.pdf', `inline; filename*=UTF-8''a%E9'b.pdf; filename="b.pdf"`],
  ['a wrong percent', 'a%b.pdf', `attachment; filename*=UTF-8''a%b.pdf`],
  ['words of mail', 'паспорт 1.pdf', `filename="${words}"`],
  ['what would break the form', 'a_b_c.pdf', 'attachment; filename="a\\"b/c.pdf"'],
  ['no signs that turn text', 'afdp.exe.pdf', inBytes('filename="a\u202efdp.exe.pdf"')],
  ['whole characters', `${'😀'.repeat(146)}.pdf`, inBytes(`filename="${'😀'.repeat(200)}.pdf"`)],
  ...[
    'паспорт.pdf',
    'διαβατήριο.pdf',
    '护照.pdf',
    '旅券.pdf',
    '여권.pdf',
    'جواز.pdf',
    'דרכון.pdf',
  ].map((name): [string, string, string] => ['bytes', name, inBytes(`inline; filename="${name}"`)]),
])('a document is named by %s: %s', async (_, name, header, path = '/files/passport.pdf') => {
  expect((await from(path, pdf, header ? disposition(header) : {})).name).toBe(name);
});

it.each<[name: string, from: string, to: string, header: Headers_]>([
  ['passport.pdf', '/go/1', '/b/passport.pdf', {}],
  ['passport.pdf', '/passport.pdf', '/x?id=7', {}],
  ['7', '/go/1', '/go/7', {}],
  ['a.pdf', '/a.txt', '/7', named('a.pdf')],
])('a document is named %s behind a redirect from %s to %s', async (name, first, to, headers) => {
  const replies: Replies = { [first]: ['', { location: to }, 303], [to]: [pdf, headers] };
  expect((await uploaded(replies)).name).toBe(name);
});

it.each(['ftp://files.example/a.pdf', 'data:,a', 'http://', '/a'])(
  'a redirect to %s is refused for good',
  async (location) =>
    expect(await refused('/a', '', { location }, 302)).toContain(
      `File: its address leads to "${location}", which cannot be opened`,
    ),
);

const url = `${origin}/a`;
const attachment = { id: 'att1', url, filename: 'passport.pdf', size: 9 };
it.each([
  `passport.pdf (${url})`,
  JSON.stringify(attachment),
  JSON.stringify([attachment], null, 2),
  JSON.stringify({ name: 'passport.pdf', url }),
])('a file is what a text names with its address: %s', async (text) => {
  const got = await uploaded({ '/a': [pdf] }, text);
  expect(got).toEqual({ name: 'passport.pdf', type: 'application/pdf', digest: digest(pdf) });
  expect(await halted(uploaded({ '/a': ['Link expired'] }, text))).toContain('the kind pdf');
});

it.each([
  `${url}, ${url}`,
  `${url}\n${url}`,
  `a.pdf (${url}), b.pdf (${url})`,
  JSON.stringify([attachment, attachment]),
])('several files in one text are refused: %j', async (text) =>
  expect(await halted(uploaded({}, text))).toContain('File: these are several addresses'),
);

it.each([
  'passport.pdf',
  'my passport of 2024.PDF',
  'Approved',
  'ftp://example.com/a.pdf',
  'data:text/plain;base64,aGk=',
  'hydrate|||eyJ0eXBlIjoiZmlsZSJ9|||hydrate',
  'C:\\scans\\one',
  'fil_1Ez9Ct5HxW',
  '12345',
])('a text that is only %s is refused, with what to map', async (text) => {
  const message = await halted(uploaded({}, text));
  expect(message).toContain(
    `File: "${text.slice(0, 60)}" looks like a name, an address or an ID, `,
  );
  expect(message).toMatch(/Map the file itself.*https:/);
});

it.each([
  ['Risk: 1', /^Risk-1-\w{8}\.txt$/],
  ['Checked by two people. See the notes of 2024.', /\.txt$/],
  ['{"risk": 1.10}', /\.txt$/],
  [`The client sent a passport (${url}). It was checked.`, /^The-client-/],
  [`See the page of the client (${url})`, /^See-the-page-/],
  ['{"name": "Lumen", "website": "https://lumen.example"}', /\.txt$/],
  ['Zusammenfassung für die Prüfung', /^Zusammenfassung-für-die-Prüfung-\w{8}\.txt$/],
])('the text %s is a document of its own', async (text, name) => {
  const got = await uploaded({}, text);
  expect(got).toMatchObject({
    type: 'text/plain; charset=utf-8',
    digest: digest(Buffer.from(text)),
  });
  expect(got.name).toMatch(name);
});

it.each([
  ['%PDF-1.7', undefined],
  ['Link expired', 'File: "a.pdf" does not begin like a file of the kind pdf. '],
  ['', 'File is empty.'],
])('a file of the platform is judged, too: "%s"', async (content, error) => {
  async function* open() {
    yield Buffer.from(content);
  }
  const work = uploaded({}, { name: 'a.pdf', type: 'application/x-pdf', open });
  if (error) expect(await halted(work)).toContain(error);
  else expect((await work).type).toBe('application/pdf');
});
