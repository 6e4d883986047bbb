/** A sandbox that others can reach: where its links lead, and what it asks for. */
import { request } from 'node:http';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';

import { startProcess, tsx } from '../../../scripts/process.ts';
import { createSandbox, type Sandbox } from '../server.tsx';

const password = 'a long phrase';
const publicUrl = 'https://sandbox.example';
let sandbox: Sandbox;
afterEach(() => sandbox.close());

/** A request that names a host of its own, as one through a tunnel does. */
const send = (path: string, headers: Record<string, string>, body: object = {}) =>
  new Promise<{ status: number; content: string }>((resolve, reject) => {
    const sent = request(sandbox.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    });
    sent.on('error', reject).on('response', (answer) => {
      text(answer).then((content) => resolve({ status: answer.statusCode!, content }), reject);
    });
    sent.end(JSON.stringify(body));
  });
const business = { organization_name: 'Lumen Studio SAS' };
const newCase = () => sandbox.act.create({ business }).application_id;
it('has links to SANDBOX_URL, whatever host a request names', async () => {
  sandbox = await createSandbox({ publicUrl: `${publicUrl}/`, password });
  const path = `/api/applications/${newCase()}/portals`;
  const { content } = await send(path, { authorization: sandbox.apiKey, host: 'evil.example' });
  expect((JSON.parse(content) as { link: string }).link).toContain(`${publicUrl}/portals/`);
});

it('asks for a tunnel on the first run only without SANDBOX_URL', async () => {
  for (const [options, words] of [
    [{}, true],
    [{ publicUrl, password }, false],
  ] as const) {
    sandbox = await createSandbox(options);
    const authorization = `Basic ${Buffer.from(`reviewer:${password}`).toString('base64')}`;
    const page = await fetch(`${sandbox.url}/back-office/start`, { headers: { authorization } });
    expect((await page.text()).includes('Start a tunnel')).toBe(words);
    await sandbox.close();
  }
});

describe('an application at a path of the sandbox', () => {
  const mounts = { '/mcp': async () => new Response('mounted') };
  const mcp = (headers: Record<string, string>) => send('/mcp', headers);
  const basic = `Basic ${Buffer.from(`reviewer:${password}`).toString('base64')}`;

  it.each([{}, { publicUrl }])(
    'asks for key or password where others reach it: %j',
    async (more) => {
      sandbox = await createSandbox({ host: '0.0.0.0', password, mounts, ...more });
      for (const host of ['localhost', '127.0.0.1', 'sandbox.example', '[::1]']) {
        expect([host, (await mcp({ host })).status]).toEqual([host, 401]);
        expect((await mcp({ host, authorization: 'Bearer wrong' })).status).toBe(401);
        for (const authorization of [sandbox.apiKey, `Bearer ${sandbox.apiKey}`, basic]) {
          expect([host, await mcp({ host, authorization })]).toEqual([
            host,
            { status: 200, content: 'mounted' },
          ]);
        }
      }
    },
  );

  it('is open on this computer', async () => {
    sandbox = await createSandbox({ mounts });
    expect((await mcp({})).status).toBe(200);
  });
});

it('is not reached from elsewhere without a password, by whichever name', async () => {
  await expect(createSandbox({ publicUrl })).rejects.toThrow(/SANDBOX_PASSWORD/);
  for (const wrong of ['sandbox', 'ftp://a.example', `${publicUrl}/a`, 'mailto:a@b.example']) {
    await expect(createSandbox({ publicUrl: wrong, password })).rejects.toThrow(/SANDBOX_URL/);
  }
  sandbox = await createSandbox({ publicUrl, password });
});

it('takes the password for its controls', async () => {
  sandbox = await createSandbox({ password });
  const at = (headers: Record<string, string>) => send('/_sandbox/reset', headers);
  expect((await at({ authorization: sandbox.apiKey })).status).toBe(401);
  const authorization = `Basic ${Buffer.from(`reviewer:${password}`).toString('base64')}`;
  expect((await at({ authorization })).status).toBe(200);
});

describe('a port that is taken', () => {
  const occupyPort = async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { server, port: (server.address() as { port: number }).port };
  };

  it('is named, and nothing is left open', async () => {
    const { server, port } = await occupyPort();
    await expect(createSandbox({ port, smtpPort: 0 })).rejects.toThrow(
      `Port ${port} (PORT) is in use`,
    );
    server.close();
    sandbox = await createSandbox({ port });
  });

  it('is changed for a free one where only that of the mail server is taken', async () => {
    const { server, port } = await occupyPort();
    sandbox = await createSandbox({ smtpPort: port });
    expect(sandbox.smtpPort).not.toBe(port);
    expect(sandbox.smtpPort).toBeGreaterThan(0);
    server.close();
  });
});

it('prints the user and the password of the back office', async () => {
  sandbox = await createSandbox();
  const args = [...tsx, 'packages/sandbox/main.ts', '--memory'];
  const env = { SANDBOX_PASSWORD: password, SANDBOX_URL: publicUrl };
  const started = await startProcess(process.execPath, args, /Mail \(SMTP\)/, { env });
  expect(started.said()).toMatch(/User +reviewer\nPassword +a long phrase\n/);
  await started.end();
});
