/**
 * What goes wrong between Zapier and the service: answers that break off, connections that never
 * came to be, a service still at work on an earlier request. Servers that write what they like.
 */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import nock from 'nock';

import { delays } from '../../client/time.ts';
import { base, failure, runner } from '../support/app.ts';

const run = runner();
const open: Server[] = [];
beforeAll(() => nock.restore());
afterEach(() => {
  for (const server of open.splice(0)) server.close();
  for (const name of ['SERVICE_DIALECT', 'SERVICE_STEP_SECONDS']) {
    delete process.env[name];
  }
});

interface Heard {
  method: string;
  key?: string;
}

/** A service that answers its n-th request with what `answer` writes to the socket. */
async function service(answer: (socket: Socket, n: number) => void) {
  const requests: Heard[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      const [, method] = /^(GET|POST|PUT|DELETE) /.exec(text) ?? [];
      if (!method) return;
      const [, key] = /^idempotency-key: (.*)\r$/im.exec(text) ?? [];
      requests.push({ method, key });
      answer(socket, requests.length);
    });
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const whole = (status: string, body: string, headers = '') =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;
const good = whole('200 OK', '{"application_id":"app-1","link":"token","document_id":"d"}');
/** Announces more than it sends, and hangs up. */
const cut = (socket: Socket) =>
  socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n{"application_id":');

const step = (url: string, key: string, inputData: object) =>
  run(`${key}.operation.perform`, { authData: { base_url: url, api_key: 'key' }, inputData });
const find = (url: string) => step(url, 'searches.find_case', { application_id: 'app-1' });
const deal = {
  subject: 'business',
  organization_name: 'Lumen Studio SAS',
  external_reference: 'deal-1',
};

describe('an answer that ends before its announced length', () => {
  it('is asked for again like one whose connection was reset, at once', async () => {
    const { url, requests } = await service((socket, n) =>
      n < 3 ? cut(socket) : socket.end(good),
    );
    expect(await find(url)).toHaveLength(1);
    expect(requests).toHaveLength(3);
  });

  it.each([
    ['{}', 1],
    ['{"idempotency_header":null}', 1],
    ['{"idempotency_keys":"honoured"}', 3],
  ])(
    'is told as what it is; under the dialect %s a POST is sent %d times',
    async (dialect, times) => {
      process.env.SERVICE_DIALECT = dialect;
      const { url, requests } = await service(cut);
      const { kind, message } = await failure(step(url, 'creates.create_portal', {}));
      expect(kind).toBe('AppError');
      expect(message).toMatch(/broke off its answer.*It is not known whether the service did it/);
      expect(requests).toHaveLength(times);
    },
  );

  it.each([
    ['a connection that breaks', (socket: Socket) => socket.destroy()],
    ['502', (socket: Socket) => socket.end(whole('502 Bad Gateway', '{}'))],
  ])('names the reference of a case that may have been made (%s)', async (_, answer) => {
    const { url, requests } = await service(answer);
    const { message } = await failure(step(url, 'creates.create_case', deal));
    expect(message).toContain(
      'may have been made: look for the External Reference "deal-1" in the service before you replay',
    );
    expect(requests).toHaveLength(1);
  });

  it('of a file is told of the file', async () => {
    const { url } = await service(cut);
    const host = await service((socket) => socket.end(good));
    const { message } = await failure(
      step(host.url, 'creates.upload_document', {
        application_id: 'app-1',
        type: 'ID',
        file: `${url}/passport.pdf`,
      }),
    );
    expect(message).toMatch(/^File: its address stopped after \d+ of 5000 bytes/);
  });
});

describe('a 409 under a key', () => {
  const silent = whole('409 Conflict', '{}');
  const says = (detail: string) => whole('409 Conflict', JSON.stringify({ detail }));

  it('is asked again until the earlier request has ended, under the same key', async () => {
    const { url, requests } = await service((socket, n) =>
      socket.end(
        n === 1
          ? silent
          : n === 2
            ? says('A request is outstanding for this Idempotency-Key')
            : good,
      ),
    );
    expect((await step(url, 'creates.create_case', deal)).id).toBe('app-1');
    expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
    expect(requests).toHaveLength(3);
  });

  it('is left to Zapier when it lasts', async () => {
    const { url, requests } = await service((socket) => socket.end(silent));
    expect(await failure(step(url, 'creates.create_case', deal))).toMatchObject({
      kind: 'ThrottledError',
      delay: 10,
      message: expect.stringContaining('still be at work on an earlier request'),
    });
    expect(requests).toHaveLength(3);
  });

  it('that is about other content stops, and at once', async () => {
    const { url, requests } = await service((socket) =>
      socket.end(says('The key came with another body before')),
    );
    expect(await failure(step(url, 'creates.create_case', deal))).toMatchObject({
      kind: 'HaltedError',
      message: expect.stringMatching(/may have been made: .*came with another body before/),
    });
    expect(requests).toHaveLength(1);
  });

  it('that is about the case itself is no conflict of keys', async () => {
    const { url, requests } = await service((socket) => socket.end(says('The case is closed.')));
    const { kind, message } = await failure(
      step(url, 'creates.add_related_person', { application_id: 'app-1', last_name: 'Ferrer' }),
    );
    expect(kind).toBe('HaltedError');
    expect(message).toMatch(/state that does not allow this. The case is closed/);
    expect(requests).toHaveLength(1);
  });
});

it('takes a DELETE as done whose answer was lost', async () => {
  const { url, requests } = await service((socket, n) =>
    n === 1 ? socket.destroy() : socket.end(whole('404 Not Found', '{}')),
  );
  const call = { method: 'DELETE', path: '/api/notes/1' };
  expect(await step(url, 'creates.call_api', call)).toMatchObject({ status: 204 });
  expect(requests).toHaveLength(2);
  const other = await service((socket) => socket.end(whole('404 Not Found', '{}')));
  expect((await failure(step(other.url, 'creates.call_api', call))).kind).toBe('HaltedError');
});

it('repeats what was never sent, a POST without a key as well', async () => {
  process.env.SERVICE_DIALECT = '{"idempotency_header":null}';
  const { url, requests } = await service((socket) => socket.end(good));
  const { port } = new URL(url);
  // The service comes up between the first attempt and the next one.
  const server = open.pop()!;
  await new Promise((resolve) => server.close(resolve));
  delays.retry = 400;
  setTimeout(() => open.push(server.listen(Number(port), '127.0.0.1')), 100);
  try {
    expect((await step(url, 'creates.create_portal', {})).portal_link).toContain('token');
  } finally {
    delays.retry = 1;
  }
  expect(requests).toHaveLength(1);
});

describe('without a connection', () => {
  beforeAll(() => nock.activate());
  afterAll(() => nock.restore());

  it.each([
    ['ENOTFOUND', 'does not exist'],
    ['ECONNREFUSED', 'cannot be reached: it refuses the connection'],
    ['EHOSTUNREACH', 'cannot be reached'],
    ['CERT_HAS_EXPIRED', 'has a certificate that has expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'has a certificate for another name'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'has a certificate that it signed itself'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'has a certificate of an authority that is not known'],
  ])('says that nothing was sent, and why (%s)', async (code, reason) => {
    nock(base)
      .post('/api/portals')
      .times(3)
      .replyWithError(Object.assign(new Error('x'), { code }));
    const { kind, message } = await failure(step(base, 'creates.create_portal', {}));
    expect(kind).toBe('AppError');
    expect(message).toContain(`The service at api.example.com ${reason}`);
    expect(message).toMatch(/Nothing was sent\. Try again later/);
    expect(message).not.toContain('not known whether');
    expect(message).not.toContain('whether the service did it');
    nock.cleanAll();
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
    const told = await failure(find(url));
    expect(told.kind).toBe(kind);
    expect(told.message).toContain(words);
    expect(told.message).not.toMatch(/stack|recursion|"a":/i);
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
