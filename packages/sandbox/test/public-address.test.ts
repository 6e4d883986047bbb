/** A sandbox that others can reach: where its links lead, and what it asks for. */
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { startProcess } from '../../../scripts/process.ts';
import { bundled } from '../../../test/support/commands.ts';
import { createSandbox, type Sandbox } from '../server.tsx';
import { call } from './visitor.ts';

const password = 'a long phrase';
const publicUrl = 'https://sandbox.example';
const shared = { publicUrl, password };
const basic = `Basic ${Buffer.from(`reviewer:${password}`).toString('base64')}`;
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

it('is not reached from elsewhere without a password, by whichever name', async () => {
  for (const host of ['0.0.0.0', '::', '192.0.2.1', '::ffff:192.0.2.1', 'fe80::1']) {
    await expect(createSandbox({ host })).rejects.toThrow(/SANDBOX_PASSWORD/);
  }
  await expect(createSandbox({ publicUrl })).rejects.toThrow(/SANDBOX_PASSWORD/);
  for (const wrong of ['sandbox', 'ftp://a.example', `${publicUrl}/a`, 'mailto:a@b.example']) {
    await expect(createSandbox({ publicUrl: wrong, password })).rejects.toThrow(/SANDBOX_URL/);
  }
  sandbox = await createSandbox(shared);
});

it('takes the password for its controls', async () => {
  sandbox = await createSandbox({ password });
  const at = (authorization: string) => send('/_sandbox/reset', { authorization });
  expect((await at(sandbox.apiKey)).status).toBe(401);
  expect((await at(basic)).status).toBe(200);
});

describe('the key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shared-'));
  const chosen = 'key-of-the-team-4711';
  const refusal =
    'SANDBOX_API_KEY takes at least 16 characters, of letters, digits and -._~+/, without blanks.';
  /** Which of the keys the API takes. */
  const taken = async (keys: string[]) => {
    const { url } = sandbox;
    const answers = keys.map((apiKey) => call({ url, apiKey }, 'GET', '/api/webhooks'));
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    return keys.filter((_, index) => statuses[index] === 200);
  };

  it('is that of the guide on this computer alone, in one folder over all starts', async () => {
    let made = '';
    for (const [options, isNew, own] of [
      [shared, true, () => made],
      [shared, false, () => made],
      [{ ...shared, apiKey: chosen }, false, () => chosen],
      [{ apiKey: chosen }, false, () => chosen],
      [{}, false, () => 'sandbox_key'],
      [{ password, host: '127.0.0.1' }, false, () => 'sandbox_key'],
      [shared, false, () => made],
    ] as const) {
      sandbox = await createSandbox({ folder, ...options });
      made ||= sandbox.apiKey;
      expect([sandbox.hasNewKey, sandbox.apiKey]).toEqual([isNew, own()]);
      expect(await taken(['sandbox_key', made, chosen, ''])).toEqual([own()]);
      sandbox.reset();
      expect(await taken(['sandbox_key', made, chosen, ''])).toEqual([own()]);
      await sandbox.close();
    }
    rmSync(folder, { recursive: true });
  });

  it.each(['', 'sandbox_key', 'a-short-key-123', 'a key with some blanks', 'schlüssel-der-gruppe'])(
    'is refused, and not shown: %j',
    (apiKey) => expect(createSandbox({ ...shared, apiKey })).rejects.toThrow(new Error(refusal)),
  );

  it('is printed by the start that makes it; the password and other keys are not', async () => {
    const printed = async (more: object) => {
      const env = { SANDBOX_PASSWORD: password, SANDBOX_URL: publicUrl, SANDBOX_FOLDER: folder };
      const args = [bundled('packages/sandbox/main.ts')];
      const started = await startProcess(process.execPath, args, /Mail/, {
        env: { ...env, ...more },
      });
      await started.end();
      return started.said().replaceAll(/ {2,}/g, ': ');
    };
    expect(await printed({})).toMatch(
      /^Open this: https:\/\/sandbox.example\nUser: reviewer, with SANDBOX_PASSWORD\nAPI key: key_[\w-]{32}\nMail.*\n$/,
    );
    for (const SANDBOX_API_KEY of ['', chosen]) {
      const said = await printed({ SANDBOX_API_KEY });
      expect(said).toContain('API key: on the page Account\n');
      expect(said).not.toMatch(new RegExp(`key_|${chosen}|${password}`));
    }
    rmSync(folder, { recursive: true });
  });
});

describe('a port that is taken', () => {
  const occupyPort = async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { server, port: (server.address() as { port: number }).port };
  };

  it('is named, and nothing is left open or stored', async () => {
    const { server, port } = await occupyPort();
    const options = { ...shared, port, folder: mkdtempSync(join(tmpdir(), 'shared-')) };
    await expect(createSandbox({ ...options, smtpPort: 0 })).rejects.toThrow(
      `Port ${port} (PORT) is in use`,
    );
    server.close();
    sandbox = await createSandbox(options);
    // Its first start could not print the key that it had made.
    expect(sandbox.hasNewKey).toBe(true);
  });

  it('is changed for a free one where only that of the mail server is taken', async () => {
    const { server, port } = await occupyPort();
    sandbox = await createSandbox({ smtpPort: port });
    expect(sandbox.smtpPort).not.toBe(port);
    expect(sandbox.smtpPort).toBeGreaterThan(0);
    server.close();
  });
});
