/** The portal in a real Chromium: from the first page to the last, with the keyboard. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { texts } from '../../portal/texts.ts';
import { alert, aPdf, at, check, desktop, filesOf, filledLink, follow } from './support.ts';
import { newCase, newLink, open, phone, press, setUp, showCase, suite, upload } from './support.ts';

const complete = {
  business: { organization_name: 'Keys Ltd', country: 'GB', registration_number: '1' },
};
/** The first section of a portal. */
const details = (link: string) => `${link}?step=details`;

suite('the portal', () => {
  setUp();

  it.each([
    ['1280', desktop],
    ['375', phone],
  ])('takes a full KYB submission at %s px', async (_, size) => {
    const id = newCase();
    const page = await open(size);
    await page.goto(await newLink(id));
    await check();
    await follow('Start');
    await page.getByLabel('VAT number').fill('FR40552100554');
    await press('Continue');
    expect(await alert()).toContain('Please fill in: Registration number');
    expect(await page.getByLabel('VAT number').inputValue()).toBe('FR40552100554');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('summary');
    await check();
    await page.getByLabel('Registration number').fill('552100554');
    await press('Continue');
    await follow('Add a person');
    await page.getByLabel('First name').fill('Inés');
    await page.getByLabel('Last name').fill('Ferrer');
    await page.getByLabel('Nationality').selectOption('ES');
    for (const role of ['Director', 'Beneficial owner']) await page.getByLabel(role).check();
    await page.getByLabel('Share held').fill('120');
    await press('Save');
    expect(await alert()).toContain('from 0 to 100');
    expect(await page.getByLabel('Last name').inputValue()).toBe('Ferrer');
    expect(await page.getByLabel('Beneficial owner').isChecked()).toBe(true);
    await page.getByLabel('Share held').fill('60,5');
    await press('Save');
    // Somebody has to sign for the account: a person, which no company can be.
    expect(await alert()).toContain('Name the account owner');
    await follow('Edit: Inés Ferrer');
    await page.getByLabel('Account owner').check();
    await press('Save');
    await page.getByText(/^Spain, Director, Beneficial owner, Account owner, 60\.5%$/).waitFor();
    await follow('Add a company');
    expect(await page.getByLabel('Account owner').count()).toBe(0);
    await page.getByLabel('Name of the business').fill('Nordwind Logistik GmbH');
    await page.getByLabel('Shareholder').check();
    await page.getByLabel('Share held').fill('50');
    await press('Save');
    await follow('Edit: Nordwind Logistik GmbH');
    await page.getByLabel('Share held').fill('39,5');
    await press('Save');
    await check();
    await follow('Continue');
    await upload('Registration certificate', 'certificate.pdf', 'more.pdf');
    await press('Remove: more.pdf');
    await page.getByText('more.pdf', { exact: true }).waitFor({ state: 'detached' });
    await check();
    await follow('Continue');
    await page.getByRole('heading', { name: 'Please check this' }).waitFor();
    await check();
    // The link leads to the place of what is missing.
    await follow('Still needed: Identity document (Inés Ferrer)');
    await upload('Identity document (Inés Ferrer)', 'front.pdf');
    await follow('Continue');
    await page.getByLabel('The information shown here').check();
    await press('Submit');
    await page.waitForURL(at.thanks);
    const submitted = await showCase(id);
    expect(submitted).toMatchObject({
      is_draft: false,
      status_review: 'in_review',
      persons: [
        {
          last_name: 'Ferrer',
          nationalities: ['ESP'],
          roles: ['DIRECTOR', 'UBO', 'ACCOUNT_OWNER'],
          direct_ownership_percentage: 60.5,
        },
      ],
      businesses: [{ direct_ownership_percentage: 39.5 }],
      documents: [
        { name: 'certificate.pdf' },
        { name: 'front.pdf', person_id: submitted.persons[0].person_id },
      ],
    });
    await page.goto(String(submitted.portals?.link));
    await page.getByText(id).waitFor();
  });

  it('takes a KYC submission in a language that is chosen, with questions of several kinds, without scripts', async () => {
    const t = texts.fr;
    const kinds = {
      turnover: 'number',
      goods: 'dropdown_multiple',
      since: 'date',
      home: 'country_single',
    };
    at.sandbox.setUp({
      custom_fields: Object.entries(kinds).map(([name, type]) => ({
        name,
        type,
        ...(type.startsWith('dropdown') && { accepted_values: ['Tea', 'Wine', 'Salt'] }),
        display_in_portal: true,
        required_in_portal: name === 'turnover',
      })),
    });
    const page = await open(phone, { javaScriptEnabled: false });
    await page.goto(await newLink());
    // The language that is chosen is that of the pages to come.
    await follow('Français');
    await page.getByRole('link', { name: t.subjects.person }).click();
    await follow(t.start.begin);
    await page.getByLabel(t.labels.given_names, { exact: true }).fill('Maëlle');
    await page.getByLabel(t.labels.last_name, { exact: true }).fill('Ó Briain');
    await page.getByLabel(t.labels.nationalities).selectOption('IE');
    for (const name of ['Tea', 'Salt']) await page.getByLabel(name).check();
    await page.getByLabel('since').fill('2020-02-29');
    await page.getByLabel('home').selectOption('DE');
    await press(t.continue);
    expect(await alert()).toContain('turnover');
    // What was typed and chosen is there to be corrected.
    expect(await page.getByLabel(t.labels.given_names).inputValue()).toBe('Maëlle');
    expect(await page.getByLabel('Salt').isChecked()).toBe(true);
    await page.getByLabel(t.labels.birth_date).fill('1990-05-31');
    await page.getByLabel('turnover').fill('1250,5');
    await press(t.continue);
    const slot = page.locator('.slot').first();
    await slot.getByLabel(t.upload.chooseFiles).setInputFiles(aPdf('id.pdf'));
    await slot.getByRole('button', { name: t.upload.send }).first().click();
    await page.getByText('id.pdf', { exact: true }).waitFor();
    await follow(t.continue);
    for (const words of ['Tea, Salt', '29 février 2020', 'Allemagne'])
      await page.getByText(words, { exact: true }).waitFor();
    await page.getByLabel(t.confirm).check();
    await press(t.submit);
    await page.waitForURL(at.thanks);
    const [newest] = at.sandbox.act.cases();
    expect(await showCase(newest!.application_id)).toMatchObject({
      is_draft: false,
      person: { given_names: 'Maëlle', nationalities: ['IRL'], birth_date: '1990-05-31' },
      documents: [{ name: 'id.pdf' }],
      custom_fields: {
        turnover: 1250.5,
        goods: ['Tea', 'Salt'],
        since: '2020-02-29',
        home: 'DEU',
      },
    });
  });

  it('has documents that are too large for one request lead back to the page', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'large-'));
    const file = join(folder, 'large.pdf');
    writeFileSync(file, '%PDF-1.4');
    truncateSync(file, 101 * 1024 * 1024);
    const page = await open();
    await page.goto(`${(await filledLink()).link}?step=documents`);
    await filesOf('Identity document (Novak)').setInputFiles(file);
    await page.getByRole('alert').getByText('larger than 25 MB').waitFor();
    rmSync(folder, { recursive: true });
  });

  it('works without its content policy being relaxed', async () => {
    const page = await open(desktop, { bypassCSP: false });
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(details(await newLink(newCase(complete))));
    await page.goto(`${at.sandbox.url}/back-office/developer`);
    expect(problems).toEqual([]);
  });
});
