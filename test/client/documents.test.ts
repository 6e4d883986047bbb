/** A document in the form a service takes it: by its type and file, by its files, or by both. */
import { failure, halted, openCore, type Reply, type Routes } from '../support/core.ts';

type Item = Record<string, any>;

const { service, perform, written } = openCore();

const made = 'POST /api/documents';
let count: number;
beforeEach(() => (count = 0));
const attach = (more: object = {}, routes: Routes = {}) => {
  service.serve({
    'GET /api/applications/app_1': [200, { application_id: 'app_1' }],
    'POST /api/files': () => [201, { id: `fil_${++count}` }],
    [made]: [201, { id: 'doc_1' }],
    ...routes,
  });
  const document = { application_id: 'app_1', type: 'ID', file: 'front text' };
  return perform('upload_document', { ...document, ...more });
};
const sent = () => service.requests.at(-1)!.body as Item;
const inForm = (documents: string) => (process.env.SERVICE_DIALECT = JSON.stringify({ documents }));
const back = { back_file: 'back text' };

it('a document has a front and a back', async () => {
  await attach({ ...back, name: 'Identity card', expected_document_id: 'exp_1' });
  const uploads = service.requests.filter(({ path }) => path === '/api/files');
  const idOf = (text: string) =>
    `fil_${1 + uploads.findIndex(({ content }) => content.includes(text))}`;
  expect(sent()).toMatchObject({
    name: 'Identity card',
    expected_document_id: 'exp_1',
    file_id: idOf('front text'),
    document_files: [
      { file_id: idOf('front text'), side: 'front' },
      { file_id: idOf('back text'), side: 'back' },
    ],
  });
});

it('a document is named by its files alone', async () => {
  inForm('files');
  await attach();
  expect(sent()).toEqual({
    application_id: 'app_1',
    name: 'ID',
    document_files: [{ file_id: 'fil_1', side: 'front' }],
  });
});

it('a document is named as the specification has it', async () => {
  inForm('flat');
  await attach();
  expect(sent()).toEqual({ application_id: 'app_1', file_id: 'fil_1', type: 'ID' });
  expect(await halted(attach(back))).toContain('Back File');
  // Nothing is uploaded that has no place.
  expect(service.requests).toEqual([]);
});

const untaken = ['Document Type'];
it.each<[what: string, form: string, input: object, answer: Item, notTaken: string[]]>([
  ['where a form has its name alone', 'files', { name: 'Passport' }, {}, untaken],
  ['where it is the name', 'files', {}, {}, []],
  [
    'where nothing is shown of it',
    'both',
    {},
    { application_id: 'app_1', created_at: 'now' },
    untaken,
  ],
  ['where null is shown', 'both', { name: 'Passport' }, { type: null }, untaken],
  ['where its name alone is shown', 'both', { name: 'ID 7' }, { name: 'ID 7' }, untaken],
  ['and its name', 'both', { name: 'ID 7' }, { type: null }, ['Document Name', ...untaken]],
])('a document tells whether its type was taken: %s', async (_, form, input, answer, notTaken) => {
  inForm(form);
  const attached = await attach(input, { [made]: [201, { id: 'doc_1', ...answer }] });
  expect(attached.not_taken).toEqual(expect.arrayContaining(notTaken));
  if (!notTaken.length) expect(attached.not_taken).toEqual([]);
  if (form === 'files') expect(sent()).not.toHaveProperty('type');
  if (form === 'files' && notTaken.length) expect(attached.type).toBeUndefined();
  if (form === 'both') expect(attached.not_taken_text).toContain('Document Type: sent "ID", not');
});

it.each<[string, object]>([
  ['one file', {}],
  ['a front and a back', back],
])('a document of an unknown case uploads nothing: %s', async (_, more) => {
  const unknown: Routes = { 'GET /api/applications/app_1': [404, { detail: 'Not Found' }] };
  expect(await halted(attach(more, unknown))).toContain('knows no such case');
  expect(written()).toEqual([]);
});

it('a document of an unknown case says that the case is unknown, not the document', async () => {
  const message = await halted(attach({}, { [made]: [404, {}] }));
  expect(message).toContain('knows no such case, person or business.');
});

it.each<[object, string]>([
  [{ additional_fields: { file_id: 'fil_other' } }, 'is also filled in as File'],
  [{ additional_fields: { document_files: 'fil_other' } }, 'is also filled in as File'],
  [{ type: 'ID; OTHER' }, 'Document Type'],
])('a document is refused before its file is sent: %j', async (input, text) => {
  expect(await halted(attach(input))).toContain(text);
  expect(written()).toEqual([]);
});

const address = 'https://files.example.com/files/passport.pdf';
const fileAt = (content: string, headers: Record<string, string> = {}): Routes => ({
  'GET /files/passport.pdf': [200, content, { 'content-type': 'application/pdf', ...headers }],
});
/** The file of the first upload, by the rules of a browser's forms. */
async function uploaded(): Promise<File> {
  const { headers, content } = service.requests.find(({ path }) => path === '/api/files')!;
  const form = await new Response(content, { headers }).formData();
  return form.get('file') as File;
}

it.each<[string, string | undefined, string]>([
  ['no name at all', undefined, 'passport.pdf'],
  ['a header that cannot be read', 'attachment; filename=', 'passport.pdf'],
  ['a name of several words', 'attachment; filename=scan copy.pdf', 'scan copy.pdf'],
  [
    'an apostrophe that JavaScript leaves as it is',
    `attachment; filename="piece.pdf"; filename*=UTF-8''pi%C3%A8ce%20d'id.pdf`,
    "pièce d'id.pdf",
  ],
  [
    'an encoded name that cannot be read',
    `attachment; filename*=UTF-8''a%E9'b.pdf; filename="b.pdf"`,
    'b.pdf',
  ],
  ['a name that would break the form', `attachment; filename="a\\"b/c.pdf"`, 'a_b_c.pdf'],
])('a document is named by %s', async (_, disposition, name) => {
  const headers: Record<string, string> = disposition ? { 'content-disposition': disposition } : {};
  await attach({ file: address }, fileAt('%PDF-1.7', headers));
  expect((await uploaded()).name).toBe(name);
});

it.each<[string, (scan: string) => object]>([
  ['a file', () => ({ file: address })],
  ['a back', () => ({ back_file: address })],
  ['a text', (scan) => ({ file: `Text of the ${scan}` })],
])(
  'a document is another one with other content, of the same name and length: %s',
  async (_, inputOf) => {
    const ids: string[] = [];
    const keys: unknown[] = [];
    let documents = 0;
    for (const scan of ['%PDF-first', '%PDF-other', '%PDF-other']) {
      const { id } = await attach(inputOf(scan), {
        ...fileAt(scan, { 'content-length': '10' }),
        [made]: ({ headers }) => {
          keys.push(headers['Idempotency-Key']);
          return [201, { id: `doc_${++documents}` }];
        },
      });
      ids.push(id);
    }
    expect(ids).toEqual(['doc_1', 'doc_2', 'doc_2']);
    expect(new Set(keys).size).toBe(2);
  },
);

describe('a document is judged by its first bytes', () => {
  const judged = (content: string, type: string, name: string) =>
    attach(
      { file: `https://files.example.com/files/${name}` },
      { [`GET /files/${name}`]: [200, content, { 'content-type': type }] },
    );
  const pdf = 'application/pdf';
  const unknown = 'application/octet-stream';
  const heic = '\0\0\0\u0018ftypheic\0\0\0\0mif1heic';
  const avif = '\0\0\0\u001cftypavif\0\0\0\0mif1avif';

  it.each([
    ['a PDF', '%PDF-1.7', pdf, 'a.pdf'],
    ['a PDF after an empty line', '\r\n%PDF-1.7', pdf, 'a.pdf'],
    ['a picture that its type names', 'GIF89a', 'image/gif', 'a.pdf'],
    ['a picture under the name of another kind', 'GIF89a', unknown, 'a.jpg'],
    ['a docx', 'PK\u0003\u0004', unknown, 'a.docx'],
    ['a table', 'a,b', 'text/csv', 'a.csv'],
    ['XML', '<?xml version="1.0"?><a/>', 'application/xml', 'a.xml'],
    ['anything', 'abc', unknown, 'a'],
    ['JSON that is to be JSON', '{"a":1}', 'application/json', 'a.json'],
    ['a HEIC of a phone under the name of another kind', heic, 'image/jpeg', 'a.jpg'],
    ['an AVIF under the name of another kind', avif, unknown, 'a.jpg'],
    ['a PDF of a scanner, whose mark comes later', `${'x'.repeat(1000)}%PDF-1.4`, pdf, 'a.pdf'],
  ])('%s is attached', async (_, ...file) => {
    await judged(...file);
    expect(written()).toEqual(['POST /api/files', made]);
  });

  it.each([
    ['a text', 'Not found', pdf, 'a'],
    ['XML', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', unknown, 'a.pdf'],
    ['a long text', 'x'.repeat(5000), pdf, 'a.pdf'],
    ['a PDF mark too late', `${'x'.repeat(1024)}%PDF-1.4`, pdf, 'a.pdf'],
    ['a picture', 'GIF89a', pdf, 'a.pdf'],
    ['a text in place of a picture', 'Not found', unknown, 'a.jpg'],
    ['XML in place of a docx', '<Error/>', unknown, 'a.docx'],
  ])('%s is not attached', async (_, ...file) => {
    expect(await halted(judged(...file))).toMatch(
      /File: "a.*does not begin like a file of the kind/,
    );
    expect(written()).not.toContain(made);
  });

  it('a page under the name of a PDF is not attached', async () => {
    const named = { 'content-disposition': 'attachment; filename=a.pdf' };
    const work = attach({ file: address }, fileAt('<!doctype html>', named));
    expect(await halted(work)).toContain('does not begin like');
  });
});

it('a document is refused for what a program writes for an object', async () => {
  expect(await halted(attach({ file: '[object Object]' }))).toContain(
    'File: "[object Object]" is what a program writes for a group of values',
  );
  expect(service.requests).toEqual([]);
});

it.each([
  'https://a.example/1.pdf, https://a.example/2.pdf',
  'https://a.example/1\nhttp://b.example',
])('a document is refused for several addresses: %j', async (file) => {
  expect(await halted(attach({ file }))).toContain('File: these are several addresses');
  expect(service.requests).toEqual([]);
});

it.each([429, 500, 502, 503, 504])(
  'a document is tried again later where the host of its file answers %i',
  async (status) => {
    const routes: Routes = { 'GET /files/passport.pdf': [status, {}, { 'retry-after': '7' }] };
    const error = await failure(attach({ file: address }, routes));
    expect(error).toMatchObject({ kind: 'throttle', seconds: 7 });
    expect(error.message).toContain(`File: its address answers with status ${status}`);
    expect(written()).toEqual([]);
  },
);

describe('an address that leads to no file', () => {
  const passport = (...reply: Reply) =>
    attach({ file: 'https://files.example.com/passport' }, { 'GET /passport': reply });
  const comments = '<!-- page -->\n'.repeat(40);
  const page = `\ufeff<?xml version="1.0"?>${comments}<!DOCTYPE HTML><title>Sign in</title>`;

  it.each<[string, string, string]>([
    ['TEXT/HTML', 'Sign in', 'TEXT/HTML; charset=utf-8'],
    ['XHTML', 'Sign in', 'application/xhtml+xml'],
    ['an unknown type', page, 'application/octet-stream'],
    ['no type', page, ''],
    ['the type of a PDF', '<html><body>', 'application/pdf'],
  ])('is refused: a page with %s', async (_, content, type) => {
    expect(await halted(passport(200, content, { 'content-type': type }))).toContain(
      'leads to a web page',
    );
    expect(written()).not.toContain(made);
  });

  it.each<[string, string, string]>([
    ['the type of JSON', '{"error":"expired"}', 'application/json; charset=utf-8'],
    ['the type of an error', '{"title":"Gone"}', 'application/problem+json'],
    ['the type of JSON and other content', 'expired', 'application/json'],
    ['an unknown type', '\n{ "error": "expired" }', 'application/octet-stream'],
    ['the type of a PDF', '[{"code":7}]', 'application/pdf'],
  ])('is refused: JSON with %s', async (_, content, type) => {
    expect(await halted(passport(200, content, { 'content-type': type }))).toContain(
      'File: its address answers with JSON, perhaps an error, instead of a file',
    );
    expect(written()).not.toContain(made);
  });

  it('is none of JSON that its place calls a file', async () => {
    const named = { 'content-disposition': 'attachment; filename=export' };
    await passport(200, '{"a":1}', { 'content-type': 'application/json', ...named });
    expect(written()).toEqual(['POST /api/files', made]);
  });

  it.each([206, 300, 203])('is refused: an answer with %i', async (status) => {
    const message = await halted(passport(status, 'part', { 'content-type': 'application/pdf' }));
    expect(message).toContain(`its address answers with status ${status}`);
    expect(written()).toEqual([]);
  });

  it.each<[string, Reply, string]>([
    ['a page', [200, page, {}], 'Back File: its address leads to a web page'],
    ['another status', [404, '', {}], 'Back File: its address answers with status 404'],
    ['no bytes', [200, '', { 'content-length': '0' }], 'Back File is empty.'],
  ])('is named by its field: %s', async (_, reply, text) => {
    const input = { back_file: 'https://files.example.com/back' };
    expect(await halted(attach(input, { 'GET /back': reply }))).toContain(text);
    expect(written()).not.toContain(made);
  });

  it.each([
    'a text about <html>',
    '<!-- a comment ends at its first --> mark --><html>',
    '<!-- a comment without an end <html>',
  ])('is none of a text that only speaks of pages: %s', async (content) => {
    await passport(200, content, { 'content-type': 'text/plain' });
    expect(written()).toEqual(['POST /api/files', made]);
  });
});

describe('whose keys of one form are refused as unknown', () => {
  const refusing = (keys: string[], refusal: unknown): Routes => ({
    [made]: ({ body }) =>
      keys.some((key) => key in (body as Item)) ? [422, refusal] : [201, { id: 'doc_1' }],
  });
  const detail = (keys: string[]) => ({
    detail: keys.map((key) => ({ loc: ['body', key], msg: 'extra fields not permitted' })),
  });
  const flat = ['file_id', 'type'];
  const files = ['name', 'document_files'];

  it.each<[string, unknown]>([
    ['a list', detail(flat)],
    ['a map', { errors: { file_id: ['unknown field'], type: ['unknown field'] } }],
  ])('goes by its files, front and back: %s', async (_, refusal) => {
    const attached = await attach(back, refusing(flat, refusal));
    expect(sent()).toMatchObject({ application_id: 'app_1', name: 'ID' });
    expect(sent().document_files).toHaveLength(2);
    expect(attached).toMatchObject({ id: 'doc_1', type: 'ID', not_taken: [] });
    const keys = service.requests.slice(-2).map(({ headers }) => headers['Idempotency-Key']);
    expect(new Set(keys).size).toBe(2);
  });

  it('has no place for a back there', async () =>
    expect(await halted(attach(back, refusing(files, detail(files))))).toContain(
      'one file per document',
    ));
});

describe('whose values are refused', () => {
  it.each<[string, Reply, RegExp]>([
    [
      'by a 400, whatever that says of its keys',
      [400, { detail: 'file_id is not permitted' }],
      /file_id is not permitted.*set "documents" in the dialect to "flat" or "files"/,
    ],
    [
      'by its type',
      [422, { detail: [{ loc: ['body', 'type'], msg: 'not a valid enumeration member' }] }],
      /Document Type: not a valid enumeration member/,
    ],
    [
      'by one of its files',
      [422, { detail: [{ loc: ['body', 'document_files', 0, 'file_id'], msg: 'Unknown file' }] }],
      /Unknown file/,
    ],
    [
      'by all of its files',
      [422, { detail: [{ loc: ['body', 'document_files'], msg: 'Unknown file' }] }],
      /Unknown file/,
    ],
  ])('is sent once: %s', async (_, reply, text) => {
    const message = await halted(attach(back, { [made]: reply }));
    expect(message).toMatch(text);
    expect(message).not.toContain('one file per document');
    expect(written().filter((line) => line === made)).toHaveLength(1);
  });
});

describe('a text instead of a file', () => {
  it.each([
    'passport.pdf',
    'passport.xyz',
    'my passport of 2024.PDF',
    'Approved',
    'www.example.com',
    'www.example.com/a.pdf',
    'example.com/files/1',
    '//example.com/a.pdf',
    'ftp://example.com/a.pdf',
    's3://bucket/key',
    'data:text/plain;base64,aGk=',
    'hydrate|||eyJ0eXBlIjoiZmlsZSJ9|||hydrate',
    '/home/me/passport',
    '~/scans/one',
    'C:\\scans\\one',
    '/home/me/passport.pdf',
    'fil_1Ez9Ct5HxW',
    '12345',
    '3f2b8c1e-8a0b-4c5e-9a4e-2f6c1d7e9b10',
    'SGVsbG9Xb3JsZEhlbGxvV29ybGQ=',
    'abcdefghijklmnopqrstuvwxyz',
  ])('that is only %s is refused, with what to map', async (source) => {
    const message = await halted(attach({ file: source }));
    expect(message).toContain(
      `File: "${source.slice(0, 60)}" looks like a name, an address or an ID, `,
    );
    expect(message).toMatch(/Map the file itself.*https:/);
    expect(service.requests).toEqual([]);
  });

  it.each([
    ['Risk: 1', /^Risk-1-\w{8}\.txt$/],
    ['Ask for the rest at help@example.com', /\.txt$/],
    ['Checked by two people. See the notes of 2024.', /\.txt$/],
    ['{"risk": 1.10}', /\.txt$/],
    ['Zusammenfassung für die Prüfung', /^Zusammenfassung-für-die-Prüfung-\w{8}\.txt$/],
  ])('that is %s is sent as it is, under a name of its own', async (source, name) => {
    await attach({ file: source });
    const file = await uploaded();
    expect(file.name).toMatch(name);
    expect(await file.text()).toBe(source);
  });
});
