/** Who may do what in the sandbox, from where, and how much of it. */
import { request, type IncomingMessage } from 'node:http';

import { createSandbox, type Sandbox } from '../../server.tsx';
import { call as callApi } from '../visitor.ts';

let sandbox: Sandbox;
let id: string;
let link: string;
beforeAll(async () => {
  sandbox = await createSandbox();
  id = sandbox.act.create({ business: { organization_name: 'Lumen Studio SAS' } }).application_id;
  link = await newLink({ application_id: id });
});
afterAll(() => sandbox.close());

const newLink = async (body: object): Promise<string> =>
  (await callApi(sandbox, 'POST', '/api/portals', body)).body.link;
const call = (
  path: string,
  method = 'GET',
  headers: Record<string, string> = {},
  body?: BodyInit,
) => {
  const init: RequestInit = { method, headers, body, redirect: 'manual' };
  return fetch(sandbox.url + path, init);
};
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

describe('the API', () => {
  const status = async (headers: Record<string, string>) =>
    (await call('/api/custom_fields', 'GET', headers)).status;

  it.each(['', 'Bearer ', 'Token ', 'ApiKey ', 'Key  '])(
    'takes the key behind the scheme “%s”, and no other',
    async (scheme) => {
      expect(await status({ authorization: scheme + sandbox.apiKey })).toBe(200);
      for (const other of ['other', link.split('/').pop()!, ''])
        expect(await status({ authorization: scheme + other })).toBe(401);
      expect(await status({})).toBe(401);
    },
  );

  it.each(['', '\ufeff', '\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n'])(
    'stores a PDF that begins with %j, and its name without its folders',
    async (start) => {
      const form = new FormData();
      form.set('file', new File([`${start}%PDF-1.4`], '../../a.pdf', { type: 'application/pdf' }));
      const answer = await call('/api/files', 'POST', bearer(sandbox.apiKey), form);
      expect(answer.status).toBe(201);
      expect(((await answer.json()) as { name: string }).name).not.toMatch(/[/\\]/);
    },
  );
});

it('makes portal links that cannot be guessed', async () => {
  const links = await Promise.all(Array.from({ length: 50 }, () => newLink({})));
  expect(new Set(links).size).toBe(50);
  for (const one of links) expect(one.split('/').pop()).toMatch(/^[\w-]{32}$/);
});

it.each(['/portals/x', '/back-office', '/openapi.json'])(
  'sends the headers of a well-kept site with %s',
  async (path) => {
    const { headers } = await call(path);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
  },
);

describe('a page of somebody else in the same browser', () => {
  const evil = { origin: 'https://evil.example' };

  it.each([
    ['/_sandbox/reset', evil],
    ['/_sandbox/reset', { 'sec-fetch-site': 'cross-site' }],
    ['/_sandbox/faults', { origin: 'null' }],
    ['/back-office/developer/faults', evil],
  ])('cannot call %s with %j', async (path, headers) => {
    const more = headers as Record<string, string>;
    const answer = await call(path, 'POST', { 'content-type': 'text/plain', ...more }, '{}');
    expect(answer.status).toBe(403);
    expect(sandbox.act.cases().map(({ application_id }) => application_id)).toEqual([id]);
  });

  it('is told from a program and from our own pages', async () => {
    const own = { origin: sandbox.url, 'sec-fetch-site': 'same-origin' };
    for (const headers of [{}, own])
      for (const [path, method, status] of [
        ['/_sandbox/faults', 'DELETE', 200],
        [`${new URL(link).pathname}/fill`, 'POST', 303],
      ] as const)
        expect((await call(path, method, headers)).status).toBe(status);
  });
});

/** A request of which only the head is sent. */
const head = (path: string, method: string, headers: Record<string, string | number>) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(sandbox.url + path, { method, headers });
    sent
      .on('error', reject)
      .on('response', (answer) => resolve(answer.resume()))
      .flushHeaders();
  });

it.each(['/back-office', '/_sandbox/mails'])(
  'refuses %s under a foreign host name',
  async (path) => {
    const { statusCode } = await head(path, 'GET', { host: 'evil.example' });
    expect(statusCode).toBe(403);
  },
);

it.each([
  '/api/applications',
  '/api/files',
  '/portals/token/details',
  '/back-office/import',
  '/back-office/account',
])('refuses a body that is too large, and ends the connection that it is on: %s', async (path) => {
  const address = path.replace('token', link.split('/').pop()!);
  for (const accept of ['*/*', 'text/html']) {
    const { statusCode, headers } = await head(address, 'POST', {
      accept,
      authorization: sandbox.apiKey,
      origin: sandbox.url,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': 200 * 1024 * 1024,
    });
    // The rest of the body would be read as the next request.
    expect([accept, statusCode, headers.connection]).toEqual([accept, 413, 'close']);
  }
});
