/** What is stored outlives a restart, a damaged file and a full disk. */
import Database from 'libsql';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { listen } from '../../../../zapier/local/listen.ts';
import { until } from '../../../../zapier/local/until.ts';
import { openStore } from '../../domain/store.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';
import { call, fillDisk } from '../visitor.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'store-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('a folder', () => {
  it('is for one sandbox: the second says why it does not start', async () => {
    const first = await createSandbox({ folder });
    await expect(createSandbox({ folder })).rejects.toThrow(
      /Another sandbox uses .*SANDBOX_FOLDER/,
    );
    await first.close();
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
      new RegExp(
        `${which} version of the sandbox. Start that version. .* set another SANDBOX_FOLDER`,
      ),
    );
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('is readable by its owner only', async () => {
    chmodSync(folder, 0o755);
    const owned = await createSandbox({ folder });
    expect(statSync(join(folder, 'sandbox.db')).mode & 0o077).toBe(0);
    await owned.close();
  });
});

describe('a restart', () => {
  it('goes on with a delivery where its retries stood, and sends nothing twice that was taken', async () => {
    const got: string[] = [];
    let status = 200;
    const receiver = await listen(({ headers }, response) => {
      got.push(String(headers['webhook-id']));
      response.writeHead(status).end();
    });
    const before = await createSandbox({ folder });
    before.setUp({ webhooks: [{ url: receiver.url, events: ['application.review_updated'] }] });
    const add = () => before.act.create({ business: { organization_name: 'A' } });
    const latest = () => before.act.deliveries().at(-1);
    add();
    await before.act.delivered();
    status = 500;
    add();
    await until('an attempt', () => latest()?.attempts === 1);
    const { next_at } = latest()!;
    await before.close();

    status = 200;
    const after = await createSandbox({ folder });
    const only = () => after.act.deliveries().at(-1)!;
    expect(only()).toMatchObject({ state: 'pending', attempts: 1, next_at });
    after.act.advance({ seconds: 15 });
    await until('the second attempt', () => only().state === 'delivered');
    expect([got.length, new Set(got).size]).toEqual([3, 2]);
    await after.close();
    receiver.close();
  });
});

describe('the store', () => {
  let sandbox: Sandbox;
  beforeAll(async () => (sandbox = await createSandbox({ deliveryFactor: 0.01 })));
  afterAll(() => sandbox.close());

  it.each([true, { a: 1 }, ['x'], Symbol.iterator, undefined])(
    'keeps a value of a wrong type from the driver, which would end the process: %p',
    (value) =>
      expect(() =>
        openStore()
          .collection('any')
          .get(value as never),
      ).toThrow(TypeError),
  );

  it('answers 503 while nothing can be stored, and goes on afterwards', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const full = fillDisk();
    const body = { person: { last_name: 'Ferrer' } };
    const answer = await call(sandbox, 'POST', '/api/applications', body);
    full.mockRestore();
    expect(answer).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('disk is full') },
    });
    expect((await call(sandbox, 'POST', '/api/applications', body)).status).toBe(201);
    log.mockRestore();
  });

  it('goes on delivering after the store failed in between', async () => {
    const got: string[] = [];
    const receiver = await listen(({ content }, response) => {
      got.push(content);
      response.end();
    });
    sandbox.setUp({ webhooks: [{ url: `${receiver.url}/`, events: ['collect.opened'] }] });
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { application_id } = sandbox.act.create({ person: { last_name: 'A' } });
    sandbox.act.emit({ application_id, type: 'collect.opened' });
    const full = fillDisk();
    await until('a failure', () => log.mock.calls.length > 0);
    full.mockRestore();
    await until('a delivery', () => sandbox.act.deliveries().at(-1)?.state === 'delivered');
    // What came of the delivery is kept until it can be written.
    expect(got).toHaveLength(1);
    log.mockRestore();
    receiver.close();
  });
});
