/** A document in the form a service takes it: by its type and file, by its files, or by both. */
import { failure, halted, openCore, type Reply, type Routes } from '../support/core.ts';

type Item = Record<string, any>;

const { service, perform, written } = openCore();

const made = 'POST /api/documents';
const attach = (more: object = {}, routes: Routes = {}) => {
  service.add('app_1');
  service.serve({ [made]: [201, { id: 'doc_1' }], ...routes });
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
    `fil-${1 + uploads.findIndex(({ content }) => content.includes(text))}`;
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

it('a document is named as the specification has it', async () => {
  inForm('flat');
  await attach();
  expect(sent()).toEqual({ application_id: 'app_1', file_id: 'fil-1', type: 'ID' });
  expect(await halted(attach(back))).toContain('Back File');
  // Nothing is uploaded that has no place.
  expect(service.requests).toEqual([]);
});

it.each([{}, { document_files: null }])(
  'a back that the service drops is told (%j)',
  async (more) => {
    const answer = { id: 'doc_1', application_id: 'app_1', type: 'ID', file_id: 'fil_1', ...more };
    const attached = await attach(back, { [made]: [201, answer] });
    expect(attached.not_taken).toEqual(['Back File']);
    expect(attached.not_taken_text).toContain('Back File: sent "back-text-');
  },
);

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
  [{ file: '[object Object]' }, '"[object Object]" is what a program writes for a group of values'],
])('a document is refused before its file is sent: %j', async (input, text) => {
  expect(await halted(attach(input))).toContain(text);
  expect(written()).toEqual([]);
});

const address = 'https://files.example.com/files/passport.pdf';
const fileAt = (content: string, headers: Record<string, string> = {}): Routes => ({
  'GET /files/passport.pdf': [200, content, { 'content-type': 'application/pdf', ...headers }],
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
