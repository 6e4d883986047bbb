/// <reference lib="dom" />
/** A real Chromium with a sandbox; axe runs on every page that is checked. */
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';

import { createSandbox, type Sandbox } from '../inside.ts';
import { chromiumPath, launch } from '../../../../scripts/chromium.ts';
import { listen } from '../../../../zapier/local/listen.ts';
import { call, fileForm, send } from '../visitor.ts';

if (!chromiumPath()) {
  console.warn(
    'Browser tests left out: no Chromium. Install it or set CHROMIUM_PATH, then npm run test:browser.',
  );
}
export const suite = chromiumPath() ? describe : describe.skip;
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
export const desktop = { width: 1200, height: 900 };
export const phone = { width: 390, height: 800 };
/** WCAG 2.2, 1.4.10: 320 px without scrolling sideways. */
export const narrow = { width: 320, height: 700 };

/** Filled in before the tests run. */
export const at = {} as {
  sandbox: Sandbox;
  page: Page;
  browser: Browser;
  /** The page after submitting, on another server. */
  thanks: string;
};
let context: BrowserContext | undefined;
let site: Awaited<ReturnType<typeof listen>>;

export const setUp = () => {
  // A busy machine may starve Chromium; what fails twice is wrong. The first failure is printed.
  jest.retryTimes(1, { logErrorsBeforeRetry: true });
  beforeAll(async () => {
    at.sandbox = await createSandbox({ smtpPort: 0, deliveryFactor: 0.01 });
    site = await listen((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><html lang="en"><title>Thanks</title><h1>Thank you</h1></html>');
    });
    at.thanks = `${site.url}/thanks`;
    at.browser = await launch();
  });
  // Each form leads on to a page: Back and a reload never ask to send it again.
  beforeEach(() => {
    pagesOfForms.length = 0;
    at.sandbox.setUp({});
    at.sandbox.reset();
  });
  afterEach(() => expect(pagesOfForms).toEqual([]));
  afterAll(async () => {
    await at.browser?.close();
    site.close();
    await at.sandbox.close();
  });
};

/** The forms that were answered with a page. */
const pagesOfForms: string[] = [];

/** A new window, with nothing kept from before. */
export async function open(viewport = desktop, options = {}) {
  await context?.close();
  context = await at.browser.newContext({
    viewport,
    locale: 'en-GB',
    bypassCSP: true,
    ...options,
  });
  context.on('response', (response) => {
    const request = response.request();
    const isForm = request.isNavigationRequest() && request.method() === 'POST';
    // A test answers 502 in the place of a proxy.
    if (isForm && ![303, 502].includes(response.status()))
      pagesOfForms.push(`${response.status()} ${request.url()}`);
  });
  at.page = await context.newPage();
  at.page.setDefaultTimeout(20_000);
  return at.page;
}
/** The weights of type on a page, lightest first. */
const weightsOf = () =>
  at.page.evaluate(() => {
    const weights = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (textContent!.trim() && parentElement!.checkVisibility())
        weights.add(getComputedStyle(parentElement!).fontWeight);
    }
    return [...weights].sort();
  });

/** The violations of accessibility that axe finds. */
async function violations(rules: object = {}): Promise<string[]> {
  const { page } = at;
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async (ownRules) => {
    const options = { rules: ownRules, resultTypes: ['violations'], preload: false };
    const result = await (globalThis as any).axe.run({ exclude: ['iframe'] }, options);
    return result.violations.map(
      (found: any) => `${found.id}: ${found.nodes.map((node: any) => node.html).join(' ')}`,
    );
  }, rules);
}

/**
 * No accessibility violation, nothing wider than the screen, nothing too small to be hit, and two
 * weights of type at most.
 */
export async function check() {
  expect(await violations({ 'target-size': { enabled: true } })).toEqual([]);
  await fits();
}

/** Nothing is wider than the screen, and there are two weights of type at most. */
export async function fits() {
  const width = await at.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(width[0]).toBeLessThanOrEqual(width[1]!);
  expect((await weightsOf()).slice(2)).toEqual([]);
}

export const newCase = (
  body: object = { business: { organization_name: 'Lumen Studio SAS', country: 'FR' } },
) => at.sandbox.services.cases.create('API', { is_draft: true, ...body }).application_id;
export const newLink = (application_id?: string) =>
  at.sandbox.services.portals.create('API', { application_id, redirect_url: at.thanks }).link;
/** What the API answers. */
export const api = async (method: string, path: string, body?: object) =>
  (await call(at.sandbox, method, path, body)).body;
export const showCase = (id: string) => at.sandbox.services.cases.show(id);
export async function press(name: string | RegExp) {
  await at.page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  await at.page.waitForLoadState();
}
export const follow = (name: string) => at.page.getByRole('link', { name, exact: true }).click();
export const alert = async () => (await at.page.getByRole('alert').allTextContents()).join(' ');
export const aPdf = (name = 'certificate.pdf', content = '%PDF-1.4') => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(content),
});

/** The field for the files of a document, once the script sends them as they are chosen. */
export const filesOf = (document: string) =>
  at.page.locator('html.js').getByLabel(`Choose files: ${document}`);
/** Uploads PDFs of these names, and waits until they are there. */
export async function upload(document: string, ...names: string[]) {
  await filesOf(document).setInputFiles(names.map((name) => aPdf(name)));
  for (const name of names) await at.page.getByText(name, { exact: true }).waitFor();
}

/** A portal in which something is there on every page. `entry` is a person added there. */
export async function filledLink() {
  const tenYearsOld = `${new Date().getUTCFullYear() - 10}-05-31`;
  const owner = { roles: ['DIRECTOR', 'ACCOUNT_OWNER'], birth_date: tenYearsOld };
  const share = { nationalities: ['ESP'], direct_ownership_percentage: 33.3 };
  const { application_id: id } = await api('POST', '/api/applications', {
    business: {
      organization_name: 'Lumen Studio SAS',
      country: 'FRA',
      registration_number: '552100554',
    },
    persons: [{ last_name: 'Ferrer', ...owner, ...share }],
    is_draft: true,
  });
  const link = newLink(id);
  const novak = { kind: 'person', last_name: 'Novak', roles: ['DIRECTOR', 'UBO'] };
  const typed = { nationalities: 'ES', direct_ownership_percentage: '33.3' };
  await send(at.sandbox, `${link}/people`, { ...novak, ...typed });
  const certificate = fileForm('certificate.pdf', { type: 'REGISTRATION_CERTIFICATE' });
  await send(at.sandbox, `${link}/documents`, certificate);
  const token = link.split('/').pop()!;
  const entry = at.sandbox.services.portals.find(token)!.progress.parties[0]!.id;
  return { id: id as string, link, token, entry };
}
