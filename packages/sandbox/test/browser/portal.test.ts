/** The portal in a real Chromium: from the first page to the last, with the keyboard, in two windows. */
import type { FileChooser } from 'playwright-core';

import { texts } from '../../portal/texts.ts';
import {
  alert,
  aPdf,
  at,
  check,
  desktop,
  fits,
  follow,
  narrow,
  newCase,
  newLink,
  open,
  phone,
  press,
  setUp,
  shown,
  suite,
  tab,
} from './support.ts';

/** A business that lacks nothing but people and documents. */
const complete = {
  business: { organization_name: 'Keys Ltd', country: 'GB', registration_number: '1' },
};
const director = { last_name: 'Ferrer', roles: ['DIRECTOR', 'ACCOUNT_OWNER'] };
/** Gives a case its director, with an identity document. */
function party(id: string): void {
  const { parties, workflow, store } = at.sandbox.services;
  const { person_id } = parties.add('main', id, 'person', director, 'API');
  const file_id = `fil_${id}`;
  store.run(
    `insert into files (file_id, account, name, content_type, size, content)
     values (?, 'main', 'identity.pdf', 'application/pdf', 2048, 'x')`,
    file_id,
  );
  workflow.attachDocument('main', { file_id, type: 'ID', person_id: String(person_id) }, 'API');
}
/** The first section of a portal. */
const details = (link: string) => `${link}?step=details`;
const saved = () => at.page.waitForResponse((response) => response.url().endsWith('/save'));

suite('the portal', () => {
  setUp();

  it('takes a full KYB submission', async () => {
    const id = newCase();
    const page = await open(narrow);
    await page.goto(newLink(id));
    await check();
    await follow('Start');
    await check();
    await follow('About the business');
    await check();
    await press('Continue');
    expect(await alert()).toContain('Registration number is missing');
    expect(await page.title()).toMatch(/^Error: About the business – Step 1 of 4/);
    await expect(page.evaluate(() => document.activeElement?.className)).resolves.toBe('summary');
    await check();
    await page.getByLabel('Name or number').fill('lumen');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Choose: Lumen Studio SAS' }).waitFor();
    await check();
    await press('Choose: Lumen Studio SAS');
    expect(await page.getByLabel('Registration number').inputValue()).toBe('552100554');
    expect(await page.getByLabel('City').inputValue()).toBe('Paris');
    await press('Continue');
    await check();
    await press('Continue');
    expect(await alert()).toMatch(/Add at least one director or owner.*Name the account owner/);
    await check();
    await follow('Add a person');
    await check();
    await page.getByLabel('First name').fill('Inés');
    await page.getByLabel('Share held').fill('160');
    await press('Save');
    expect(await alert()).toMatch(/Last name is missing.*Roles is missing.*Share/);
    await check();
    await page.getByLabel('Last name').fill('Ferrer');
    await page.getByLabel('Nationality').selectOption('ES');
    await page.getByLabel('Director').check();
    await page.getByLabel('Beneficial owner').check();
    await page.getByLabel('Account owner').check();
    await page.getByLabel('Share held').fill('60,5');
    await press('Save');
    await page.getByText('Director, Beneficial owner, Account owner, 60.5%, Spain').waitFor();
    await follow('Add a company');
    await check();
    await page.getByLabel('Name of the business').fill('Nordwind Logistik GmbH');
    await page.getByLabel('Shareholder').check();
    await page.getByLabel('Share held').fill('50');
    await press('Save');
    await page.getByText('The shares add up to 110.5%').waitFor();
    await check();
    await page.getByRole('link', { name: 'Edit: Nordwind Logistik GmbH' }).click();
    await page.getByLabel('Share held').fill('39,5');
    await press('Save');
    expect(await page.getByText('The shares add up').count()).toBe(0);
    await press('Continue');
    await page.getByText('Still needed: Registration certificate').waitFor();
    // The kind that is missing is chosen already.
    await page.getByLabel('Choose files').setInputFiles([aPdf(), aPdf('more.pdf')]);
    await page.getByText('more.pdf', { exact: true }).waitFor();
    await check();
    await follow('Continue');
    await page.getByRole('heading', { name: 'Still missing' }).waitFor();
    await check();
    // The link leads to the place of what is missing.
    await follow('Still needed: Identity document (Inés Ferrer)');
    await page
      .getByLabel('Choose the front: Identity document (Inés Ferrer)')
      .setInputFiles(aPdf('front.pdf'));
    await page.getByText('front.pdf', { exact: true }).waitFor();
    await follow('Continue');
    await check();
    await press('Submit');
    expect(await alert()).toContain('Confirm that');
    await check();
    await page.getByLabel('The information shown here').check();
    await press('Submit');
    await page.waitForURL(at.thanks);
    const submitted = shown(id);
    expect(submitted).toMatchObject({ is_draft: false, status_review: 'in_review' });
    expect(submitted.persons).toMatchObject([
      {
        last_name: 'Ferrer',
        nationalities: ['ES'],
        roles: ['DIRECTOR', 'UBO', 'ACCOUNT_OWNER'],
        direct_ownership_percentage: 60.5,
      },
    ]);
    expect(submitted.businesses).toMatchObject([{ direct_ownership_percentage: 39.5 }]);
    expect(submitted.documents).toMatchObject([
      { name: 'certificate.pdf' },
      { name: 'more.pdf' },
      { name: 'front.pdf', person_id: submitted.persons[0]!.person_id },
    ]);
    await page.goto(String(submitted.portals?.link));
    await page.getByText('Thank you, everything is submitted').waitFor();
    await page.getByText(id).waitFor();
    // A receipt of all that was sent.
    for (const said of ['Ferrer', '60.5%', 'certificate.pdf', '552100554'])
      await page.locator('#receipt').getByText(said).first().waitFor();
    await check();
  });

  it('takes a KYC submission in another language', async () => {
    const lang = 'fr';
    const t = texts[lang];
    const page = await open(phone, { locale: lang });
    await page.goto(newLink());
    await page.getByRole('link', { name: t.subjects.person }).click();
    await check();
    await follow(t.start.begin);
    await check();
    await follow(t.person);
    await page.getByLabel(t.labels.first_name, { exact: true }).fill('Maëlle');
    await page.getByLabel(t.labels.last_name, { exact: true }).fill('Ó Briain');
    await page.getByLabel(t.labels.birth_date).fill('1990-05-31');
    await page.getByLabel(t.labels.nationality).selectOption('IE');
    await check();
    await press(t.continue);
    await page.getByRole('heading', { name: t.documentsTitle }).waitFor();
    await page.getByLabel(t.upload.chooseSide.front).setInputFiles(aPdf('id.pdf'));
    await page.getByText('id.pdf', { exact: true }).waitFor();
    await check();
    await follow(t.continue);
    await page.getByText('1990').waitFor();
    await check();
    await page.getByLabel(t.confirm).check();
    await press(t.submit);
    await page.waitForURL(at.thanks);
  });

  it('lets no window overwrite another one without a word', async () => {
    const id = newCase(complete);
    const link = newLink(id);
    const first = await open();
    await first.goto(details(link));
    const second = await tab();
    await second.goto(details(link));
    await first.getByLabel('VAT number').fill('GB123456789');
    await saved();
    await second.getByLabel('VAT number').fill('GB987654321');
    await second.getByText('changed in another window').waitFor();
    await press('Continue', second);
    expect(await alert(second)).toContain('VAT number: the other window has “GB123456789”');
    expect(await second.getByLabel('VAT number').inputValue()).toBe('GB987654321');
    await check(second);
    await press('Continue', second);
    await second.getByRole('heading', { name: 'Directors' }).waitFor();
    await first.reload();
    expect(await first.getByLabel('VAT number').inputValue()).toBe('GB987654321');
  });

  it('can be used with the keyboard alone', async () => {
    const id = newCase(complete);
    party(id);
    const page = await open();
    await page.goto(details(newLink(id)));
    const reach = async (name: string) => {
      for (let tabs = 0; tabs < 60; tabs++) {
        await page.keyboard.press('Tab');
        const [text, isHidden] = await page.evaluate(() => [
          document.activeElement?.textContent?.trim(),
          document.activeElement?.getAttribute('aria-hidden'),
        ]);
        if (text === name && !isHidden) return;
      }
      throw new Error(`${name} cannot be reached.`);
    };
    for (const name of ['Continue', 'Continue']) {
      await reach(name);
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    }
    for (let tabs = 0; tabs < 60; tabs++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.id === 'file')) break;
    }
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('file');
    // A busy browser may swallow the first press; a person presses again.
    let chooser: FileChooser | undefined;
    for (let presses = 0; presses < 3 && !chooser; presses++) {
      const opened = page.waitForEvent('filechooser', { timeout: 5000 }).catch(() => undefined);
      await page.keyboard.press('Space');
      chooser = await opened;
    }
    await chooser!.setFiles(aPdf());
    await page.getByText('certificate.pdf', { exact: true }).waitFor();
    await reach('Continue');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    for (let tabs = 0; tabs < 60; tabs++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.id === 'confirm')) break;
    }
    await page.keyboard.press('Space');
    await reach('Submit');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    await page.waitForURL(at.thanks);
  });

  it('replaces a document and shows a picture of it', async () => {
    const page = await open(phone, { hasTouch: true, isMobile: true });
    await page.goto(`${newLink(newCase())}?step=documents`);
    await page.getByText('Take a photo').waitFor();
    await page.getByLabel('Choose files').setInputFiles(aPdf('old.pdf'));
    await page.getByText('old.pdf', { exact: true }).waitFor();
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const png = { name: 'new.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') };
    await page.getByLabel('Replace: old.pdf').setInputFiles(png);
    await page.getByText('new.png', { exact: true }).waitFor();
    expect(await page.getByText('old.pdf', { exact: true }).count()).toBe(0);
    const image = page.locator('img.thumbnail');
    expect(await image.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(1);
    await check();
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
    at.sandbox.services.parties.add(
      'main',
      id,
      'person',
      { last_name: hostile, roles: [hostile] },
      'API',
    );
    const link = newLink(id);
    const page = await open();
    const addresses = [
      link,
      `${link}?step=people`,
      `${link}?step=review`,
      `${link}?step=registry&country=FR&q=${encodeURIComponent(hostile)}`,
      `${at.sandbox.url}/back-office`,
      `${at.sandbox.url}/back-office?text=${encodeURIComponent(hostile)}`,
      `${at.sandbox.url}/back-office/cases/${id}`,
    ];
    for (const url of addresses) {
      await page.goto(url);
      expect(await page.title()).not.toBe('hit');
      expect(await page.locator('img').count()).toBe(0);
    }
    await page.goto(details(link));
    expect(await page.getByLabel('VAT number').inputValue()).toBe(hostile);
  });

  it.each([
    [
      'long',
      'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2),
    ],
    ['right to left', 'شركة النور للتجارة والاستشارات'],
  ])('stays readable with a name that is %s', async (_, name) => {
    const id = newCase({ business: { ...complete.business, organization_name: name } });
    at.sandbox.services.parties.add(
      'main',
      id,
      'person',
      { last_name: name, roles: ['UBO'] },
      'API',
    );
    const page = await open(narrow);
    const link = newLink(id);
    for (const step of ['start', 'tasks', 'details', 'people', 'documents', 'review']) {
      await page.goto(`${link}?step=${step}`);
      await fits();
    }
    await page.goto(`${at.sandbox.url}/back-office/cases/${id}`);
    await fits();
  });

  it('is filled in as a test client, marked so', async () => {
    const page = await open(phone);
    await page.goto(`${newLink()}?step=start&subject=business`);
    await page.getByText('Only in the sandbox').waitFor();
    await press('Fill in as a test client');
    await page.getByRole('heading', { name: 'Check and submit' }).waitFor();
    await check();
    await page.getByLabel('The information shown here').check();
    await press('Submit');
    await page.waitForURL(at.thanks);
  });

  it('works without its content policy being relaxed', async () => {
    const page = await open(desktop, { bypassCSP: false });
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(details(newLink(newCase(complete))));
    await page.getByLabel('VAT number').fill('FR2');
    await saved();
    await page.goto(`${at.sandbox.url}/back-office/developer`);
    expect(problems).toEqual([]);
  });
});
