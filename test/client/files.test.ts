/** Files as hosts send them: compressed, cut off, stalled, too long; told apart from the service. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { getCase } from '../../client/cases.ts';
import { uploadBodyOf, openFiles } from '../../client/files.ts';
import type { Pieces } from '../../host/host.ts';
import { uploadStream } from '../../host/node/upload.ts';
import { answerJson, listen, serve } from '../../zapier/local/listen.ts';
import { runWith } from '../../scripts/publish/run.ts';
import { lenient } from '../known-service/choices.ts';
import { startService, type StartedService } from '../known-service/service.ts';
import { until } from '../../zapier/local/until.ts';
import { failure, runner } from '../support/app.ts';

let service: StartedService;
let host: Awaited<ReturnType<typeof listen>>;
let answer: (response: ServerResponse, path: string) => void;
const asked: object[] = [];
let file: string;
beforeAll(async () => {
  service = await startService(lenient);
  host = await listen(({ path, headers }, response) => {
    asked.push(headers);
    answer(response, path);
  });
  file = `${host.url}/files/passport.pdf`;
});
afterAll(() => {
  host.close();
  service.close();
});
beforeEach(() => {
  run = runner(undefined, { zcacheTestObj: {} });
  service.clear();
  service.add('app-1');
  asked.length = 0;
});
afterEach(() => delete process.env.SERVICE_STEP_SECONDS);

let run: ReturnType<typeof runner>;
const upload = (source = file, base_url = service.url) =>
  run('creates.upload_document.operation.perform', {
    authData: { base_url, api_key: 'key' },
    inputData: { application_id: 'app-1', type: 'ID', file: source },
  });
/** What the service got as the file, by the multipart rules of the platform's own fetch. */
async function received(): Promise<File> {
  const { headers, content } = service.requests.find(({ path }) => path === '/api/files')!;
  const form = await new Response(content, {
    headers: { 'content-type': headers['content-type']! },
  }).formData();
  return form.get('file') as File;
}

const text = `%PDF-1.7 ${'a passport, '.repeat(1000)}`;

it('sends a file with its length, name and type', async () => {
  answer = (response) =>
    response
      .writeHead(200, {
        'content-type': 'application/pdf',
        'content-length': text.length,
        'content-disposition': `attachment; filename="plain.pdf"; filename*=UTF-8''p%C3%A4ss.pdf`,
      })
      .end(text);
  await upload();
  const got = await received();
  expect([got.name, got.type, await got.text()]).toEqual(['päss.pdf', 'application/pdf', text]);
  const { headers, content } = service.requests.find(({ path }) => path === '/api/files')!;
  expect(Number(headers['content-length'])).toBe(Buffer.byteLength(content));
  expect(asked.map((one) => 'authorization' in one)).toEqual([false]);
});

it.each<[string, (text: string) => Buffer]>([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('unpacks a file of a host that compresses all the same: %s', async (encoding, pack) => {
  const packed = pack(text);
  const sends = (bytes: Buffer) => {
    answer = (response) => response.writeHead(200, { 'content-encoding': encoding }).end(bytes);
  };
  sends(packed);
  await upload();
  expect(await (await received()).text()).toBe(text);
  expect([service.files.size, service.documents.size]).toEqual([1, 1]);
  // A proxy may end an answer whose origin broke off.
  sends(packed.subarray(0, -9));
  expect((await failure(upload())).message).toContain('File: its download stopped after');
  expect(service.documents.size).toBe(1);
});

it('an upload says how far a file came that stalls, and blames the file', async () => {
  process.env.SERVICE_STEP_SECONDS = '0.4';
  answer = (response) => response.writeHead(200, { 'content-length': 100 }).write('%PDF-1.7 ');
  const { kind, message } = await failure(upload());
  expect(kind).toBe('AppError');
  expect(message).toMatch(/^File: its download stopped after \d of 100 bytes/);
  expect(service.files.size).toBe(0);
});

it('an upload says how far a file came whose connection breaks, and does not wait for the service', async () => {
  answer = (response) =>
    response.writeHead(200, { 'content-length': 100 }).write('%PDF-1.7 ', () => response.destroy());
  expect((await failure(upload())).message).toMatch(/^File: its download stopped after \d/);
  // The step has 25 seconds for the service.
}, 10_000);

it.each<[string, (response: ServerResponse) => void]>([
  [
    'that stalls',
    (response) => void response.writeHead(200, { 'content-length': 100 }).write('%PDF-1.7 '),
  ],
  [
    'that is a web page',
    (response) => void response.writeHead(200, { 'content-type': 'text/html' }).write('<h1>Login'),
  ],
])('a step leaves no file open %s', async (_, begin) => {
  process.env.SERVICE_STEP_SECONDS = '0.4';
  let isClosed = false;
  answer = (response) => {
    response.once('close', () => (isClosed = true));
    begin(response);
  };
  await failure(upload());
  await until('the end of the connection to the file', () => isClosed, { seconds: 5 });
});

it('a step leaves no front open whose back fails', async () => {
  let isClosed = false;
  answer = (response, path) => {
    if (path.endsWith('back')) return response.writeHead(404).end();
    response.once('close', () => (isClosed = true));
    response.writeHead(200, { 'content-length': 100 }).write('%PDF');
  };
  const input = { application_id: 'app-1', type: 'ID', file, back_file: `${host.url}/back` };
  const authData = { base_url: service.url, api_key: 'key' };
  const work = run('creates.upload_document.operation.perform', { authData, inputData: input });
  expect((await failure(work)).message).toMatch(/^Back File: its address answers with status 404/);
  await until('the end of the connection to the front', () => isClosed, { seconds: 5 });
  expect(service.requests).toEqual([]);
});

it('blames the service when it is the service that does not answer', async () => {
  process.env.SERVICE_STEP_SECONDS = '0.4';
  answer = (response) => response.end(text);
  service.slow(1000);
  expect((await failure(upload())).message).toMatch(/^The service at .* did not answer in time/);
});

it.each<[string, (request: IncomingMessage, response: ServerResponse) => void, RegExp]>([
  [
    'refuses it early',
    (_, response) => answerJson(response, 413, { detail: 'too much' }),
    /^This is larger than the service accepts\..* too much/,
  ],
  [
    'ends the connection',
    (request) => request.once('data', () => request.destroy()),
    /^The service at .* cannot be reached/,
  ],
  [
    'stops reading it',
    // A server that never reads on sees no end of a connection.
    (request) => void setTimeout(() => request.resume(), 600),
    /^The service at .* did not answer in time/,
  ],
])('blames the service when it %s, and ends both connections', async (_, take, message) => {
  process.env.SERVICE_STEP_SECONDS = '0.4';
  const closed: string[] = [];
  answer = (response) => {
    response.once('close', () => closed.push('file'));
    response.writeHead(200, { 'content-type': 'application/pdf' });
    Readable.from(Array(300).fill(Buffer.alloc(100_000, text))).pipe(response);
  };
  const hasty = await serve((request, response) => {
    if (request.url !== '/api/files') return answerJson(response, 200, { application_id: 'app-1' });
    request.socket.once('close', () => closed.push('upload'));
    return take(request, response);
  });
  expect((await failure(upload(file, hasty.url))).message).toMatch(message);
  await until('the ends of both connections', () => closed.length === 2, { seconds: 5 });
  hasty.close();
});

it.each([
  [
    'that does not exist',
    'http://127.0.0.1:1/x',
    /^File: its address at 127\.0\.0\.1:1 cannot be reached/,
  ],
  ['that is none', 'https://', /^File: this is not a valid web address/],
])('tells a file at an address %s from the service', async (_, source, message) => {
  expect((await failure(upload(source))).message).toMatch(message);
  expect(service.requests).toEqual([]);
});

const opened = {
  label: 'File',
  name: 'passport.pdf',
  contentType: 'application/pdf',
  first: Buffer.from('%PDF-1.7 '),
};

it('tells a mistake of this software in reading a file as itself', async () => {
  async function* open(): Pieces {
    yield Buffer.from('%PDF-1.7 ');
    throw new TypeError('x is not a function');
  }
  const form = uploadBodyOf({ ...opened, length: 594, pieces: open(), close() {} });
  const mistake = await uploadStream(form)
    .toArray()
    .catch((error: unknown) => error);
  expect(mistake).toBeInstanceOf(TypeError);
  expect(form.problem()).toBe(mistake);
});

it.each([1, 2, 3])(
  'blames no file when its request ends, however far it came: piece %i',
  async (count) => {
    const pieces = Readable.from([Buffer.from(text)]);
    const form = uploadBodyOf({ ...opened, pieces, close() {} });
    const body = uploadStream(form).on('error', () => undefined);
    for (let times = 0; times < count; times++) {
      body.read();
      await setImmediate();
    }
    body.destroy(new Error('The user aborted a request.'));
    await setImmediate();
    expect(form.problem()).toBeUndefined();
    expect(pieces.destroyed).toBe(true);
  },
);

it('tells a mistake of this software in a request as itself', async () => {
  const mistake = new TypeError('x is not a function');
  const fail = async () => {
    throw mistake;
  };
  const connection = { base_url: service.url, api_key: 'key' };
  const failing = runWith(connection, { send: fail, open: fail });
  await expect(getCase(failing, 'app-1')).rejects.toBe(mistake);
  await expect(openFiles(failing, [{ label: 'File', source: file }], fail)).rejects.toBe(mistake);
});

it.each(['iso-8859-1', '"UTF-8"', 'no-such-charset'])(
  'reads an answer of the service in its charset: %s',
  async (charset) => {
    const json = '{"application_id":"app_1","business":{"organization_name":"Müller"}}';
    const bytes = Buffer.from(json, charset === 'iso-8859-1' ? 'latin1' : 'utf8');
    answer = (response) =>
      response
        .writeHead(200, { 'content-type': `application/json; charset=${charset}` })
        .end(bytes);
    const [found] = await run<Record<string, unknown>[]>('searches.find_case.operation.perform', {
      authData: { base_url: host.url, api_key: 'key' },
      inputData: { application_id: 'app_1' },
    });
    expect(found!.name).toBe('Müller');
  },
);
