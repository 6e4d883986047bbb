/** Uploads to the portal in a real Chromium: sent as they are chosen, beside what is typed. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  aPdf,
  at,
  check,
  filesOf,
  filledLink,
  narrow,
  open,
  phone,
  setUp,
  suite,
  upload,
} from './support.ts';

setUp();

suite('documents', () => {
  it('that are chosen are there, and have the focus', async () => {
    const { link, token } = await filledLink();
    const page = await open(narrow);
    await page.goto(`${link}?step=documents`);
    await upload('Identity document (Ferrer)', 'front.pdf', 'back.pdf');
    // What was uploaded is where the eyes and the focus are.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('front.pdf');
    await check();
    await page.getByRole('button', { name: 'Remove: front.pdf' }).click();
    await page.getByText('front.pdf', { exact: true }).waitFor({ state: 'detached' });
    const names = at.sandbox.services.portals
      .find(token)!
      .progress.documents.map(({ name }) => name);
    expect(names).toEqual(['certificate.pdf', 'back.pdf']);
  });

  it('lose nothing that is typed beside them, however slow they are', async () => {
    const { id, link, token } = await filledLink();
    const { portals } = at.sandbox.services;
    portals.submit(token);
    portals.requestInformation('Reviewer', id, {
      reason: 'More, please',
      fields: ['vat_number', 'address.town'],
      documents: ['PROOF_OF_ADDRESS'],
    });
    const page = await open();
    await page.goto(link);
    let arrive = () => {};
    const waits = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/documents', async (route) => {
      await waits;
      await route.continue();
    });
    const field = filesOf('Proof of address');
    await field.setInputFiles({
      name: 'a.html',
      mimeType: 'text/html',
      buffer: Buffer.from('<b>'),
    });
    await page.getByLabel('City').fill('Paris');
    arrive();
    await page.getByRole('alert').getByText('a.html was not taken').waitFor();
    expect(await page.getByLabel('City').inputValue()).toBe('Paris');
    await upload('Proof of address', 'bill.pdf');
    expect(await page.getByRole('alert').count()).toBe(0);
    await check();
    expect(await page.getByLabel('City').inputValue()).toBe('Paris');
    expect(portals.find(token)!.progress.documents).toHaveLength(1);
  });

  it('that are chosen while others are on their way are sent, too', async () => {
    const { link } = await filledLink();
    const page = await open();
    await page.goto(`${link}?step=documents`);
    let arrive = () => {};
    const waits = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/documents', async (route) => {
      await waits;
      await route.continue();
    });
    const field = filesOf('Identity document (Novak)');
    await field.setInputFiles(aPdf('front.pdf'));
    await field.setInputFiles(aPdf('back.pdf'));
    arrive();
    await page.getByText('front.pdf', { exact: true }).waitFor();
    await page.getByText('back.pdf', { exact: true }).waitFor();
  });

  it('that are too large for one request lead back to the page', async () => {
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

  it('that are refused are named at their own field, which has the focus', async () => {
    const { link } = await filledLink();
    const page = await open(phone);
    await page.goto(`${link}?step=documents`);
    const field = filesOf('Identity document (Novak)');
    const html = { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<b>') };
    await field.setInputFiles(html);
    const error = field.locator('xpath=ancestor::form').locator('.error');
    await error
      .getByText('page.html was not taken: send a PDF, an image (JPEG, PNG, HEIC')
      .waitFor();
    expect(await page.locator('.field .error').count()).toBe(1);
    await check();
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    // The summary leads there too.
    await page
      .getByRole('alert')
      .getByRole('link', { name: /page.html/ })
      .click();
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  });
});
