/** Staff in a real Chromium: cases from a file, the mailbox, the account. */
import { readFileSync } from 'node:fs';

import { createTransport } from 'nodemailer';

import { call } from '../visitor.ts';
import { alert, api, at, check, follow, narrow, newCase, newLink } from './support.ts';
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
    const upload = async (content: string) => {
      await page.goto(office('/import'));
      await page.getByLabel('Template').selectOption('Business cases');
      const file = { name: 'businesses.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
      await page.getByLabel('CSV file').setInputFiles(file);
      await press('Import');
    };
    const names = () => at.sandbox.act.cases().map(({ name }) => name);
    await upload(csv);
    const wrong = page.getByRole('row', { name: /^Line 3 .*incorporation_country .*must be/ });
    await wrong.waitFor();
    await check();
    expect(names()).toEqual([]);
    await upload(csv.replace('ATLANTIS', 'GRC'));
    await page.getByRole('link', { name: '2', exact: true }).waitFor();
    expect(names()).toEqual(['Atlantis Trading Ltd', 'Müller & Söhne GmbH']);
    await check();
  });

  it('shows a mail as it comes, and leads from it to the portal', async () => {
    const id = newCase();
    const link = await newLink(id);
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

  it('changes the account by its JSON: a wrong one stays as it was typed, a stale one is shown beside what is there', async () => {
    const page = await open();
    await page.goto(office('/account'));
    const json = page.getByRole('textbox', { name: 'JSON' });
    const before = await json.inputValue();
    const wrong = '{ "portal": { "color": "red" }, "custom_fields": [{ "name": "a", "kind": 1 }] }';
    await json.fill(wrong);
    await press('Save');
    for (const place of ['portal.color', 'custom_fields[0]'])
      expect(await alert()).toContain(place);
    expect(await json.inputValue()).toBe(wrong);
    await page.goto(office('/account'));
    expect(await json.inputValue()).toBe(before);

    const field = { name: 'size', type: 'dropdown_single', accepted_values: ['Small', 'Large'] };
    const mine = JSON.stringify({ custom_fields: [field] });
    await json.fill(mine);
    at.sandbox.setUp({ country_codes: 'alpha-2' });
    await press('Save');
    expect(await alert()).toContain('the account has changed since you opened this page');
    expect(JSON.parse(await json.inputValue())).toMatchObject({ country_codes: 'alpha-2' });
    expect(await page.getByLabel('What you typed').inputValue()).toBe(mine);
    await check();
    await json.fill(mine);
    await press('Save');
    await page.getByRole('status').getByText('Done.').waitFor();
    expect(await api('GET', '/api/custom_fields')).toMatchObject([field]);
    expect(JSON.parse(await json.inputValue())).toMatchObject({ country_codes: 'alpha-2' });
  });

  it('has API keys, which programs use until they are revoked', async () => {
    const page = await open();
    await page.goto(office('/account'));
    await page.getByLabel('Name of a new key').fill('Zapier');
    await press('Make a key');
    const row = page.getByRole('listitem').filter({ hasText: 'Zapier' });
    const apiKey = (await row.getByRole('code').textContent())!;
    const status = async (key: string) =>
      (await call({ ...at.sandbox, apiKey: key }, 'GET', '/api/custom_fields')).status;
    expect([await status(apiKey), await status(`Bearer ${apiKey}`)]).toEqual([200, 200]);
    await row.getByText('Revoke…').click();
    await press('Revoke for good: Zapier');
    await row.getByText('revoked').waitFor();
    expect([await status(apiKey), await status(at.sandbox.apiKey)]).toEqual([401, 200]);
    await check();
  });
});
