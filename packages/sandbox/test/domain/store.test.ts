/**
 * What is stored outlives a restart, a damaged file and a full disk; and what an account has set up:
 * its file, its keys, what a reset brings back.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { listen } from '../../../../test/support/listen.ts';
import { until } from '../../../../test/support/until.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';
import { call } from '../visitor.ts';
import { checkedAccount, placesOf, readJson } from '../../domain/account-file.ts';
import { logoProblem } from '../../domain/logo.ts';
import { type Problem } from '../../domain/problem.ts';
import { contrast, textOn } from '../../web/colours.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'store-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('a folder', () => {
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
      new RegExp(
        `${which} version of the sandbox. Start that version. .* set another SANDBOX_FOLDER`,
      ),
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

describe('a restart', () => {
  it('goes on with a delivery where its retries stood, and sends nothing twice that was taken', async () => {
    const got: string[] = [];
    let status = 200;
    const receiver = await listen(({ headers }, response) => {
      got.push(String(headers['webhook-id']));
      response.writeHead(status).end();
    });
    const before = await createSandbox({ folder });
    const { subscriptions, workflow, outbox } = before.services;
    subscriptions.add('main', { url: receiver.url, events: ['application.review_updated'] });
    const add = () => workflow.create('main', { business: { organization_name: 'A' } }, 'API');
    add();
    await until('a delivery', () => outbox.waiting() === 0);
    status = 500;
    add();
    await until('an attempt', () => outbox.latest(1)[0]?.attempts === 1);
    const { next_at } = outbox.latest(1)[0]!;
    await before.close();

    status = 200;
    const after = await createSandbox({ folder });
    const only = () => after.services.outbox.latest(1)[0]!;
    expect(only()).toMatchObject({ state: 'pending', attempts: 1, next_at });
    await fetch(`${after.url}/_sandbox/clock`, {
      method: 'POST',
      body: JSON.stringify({ seconds: 15 }),
    });
    await until('the second attempt', () => only().state === 'delivered');
    expect([got.length, new Set(got).size]).toEqual([3, 2]);
    await after.close();
    receiver.close();
  });

  it('brings in what the registry was asked for before the sandbox ended', async () => {
    const before = await createSandbox({ folder, deliveryFactor: 0.1 });
    const business = {
      organization_name: 'Lumen Studio SAS',
      country: 'FR',
      registration_number: '552100554',
    };
    const { application_id } = before.services.cases.create('main', { business }, 'API');
    before.services.enrichment.enrich('main', application_id);
    await before.close();
    const persons = async (sandbox: Sandbox) =>
      (await call(sandbox, 'GET', `/api/applications/${application_id}/persons`)).body as object[];
    const after = await createSandbox({ folder });
    const count = (
      await until('officers', async () => {
        const found = await persons(after);
        return found.length > 0 && found;
      })
    ).length;
    await after.close();
    const third = await createSandbox({ folder });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await persons(third)).toHaveLength(count);
    await third.close();
  });
});

describe('the store', () => {
  let sandbox: Sandbox;
  beforeAll(async () => (sandbox = await createSandbox({ deliveryFactor: 0.01 })));
  afterAll(() => sandbox.close());

  it.each([true, { a: 1 }, ['x'], Symbol.iterator, undefined])(
    'keeps a value of a wrong type from the driver, which would end the process: %p',
    (value) =>
      expect(() => sandbox.services.store.run('select ?', value as never)).toThrow(TypeError),
  );

  it('answers 503 while nothing can be stored, and goes on afterwards', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { store } = sandbox.services;
    const real = store.run;
    store.run = () => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    };
    const body = { person: { last_name: 'Ferrer' } };
    const answer = await call(sandbox, 'POST', '/api/applications', body);
    store.run = real;
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
    const { store, subscriptions, workflow, outbox } = sandbox.services;
    subscriptions.add('main', { url: `${receiver.url}/`, events: ['collect.opened'] });
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const real = store.run;
    store.run = (sql, ...values) => {
      if (String(sql).startsWith('update deliveries')) throw new Error('database or disk is full');
      return real(sql, ...values);
    };
    const { application_id } = workflow.create('main', { person: { last_name: 'A' } }, 'API');
    workflow.emit('main', 'collect.opened', application_id);
    await until('a failure', () => log.mock.calls.length > 0);
    store.run = real;
    await until('a delivery', () => outbox.latest(1)[0]?.state === 'delivered');
    // What came of the delivery is kept until it can be written.
    expect(got).toHaveLength(1);
    log.mockRestore();
    receiver.close();
  });
});

describe('an account', () => {
  /** What is said of a file that cannot be taken. */
  function refusal(text: string): string {
    try {
      checkedAccount(readJson(text));
      return '';
    } catch (error) {
      return placesOf(error as Problem);
    }
  }
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>').toString(
    'base64',
  );

  it.each([
    ['{"a":1,}', "not JSON: Quoted object key expected but got '}' (line 1, column 8)"],
    ['{\n "portal": x }', '(line 2, column 12)'],
    ['', '(line 1, column 1)'],
    ['[]', 'It must be an object'],
    ['{"colour":1}', 'It has no field colour'],
    ['{"unknown_fields":"ignore"}', 'unknown_fields must be one of keep, drop, refuse'],
    [
      '{"custom_fields":[{"name":"a"},{"name":"b","kind":"x"}]}',
      'custom_fields[1] has no field kind',
    ],
    ['{"custom_fields":[{"name":"a"},{"name":"a"}]}', 'custom_fields[1].name is used twice: a'],
    [
      `{"custom_fields":[{"name":"a","description":"${'x'.repeat(1001)}"}]}`,
      'custom_fields[0].description must have at most 1000 characters',
    ],
    ['{"custom_fields":[{"name":"a b"}]}', 'custom_fields[0].name must contain only letters'],
    [
      '{"custom_fields":[{"name":"a","type":"dropdown_single"}]}',
      'custom_fields[0].accepted_values must name',
    ],
    [
      '{"custom_fields":[{"name":"a","accepted_values":["b","b"]}]}',
      'custom_fields[0].accepted_values contains a value twice',
    ],
    [
      '{"expected_documents":[{"name":"A","attached_to":"DOG"}]}',
      'expected_documents[0].attached_to must be one of',
    ],
    [
      '{"expected_documents":[{"name":"A","attached_to":"PERSON","countries":["FRA"]}]}',
      'expected_documents[0] has no field countries',
    ],
    ['{"portal":{"color":"red"}}', 'portal.color must be a colour such as'],
    [
      `{"portal":{"logo_url":"data:image/svg+xml;base64,${svg}"}}`,
      'portal.logo_url must be a picture',
    ],
    [`{"portal":{"logo_url":"data:image/png;base64,${svg}"}}`, 'portal.logo_url is not a PNG'],
    ['{"portal":{"logo_url":"javascript:alert(1)"}}', 'portal.logo_url must be an address'],
    ['{"portal":{"redirect_url":"javascript:alert(1)"}}', 'portal.redirect_url must be an address'],
    [
      '{"webhooks":[{"url":"http://a.example","events":["case.lost"]}]}',
      'webhooks[0].events[0] must be one of',
    ],
  ])('refuses %s with the place of the mistake', (text, place) =>
    expect(refusal(text)).toContain(place),
  );

  it('refuses a picture by its content and its size, not by its name', () => {
    const problem = (content: string, kind = 'gif') =>
      logoProblem(`data:image/${kind};base64,${Buffer.from(content).toString('base64')}`);
    expect(problem('GIF89a')).toBeUndefined();
    expect(problem('<svg/>')).toContain('is not a PNG');
    expect(problem('GIF89a', 'png')).toContain('is not a PNG');
    expect(problem(`GIF89a${'.'.repeat(100 * 1024)}`)).toContain('larger than 100 KB');
  });

  it('writes on every colour what can be read', () => {
    // Values that are widely published.
    expect(contrast('#777777', '#ffffff').toFixed(2)).toBe('4.48');
    expect(contrast('#0000ff', '#ffffff').toFixed(2)).toBe('8.59');
    for (let grey = 0; grey < 256; grey++) {
      const colour = `#${grey.toString(16).padStart(2, '0').repeat(3)}`;
      expect(contrast(colour, textOn(colour))).toBeGreaterThanOrEqual(4.5);
    }
  });

  describe('a sandbox', () => {
    let sandbox: Sandbox;
    afterEach(() => sandbox?.close());
    const get = (path: string, key: string) =>
      fetch(sandbox.url + path, { headers: { authorization: key } });

    it('gets back with a reset what was given at the start, and no more', async () => {
      sandbox = await createSandbox();
      const webhooks = [{ url: 'http://127.0.0.1:9/given', events: ['collect.opened'] }];
      sandbox.setUp({ portal: { name: 'Given' }, webhooks });
      const { account, accounts, subscriptions } = sandbox.services;
      account.change('main', {
        unknown_fields: 'refuse',
        portal: { ...account.read('main').portal, name: 'Changed' },
      });
      const key = accounts.make('main', 'Extra', 'Staff');
      await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' });
      expect(account.read('main')).toMatchObject({
        unknown_fields: 'keep',
        portal: { name: 'Given' },
      });
      expect(subscriptions.list('main', 5)).toMatchObject(webhooks);
      expect((await get('/api/custom_fields', key)).status).toBe(401);
      expect((await get('/api/custom_fields', sandbox.apiKey)).status).toBe(200);
    });

    it('changes nothing by a file that is wrong in one place', async () => {
      sandbox = await createSandbox();
      const before = sandbox.services.account.read('main');
      const webhooks = [
        { url: 'http://127.0.0.1:9/a', events: ['collect.opened'] },
        { url: 'http://127.0.0.1:9/b', events: ['collect.opened'], secret: 'short' },
      ];
      expect(() => sandbox.setUp({ portal: { name: 'Half' }, webhooks })).toThrow();
      expect(sandbox.services.account.read('main')).toEqual(before);
      expect(sandbox.services.subscriptions.list('main', 5)).toEqual([]);
    });

    it('keeps a revoked key revoked over a restart, its own among them', async () => {
      sandbox = await createSandbox({ folder });
      const { accounts } = sandbox.services;
      const made = accounts.make('main', 'Zapier', 'Staff');
      const own = accounts.list('main').find(({ name }) => name !== 'Zapier')!;
      accounts.revoke('main', own.id);
      await sandbox.close();
      sandbox = await createSandbox({ folder });
      expect((await get('/api/custom_fields', made)).status).toBe(200);
      expect((await get('/api/custom_fields', sandbox.apiKey)).status).toBe(401);
      await sandbox.close();
      sandbox = await createSandbox();
    });

    it('sends clients on to the address of the account, unless their portal has its own', async () => {
      sandbox = await createSandbox();
      sandbox.setUp({ portal: { redirect_url: 'https://www.example.com/done' } });
      const { portals } = sandbox.services;
      const of = (redirect_url?: string) =>
        portals.find(portals.create('main', { redirect_url }, 'API').link.split('/').pop()!)
          ?.redirect_url;
      expect(of()).toBe('https://www.example.com/done');
      expect(of('https://own.example/')).toBe('https://own.example/');
    });
  });
});
