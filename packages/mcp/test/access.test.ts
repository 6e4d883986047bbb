/** Over HTTP each token opens what its scopes name, whoever issued it. */
import {
  Client,
  ClientCredentialsProvider,
  discoverOAuthProtectedResourceMetadata,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';

import { accessOf, findIssuer } from '../access.ts';
import { answerJson, freePort, listen } from '../../../zapier/local/listen.ts';
import type { Level } from '../levels.ts';
import { bearer, initialize, startServer, toolsAt } from './support.ts';

const tokens = new Map([
  ['a-token-that-reads', ['read']],
  ['a-token-that-writes', ['read', 'write']],
  ['a-token-that-decides', ['decide']],
]);

const toolsWith = async (url: string, token: string) =>
  (await toolsAt(url, token)).map(({ name }) => name as string);

/** A server that lets in these tokens, and those of an issuer. */
const start = async (issuer?: string, address = 'https://kyc.example/mcp', port?: number) => {
  const publicUrl = new URL(address);
  const found = issuer ? await findIssuer(new URL(issuer), address) : undefined;
  const access = accessOf({ tokens, publicUrl, issuer: found });
  const allowed = new Set<Level>(['write', 'decide']);
  const { hostname } = publicUrl;
  return startServer('http://127.0.0.1:9', { allowed }, { port, access, hostname });
};

describe('a token of the installation', () => {
  let server: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => (server = await start()));
  afterAll(() => server.close());

  it('opens what its scopes name, of what is switched on', async () => {
    const read = await toolsWith(server.url, 'a-token-that-reads');
    expect(read).toContain('find_case');
    expect(read).not.toContain('start_onboarding');
    const write = await toolsWith(server.url, 'a-token-that-writes');
    expect(write).toContain('start_onboarding');
    expect(write).not.toContain('record_decision');
    expect(write).not.toContain('call_api');
  });

  it('opens nothing without the scope to read', async () => {
    const { statusCode, headers } = await initialize(server.url, bearer('a-token-that-decides'));
    expect(statusCode).toBe(403);
    expect(headers['www-authenticate']).toMatch(/error="insufficient_scope".*scope="read"/);
  });

  it('does not open the session of another', async () => {
    const opened = await initialize(server.url, bearer('a-token-that-writes'));
    const others = await initialize(server.url, {
      ...bearer('a-token-that-reads'),
      'mcp-session-id': opened.headers['mcp-session-id'] as string,
    });
    expect(others.statusCode).toBe(404);
  });

  it.each<[who: string, headers: Record<string, string>, status: number]>([
    ['the public name', { host: 'kyc.example' }, 200],
    ['a page of this computer', { origin: 'http://localhost:3000' }, 200],
    ['another name for this computer', { host: 'evil.example' }, 403],
    ['a page of another host', { origin: 'https://evil.example' }, 403],
    ['a session that is not known', { 'mcp-session-id': 'none' }, 404],
  ])('answers %s', async (_who, headers, status) => {
    const { statusCode } = await initialize(server.url, {
      ...bearer('a-token-that-reads'),
      ...headers,
    });
    expect(statusCode).toBe(status);
  });

  it('names no place for tokens where there is no issuer', async () => {
    const { statusCode, headers } = await initialize(server.url, {});
    expect(statusCode).toBe(401);
    expect(headers['www-authenticate']).toMatch(/^Bearer /);
    expect(headers['www-authenticate']).not.toContain('resource_metadata');
  });
});

describe('a token of the issuer', () => {
  let issuer: Awaited<ReturnType<typeof listen>>;
  let server: Awaited<ReturnType<typeof start>>;
  let sign: (
    claims: JWTPayload,
    options?: { key?: CryptoKey; expires?: string },
  ) => Promise<string>;
  let publicUrl: string;
  let isDown = false;
  const requests: URLSearchParams[] = [];

  beforeAll(async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const keys = [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }];
    sign = (claims, { key = privateKey, expires = '5m' } = {}) =>
      new SignJWT({ iss: issuer.url, aud: publicUrl, sub: 'u1', scope: 'read', ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
        .setExpirationTime(expires)
        .sign(key);
    issuer = await listen(async ({ path, content }, response) => {
      if (path === '/.well-known/openid-configuration') {
        return answerJson(response, 200, {
          issuer: issuer.url,
          authorization_endpoint: `${issuer.url}/authorize`,
          token_endpoint: `${issuer.url}/token`,
          jwks_uri: `${issuer.url}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['ES256'],
        });
      }
      if (path === '/keys') return answerJson(response, isDown ? 503 : 200, { keys });
      if (path !== '/token') return answerJson(response, 404, {});
      const form = new URLSearchParams(content);
      requests.push(form);
      const access_token = await sign({ scope: 'read write', aud: form.get('resource')! });
      return answerJson(response, 200, { access_token, token_type: 'Bearer', expires_in: 300 });
    });
    const port = await freePort();
    publicUrl = `http://127.0.0.1:${port}/mcp`;
    server = await start(issuer.url, publicUrl, port);
  });
  afterAll(async () => {
    await server.close();
    issuer.close();
  });

  const statusOf = async (token: string) =>
    (await initialize(server.url, bearer(token))).statusCode;

  it('is found by the official client, from the 401 on', async () => {
    const bare = await initialize(server.url, {});
    expect(bare.statusCode).toBe(401);
    const where = /resource_metadata="([^"]+)"/.exec(bare.headers['www-authenticate']!)![1]!;
    expect(where).toBe(publicUrl.replace('/mcp', '/.well-known/oauth-protected-resource/mcp'));
    expect(await discoverOAuthProtectedResourceMetadata(server.url)).toMatchObject({
      resource: publicUrl,
      authorization_servers: [issuer.url],
      scopes_supported: ['read', 'write', 'decide', 'raw'],
    });
    const client = new Client({ name: 'test', version: '1' });
    const authProvider = new ClientCredentialsProvider({
      clientId: 'assistant',
      clientSecret: 'a secret of the client',
      expectedIssuer: issuer.url,
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { authProvider }));
    const names = (await client.listTools()).tools.map(({ name }) => name);
    await client.close();
    expect(names).toContain('start_onboarding');
    expect(requests.at(-1)!.get('resource')).toBe(publicUrl);
  });

  it.each<[what: string, claims: JWTPayload, tools: string[]]>([
    ['scope', { scope: 'openid read write' }, ['find_case', 'start_onboarding']],
    ['scp, as a text', { scope: undefined, scp: 'read' }, ['find_case']],
    [
      'scp, as a list',
      { scope: undefined, scp: ['read', 'write'] },
      ['find_case', 'start_onboarding'],
    ],
    ['several audiences', { aud: ['other', 'PUBLIC'] }, ['find_case']],
  ])('opens what its scopes name: %s', async (_what, claims, tools) => {
    const aud = [claims.aud ?? 'PUBLIC'].flat().map((one) => (one === 'PUBLIC' ? publicUrl : one));
    const names = await toolsWith(server.url, await sign({ ...claims, aud }));
    expect(names.filter((name) => ['find_case', 'start_onboarding'].includes(name))).toEqual(tools);
  });

  it('is refused where it is for another server, of another issuer, over, or not signed by it', async () => {
    const stranger = await generateKeyPair('ES256');
    const wrong = [
      await sign({ aud: 'https://other.example/mcp' }),
      await sign({ aud: undefined }),
      await sign({ iss: 'https://other.example' }),
      await sign({}, { expires: '-1m' }),
      await sign({}, { key: stranger.privateKey }),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`,
      'no token',
    ];
    for (const token of wrong) expect(await statusOf(token)).toBe(401);
    expect(await statusOf(await sign({}))).toBe(200);
  });

  it('is not called wrong where the issuer cannot be asked for its keys', async () => {
    isDown = true;
    const fresh = await start(issuer.url, publicUrl);
    const { statusCode } = await initialize(fresh.url, bearer(await sign({})));
    await fresh.close();
    isDown = false;
    expect(statusCode).toBe(500);
  });

  it('needs an issuer that describes itself, and no other', async () => {
    for (const address of ['http://127.0.0.1:9', issuer.url.replace('127.0.0.1', 'localhost')]) {
      const found = findIssuer(new URL(address), 'x');
      await expect(found).rejects.toThrow('publishes no description with this address');
    }
  });
});
