/**
 * On Zapier no request goes to the machine the app runs on; on a developer's computer all do.
 * A connection is kept for a second, for the next request.
 */
import dns from 'node:dns';
import type { ServerResponse } from 'node:http';

import { listen } from '../../../zapier/local/listen.ts';
import { failure, runner } from '../../support/app.ts';

// See test/jest/environment.js.
jest.unmock('zapier-platform-core');

let server: Awaited<ReturnType<typeof listen>>;
let port: string;
let requestCount = 0;
/** The connection of each request, by the port at its other end. */
const ports: number[] = [];
/** What the server does with a connection after its answer. */
let after: (response: ServerResponse) => unknown = () => undefined;
beforeAll(async () => {
  server = await listen(({ path, port: connection }, response) => {
    requestCount++;
    ports.push(connection);
    response.once('finish', () => after(response));
    if (path.startsWith('/redirect')) {
      const location = path.slice(9) || `http://127.0.0.1:${port}/file`;
      response.writeHead(302, { location }).end();
    } else {
      const made = { id: 'app-1', link: 'token' };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(made));
    }
  });
  port = new URL(server.url).port;
});
afterAll(() => server.close());
beforeEach(() => (requestCount = 0));
afterEach(() => {
  ports.length = 0;
  after = () => undefined;
  delete process.env.SERVICE_DIALECT;
  delete process.env.AWS_LAMBDA_FUNCTION_NAME;
  jest.restoreAllMocks();
});

const run = runner();
const find = (base_url: string) =>
  run('searches.find_case.operation.perform', {
    authData: { base_url, api_key: 'key' },
    inputData: { application_id: 'app-1' },
  });
const upload = (file: string) =>
  run('creates.upload_document.operation.perform', {
    authData: { base_url: 'https://api.example.com', api_key: 'key' },
    inputData: { application_id: 'app-1', type: 'ID', file },
  });
/** Name resolution as an attacker would have it. */
const resolvesTo = (...addresses: string[]) =>
  jest.spyOn(dns, 'lookup').mockImplementation(((
    _host: string,
    options: { all?: boolean },
    done: (error: null, found: unknown, family?: number) => void,
  ) => {
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all) done(null, all);
    else done(null, all[0]!.address, all[0]!.family);
  }) as never);

it('reaches the sandbox on a developer’s computer', async () => {
  expect(await find(`http://127.0.0.1:${port}`)).toHaveLength(1);
});

describe.each(['a developer’s computer', 'Zapier'])('connections on %s', (where) => {
  beforeEach(async () => {
    if (where !== 'Zapier') return;
    process.env.AWS_LAMBDA_FUNCTION_NAME = 'zapier';
    // The server of this test is let through, as if it were public.
    const { default: ipaddr } = await import('ipaddr.js');
    jest.spyOn(ipaddr, 'isValid').mockReturnValue(false);
  });
  const start = () =>
    run('creates.start_onboarding.operation.perform', {
      authData: { base_url: server.url, api_key: 'key' },
      inputData: { subject: 'business', organization_name: 'Lumen Studio SAS' },
    });

  it('serve all requests of a step, and of the next one', async () => {
    await start();
    await find(server.url);
    expect(ports).toHaveLength(3);
    expect(new Set(ports).size).toBe(1);
  });

  it('rest for a second at most, even where no timer ran meanwhile', async () => {
    const now = Date.now;
    let ahead = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
    await find(server.url);
    ahead += 500;
    await find(server.url);
    ahead += 1100;
    await find(server.url);
    expect(ports[1]).toBe(ports[0]);
    expect(ports[2]).not.toBe(ports[0]);
  });

  it('that the service closed meanwhile lose nothing', async () => {
    after = ({ socket }) => socket?.destroy();
    for (let step = 0; step < 5; step++) await start();
    expect(ports).toHaveLength(10);
  });
});

describe('on Zapier', () => {
  beforeEach(() => (process.env.AWS_LAMBDA_FUNCTION_NAME = 'zapier'));

  it.each([
    ['loopback', (at: string) => `http://127.0.0.1:${at}`],
    ['loopback in another notation', (at: string) => `http://127.1:${at}`],
    ['loopback as one number', (at: string) => `http://2130706433:${at}`],
    ['loopback in hexadecimal', (at: string) => `http://0x7f.0.0.1:${at}`],
    ['loopback by IPv6', (at: string) => `http://[::1]:${at}`],
    ['the metadata of the machine', () => 'https://169.254.169.254'],
    ['loopback mapped into IPv6', (at: string) => `https://[::ffff:127.0.0.1]:${at}`],
    ['a private network', () => 'https://10.0.0.1'],
    ['no address at all', (at: string) => `https://0.0.0.0:${at}`],
    ['localhost by name', (at: string) => `http://localhost:${at}`],
  ])('refuses %s as Base URL', async (_, url) => {
    const { kind, message } = await failure(find(url(port)));
    expect(kind).toBe('HaltedError');
    expect(message).toMatch(/not public and cannot be used from Zapier. Check the Base URL/);
    expect(requestCount).toBe(0);
  });

  it.each([
    [['127.0.0.1']],
    [['127.0.0.1', '93.184.216.34']],
    [['::ffff:10.0.0.1']],
    [['fd00::1']],
  ])('refuses a name that resolves to %j', async (addresses) => {
    resolvesTo(...addresses);
    expect((await failure(find('https://rebound.example'))).message).toContain('not public');
  });

  it.each(['ftp://example.com/a', 'file:///a.txt', 'data:,a', 'https://'])(
    'refuses a redirect from a file to %s',
    async (location) => {
      delete process.env.AWS_LAMBDA_FUNCTION_NAME;
      const { kind, message } = await failure(
        upload(`http://127.0.0.1:${port}/redirect${location}`),
      );
      expect(kind).toBe('HaltedError');
      expect(message).toBe(
        `File: its address leads to "${location}", which cannot be opened. Map another link.`,
      );
    },
  );

  it('refuses an inner address as a file, and after a redirect', async () => {
    expect((await failure(upload(`http://127.0.0.1:${port}/file`))).message).toMatch(
      /^File: its address at .* is not public.*Map another link/,
    );
    expect(requestCount).toBe(0);
    // The first host is let through, as if it were public; the second is looked at by itself.
    const { default: ipaddr } = await import('ipaddr.js');
    jest.spyOn(ipaddr, 'isValid').mockReturnValueOnce(false);
    expect((await failure(upload(`http://127.0.0.1:${port}/redirect`))).message).toContain(
      'not public',
    );
    expect(requestCount).toBe(1);
  });
});
