/**
 * What goes wrong between Zapier and the service: answers that break off, connections that never
 * came to be. Servers that write what they like.
 */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import nock from 'nock';

import app from '../../index.ts';
import { delays } from '../../client/basics/time.ts';
import { until } from '../../zapier/local/until.ts';
import { base, failure, runner } from '../support/app.ts';
import { useNock } from '../support/nock.ts';

const run = runner();
const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
  for (const name of ['SERVICE_DIALECT', 'SERVICE_STEP_SECONDS']) {
    delete process.env[name];
  }
});

/** A service that answers its n-th request with what `answer` writes to the socket. */
async function service(answer: (socket: Socket, n: number) => void) {
  const requests: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      const [, method] = /^(GET|POST|PUT|PATCH|DELETE) /.exec(text) ?? [];
      if (!method) return;
      requests.push(method);
      answer(socket, requests.length);
    });
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A server that ends the connection says so; else the next request may be sent on it. */
const whole = (status: string, body: string) =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;
const good = whole(
  '200 OK',
  '{"application_id":"app-1","status_review":"pending","link":"token","document_id":"d","organization_name":"Lumen Studio SAS"}',
);
const step = (url: string, key: string, inputData: object, by = run) =>
  by(`${key}.operation.perform`, { authData: { base_url: url, api_key: 'key' }, inputData });
const find = (url: string) => step(url, 'searches.find_case', { application_id: 'app-1' });
const deal = {
  subject: 'business',
  organization_name: 'Lumen Studio SAS',
  external_reference: 'deal-1',
};

it.each([
  ['begins in time and does not end', good.slice(0, -5)],
  // The request ends without an event.
  [
    'switches to another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n',
  ],
])('gives up on an answer that %s', async (_, text) => {
  process.env.SERVICE_STEP_SECONDS = '0.3';
  const { url } = await service((socket) => socket.write(text));
  expect((await failure(find(url))).message).toContain('did not answer in time');
  const file = { application_id: 'app-1', type: 'ID', file: `${url}/passport.pdf` };
  const uploads = await service((socket) => socket.end(good));
  expect((await failure(step(uploads.url, 'creates.upload_document', file))).message).toMatch(
    /^File: /,
  );
});

it('sends nothing when the time has run out before', async () => {
  process.env.SERVICE_STEP_SECONDS = '0.2';
  const { url, requests } = await service((socket) => socket.end(good));
  const prepared: object[] = [];
  const beforeRequest = async (request: object) => {
    await setTimeout(400);
    prepared.push(request);
    return request;
  };
  const late = runner({ ...app, beforeRequest: [beforeRequest] });
  await failure(step(url, 'creates.create_portal', { portal_for: 'client' }, late));
  await until('the request', () => prepared.length === 1);
  await setTimeout(100);
  expect(requests).toEqual([]);
});

const refusal = (status: string, body: object = {}) => whole(status, JSON.stringify(body));
it('takes a DELETE as done whose answer was lost, and sends no PATCH again', async () => {
  const { url, requests } = await service((socket, n) =>
    n === 1 ? socket.destroy() : socket.end(refusal('404 Not Found')),
  );
  const call = { method: 'DELETE', path: '/api/notes/1' };
  expect(await step(url, 'creates.call_api', call)).toMatchObject({ status: 204 });
  expect(requests).toHaveLength(2);
  const other = await service((socket) => socket.end(refusal('404 Not Found')));
  expect((await failure(step(other.url, 'creates.call_api', call))).kind).toBe('HaltedError');
  const lost = await service((socket) => socket.destroy());
  await failure(step(lost.url, 'creates.call_api', { ...call, method: 'PATCH', body: '{}' }));
  expect(lost.requests).toHaveLength(1);
});

it('repeats what was never sent, a POST without a key as well', async () => {
  process.env.SERVICE_DIALECT = '{"idempotency_header":null}';
  const { url, requests } = await service((socket) => socket.end(good));
  const { port } = new URL(url);
  // The service comes up between the first attempt and the next one.
  const server = open.pop()!;
  await new Promise((resolve) => server.close(resolve));
  delays.retry = 400;
  void setTimeout(100).then(() => open.push(server.listen(Number(port), '127.0.0.1')));
  try {
    expect(
      (await step(url, 'creates.create_portal', { portal_for: 'client' })).portal_link,
    ).toContain('token');
  } finally {
    delays.retry = 1;
  }
  expect(requests).toHaveLength(1);
});

describe('without a connection', () => {
  useNock();

  it.each([
    ['ENOTFOUND', 'does not exist'],
    ['ECONNREFUSED', 'cannot be reached: it refuses the connection'],
    ['EHOSTUNREACH', 'cannot be reached'],
    ['CERT_HAS_EXPIRED', 'has a certificate that has expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'has a certificate for another name'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'has a certificate that it signed itself'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'has a certificate of an unknown authority'],
  ])('says that nothing was sent, and why (%s)', async (code, reason) => {
    nock(base)
      .persist()
      .post('/api/portals')
      .replyWithError(Object.assign(new Error('x'), { code }));
    const { kind, message } = await failure(
      step(base, 'creates.create_portal', { portal_for: 'client' }),
    );
    expect(kind).toBe('AppError');
    expect(message).toContain(`The service at api.example.com ${reason}`);
    expect(message).toMatch(/Nothing was sent\. Try again later/);
    expect(message).not.toContain('may have carried out');
  });
});

describe('JSON that lies 20,000 levels deep', () => {
  const deep = `${'{"a":['.repeat(10_000)}1${']}'.repeat(10_000)}`;
  const answering = (status: string) =>
    service((socket) => socket.end(whole(status, `{"application_id":"app-1","more":${deep}}`)));

  it.each([
    ['200 OK', 'AppError', 'cannot be read'],
    ['422 Unprocessable Entity', 'HaltedError', 'refused these values'],
    ['500 Internal Server Error', 'AppError', 'failed on its side'],
  ])('is an answer like any other that cannot be read (%s)', async (status, kind, words) => {
    const { url } = await answering(status);
    const error = await failure(find(url));
    expect(error.kind).toBe(kind);
    expect(error.message).toContain(words);
    expect(error.message).not.toMatch(/stack|recursion|"a":/i);
  });

  it.each([
    ['creates.create_case', { ...deal, custom_fields: deep }, 'Custom Fields'],
    ['creates.create_case', { ...deal, custom_fields: { plan: deep } }, 'Custom Fields'],
    ['creates.create_case', { ...deal, additional_fields: deep }, 'Additional Fields'],
    ['creates.start_onboarding', { ...deal, related_persons: deep }, 'Related Persons'],
    ['creates.call_api', { method: 'POST', path: '/api/notes', body: deep }, 'Body'],
  ])('is refused by its label in %s', async (key, inputData, label) => {
    const { url, requests } = await service((socket) => socket.end(good));
    const { kind, message } = await failure(step(url, key, inputData));
    expect([kind, message]).toEqual(['HaltedError', expect.stringContaining(label)]);
    expect(message.length).toBeLessThan(300);
    expect(requests).toEqual([]);
  });
});
