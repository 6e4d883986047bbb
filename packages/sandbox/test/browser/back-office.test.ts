/** The back office in a real Chromium: reviewers, staff who make cases by hand, lists, engineers. */
import { createTransport } from 'nodemailer';

import { listen } from '../../../../test/support/listen.ts';
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

const submitted = (body?: object) => {
  const id = newCase(body);
  at.sandbox.services.workflow.submit('API', id);
  return id;
};
const office = (path = '') => `${at.sandbox.url}/back-office${path}`;
suite('the back office', () => {
  setUp();
  beforeEach(() => at.sandbox.reset());

  it('imports a template, names the wrong row, and takes the corrected file', async () => {
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
      await page.getByLabel('CSV or Excel file').setInputFiles(file);
      await press('Import');
    };
    await upload(Buffer.from(csv, 'latin1'));
    expect(await alert()).toContain('not written in UTF-8');
    const { cases } = at.sandbox.services;
    const references = () => cases.list({}, 10).map((row) => row.external_reference);
    expect(references()).toEqual([]);
    await upload(Buffer.from(csv));
    await page.getByRole('row', { name: 'Line 3 Country must be a country code' }).waitFor();
    expect(references()).toEqual(['1']);
    await page.goBack();
    await page.goForward();
    await upload(Buffer.from(csv.replace('ATLANTIS', 'GRC')));
    await page.getByText('There before, unchanged').waitFor();
    expect(references()).toEqual(['3', '1']);
    await check();
  });

  it('decides and asks nothing by Enter, and shows what it refuses', async () => {
    const id = submitted();
    const page = await open();
    await page.goto(office(`/cases/${id}`));
    await page.getByText('Ask the client for information').click();
    for (const label of ['Reason', 'Letter to', 'Needed until'])
      await page.getByLabel(label).press('Enter');
    await page.getByLabel('Reason').fill('');
    await press('Reject');
    expect(await alert()).toContain('must say why the case is rejected');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('summary');
    await check();
    expect(at.sandbox.services.cases.timeline(id).at(-1)!.kind).toBe('reviewed');
  });

  it('takes a reviewer from the list to a question, an approval and a rejection', async () => {
    const names = ['Approved Ltd', 'Rejected Ltd', 'Asked Ltd'];
    const ids = names.map((organization_name) =>
      submitted({ business: { organization_name, country: 'GB' } }),
    );
    const page = await open();
    const choose = async (name: string) => {
      await page.goto(office('?state=in_review'));
      await follow(name);
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    };
    await choose('Asked Ltd');
    await page.getByText('Ask the client for information').click();
    await page.getByLabel('What is needed and why').fill('Please send it again.');
    await page.getByLabel('Registration certificate').check();
    await press('Request information');
    await page.getByText('Waiting for the client').first().waitFor();
    await choose('Approved Ltd');
    await press('Approve');
    await choose('Rejected Ltd');
    await page.getByLabel('Reason').fill('Not complete');
    await press('Reject');
    await page.getByText('The decision stands').waitFor();
    await check();
    const states = ids.map((id) => showCase(id).status_review);
    expect(states).toEqual(['approved', 'rejected', 'in_review']);
  });

  it('shows a mail as it comes, and leads from it to the portal', async () => {
    const link = newLink(newCase());
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
    await mailer.sendMail({
      ...addresses,
      subject: 'Only HTML',
      html: `<p><a href="${link}">Open</a></p><script>document.title='hit'</script>`,
    });
    mailer.close();
    await page.getByRole('link', { name: 'Only HTML' }).waitFor();
    await check();
    await follow('Only HTML');
    await check();
    const frame = page.frameLocator('iframe[title="Message: Only HTML"]');
    await frame.getByText('Open').waitFor();
    expect(await page.title()).not.toBe('hit');
    // Chromium may send a click right after scrolling to the letter's frame.
    await page.getByRole('link', { name: link }).first().press('Enter');
    await page.waitForURL(link);
    await page.getByRole('heading', { name: 'Your verification' }).waitFor();
  });

  it('shows engineers each request and delivery as it happens, with all it carried', async () => {
    const receiver = await listen((_, response) => void response.writeHead(503).end('Busy'));
    at.sandbox.services.subscriptions.add({
      url: receiver.url,
      events: ['application.review_updated'],
    });
    const page = await open();
    await page.goto(office('/developer'));
    await check();
    const body = JSON.stringify({ business: { organization_name: 'Live Ltd' } });
    const headers = {
      authorization: `Bearer ${at.sandbox.apiKey}`,
      'content-type': 'application/json',
    };
    const create = () =>
      fetch(`${at.sandbox.url}/api/applications`, { method: 'POST', headers, body });
    await create();
    // Without a reload.
    await page.getByRole('link', { name: 'POST /api/applications' }).click();
    await page.locator('details[open] pre', { hasText: '"Live Ltd"' }).first().waitFor();
    const curl = page.getByRole('button', { name: 'Copy as curl' });
    const command = (await curl.getAttribute('data-copy'))!;
    expect(command).toContain('curl -X POST');
    // The command runs as it is. Nowhere else is the key.
    const content = await page.content();
    expect(content.split(at.sandbox.apiKey)).toHaveLength(command.split(at.sandbox.apiKey).length);
    await check();
    receiver.close();
  });
});
