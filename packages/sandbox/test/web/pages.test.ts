/**
 * Whatever address a browser opens, by whatever method, a page answers: found by walking every route
 * that is served. The crawl in test/browser follows the links with their right ids.
 */
import { languages } from '../../portal/texts.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';
import { call, fillDisk } from '../visitor.ts';

let sandbox: Sandbox;
/** Links by what became of them. */
const links: Record<string, string> = { nobody: 'nobody' };

const business = {
  organization_name: 'Lumen Studio SAS',
  country: 'FR',
  registration_number: '552100554',
};
const newCase = () => sandbox.act.create({ business }).application_id;
const newLink = async (application_id?: string): Promise<string> => {
  const { body } = await call(sandbox, 'POST', '/api/portals', { application_id });
  return body.link.split('/').pop();
};

beforeAll(async () => {
  sandbox = await createSandbox();
  const { ask, close, submit, expire } = sandbox.act;
  const asked = (id: string) => ask(id, { reason: 'More', fields: ['vat_number'] });
  links.new = await newLink();
  for (const [state, become] of Object.entries({
    asked,
    closed: close,
    submitted: submit,
    expired: expire,
  })) {
    const id = newCase();
    links[state] = await newLink(id);
    become(id);
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
  expect(routes().length).toBeGreaterThan(30);
  for (const path of routes()) {
    const address = path.replace(/:\w+(\{[^}]*\})?/g, '0');
    for (const method of ['GET', 'POST', 'HEAD', 'PUT', 'DELETE'])
      faults.push(await fault(method, address, await open(address, { method })));
  }
  const nowhere = ['/nowhere', '/portals', '/portals/', '/portals/a/b/c', '/back-office/x'];
  for (const path of [...nowhere, '/assets/none.js', '/assets/constructor']) {
    const answer = await open(path);
    expect([path, answer.status]).toEqual([path, 404]);
    faults.push(await fault('GET', path, answer));
  }
  expect(faults.filter(Boolean)).toEqual([]);
});

/** Bodies that are no form, by their type. */
const noForms = {
  'multipart/form-data; boundary=x': 'no form',
  'multipart/form-data': 'no boundary',
  'application/json': '{',
  'application/x-www-form-urlencoded': '%%%=%E0%A4%A&&&',
};
const forms = () =>
  sandbox.routes
    .filter(({ method, path }) => method === 'POST' && /^\/(portals|back-office)\//.test(path))
    .map(({ path }) => path);

it('answers what is no form with a page, and refuses a form of another page with one', async () => {
  for (const [index, form] of forms().entries()) {
    // The links and the bodies take turns.
    const states = Object.values(links);
    const path = form.replace(':token', states[index % states.length]!).replace(/:\w+/g, '1');
    const [type, body] = Object.entries(noForms)[index % 4]!;
    const headers = { 'content-type': type };
    const answer = await open(path, { method: 'POST', body, headers });
    expect(await fault('POST', path, answer)).toBeUndefined();
    const foreign = { ...headers, origin: 'https://evil.example' };
    const refused = await open(path, { method: 'POST', body, headers: foreign });
    expect([path, refused.status]).toEqual([path, 403]);
    expect(await fault('POST', path, refused)).toBeUndefined();
  }
});

it.each(['new', 'asked', 'closed', 'submitted', 'expired', 'nobody'])(
  'leads from a link that is %s to the same page in each language, from each of its pages',
  async (state) => {
    const pages = ['', '?step=start', '?step=details', '?step=people']
      .concat('?step=people&party=person', '?step=documents', '?step=review')
      .map((query) => [`/portals/${links[state]}${query}`, 'GET']);
    const ofPortal = forms().filter((path) => path.includes(':token'));
    const sent = ofPortal.map((path) => [path.replace(':token', links[state]!), 'POST']);
    for (const [index, [path, method]] of [...pages, ...sent].entries()) {
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
  },
);

it('shows what a form sent on the page of that form alone', async () => {
  const [own, other] = [`/portals/${await newLink()}`, `/portals/${await newLink()}`];
  const sent = await open(`${own}/details`, { method: 'POST' });
  const isAlert = (html: string) => html.includes('role="alert"');
  expect(isAlert(await sent.text())).toBe(true);
  const elsewhere = await open(other + new URL(sent.url).search);
  expect([elsewhere.status, isAlert(await elsewhere.text())]).toEqual([200, false]);
});

const safe = /^sandbox[^;]*; default-src 'none'/;
it.each([
  ['a picture', 'image/png', '\x89PNG', ['image/png', 'inline', safe]],
  ['a text', 'text/plain', '<script>', ['application/octet-stream', 'attachment', safe]],
  // The viewer of a browser does not work in a sandbox.
  ['a PDF', 'application/pdf', '%PDF-1.4', ['application/pdf', 'inline', /^default-src 'none'/]],
  ['what only has its mark', 'application/pdf', ' %PDF-<p>', ['application/pdf', 'inline', safe]],
] as const)('serves what others sent where it does nothing: %s', async (_, type, text, served) => {
  const form = new FormData();
  const content = Buffer.from(text, 'latin1');
  // The name is cut within a character.
  form.set('file', new File([content], `${'😀'.repeat(75)}a.x`, { type }));
  const headers = { authorization: sandbox.apiKey };
  const uploaded = await open('/api/files', { method: 'POST', headers, body: form });
  const { file_id } = (await uploaded.json()) as { file_id: string };
  const id = newCase();
  const document = { file_id, type: 'ID', application_id: id };
  const { document_id } = (await call(sandbox, 'POST', '/api/documents', document)).body;
  const answer = await open(`/back-office/cases/${id}/documents/${document_id}`);
  const names = ['content-type', 'content-disposition', 'content-security-policy'];
  const [kind, disposition, policy] = names.map((name) => answer.headers.get(name));
  expect([kind, disposition!.split(';')[0]]).toEqual(served.slice(0, 2));
  expect(policy).toMatch(served[2]);
  // It is no document of another client.
  const elsewhere = `/back-office/cases/${newCase()}/documents/${document_id}`;
  expect((await open(elsewhere)).status).toBe(404);
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
  const address = `/portals/${links.new}/details`;
  const full = fillDisk();
  const headers = { 'accept-language': 'fr' };
  const answer = await open(address, { method: 'POST', headers });
  full.mockRestore();
  expect(answer.status).toBe(503);
  expect(await answer.text()).toMatch(/lang="fr".*Une erreur s’est produite/s);
  log.mockRestore();
});
