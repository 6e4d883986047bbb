/** A document in the form a service takes it: by its type and file, by its files, or by both. */
import { halted, openCore, type Reply, type Routes } from '../support/core.ts';

type Item = Record<string, any>;

const { service, perform, written } = openCore();

const made = 'POST /api/documents';
let count: number;
beforeEach(() => (count = 0));
const attach = (more: object = {}, routes: Routes = {}) => {
  service.serve({
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

it('has a front and a back', async () => {
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

it('is named by its files alone', async () => {
  inForm('files');
  await attach();
  expect(sent()).toEqual({
    application_id: 'app_1',
    name: 'ID',
    document_files: [{ file_id: 'fil_1', side: 'front' }],
  });
});

it('is named as the specification has it', async () => {
  inForm('flat');
  await attach();
  expect(sent()).toEqual({ application_id: 'app_1', file_id: 'fil_1', type: 'ID' });
  expect(await halted(attach(back))).toContain('Back File');
  // Nothing is uploaded that has no place.
  expect(service.requests).toEqual([]);
});

describe('its type', () => {
  it('is not taken in a form that has the name alone', async () => {
    inForm('files');
    const named = await attach({ name: 'Passport' });
    expect(JSON.stringify(sent())).not.toContain('ID');
    expect(named).toMatchObject({ not_taken: ['Document Type'] });
    expect(named.type).toBeUndefined();
    expect(await attach()).toMatchObject({ not_taken: [] });
  });

  it.each([[{ type: null }], [{ name: 'Passport', type: '' }]])(
    'is not taken where the answer is %j',
    async (answer) => {
      const routes: Routes = { [made]: [201, { id: 'doc_1', ...answer }] };
      expect(await attach({ name: 'Passport' }, routes)).toMatchObject({
        not_taken: expect.arrayContaining(['Document Type']),
      });
    },
  );
});

it.each<[object, string]>([
  [{ additional_fields: { file_id: 'fil_other' } }, 'is also filled in as File'],
  [{ additional_fields: { document_files: 'fil_other' } }, 'is also filled in as File'],
  [{ type: 'ID; OTHER' }, 'Document Type'],
  [{ person_id: 'per_1' }, '2 of them are filled in'],
  [{ application_id: '' }, 'none of them is filled in'],
])('is refused before its file is sent: %j', async (input, text) => {
  expect(await halted(attach(input))).toContain(text);
  expect(written()).toEqual([]);
});

describe('an address that leads to no file', () => {
  const passport = (...reply: Reply) =>
    attach({ file: 'https://files.example.com/passport' }, { 'GET /passport': reply });
  const page = '\ufeff<!-- page -->\n<!DOCTYPE HTML><title>Sign in</title>';

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

  it.each([206, 300, 203])('is refused: an answer with %i', async (status) => {
    const message = await halted(passport(status, 'part', { 'content-type': 'application/pdf' }));
    expect(message).toContain(`its address answers ${status}`);
    expect(written()).toEqual([]);
  });

  it('is none of a text that only speaks of pages', async () => {
    await passport(200, 'a text about <html>', { 'content-type': 'text/plain' });
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
    ['a text', { error: { message: 'property file_id should not exist' } }],
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
      /File: is not permitted.*set documents in its dialect to flat or files/,
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
