/** A sandbox that others can reach: where its links lead, and what it asks for. */
import { request } from 'node:http';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';

import { ask } from '../tool/ask.ts';
import { createSandbox, type Sandbox } from '../server.tsx';
import { listen } from '../../../test/support/listen.ts';
import { until } from '../../../test/support/until.ts';

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
const newCase = () =>
  sandbox.services.workflow.create({ account: 'main', who: 'API' }, { business }).application_id;
const linkOf = async (headers: Record<string, string>) => {
  const path = `/api/applications/${newCase()}/portals`;
  const { content } = await send(path, { authorization: sandbox.apiKey, ...headers });
  return (JSON.parse(content) as { link: string }).link;
};

describe('a link', () => {
  it.each([
    [{ host: '127.0.0.1:8080' }, 'http://127.0.0.1:8080/portals/'],
    [
      { host: 'a.tunnel.example', 'x-forwarded-proto': 'https' },
      'https://a.tunnel.example/portals/',
    ],
  ])('leads to where a request with %j came from', async (headers, start) => {
    sandbox = await createSandbox();
    expect(await linkOf(headers)).toContain(start);
  });

  it('leads to where the case is read from', async () => {
    sandbox = await createSandbox();
    const application_id = newCase();
    sandbox.services.portals.create({ account: 'main', who: 'API' }, { application_id });
    const host = `localhost:${new URL(sandbox.url).port}`;
    const answer = await fetch(`http://${host}/api/applications/${application_id}`, {
      headers: { authorization: sandbox.apiKey },
    });
    const { portals } = (await answer.json()) as { portals: { link: string } };
    expect(portals.link).toContain(`http://${host}/portals/`);
  });

  it('leads to SANDBOX_URL, whatever host the request names', async () => {
    sandbox = await createSandbox({ publicUrl: `${publicUrl}/`, password });
    expect(await linkOf({ host: 'evil.example' })).toContain(`${publicUrl}/portals/`);
  });

  it('in an event or a letter never leads to the host of a request', async () => {
    sandbox = await createSandbox({ deliveryFactor: 0.01 });
    const got: string[] = [];
    const receiver = await listen(({ content }, response) => {
      got.push(content);
      response.end();
    });
    const { subscriptions, portals, outbox } = sandbox.services;
    subscriptions.add('main', { url: receiver.url, events: ['collect.opened'] });
    const link = await linkOf({ host: 'evil.example' });
    const token = link.split('/').pop()!;
    portals.submit(token);
    const { application_id } = portals.find(token)!;
    const headers = { host: 'evil.example', authorization: sandbox.apiKey };
    await send(`/api/applications/${application_id}/portals`, headers);
    await until('the event', () => got.length > 0);
    expect(got[0]).toContain(`${sandbox.url}/portals/${token}`);
    expect(got[0]).not.toContain('evil.example');
    expect(outbox.portalUrl(token)).toBe(`${sandbox.url}/portals/${token}`);
    receiver.close();
  });
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
  const url = `${publicUrl}/%5Fsandbox/reset`;
  const { status } = await send(
    '/api/webhooks',
    { authorization: sandbox.apiKey },
    {
      url,
      events: ['collect.opened'],
    },
  );
  expect(status).toBe(422);
});

it('takes the password for its controls, and says so where it is missing', async () => {
  sandbox = await createSandbox({ password });
  newCase();
  const at = { url: sandbox.url, apiKey: sandbox.apiKey };
  await expect(ask(at, 'POST', '/_sandbox/reset')).rejects.toThrow(/SANDBOX_PASSWORD/);
  expect(await ask({ ...at, password }, 'GET', '/_sandbox/cases')).toHaveLength(1);
  await ask({ ...at, password }, 'POST', '/_sandbox/reset');
  expect(await ask({ ...at, password }, 'GET', '/_sandbox/cases')).toHaveLength(0);
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
