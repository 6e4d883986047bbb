/** Staff in a real Chromium: cases from a file and by hand, and the mailbox. */
import { readFileSync } from 'node:fs';

import { createTransport } from 'nodemailer';

import {
  alert,
  at,
  check,
  follow,
  narrow,
  newCase,
  newLink,
  open,
  press,
  setUp,
  showCase,
  suite,
} from './support.ts';

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
    await upload(Buffer.from(csv, 'latin1'));
    expect(await alert()).toContain('no CSV file in UTF-8');
    const { cases } = at.sandbox.services;
    const references = () => cases.list({}, 10).map((row) => row.external_reference);
    expect(references()).toEqual([]);
    await upload(Buffer.from(csv));
    const wrong = page.getByRole('row', { name: /^Line 3 .*incorporation_country .*must be/ });
    await wrong.waitFor();
    await check();
    expect(references()).toEqual([]);
    await page.goBack();
    await page.goForward();
    await upload(Buffer.from(csv.replace('ATLANTIS', 'GRC')));
    await page.getByRole('link', { name: '2', exact: true }).waitFor();
    expect(references()).toEqual(['3', '1']);
    await check();
    // A known reference with other data is shown, and leads to its case.
    await upload(Buffer.from(csv.replace('ATLANTIS', 'GRC').replace('4711', '4712')));
    await page.getByRole('row', { name: /^Line\s2 .*“HRB 4711”, .*“HRB 4712”/ }).waitFor();
    await check();
    await page.getByRole('cell').getByRole('link', { name: '1' }).click();
    await page.getByRole('heading', { name: 'Müller & Söhne GmbH' }).waitFor();
  });

  it('sends the link of a case to its client', async () => {
    const id = newCase({ person: { last_name: 'Ferrer' } });
    newLink(id);
    const page = await open();
    await page.goto(office(`/cases/${id}`));
    for (const label of ['Letter to', 'E-mail address']) {
      const field = page.getByRole('textbox', { name: label, exact: true });
      if (await field.isVisible()) await field.fill('client@ferrer.example');
    }
    await press('Send by e-mail');
    await page.getByRole('status').getByText('Sent.').waitFor();
    await page.getByText('Portal link sent to client@ferrer.example').waitFor();
    await page.goto(office('/mailbox'));
    await page.getByRole('row').getByRole('link').click();
    const { link } = showCase(id).portals!;
    await page.getByRole('link', { name: String(link) }).press('Enter');
    await page.waitForURL(String(link));
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
    const addresses = { from: 'crm@example.com', to: 'client@example.com' };
    await mailer.sendMail({ ...addresses, subject: 'Vérification', text: `Please open ${link}.` });
    const content = Buffer.from([0, 255, 10, 13]);
    await mailer.sendMail({
      ...addresses,
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
    await page.getByRole('heading', { name: 'Your verification' }).waitFor();
  });
});
