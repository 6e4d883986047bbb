/** Where events may go: checked when an address is registered, and again when its name is resolved. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { checkedLookup, refusedAddress } from '../../domain/receivers.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';
import { call } from '../visitor.ts';
import { freePort, listen } from '../../../../zapier/local/listen.ts';
import { until } from '../../../../zapier/local/until.ts';

const register = async (sandbox: Sandbox, url: string) => {
  const hook = { url, events: ['collect.opened'] };
  const { status, body } = await call(sandbox, 'POST', '/api/webhooks', hook);
  return { status, text: JSON.stringify(body) };
};
const newCase = ({ act }: Sandbox) =>
  act.create({ person: { last_name: 'A' }, is_draft: true }).application_id;
const emit = (sandbox: Sandbox) =>
  sandbox.act.emit({ application_id: newCase(sandbox), type: 'collect.opened' });

const inside = [
  'http://10.0.0.5/hook',
  'http://192.168.1.10:8080',
  'http://172.16.0.1',
  'http://100.64.0.1',
  'http://[fd00::1]/',
  'http://[::ffff:10.0.0.5]/',
  'http://0xa000005/',
];
const never = [
  'http://169.254.169.254/latest/meta-data',
  'http://[::ffff:169.254.169.254]/',
  'http://[fe80::1]/',
  'http://0.0.0.0:4010/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
];

describe('a registration', () => {
  let strict: Sandbox;
  let open: Sandbox;
  beforeAll(async () => {
    strict = await createSandbox();
    open = await createSandbox({ allowPrivate: true });
  });
  afterAll(() => Promise.all([strict.close(), open.close()]));

  it.each(inside)('of %s needs --allow-private', async (url) => {
    const { status, text } = await register(strict, url);
    expect([status, text]).toEqual([422, expect.stringContaining('--allow-private')]);
    expect((await register(open, url)).status).toBe(201);
  });
  it.each(['/%zz/..%2f_sandbox/reset', '/_sandbox%2freset%', '/%255fsandbox/x'])(
    'of its own page %s is refused',
    async (path) => expect((await register(open, open.url + path)).status).toBe(422),
  );
  it.each(never)('of %s is refused in any case', async (url) => {
    expect((await register(strict, url)).status).toBe(422);
    expect((await register(open, url)).status).toBe(422);
  });
  const hosts = ['127.0.0.1', 'localhost', '127.1', '[::1]', '[::ffff:7f00:1]'];
  it.each([
    ...hosts.map((host) => [host, '/_sandbox/reset'] as const),
    ...[
      '/back-office',
      '/back-office/cases',
      '//_sandbox/reset',
      '/%5Fsandbox/reset',
      '/%255fsandbox/reset',
      '/%2F_sandbox/reset',
      '/x/..%2f%5fsandbox/reset',
      '/back%2doffice',
      '/mcp',
    ].map((path) => ['localhost', path] as const),
  ])('of its own control pages is refused: %s, %s', async (host, path) => {
    const { port } = new URL(open.url);
    const { status, text } = await register(open, `http://${host}:${port}${path}`);
    expect([status, text]).toEqual([422, expect.stringContaining('itself')]);
  });
});

describe('a delivery', () => {
  it('is refused where the address was let in earlier, by other options or at another port', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reach-'));
    const port = await freePort();
    const first = await createSandbox({ folder, allowPrivate: true });
    const own = `http://localhost:${port}/%5Fsandbox/reset`;
    for (const url of ['http://10.0.0.5/hook', own])
      expect((await register(first, url)).status).toBe(201);
    await first.close();
    const sandbox = await createSandbox({ folder, port });
    emit(sandbox);
    const answers = () => sandbox.act.deliveries().map(({ answer }) => answer);
    await until('both attempts', () => answers().filter(Boolean).length === 2);
    expect(answers()).toEqual([
      expect.stringContaining('10.0.0.5'),
      expect.stringContaining('itself'),
    ]);
    expect(sandbox.act.counts().cases).toBe(1);
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });

  it('under a name goes to the address that was checked', async () => {
    const receiver = await listen((_, response) => response.end('here'));
    const hook = new URL(receiver.url);
    const resolved: string[] = [];
    const ask = (...addresses: string[]) =>
      new Promise<string>((resolve) => {
        const lookup = checkedLookup(
          (address) => refusedAddress(hook, address, { ownPort: '0', allowPrivate: false }),
          (hostname, _, done) => {
            resolved.push(hostname);
            done(
              null,
              addresses.map((address) => ({ address, family: 4 })),
            );
          },
        );
        const socket = connect({ host: 'hooks.example.com', port: Number(hook.port), lookup });
        socket.on('error', ({ message }) => resolve(message));
        socket.on('connect', () => {
          resolve(`connected to ${socket.remoteAddress}`);
          socket.destroy();
        });
      });
    expect(await ask('127.0.0.1')).toBe('connected to 127.0.0.1');
    expect(await ask('10.1.2.3')).toContain('10.1.2.3');
    expect(await ask('127.0.0.1', '169.254.169.254')).toContain('169.254.169.254');
    expect(resolved).toHaveLength(3);
    receiver.close();
  });
});
