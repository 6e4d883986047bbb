/** The door: who is let in, which files are read, and how it is started. */
import { mkdtempSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { BadOption, dialectOf, fileRules, help, readOptions } from '../options.ts';
import entry from '../server.json' with { type: 'json' };
import { readDialect } from '../../../service/dialect.ts';
import { startProcess } from '../../../scripts/process.ts';
import { bundled } from '../../../test/support/commands.ts';
import { freePort, listen } from '../../../zapier/local/listen.ts';
import { agree, bearer, callAt, clients, initialize, recording, startServer } from './support.ts';

/** The environment of a sandbox that other computers reach. */
const shared = {
  SANDBOX_URL: 'https://sandbox.example',
  SANDBOX_PASSWORD: 'a long phrase',
  SANDBOX_API_KEY: 'key-of-the-team-4711',
};

const ask = async (url: string, headers: Record<string, string>) =>
  (await initialize(url, headers)).statusCode;

const basic = (password: string) => ({
  authorization: `Basic ${Buffer.from(`reviewer:${password}`).toString('base64')}`,
});

/** Starts a sandbox as its guide says. */
async function startSandbox(env: object) {
  const PORT = String(await freePort());
  const args = [bundled('scripts/start.ts'), '--memory'];
  const { end } = await startProcess(process.execPath, args, /Mail/, { env: { ...env, PORT } });
  return { url: `http://127.0.0.1:${PORT}/mcp`, end };
}

/** The status in a sandbox of this computer alone, and in one that others reach. */
const visitors: [who: string, headers: Record<string, string>, alone: number, shared: number][] = [
  ['nobody', {}, 200, 401],
  ['nobody, behind a proxy', { 'x-forwarded-for': '127.0.0.1', cookie: 'reviewer=1' }, 200, 401],
  ['the key of the guide', bearer('sandbox_key'), 200, 401],
  ['the key', bearer(shared.SANDBOX_API_KEY), 200, 200],
  ['the key without a scheme', { authorization: shared.SANDBOX_API_KEY }, 200, 200],
  ['the password', basic(shared.SANDBOX_PASSWORD), 200, 200],
  ['another name', { host: 'sandbox.example' }, 403, 401],
  ['another name with the key', { ...bearer(shared.SANDBOX_API_KEY), host: 'a.example' }, 403, 200],
  ['a page', { ...basic(shared.SANDBOX_PASSWORD), origin: 'https://evil.example' }, 403, 403],
];

describe.each([
  ['of this computer alone', {}, false],
  ['that others reach', shared, true],
])('in a sandbox %s, started by its script', (_where, env, isShared) => {
  let url: string;
  let end: () => Promise<unknown>;
  beforeAll(async () => ({ url, end } = await startSandbox(env)));
  afterAll(() => end());

  it.each(visitors)('answers %s', async (_who, headers, alone, ofShared) =>
    expect(await ask(url, headers)).toBe(isShared ? ofShared : alone),
  );

  it.each(clients)('fetches a file of this computer, or refuses it: %s', async (_version, open) => {
    const host = await listen((_, response) => response.end('a passport'));
    const { port } = new URL(host.url);
    const client = await open(url, agree, shared.SANDBOX_API_KEY);
    const person = { subject: 'person', last_name: 'Ferrer', portal: false };
    const { structured } = await client.call('start_onboarding', person);
    const { application_id } = structured!.result as { application_id: string };
    for (const name of ['127.0.0.1', 'localhost', '2130706433']) {
      const file = `http://${name}:${port}/passport.txt`;
      const input = { application_id, type: 'ID', file };
      const { text, isError = false } = await client.call('upload_document', input);
      expect([name, isError, /is not public/.test(text)]).toEqual([name, isShared, isShared]);
    }
    await client.close();
    host.close();
  });
});

it('is let in by its own name alone where a sandbox has only a password', async () => {
  const { url, end } = await startSandbox({ SANDBOX_PASSWORD: shared.SANDBOX_PASSWORD });
  const answerBy = (host: string) => ask(url, { ...bearer('sandbox_key'), host });
  expect([await answerBy('localhost'), await answerBy('tunnel.example')]).toEqual([200, 403]);
  await end();
});

describe('a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-files-'));
  const outside = mkdtempSync(join(tmpdir(), 'mcp-outside-'));
  writeFileSync(join(folder, 'scan.txt'), 'a passport');
  writeFileSync(join(folder, '..scan.txt'), 'a passport');
  writeFileSync(join(folder, 'large.txt'), 'x'.repeat(1001));
  writeFileSync(join(outside, 'key'), 'a private key');
  symlinkSync(join(outside, 'key'), join(folder, 'link'));
  mkdirSync(join(folder, 'inner'));

  let service: Awaited<ReturnType<typeof recording>>;
  const servers: Record<string, Awaited<ReturnType<typeof startServer>>> = {};
  beforeAll(async () => {
    service = await recording([
      {
        method: 'GET',
        path: '/api/applications/app_1',
        answer: { application_id: 'app_1', status_review: 'pending' },
      },
      { method: 'POST', path: '/api/files', answer: { file_id: 'f1' } },
      { method: 'POST', path: '/api/documents', answer: { document_id: 'd1' } },
    ]);
    const start = (files: object) =>
      startServer(service.url, { files: { largest: 1000, publicOnly: false, ...files } });
    servers.withFolder = await start({ folder });
    servers.plain = await start({});
    servers.publicOnly = await start({ publicOnly: true });
  });
  afterAll(async () => {
    for (const { close } of Object.values(servers)) await close();
    service.close();
  });

  /** Uploads it. @returns what the service got of it, and what the assistant was told. */
  const upload = async (file: string, server: string) => {
    service.requests.length = 0;
    const input = { application_id: 'app_1', type: 'ID', file };
    const { text, isError } = await callAt(servers[server]!.url, 'upload_document', input);
    return { text, isError, sent: service.requests.map(({ content }) => content).join('') };
  };

  it('is sent from the folder that was named, under its name', async () => {
    for (const path of ['..scan.txt', './inner/../scan.txt', join(folder, 'scan.txt')]) {
      const { sent, text, isError } = await upload(path, 'withFolder');
      expect(isError).toBeFalsy();
      expect(sent).toContain('a passport');
      expect(sent).toContain(`filename="${basename(path)}"`);
      expect(text).not.toContain('a passport');
    }
  });

  it.each([
    ['a path outside', '../key', 'no such file'],
    ['an absolute path', join(outside, 'key'), 'no such file'],
    ['a link that leads outside', 'link', 'no such file'],
    ['a folder', 'inner', 'no such file'],
    ['nothing', 'none.txt', 'no such file'],
    ['a file that is too large', 'large.txt', 'larger than'],
  ])('is not: %s', async (_what, path, why) => {
    const { sent, text, isError } = await upload(path, 'withFolder');
    expect({ sent, isError }).toEqual({ sent: '', isError: true });
    expect(text).toContain(why);
    expect(text).not.toContain('private key');
  });

  it('is no text, and no path where no folder was named', async () => {
    for (const file of ['some text', 'passport.txt', 'data:text/plain,abc', 'file:///etc/passwd']) {
      const { sent, text } = await upload(file, 'plain');
      expect(sent).toBe('');
      expect(text).toMatch(/^File must be the web address of a file/);
    }
  });

  it('comes from its address, up to a size, and from no address inside', async () => {
    const host = await listen(({ path }, response) => {
      response.setHeader('content-type', 'text/plain');
      if (path === '/large') return response.end('x'.repeat(1001));
      if (path === '/endless') {
        response.write('x'.repeat(600));
        return setTimeout(() => response.end('x'.repeat(600)), 20);
      }
      response.end('a passport');
    });
    expect((await upload(`${host.url}/small`, 'plain')).sent).toContain('a passport');
    for (const path of ['/large', '/endless']) {
      const { isError, text } = await upload(host.url + path, 'plain');
      expect({ isError, text }).toEqual({
        isError: true,
        text: expect.stringContaining('larger than'),
      });
    }
    const inside = await upload(`${host.url}/small`, 'publicOnly');
    expect(inside).toMatchObject({ isError: true, sent: '' });
    expect(inside.text).toMatch(/is not public/);
    host.close();
  });

  it('is not fetched from this computer by a server with a public address', async () => {
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}/mcp`;
    const args = ['--allow', 'write', '--http', port, '--public-url', url];
    const MCP_TOKEN = 'a-token-of-the-team';
    const env = { SERVICE_BASE_URL: service.url, SERVICE_API_KEY: 'key', MCP_TOKEN };
    const main = [bundled('packages/mcp/main.ts'), ...args];
    const started = await startProcess(process.execPath, main, /for clients/, { env });
    const input = { application_id: 'app_1', type: 'ID', file: `${service.url}/a.pdf` };
    const { text } = await callAt(url, 'upload_document', input, MCP_TOKEN);
    await started.end();
    expect(text).toMatch(/is not public/);
  });

  it('may be on this computer only where the service and the users are', () => {
    expect(fileRules('http://127.0.0.1:4010', false).publicOnly).toBe(false);
    expect(fileRules('http://127.0.0.1:4010', true).publicOnly).toBe(true);
    expect(fileRules('https://api.example.com', false).publicOnly).toBe(true);
  });
});

describe('the dialect', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'mcp-')), 'dialect.json');
  afterEach(() => {
    delete process.env.SERVICE_DIALECT;
    delete process.env.SERVICE_STEP_SECONDS;
  });

  it('of a file stands in for SERVICE_DIALECT', () => {
    process.env.SERVICE_DIALECT = 'ondorse';
    expect(dialectOf(undefined).countries).toBe(readDialect('ondorse').countries);
    expect(dialectOf(undefined).webhooks).toBeNull();
    writeFileSync(file, '{"auth_header":"X-Api-Key"}');
    expect(dialectOf(file).auth_header).toBe('X-Api-Key');
  });

  it.each([
    ['{"names":{"person.age":"x"}}', /^--dialect: .*names.person.age is/],
    ['auth_header: X', /^--dialect: The dialect takes standard or ondorse/],
  ])('is refused where it cannot be right: %s', (text, message) => {
    writeFileSync(file, text);
    expect(() => dialectOf(file)).toThrow(message);
  });

  it('is refused where its file is not there, or a setting cannot be right', () => {
    expect(() => dialectOf(`${file}.old`)).toThrow('--dialect takes an existing file.');
    process.env.SERVICE_STEP_SECONDS = '99';
    expect(() => dialectOf(undefined)).toThrow(/SERVICE_STEP_SECONDS is "99"/);
  });
});

describe('the command line', () => {
  it('has the options that the entry in the registry of servers names', () => {
    const { packageArguments, environmentVariables } = entry.packages[0]!;
    const names = [...packageArguments, ...environmentVariables].map(({ name }) => name);
    expect(names.filter((name) => !help.includes(name))).toEqual([]);
  });

  it('reads only, on stdio, unless told otherwise', () => {
    expect(readOptions([])).toEqual({ allowed: new Set() });
    expect(readOptions(['--allow', 'write,decide', '--allow', 'raw', '--http'])).toEqual({
      allowed: new Set(['write', 'decide', 'raw']),
      http: { port: 3010, tokens: new Map() },
    });
    expect(readOptions(['--http', '0', '--files', tmpdir()])).toMatchObject({
      http: { port: 0 },
      folder: tmpdir(),
    });
    expect(readOptions(['--files', '']).folder).toBeUndefined();
    expect(readOptions(['--http=8080']).http!.port).toBe(8080);
    const place = readOptions(
      ['--http', '--host=0.0.0.0', '--public-url=https://mcp.example.com/mcp'],
      { MCP_TOKEN: 'a-token-for-all-of-it', MCP_TOKENS: '{"another-long-token": "read  write"}' },
    ).http!;
    expect(place.publicUrl!.href).toBe('https://mcp.example.com/mcp');
    expect([...place.tokens]).toEqual([
      ['a-token-for-all-of-it', ['read', 'write', 'decide', 'raw']],
      ['another-long-token', ['read', 'write']],
    ]);
    expect(readOptions(['--dialect', 'd.json']).dialect).toBe('d.json');
  });

  type Refused = [args: string[], message: string, env?: NodeJS.ProcessEnv];
  it.each<Refused>([
    [['--allow', 'everything'], '--allow takes write, decide, raw.'],
    [['--http=abc'], '--http takes a port'],
    [['--host', '0.0.0.0'], '--host is for --http.'],
    [['--http', '--host', '0.0.0.0'], '--host needs --public-url'],
    [['--http', '--host', '::'], '--host needs --public-url'],
    [['--http', '--public-url', 'http://mcp.example.com'], '--public-url takes an address that'],
    [['--http', '--issuer', 'login'], '--issuer takes an address that begins with https://'],
    [['--http', '--audience', 'kyc'], '--audience is for --issuer.'],
    [['--files', '/no/such/folder'], '--files takes an existing folder'],
    [['--api-key', 'key_51e7'], 'Enter keys in the environment only.'],
    [['key_51e7'], 'Enter keys in the environment only.'],
    [['--http', '--fresh'], '--fresh is for stdio'],
    ...['key_51e7', 'a token with blanks'].map((MCP_TOKEN): Refused => [
      ['--http'],
      'has at least 16 characters',
      { MCP_TOKEN },
    ]),
    ...[
      'key_51e7',
      '["key_51e7"]',
      '{"key_51e7": "read"}',
      '{"key_51e7_that_is_long": "all"}',
      '{"key_51e7-key_51e7":"read"}',
      '{"key_51e7-key_51e8":"read","key_51e7-key_51e8":"decide"}',
    ].map((MCP_TOKENS): Refused => [
      ['--http'],
      'Each token in MCP_TOKEN and MCP_TOKENS occurs once',
      { MCP_TOKEN: 'key_51e7-key_51e7', MCP_TOKENS },
    ]),
  ])('refuses %j without repeating it: %s %j', (args, message, env = {}) => {
    const read = () => readOptions(args, env);
    expect(read).toThrow(BadOption);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/key_51e7/);
  });
});
