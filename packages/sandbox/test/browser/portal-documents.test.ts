/** Uploads to the portal in a real Chromium: sent as they are chosen, beside what is typed. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  aPdf,
  at,
  check,
  filledLink,
  narrow,
  newCase,
  newLink,
  open,
  phone,
  setUp,
  showCase,
  suite,
} from './support.ts';

setUp();

suite('documents', () => {
  it('of a person have a front and a back, and the focus', async () => {
    const { id, link } = filledLink();
    const page = await open(narrow);
    await page.goto(`${link}?step=documents`);
    await page
      .getByLabel('Choose the front: Identity document (Ferrer)')
      .setInputFiles(aPdf('front.pdf'));
    await page.getByText('front.pdf', { exact: true }).waitFor();
    // What was uploaded is where the eyes and the focus are.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('front.pdf');
    await page
      .getByLabel('Choose the back: Identity document (Ferrer)')
      .setInputFiles(aPdf('back.pdf'));
    await page.getByText('back.pdf', { exact: true }).waitFor();
    await check();
    at.sandbox.services.portals.submit(link.split('/').pop()!);
    const { person_id } = showCase(id).persons[0]!;
    expect(showCase(id).documents.slice(1)).toMatchObject([
      { type: 'ID', person_id, document_files: [{ side: 'front' }] },
      { type: 'ID', person_id, document_files: [{ side: 'back' }] },
    ]);
  });

  it('chosen twice at once are both kept', async () => {
    const { link } = filledLink();
    const page = await open();
    await page.goto(`${link}?step=documents`);
    await Promise.all([
      page
        .getByLabel('Choose the front: Identity document (Ferrer)')
        .setInputFiles(aPdf('one.pdf')),
      page.getByLabel('Choose the front: Identity document (Novak)').setInputFiles(aPdf('two.pdf')),
    ]);
    await page.waitForLoadState('networkidle');
    await page.goto(`${link}?step=documents`);
    for (const name of ['one.pdf', 'two.pdf'])
      await page.getByText(name, { exact: true }).waitFor();
  });

  it('lose nothing that is typed beside them, however slow they are', async () => {
    const { id, link, token } = filledLink();
    at.sandbox.services.portals.submit(token);
    at.sandbox.services.portals.requestInformation({ account: 'main', who: 'Reviewer' }, id, {
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
    await page
      .getByLabel('Choose a file: Proof of address')
      .setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<b>') });
    await page.getByLabel('City').fill('Paris');
    arrive();
    await page.getByRole('alert').getByText('page.html is not a PDF').waitFor();
    expect(await page.getByLabel('City').inputValue()).toBe('Paris');
    await page.getByLabel('Choose a file: Proof of address').setInputFiles(aPdf('bill.pdf'));
    await page.getByText('bill.pdf', { exact: true }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await check();
    // It goes on being saved.
    const saved = page.waitForResponse((response) => response.url().endsWith('/save'));
    await page.getByLabel('VAT number').fill('FR96552100554');
    await saved;
    expect(at.sandbox.services.portals.find(token)!.progress.profile).toMatchObject({
      vat_number: 'FR96552100554',
      'address.town': 'Paris',
    });
    expect(at.sandbox.services.portals.find(token)!.progress.documents).toHaveLength(1);
  });

  it('that do not arrive are said not to, and nothing else is lost', async () => {
    const { link } = filledLink();
    const page = await open();
    await page.goto(`${link}?step=documents`);
    await page.route('**/documents', (route) => route.abort());
    await page.getByLabel('Choose files').setInputFiles(aPdf('lost.pdf'));
    // Said where the files were chosen.
    await page.locator('#general').getByRole('alert').getByText('did not arrive').waitFor();
    await page
      .getByLabel('Choose the front: Identity document (Ferrer)')
      .setInputFiles(aPdf('lost.pdf'));
    const slot = page.locator('.slot').filter({ hasText: 'Choose the front' }).first();
    await slot.getByRole('alert').getByText('did not arrive').waitFor();
    await page.getByText('certificate.pdf', { exact: true }).waitFor();
    await check();
  });

  it('are replaced, and shown where they are pictures', async () => {
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

  it('that are refused are named at their own field, which has the focus', async () => {
    const { link } = filledLink();
    const page = await open(phone);
    await page.goto(`${link}?step=documents`);
    const field = page.getByLabel('Choose the back: Identity document (Novak)');
    const html = { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<b>') };
    await field.setInputFiles(html);
    const error = field.locator('xpath=ancestor::form').locator('.error');
    await error.getByText('page.html is not a PDF, an image (JPEG, PNG, HEIC').waitFor();
    expect(await page.locator('.field .error, .slot .error').count()).toBe(1);
    expect(await field.getAttribute('aria-describedby')).toBe(await error.getAttribute('id'));
    await check();
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    // The summary leads there too.
    await page
      .getByRole('alert')
      .getByRole('link', { name: /page.html/ })
      .click();
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  });

  it('that are too large are not sent, and those beside them are', async () => {
    const { link } = filledLink();
    const page = await open();
    await page.goto(`${link}?step=documents`);
    let sent = 0;
    page.on('request', (request) => (sent += request.postDataBuffer()?.length ?? 0));
    const folder = mkdtempSync(join(tmpdir(), 'upload-'));
    const [big, good] = ['big.pdf', 'good.pdf'].map((name) => join(folder, name));
    writeFileSync(big!, '');
    truncateSync(big!, 25 * 1024 * 1024 + 1);
    writeFileSync(good!, '%PDF-1.4');
    await page.getByLabel('Choose files').setInputFiles([big!, good!]);
    await page.getByText('good.pdf', { exact: true }).waitFor();
    await page.locator('#file-error').getByText('big.pdf is larger than 25 MB').waitFor();
    expect(sent).toBeLessThan(10_000);
    rmSync(folder, { recursive: true });
  });
});
