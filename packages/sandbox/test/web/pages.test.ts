/**
 * Whatever address a browser opens, by whatever method, a page answers: found by walking every route
 * that is served. The crawl in test/browser follows the links with their right ids.
 */
import { keepFile } from '../../domain/files.ts';
import { insertMail } from '../../mail/mails.ts';
import { languages } from '../../portal/texts.ts';
import { createSandbox, type Sandbox } from '../inside.ts';

let sandbox: Sandbox;
/** Links by what became of them. */
const links: Record<string, string> = { nobody: 'nobody' };

const business = {
  organization_name: 'Lumen Studio SAS',
  country: 'FR',
  registration_number: '552100554',
};
const newCase = () => sandbox.services.cases.create('API', { business }).application_id;

beforeAll(async () => {
  sandbox = await createSandbox();
  const { portals } = sandbox.services;
  const newLink = (application_id?: string) =>
    portals.create('API', { application_id }).link.split('/').pop()!;
  const ask = { reason: 'More', fields: ['vat_number'], documents: [] };
  const fates: Record<string, (id: string, token: string) => unknown> = {
    asked: (id) => portals.requestInformation('Reviewer', id, ask),
    closed: (id) => portals.close(id),
    submitted: (_, token) => portals.submit(token),
    expired: (id) => portals.expire(id),
  };
  links.new = newLink();
  for (const [state, become] of Object.entries(fates)) {
    const id = newCase();
    links[state] = newLink(id);
    become(id, links[state]);
  }
});
afterAll(() => sandbox.close());

/** What Chromium sends when an address is opened or a form is sent. */
const browser = () => ({
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8',
  'accept-language': 'en',
  origin: sandbox.url,
});
const open = (path: string, init: RequestInit = {}) =>
  fetch(sandbox.url + path, { ...init, headers: { ...browser(), ...(init.headers as object) } });

/** The routes of pages, without those that only a program asks for. */
const routes = () => {
  const paths = sandbox.routes
    .map(({ path }) => path)
    .filter((path) => !/^\/(api|applications|_sandbox|assets|receiver)\b|\*/.test(path))
    .filter((path) => !path.endsWith('.json'));
  return [...new Set(paths)];
};

/** What is wrong with an answer as a page; undefined where it is one. */
async function fault(method: string, path: string, answer: Response): Promise<string | undefined> {
  const type = answer.headers.get('content-type') ?? '';
  const html = await answer.text();
  if (answer.status >= 500) return `${method} ${path} answers ${answer.status}`;
  if (!type.startsWith('text/html')) return `${method} ${path} answers ${answer.status} as ${type}`;
  if (method === 'HEAD') return undefined;
  const isPage = /<title>[^<]+<\/title>/.test(html) && /<h1[ >]/.test(html);
  return isPage ? undefined : `${method} ${path} answers ${answer.status} without a heading`;
}

it('is a page at every address, by every method, with ids that lead nowhere', async () => {
  const faults: (string | undefined)[] = [];
  expect(routes().length).toBeGreaterThan(40);
  for (const path of routes()) {
    const address = path.replace(/:\w+(\{[^}]*\})?/g, '0');
    for (const method of ['GET', 'POST', 'HEAD', 'PUT', 'DELETE'])
      faults.push(await fault(method, address, await open(address, { method })));
  }
  expect(faults.filter(Boolean)).toEqual([]);
});

it.each([
  '/nowhere',
  '/portals',
  '/portals/',
  '/portals/a/b/c',
  '/back-office/x',
  '/assets/none.js',
  '/assets/constructor',
])('is a page at %s, where nothing is', async (path) => {
  const answer = await open(path);
  expect(answer.status).toBe(404);
  expect(await fault('GET', path, answer)).toBeUndefined();
});

/** Where the forms of a portal go. */
const formsOf = (link: string) =>
  sandbox.routes
    .filter(({ method, path }) => method === 'POST' && path.startsWith('/portals/:token/'))
    .map(({ path }) => path.replace(':token', link));

describe.each(['new', 'asked', 'closed', 'submitted', 'expired', 'nobody'])(
  'a link that is %s',
  (state) => {
    const forms = () => formsOf(links[state]!);

    it('leads to the same page in each language, from each of its pages', async () => {
      const pages = ['', '?step=start', '?step=details', '?step=people']
        .concat('?step=people&party=person', '?step=documents', '?step=review')
        .map((query) => [`/portals/${links[state]}${query}`, 'GET']);
      const all = [...pages, ...forms().map((form) => [form, 'POST'])];
      for (const [index, [path, method]] of all.entries()) {
        const html = await (await open(path!, { method })).text();
        const inOthers = [...html.matchAll(/<a href="([^"]*[?&;]lang=(\w+))"/g)];
        expect(inOthers.map(([, , lang]) => lang).sort()).toEqual(Object.keys(languages).sort());
        // The languages take turns.
        const [, address, lang] = inOthers[index % inOthers.length]!;
        const answer = await open(address!.replaceAll('&amp;', '&'));
        const found = await fault('GET', address!, answer.clone());
        expect([path, address, found]).toEqual([path, address, undefined]);
        expect(await answer.text()).toContain(`<html lang="${lang}">`);
      }
    });

    it('answers what is no form with a page', async () => {
      const bodies = [
        ['multipart/form-data; boundary=x', 'no form'],
        ['multipart/form-data', 'no boundary'],
        ['application/json', '{'],
        ['application/x-www-form-urlencoded', '%%%=%E0%A4%A&&&'],
      ];
      for (const [index, path] of forms().entries()) {
        const [type, body] = bodies[index % bodies.length]!;
        const headers = { 'content-type': type! };
        const answer = await open(path, { method: 'POST', body, headers });
        expect(await fault('POST', path, answer)).toBeUndefined();
      }
    });
  },
);

it.each(['new', 'import', 'account', 'start/decision', 'developer/clock', 'cases/app_1/risk'])(
  'answers what is no form at %s of the office with a page',
  async (path) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', origin: sandbox.url };
    const answer = await open(`/back-office/${path}`, { method: 'POST', body: 'none', headers });
    expect(answer.status).toBe(400);
    expect(await fault('POST', path, answer)).toBeUndefined();
  },
);

it('refuses a form of another page with a page', async () => {
  for (const path of formsOf(links.new!)) {
    const headers = {
      origin: 'https://evil.example',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const answer = await open(path, { method: 'POST', headers, body: '' });
    expect(answer.status).toBe(403);
    expect(await fault('POST', path, answer)).toBeUndefined();
  }
});

it('shows what a form sent on the page of that form alone', async () => {
  const { portals } = sandbox.services;
  const [own, other] = [1, 2].map(() => new URL(portals.create('API', {}).link).pathname);
  const sent = await open(`${own}/details`, { method: 'POST' });
  const isAlert = (html: string) => html.includes('role="alert"');
  expect(isAlert(await sent.text())).toBe(true);
  const elsewhere = await open(other + new URL(sent.url).search);
  expect([elsewhere.status, isAlert(await elsewhere.text())]).toEqual([200, false]);
});

describe('what others sent', () => {
  const safe = /^sandbox[^;]*; default-src 'none'/;
  const inert = ['application/octet-stream', 'attachment', safe];

  it.each([
    ['a picture', 'image/png', 'picture', ['image/png', 'inline', safe]],
    ['a text', 'text/plain', 'words', inert],
    ['a page', 'text/html', '<script>', inert],
    // The viewer of a browser does not work in a sandbox.
    ['a PDF', 'application/pdf', '%PDF-1.4', ['application/pdf', 'inline', /^default-src 'none'/]],
    [
      'a page that is said to be a PDF',
      'application/pdf',
      '<p>',
      ['application/pdf', 'inline', safe],
    ],
  ] as const)('is served where it does nothing: %s', async (_, content_type, content, served) => {
    const { store, cases } = sandbox.services;
    const file = { name: 'a\ud83d.x', content_type, content: Buffer.from(content) };
    const id = newCase();
    const body = { ...keepFile(store, file), application_id: id };
    const { document_id } = cases.attach('API', body);
    const { headers } = await open(`/back-office/cases/${id}/documents/${document_id}`);
    const names = ['content-type', 'content-disposition', 'content-security-policy'];
    const [type, disposition, policy] = names.map((name) => headers.get(name));
    expect([type, disposition!.split(';')[0]]).toEqual(served.slice(0, 2));
    expect(policy).toMatch(served[2]);
    // It is no document of another client.
    const elsewhere = `/back-office/cases/${newCase()}/documents/${document_id}`;
    expect((await open(elsewhere)).status).toBe(404);
  });

  it('is framed where it does nothing: the HTML of a mail', async () => {
    const data = { from: '', to: [], subject: '', text: '', html: '<script>', links: [] };
    insertMail(sandbox.services, data);
    const { headers } = await open('/back-office/mailbox/1/html');
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(/^sandbox( allow-popups[\w-]*)*; default-src 'none'/);
    expect(policy).not.toMatch(/script-src|allow-scripts/);
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });
});

it('asks for the password of the back office with a page behind the question', async () => {
  const guarded = await createSandbox({ password: 'secret phrase' });
  const answer = await fetch(`${guarded.url}/back-office`, { headers: browser() });
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringContaining('Basic'),
  ]);
  expect(await fault('GET', '/back-office', answer)).toBeUndefined();
  await guarded.close();
});

it('is a page when nothing can be stored, in the language of the client', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  const full = jest.spyOn(sandbox.services.portals, 'save').mockImplementation(() => {
    throw Object.assign(new Error('disk is full'), { code: 'SQLITE_FULL' });
  });
  const answer = await open(`/portals/${links.new}/details`, {
    method: 'POST',
    headers: { 'accept-language': 'fr' },
  });
  full.mockRestore();
  expect(answer.status).toBe(503);
  expect(await answer.text()).toMatch(/lang="fr".*Une erreur s’est produite/s);
  log.mockRestore();
});
