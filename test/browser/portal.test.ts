/// <reference lib="dom" />
/** Portal, back office and mailbox in a real Chromium; axe runs on every page that is visited. */
import { readFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import type { Browser, BrowserContext, Page } from 'playwright-core';

import { createSandbox, type Sandbox } from '../../sandbox/server.tsx';
import { chromiumPath, launch } from '../../platform/chromium.ts';
import { listen } from '../../platform/listen.ts';

if (!chromiumPath()) {
  console.warn(
    'Browser tests left out: no Chromium. Install it or set CHROMIUM_PATH, then npm run test:browser.',
  );
}
const suite = chromiumPath() ? describe : describe.skip;
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const desktop = { width: 1200, height: 900 };
const phone = { width: 390, height: 800 };

let sandbox: Sandbox;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let site: Awaited<ReturnType<typeof listen>>;
let thanks: string;
let hooks: string[] = [];

async function open(viewport = desktop, options = {}) {
  await context?.close();
  context = await browser.newContext({ viewport, locale: 'en-GB', bypassCSP: true, ...options });
  page = await context.newPage();
  page.setDefaultTimeout(10_000);
}

/** No accessibility violation, and nothing wider than the screen. */
async function check(where: Page = page) {
  await where.addScriptTag({ content: axe });
  const violations = await where.evaluate(async () => {
    const result = await (globalThis as any).axe.run();
    return result.violations.map(
      (found: any) => `${found.id}: ${found.nodes.map((node: any) => node.html).join(' ')}`,
    );
  });
  expect(violations).toEqual([]);
  const width = await where.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(width[0]).toBeLessThanOrEqual(width[1]!);
}

const newCase = (
  body: object = { business: { organization_name: 'Lumen Studio SAS', country: 'FR' } },
) => sandbox.services.cases.create('main', { is_draft: true, ...body }, 'API').application_id;
const newLink = (application_id?: string) =>
  sandbox.services.portals.create('main', { application_id, redirect_url: thanks }, 'API').link;
const shown = (id: string) => sandbox.services.workflow.show('main', id);
const press = (name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();
const goOn = () => page.getByRole('link', { name: 'Continue', exact: true }).click();

suite('in Chromium', () => {
  beforeAll(async () => {
    sandbox = await createSandbox({ smtpPort: 0, deliveryFactor: 0.01 });
    site = await listen(({ method, content }, response) => {
      if (method === 'POST') hooks.push(content);
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><html lang="en"><title>Thanks</title><h1>Thank you</h1></html>');
    });
    thanks = `${site.url}/thanks`;
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    site.close();
    await sandbox.close();
  });

  it.each([
    ['desktop', desktop],
    ['phone', phone],
  ])('takes a full KYB submission on a %s', async (_, viewport) => {
    const id = newCase();
    await open(viewport);
    await page.goto(newLink(id));
    await check();
    await press('Continue');
    await expect(page.getByRole('alert').textContent()).resolves.toContain(
      'Registration number is missing',
    );
    await check();
    await page.getByLabel('Registration number').fill('552100554');
    await press('Fill in from the company registry');
    await page.getByText('Filled in from the company registry.').waitFor();
    expect(await page.getByLabel('City').inputValue()).toBe('Paris');
    await press('Continue');
    await check();
    const person = page.locator('form', { hasText: 'Add a person' });
    await person.getByLabel('First name').fill('Inés');
    await person.getByLabel('Last name').fill('Ferrer');
    await person.getByLabel('Share').fill('160');
    await person.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('alert').textContent()).resolves.toContain('Share');
    await person.getByLabel('Share').fill('60');
    await person.getByRole('button', { name: 'Add' }).click();
    const company = page.locator('form', { hasText: 'Add a company' });
    await company.getByLabel('Name of the business').fill('Nordwind Logistik GmbH');
    await company.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Nordwind Logistik GmbH').waitFor();
    await check();
    await goOn();
    await page.getByLabel('Drop a file here').setInputFiles({
      name: 'certificate.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4'),
    });
    await press('Upload');
    await page.getByText('certificate.pdf').waitFor();
    await check();
    await goOn();
    await check();
    await press('Submit');
    await page.waitForURL(thanks);
    const submitted = shown(id);
    expect(submitted).toMatchObject({ is_draft: false, status_review: 'in_review' });
    expect(submitted.persons).toMatchObject([
      { last_name: 'Ferrer', direct_ownership_percentage: 60 },
    ]);
    expect(submitted.documents).toMatchObject([{ name: 'certificate.pdf' }]);
    await page.goBack();
    await page.goto(String(submitted.portals?.link));
    await page.getByText('Thank you, everything is submitted').waitFor();
    await check();
  });

  it('takes a KYC submission in French', async () => {
    await open(phone, { locale: 'fr-FR' });
    await page.goto(newLink());
    await page.getByRole('link', { name: 'Une personne' }).click();
    await page.getByLabel('Prénom').fill('Maëlle');
    await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Ó Briain');
    await page.getByLabel('Date de naissance').fill('1990-05-31');
    await page.getByLabel('Nationalité').selectOption('IE');
    await check();
    await press('Continuer');
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    await page.getByRole('link', { name: 'Continuer', exact: true }).click();
    await press('Envoyer');
    await page.waitForURL(thanks);
  });

  it('keeps what was typed when the page is closed', async () => {
    const link = newLink(newCase());
    await open();
    await page.goto(link);
    await page.getByLabel('VAT number').fill('FR83552100554');
    await page.waitForResponse((response) => response.url().endsWith('/save'));
    await open();
    await page.goto(link);
    expect(await page.getByLabel('VAT number').inputValue()).toBe('FR83552100554');
  });

  it('can be used with the keyboard alone', async () => {
    const id = newCase({
      business: { organization_name: 'Keys Ltd', country: 'GB', registration_number: '1' },
    });
    await open();
    await page.goto(newLink(id));
    for (const name of ['Continue', 'Continue', 'Continue', 'Submit']) {
      for (let tabs = 0; tabs < 40; tabs++) {
        await page.keyboard.press('Tab');
        if ((await page.evaluate(() => document.activeElement?.textContent?.trim())) === name)
          break;
      }
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    }
    await page.waitForURL(thanks);
  });

  it.each([
    ['script.html', 'text/html', 'Only PDF'],
    ['empty.pdf', 'application/pdf', 'not empty'],
  ])('refuses the upload of %s', async (name, mimeType, text) => {
    await open();
    await page.goto(`${newLink(newCase())}?step=documents`);
    const buffer = Buffer.from(name === 'empty.pdf' ? '' : '<script>1</script>');
    await page.getByLabel('Drop a file here').setInputFiles({ name, mimeType, buffer });
    await press('Upload');
    await expect(page.getByRole('alert').textContent()).resolves.toContain(text);
  });

  it('shows hostile text as text, everywhere', async () => {
    const hostile = `"><img src=x onerror="document.title='hit'"><script>document.title='hit'</script>{{x}}`;
    const id = newCase({
      business: {
        organization_name: hostile,
        country: 'FR',
        registration_number: hostile,
        vat_number: hostile,
        address: { street: hostile },
      },
      external_reference: hostile,
      custom_fields: { [hostile]: hostile },
    });
    sandbox.services.parties.add(
      'main',
      id,
      'person',
      { last_name: hostile, roles: [hostile] },
      'API',
    );
    const link = newLink(id);
    await open();
    const addresses = [
      link,
      `${link}?step=people`,
      `${link}?step=review`,
      `${sandbox.url}/back-office`,
      `${sandbox.url}/back-office?text=${encodeURIComponent(hostile)}`,
      `${sandbox.url}/back-office/cases/${id}`,
    ];
    for (const url of addresses) {
      await page.goto(url);
      expect(await page.title()).not.toBe('hit');
      expect(await page.locator('img').count()).toBe(0);
    }
    await page.goto(link);
    expect(await page.getByLabel('VAT number').inputValue()).toBe(hostile);
  });

  it('asks again for just what a reviewer needs, under the same link', async () => {
    const id = newCase({
      business: { organization_name: 'Again SAS', country: 'FR', registration_number: '1' },
    });
    const link = newLink(id);
    await open();
    await page.goto(`${link}?step=review`);
    await press('Submit');
    await page.waitForURL(thanks);
    sandbox.services.subscriptions.add('main', {
      url: thanks,
      events: ['collect.opened', 'application.review_updated'],
    });
    hooks = [];
    await page.goto(`${sandbox.url}/back-office/cases/${id}`);
    await page.getByLabel('What is needed and why').fill('The VAT number is missing.');
    await page.getByLabel('VAT number').check();
    await press('Request information');
    await check();
    await page.waitForTimeout(300);
    expect(hooks.map((body) => JSON.parse(body))).toMatchObject([
      { type: 'collect.opened', data: { object: { portals: { link } } } },
    ]);
    await page.goto(link);
    await page.getByText('The VAT number is missing.').waitFor();
    expect(await page.getByLabel('Country').count()).toBe(0);
    await check();
    await page.getByLabel('VAT number').fill('FR1');
    await press('Submit');
    await page.waitForURL(thanks);
    expect(shown(id).business?.vat_number).toBe('FR1');
  });

  it('reaches a subscribed hook with a decision of the back office', async () => {
    const id = newCase();
    sandbox.services.workflow.submit('main', id, 'API');
    sandbox.services.subscriptions.add('main', {
      url: `${thanks}/decided`,
      events: ['application.review_updated'],
    });
    hooks = [];
    await open();
    await page.goto(`${sandbox.url}/back-office`);
    await check();
    await page.getByRole('link', { name: 'Lumen Studio SAS' }).first().click();
    await check();
    await press('Approve');
    await page.getByText('approved', { exact: true }).waitFor();
    await page.waitForTimeout(300);
    const told = hooks.map((body) => JSON.parse(body).data.object);
    expect(told.at(-1)).toMatchObject({ application_id: id, status_review: 'approved' });
  });

  it('does not approve a forbidden case', async () => {
    const id = newCase({ business: { organization_name: 'Forbidden Fruit Ltd', country: 'GB' } });
    sandbox.services.workflow.submit('main', id, 'API');
    await open();
    await page.goto(`${sandbox.url}/back-office/cases/${id}`);
    await press('Approve');
    await expect(page.getByRole('alert').textContent()).resolves.toContain('cannot be approved');
    expect(shown(id).status_review).toBe('in_review');
  });

  it('leads from the mail to the portal', async () => {
    const link = newLink(newCase());
    const mailer = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, ignoreTLS: true });
    await mailer.sendMail({
      from: 'crm@example.com',
      to: 'client@example.com',
      subject: 'Vérification',
      text: `Please open ${link}`,
    });
    mailer.close();
    await open();
    await page.goto(`${sandbox.url}/back-office/mailbox`);
    await check();
    await page.getByRole('link', { name: link }).click();
    await page.getByRole('heading', { name: 'Your verification' }).waitFor();
  });

  it.each(['/portals/unknown', '/back-office/developer', '/docs'])(
    'has no violation on %s',
    async (path) => {
      await open();
      await page.goto(sandbox.url + path);
      await check();
    },
  );

  it.each([
    ['close', 'This link is closed'],
    ['expire', 'This link has run out'],
  ] as const)('says what happened to a link after %s', async (action, text) => {
    const id = newCase();
    const link = newLink(id);
    sandbox.services.portals[action](id);
    await open();
    await page.goto(link);
    await page.getByText(text).waitFor();
    await check();
  });

  it('works without its content policy being relaxed', async () => {
    await open(desktop, { bypassCSP: false });
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(
      newLink(
        newCase({ business: { organization_name: 'A', country: 'FR', registration_number: '1' } }),
      ),
    );
    await page.getByLabel('VAT number').fill('FR2');
    await page.waitForResponse((response) => response.url().endsWith('/save'));
    await page.goto(`${sandbox.url}/back-office/developer`);
    expect(problems).toEqual([]);
  });
});
