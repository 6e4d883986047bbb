/** Who may do what in the sandbox. */
import { endpoints } from '../../../../service/contract.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';

let sandbox: Sandbox;
let guarded: Sandbox;
let id: string;
let link: string;
beforeAll(async () => {
  sandbox = await createSandbox();
  guarded = await createSandbox({ password: 'secret phrase' });
  const { accounts, cases, portals } = sandbox.services;
  accounts.add('other_key', 'other');
  id = cases.create(
    'main',
    { business: { organization_name: 'Lumen Studio SAS' } },
    'API',
  ).application_id;
  link = portals.create('main', { application_id: id }, 'API').link;
});
afterAll(() => Promise.all([sandbox.close(), guarded.close()]));

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

const routes: [string, string][] = Object.values(endpoints).map(({ method, path }) => [
  method,
  path,
]);
const real = (path: string) =>
  path
    .replace('{application_id}', id)
    .replace('{country}', 'FR')
    .replace('{registration_number}', '1');

describe.each([
  ...routes,
  ['POST', '/api/webhooks'],
  ['GET', '/api/webhooks'],
  ['DELETE', '/api/webhooks/x'],
])('%s %s', (method, path) => {
  it.each([
    ['no key', {}],
    ['a wrong key', bearer('wrong')],
    ['a portal token', { authorization: `Bearer ${'x'.repeat(32)}` }],
    ['a wrong key behind another scheme', { authorization: 'Token wrong' }],
  ])('is closed with %s', async (_, headers) => {
    expect((await call(real(path), method, headers as Record<string, string>)).status).toBe(401);
  });
});

it.each(['', '/persons', '/businesses', '/submit'])(
  'hides the case from another account (%s)',
  async (rest) => {
    const method = rest === '' ? 'GET' : rest === '/submit' ? 'PUT' : 'POST';
    const body = method === 'POST' ? '{"last_name":"A","organization_name":"A"}' : undefined;
    expect(
      (await call(`/api/applications/${id}${rest}`, method, bearer('other_key'), body)).status,
    ).toBe(404);
  },
);

it('does not attach documents across accounts', async () => {
  const form = new FormData();
  form.set('file', new File(['%PDF'], 'a.pdf', { type: 'application/pdf' }));
  const { file_id } = (await (
    await call('/api/files', 'POST', bearer('other_key'), form)
  ).json()) as { file_id: string };
  const body = JSON.stringify({ file_id, type: 'ID', application_id: id });
  expect((await call('/api/documents', 'POST', bearer('sandbox_key'), body)).status).toBe(422);
});

it('makes portal links that cannot be guessed', () => {
  const links = Array.from(
    { length: 1000 },
    () => sandbox.services.portals.create('main', {}, 'API').link,
  );
  expect(new Set(links).size).toBe(1000);
  expect(link.split('/').pop()).toMatch(/^[\w-]{32}$/);
});

it.each(['http://evil.example/back-office', 'http://evil.example/_sandbox/mails'])(
  'refuses a foreign host name: %s',
  async (url) => {
    const { pathname, host } = new URL(url);
    const { request } = await import('node:http');
    const status = await new Promise((resolve) =>
      request(sandbox.url + pathname, { headers: { host } }, (response) =>
        resolve(response.resume().statusCode),
      ).end(),
    );
    expect(status).toBe(403);
  },
);

it('asks for the password where one is set', async () => {
  const status = async (headers = {}) =>
    (await fetch(`${guarded.url}/back-office`, { headers })).status;
  expect(await status()).toBe(401);
  expect(
    await status({
      authorization: `Basic ${Buffer.from('reviewer:secret phrase').toString('base64')}`,
    }),
  ).toBe(200);
});

it('takes a portal form from its own page only', async () => {
  const headers = {
    origin: 'https://evil.example',
    'content-type': 'application/x-www-form-urlencoded',
  };
  expect((await call(`${new URL(link).pathname}/submit`, 'POST', headers, '')).status).toBe(403);
});

it.each([
  ['../../etc/passwd.pdf', 'application/pdf', 201],
  ['page.html', 'text/html', 415],
  ['image.svg', 'image/svg+xml', 415],
  ['run.exe', 'application/octet-stream', 415],
])('answers the upload of %s (%s) with %i', async (name, type, status) => {
  const form = new FormData();
  form.set('file', new File(['content'], name, { type }));
  const answer = await call('/api/files', 'POST', bearer('sandbox_key'), form);
  expect(answer.status).toBe(status);
  if (status === 201) expect(((await answer.json()) as { name: string }).name).not.toMatch(/[/\\]/);
});

it.each(['/portals/x', '/back-office', '/docs'])(
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

it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//evil'])(
  'refuses the redirect_url %s',
  async (redirect_url) => {
    const answer = await call(
      '/api/portals',
      'POST',
      bearer('sandbox_key'),
      JSON.stringify({ redirect_url }),
    );
    expect(answer.status).toBe(422);
  },
);
