/** Uploads to the portal in a real Chromium: they are sent as they are chosen. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
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
  it('that are chosen are there', async () => {
    const { link, token } = await filledLink();
    const page = await open(narrow);
    await page.goto(`${link}?step=documents`);
    await upload('Identity document (Ferrer)', 'front.pdf', 'back.pdf');
    // The page comes again at what was uploaded.
    expect(page.url()).toMatch(/#slot-ID-/);
    await check();
    await page.getByRole('button', { name: 'Remove: front.pdf' }).click();
    await page.getByText('front.pdf', { exact: true }).waitFor({ state: 'detached' });
    const names = at.sandbox.services.portals
      .find(token)!
      .progress.documents.map(({ name }) => name);
    expect(names).toEqual(['certificate.pdf', 'back.pdf']);
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

  it('that are refused are named at their own field', async () => {
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
    // The summary leads there.
    await page
      .getByRole('alert')
      .getByRole('link', { name: /page.html/ })
      .click();
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  });
});
