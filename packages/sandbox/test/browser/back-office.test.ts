/** Staff in a real Chromium: cases from a file, and the mailbox. */
import { readFileSync } from 'node:fs';

import { createTransport } from 'nodemailer';

import { insertMail } from '../../mail/mails.ts';
import { looksRight } from './look.ts';
import { alert, api, at, check, desktop, follow, narrow, newCase, newLink } from './support.ts';
import { open, press, setUp, suite } from './support.ts';

const office = (path = '') => `${at.sandbox.url}/back-office${path}`;
suite('the back office', () => {
  setUp();

  it('imports a file, once no row of it is wrong', async () => {
    const csv = [
      'external_reference,incorporation_country,registration_number,organization_name,legal_type',
      '1,DEU,HRB 4711,Müller & Söhne GmbH,GMBH',
      '3,ATLANTIS,0815,Atlantis Trading Ltd,LTD',
    ].join('\r\n');
    const page = await open(narrow);
    const upload = async (content: Buffer) => {
      await page.goto(office('/import'));
      await page.getByLabel('Template').selectOption('Business cases');
      const file = { name: 'businesses.csv', mimeType: 'text/csv', buffer: content };
      await page.getByLabel('CSV file').setInputFiles(file);
      await press('Import');
    };
    const references = async () =>
      (await api('GET', '/_sandbox/cases')).map((row: any) => row.name);
    await upload(Buffer.from(csv, 'latin1'));
    expect(await alert()).toContain('no CSV file in UTF-8');
    await upload(Buffer.from(csv));
    const wrong = page.getByRole('row', { name: /^Line 3 .*incorporation_country .*must be/ });
    await wrong.waitFor();
    await check();
    expect(await references()).toEqual([]);
    await upload(Buffer.from(csv.replace('ATLANTIS', 'GRC')));
    await page.getByRole('link', { name: '2', exact: true }).waitFor();
    expect(await references()).toEqual(['Atlantis Trading Ltd', 'Müller & Söhne GmbH']);
    await check();
  });

  it('shows a mail as it comes, and leads from it to the portal', async () => {
    const id = newCase();
    const link = newLink(id);
    const page = await open();
    await page.goto(office('/mailbox'));
    await page.getByText('No message yet').waitFor();
    const mailer = createTransport({
      host: '127.0.0.1',
      port: at.sandbox.smtpPort,
      ignoreTLS: true,
    });
    const content = Buffer.from([0, 255, 10, 13]);
    await mailer.sendMail({
      from: 'crm@example.com',
      to: 'client@example.com',
      subject: 'With all',
      text: 'In plain words',
      html: `<p><a href="${link}">Open</a></p><script>document.title='hit'</script>`,
      headers: { 'X-Campaign': 'onboarding <7>' },
      attachments: [{ filename: 'Größe.bin', content }],
    });
    mailer.close();
    await page.reload();
    await check();
    await follow('With all');
    await check();
    const powers = await page.getByTitle(/^Message/).getAttribute('sandbox');
    expect(powers).not.toMatch(/scripts|same-origin|top-nav/);
    const frame = page.frameLocator('iframe[title="Message: With all"]');
    await frame.getByText('Open').waitFor();
    expect(await page.title()).not.toBe('hit');
    // Headers, text and attachments are in the message as it came.
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Original (.eml)' }).press('Enter'),
    ]);
    const original = readFileSync(await download.path(), 'utf8');
    for (const words of ['onboarding <7>', 'In plain words', content.toString('base64')])
      expect(original).toContain(words);
    const ofCase = page.getByRole('link', { name: id });
    expect(await ofCase.getAttribute('href')).toBe(`/back-office/cases/${id}`);
    await page.getByRole('link', { name: link }).first().press('Enter');
    await page.waitForURL(link);
  });

  it('fits the frame of a letter into the window', async () => {
    const page = await open({ width: 1280, height: 800 });
    const html = `<p>${'A long letter. '.repeat(2000)}</p>`;
    const data = { from: '', to: [], subject: 'Long', text: 'Long', html, links: [] };
    insertMail(at.sandbox.services, data);
    await page.goto(office('/mailbox'));
    await page.getByRole('link', { name: 'Long', exact: true }).click();
    const box = (await page.locator('iframe').boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(800);
    expect(box.height).toBeGreaterThan(400);
  });

  it('keeps all columns in view beside a word that is as long as can be', async () => {
    const long = 'averylongword'.repeat(15);
    const hook = { url: `https://hooks.example/${long}`, events: ['application.submitted'] };
    await api('POST', '/api/webhooks', hook);
    newCase({ business: { organization_name: long, country: 'FR' }, external_reference: long });
    await api('GET', `/api/applications/${long}`);
    const page = await open(desktop);
    for (const path of ['', '/developer']) {
      await page.goto(office(path));
      await looksRight(path);
    }
  });
});
