/** Whatever a caller sends, the sandbox answers with a reason, keeps its data and goes on. */
import Database from 'libsql';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { listen } from '../../../test/support/listen.ts';
import { createSandbox, type Sandbox } from '../server.tsx';

let sandbox: Sandbox;
let id: string;
beforeAll(async () => (sandbox = await createSandbox({ deliveryFactor: 0.01 })));
afterAll(() => sandbox.close());
beforeEach(() => {
  sandbox.reset();
  const body = { business: { organization_name: 'Lumen Studio SAS', country: 'FR' } };
  id = sandbox.services.cases.create('main', body, 'API').application_id;
});

const call = async (path: string, method: string, body: unknown, headers: object = {}) => {
  const answer = await fetch(sandbox.url + path, {
    method,
    headers: {
      authorization: `Bearer ${sandbox.apiKey}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
};
const stored = () => sandbox.services.cases.find('main', id);

describe('an update', () => {
  it.each([
    [{ organization_name: true }, 'organization_name'],
    [{ organization_name: { a: 1 } }, 'organization_name'],
    [{ country: 'Atlantis' }, 'country'],
    [{ local_number: '' }, 'local_number'],
    [{ registration_date: 'soon' }, 'registration_date'],
    [{ decision_status: 'foo' }, 'status'],
    [{ address: { country: 'XX' } }, 'country'],
    [{ business: { organization_name: 7 } }, 'organization_name'],
    [{ person: { last_name: 'A' } }, 'person'],
    [{ risk_level: 9 }, 'risk_level'],
    [{ external_reference: 5 }, 'external_reference'],
  ])('with %j is refused and names the field', async (body, field) => {
    const before = stored();
    const { status, text } = await call(`/api/applications/${id}`, 'PUT', body);
    expect(status).toBe(422);
    expect(text).toContain(field);
    expect(stored()).toEqual(before);
  });

  it('never changes ids, status and times', async () => {
    const before = stored();
    const stray = {
      application_id: 'x',
      business_id: 7,
      person_id: true,
      status_review: 'approved',
      risk_score: 1,
      created_at: 'x',
      updated_at: 3,
    };
    expect((await call(`/api/applications/${id}`, 'PUT', stray)).status).toBe(200);
    expect({ ...stored(), updated_at: before.updated_at }).toEqual(before);
  });
});

it.each([true, { a: 1 }, ['x'], Symbol.iterator, undefined])(
  'keeps a value of a wrong type from the driver, which would end the process: %p',
  (value) =>
    expect(() => sandbox.services.store.run('select ?', value as never)).toThrow(TypeError),
);

it.each([
  ['POST', '/_sandbox/reset', '{broken', 400],
  ['POST', '/_sandbox/faults', 'no', 400],
  ['POST', '/_sandbox/deliveries', '', 400],
  ['POST', '/_sandbox/events', '[]', 422],
  ['GET', '/back-office?page=0.5', undefined, 200],
  ['GET', '/back-office?page=-3', undefined, 200],
  ['GET', '/back-office?page=x', undefined, 200],
])('%s %s %j is answered with %i', async (method, path, body, status) => {
  const init: RequestInit = { method, body };
  const answer = await fetch(sandbox.url + path, init);
  expect(answer.status).toBe(status);
});

/** Announces a body of 200 MB, as a form does, and sends none of it. */
const announce = (path: string, accept: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = {
      accept,
      authorization: sandbox.apiKey,
      origin: sandbox.url,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': 200 * 1024 * 1024,
    };
    const sent = request(sandbox.url + path, { method: 'POST', headers });
    sent
      .on('error', reject)
      .on('response', (answer) => resolve(answer.resume()))
      .flushHeaders();
  });

it.each([
  '/api/applications',
  '/api/files',
  '/portals/token/save',
  '/portals/token/documents',
  '/back-office/import',
  '/back-office/account/edit',
  '/back-office/cases/app_1/documents',
])('refuses a body that is too large, and ends the connection that it is on: %s', async (path) => {
  const { link } = sandbox.services.portals.create('main', { application_id: id }, 'API');
  const address = path.replace('token', link.split('/').pop()!);
  for (const accept of ['*/*', 'text/html']) {
    const { statusCode, headers } = await announce(address, accept);
    // The rest of the body would be read as the next request.
    expect([accept, statusCode, headers.connection]).toEqual([accept, 413, 'close']);
  }
});

describe('a page of somebody else in the same browser', () => {
  it.each([
    ['/_sandbox/reset', { origin: 'https://evil.example' }],
    ['/_sandbox/reset', { 'sec-fetch-site': 'cross-site' }],
    ['/_sandbox/faults', { origin: 'null' }],
    ['/back-office/developer/faults', { origin: 'https://evil.example' }],
  ])('cannot call %s with %j', async (path, headers) => {
    const answer = await call(path, 'POST', '{}', { 'content-type': 'text/plain', ...headers });
    expect(answer.status).toBe(403);
    expect(stored().application_id).toBe(id);
  });

  it('is told from a program and from our own pages', async () => {
    for (const headers of [{}, { origin: sandbox.url, 'sec-fetch-site': 'same-origin' }]) {
      expect((await call('/_sandbox/faults', 'DELETE', undefined, headers)).status).toBe(200);
    }
  });
});

it.each(['/_sandbox/reset', '/back-office/'])('aims no webhook at its own %s', async (path) => {
  for (const host of [sandbox.url, sandbox.url.replace('127.0.0.1', 'localhost')]) {
    const body = { url: host + path, events: ['collect.opened'] };
    expect((await call('/api/webhooks', 'POST', body)).status).toBe(422);
  }
});

describe('a case', () => {
  const token = () => {
    const row = sandbox.services.store.get<{ token: string }>('select token from portals');
    return row!.token;
  };

  it('that is approved stays so when a portal left open is submitted', () => {
    sandbox.services.portals.create('main', { application_id: id }, 'API');
    sandbox.services.workflow.decide('main', id, { status: 'approved' }, 'Reviewer');
    sandbox.services.portals.submit(token());
    expect(stored().status_review).toBe('approved');
  });
});

describe('idempotency keys', () => {
  const create = (body: object, key = 'k') =>
    call('/api/applications', 'POST', body, { 'idempotency-key': key });
  const one = { person: { last_name: 'A' } };

  it('give the first answer again, and refuse another body, naming the case', async () => {
    const first = await create(one);
    expect(await create(one)).toEqual(first);
    const other = await create({ person: { last_name: 'B' } });
    expect(other.status).toBe(422);
    expect(other.text).toContain(JSON.parse(first.text).application_id);
  });

  it('end after a day', async () => {
    const first = await create(one);
    sandbox.services.store.run('update repeats set at = at - ?', 24 * 3600_000 + 1);
    const later = await create(one);
    expect(later.status).toBe(201);
    expect(later.text).not.toBe(first.text);
  });
});

describe('a folder', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'sandbox-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is for one sandbox: the second says why it does not start', async () => {
    const first = await createSandbox({ folder });
    await expect(createSandbox({ folder })).rejects.toThrow(
      /Another sandbox \(process \d+\) uses .*SANDBOX_FOLDER/,
    );
    await first.close();
    await (await createSandbox({ folder })).close();
    // A process that was killed leaves its lock behind.
    writeFileSync(join(folder, 'sandbox.lock'), '999999999');
    await (await createSandbox({ folder })).close();
  });

  it('with a damaged database is named, with what to do', async () => {
    writeFileSync(
      join(folder, 'sandbox.db'),
      'this is no database, but a text of some length '.repeat(99),
    );
    await expect(createSandbox({ folder })).rejects.toThrow(/sandbox\.db is damaged. Move it away/);
  });

  it.each([
    ['an earlier', 0],
    ['a newer', 99],
  ])('of %s version is refused with what to do, and left as it is', async (which, version) => {
    const file = join(folder, 'sandbox.db');
    const old = new Database(file);
    old.exec(`create table webhooks (id text primary key); pragma user_version = ${version}`);
    old.close();
    const before = readFileSync(file);
    await expect(createSandbox({ folder })).rejects.toThrow(
      new RegExp(`${which} version of the sandbox. Move it away or set another SANDBOX_FOLDER`),
    );
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('opens with a lock that is empty, as a kill in that moment leaves it', async () => {
    writeFileSync(join(folder, 'sandbox.lock'), '');
    await (await createSandbox({ folder })).close();
  });

  it('is readable by its owner only', async () => {
    chmodSync(folder, 0o755);
    const owned = await createSandbox({ folder });
    expect(statSync(join(folder, 'sandbox.db')).mode & 0o077).toBe(0);
    await owned.close();
  });
});

it('answers 503 while nothing can be stored, and goes on afterwards', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  const { store } = sandbox.services;
  const real = store.run;
  store.run = () => {
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  };
  const body = { person: { last_name: 'Ferrer' } };
  const answer = await call('/api/applications', 'POST', body);
  store.run = real;
  expect(answer).toMatchObject({ status: 503, text: expect.stringContaining('disk is full') });
  expect((await call('/api/applications', 'POST', body)).status).toBe(201);
  log.mockRestore();
});

it('goes on delivering after the store failed in between', async () => {
  const got: string[] = [];
  const receiver = await listen(({ content }, response) => {
    got.push(content);
    response.end();
  });
  const { store, subscriptions, workflow } = sandbox.services;
  subscriptions.add('main', { url: `${receiver.url}/`, events: ['collect.opened'] });
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  const real = store.run;
  store.run = (sql, ...values) => {
    if (String(sql).startsWith('update deliveries')) throw new Error('database or disk is full');
    return real(sql, ...values);
  };
  workflow.emit('main', 'collect.opened', id);
  while (!log.mock.calls.length) await new Promise((resolve) => setTimeout(resolve, 10));
  store.run = real;
  const delivered = () => store.all(`select 1 from deliveries where state = 'delivered'`).length;
  while (!delivered()) await new Promise((resolve) => setTimeout(resolve, 10));
  // What came of the delivery is kept until it can be written.
  expect(got).toHaveLength(1);
  log.mockRestore();
  receiver.close();
});
