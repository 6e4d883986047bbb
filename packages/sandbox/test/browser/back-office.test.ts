/** The back office in a real Chromium: reviewers, staff who make cases by hand, lists, engineers. */
import { readFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import Papa from 'papaparse';
import type { Locator } from 'playwright-core';

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
  shown,
  suite,
} from './support.ts';

const submitted = (body?: object) => {
  const id = newCase(body);
  at.sandbox.services.workflow.submit('main', id, 'API');
  return id;
};
const office = (path = '') => `${at.sandbox.url}/back-office${path}`;
const mails = async () =>
  (await (await fetch(`${at.sandbox.url}/_sandbox/mails`)).json()) as {
    to: string[];
    subject: string;
    links: string[];
  }[];

/** What the walk takes: two to the first case, then what a decision takes, and nothing between them. */
const mostClicks = 9;

/** Chooses a file on the page for uploads. */
async function send(content: Buffer, name = 'clients.csv') {
  const file = { name, mimeType: 'text/csv', buffer: content };
  await at.page.getByLabel('CSV or Excel file').setInputFiles(file);
  await press('Upload');
}
async function upload(content: Buffer, name?: string) {
  await at.page.goto(office('/import'));
  await send(content, name);
  await at.page.getByRole('heading', { name: 'What are the columns?' }).waitFor();
}
suite('the back office', () => {
  setUp();
  beforeEach(() => at.sandbox.reset());

  it('imports a list, takes its corrected rows, and writes once', async () => {
    newCase({ business: { organization_name: 'Known Ltd' }, external_reference: '9' });
    const csv = [
      'Deal ID;Firma;Land;Founded;Vorname;Nachname;E-Mail;Plan',
      '1;Müller & Söhne GmbH;Deutschland;31/05/2004;Inés;Ferrer;a@mueller.example;=Gold',
      '2;Nordwind Logistik GmbH;DE;03/04/2015;;;b@nordwind.example;Silver',
      '3;Atlantis Trading Ltd;Atlantis;12/03/2015;;;;',
      ';No Reference Ltd;GB;;;;;',
      '4;No Mail SAS;FR;5/31/2015;;;keine mail;',
      '2;Nordwind Logistik GmbH;DE;03/04/2015;;;b@nordwind.example;Silver',
      '9;Known Ltd;GB;;;;;',
    ].join('\r\n');
    const page = await open(narrow);
    await page.goto(office('/import'));
    await check();
    await upload(Buffer.from(csv, 'latin1'));
    await check();
    await page.getByText('Müller & Söhne GmbH').first().waitFor();
    await page.getByText('was read as Windows-1252').waitFor();
    const meaning = (name: string) => page.getByLabel(`Meaning of ${name}`);
    const dates = page.getByLabel('Date format of Founded');
    expect(await meaning('Firma').inputValue()).toBe('organization_name');
    expect(await meaning('Founded').inputValue()).toBe('registration_date');
    expect(await meaning('Plan').inputValue()).toBe('custom_plan');
    // Two columns of one meaning are refused before anything is checked.
    await meaning('Plan').selectOption('email');
    await meaning('Land').selectOption('');
    await press('Check the rows');
    expect(await alert()).toContain('“E-Mail” and “Plan” both mean E-mail address');
    await check();
    // What was chosen besides is not lost.
    expect(await meaning('Land').inputValue()).toBe('');
    await meaning('Land').selectOption('country');
    await meaning('Plan').selectOption('custom');
    await press('Check the rows');
    await page.getByText('“03/04/2015” can be 2015-04-03 or 2015-03-04').first().waitFor();
    await dates.selectOption('day');
    await press('Check the rows');
    await page.getByRole('heading', { name: 'Ready' }).waitFor();
    const fact = (name: string) => page.locator('dt', { hasText: name }).locator('+ dd');
    expect(await fact('New cases').textContent()).toBe('2');
    expect(await fact('Existing cases, unchanged').textContent()).toBe('1');
    expect(await fact('Same as an earlier row').textContent()).toBe('1');
    expect(await fact('Wrong, left out').textContent()).toBe('3');
    for (const problem of [
      'Row 4: Country: "Atlantis" is not a country',
      'Row 5: External reference is missing',
      'Row 6: Registration date: “5/31/2015” is not a date such as 31/05/2024',
    ]) {
      await page.getByText(problem).waitFor();
    }
    await check();
    await page.getByRole('button', { name: 'Import 4 rows' }).dblclick();
    await page.getByRole('heading', { name: 'Done' }).waitFor();
    await check();
    const { cases } = at.sandbox.services;
    const made = cases.list({}, 10);
    expect(made.map(({ external_reference }) => external_reference)).toEqual(['2', '1', '9']);
    expect(shown(made[1]!.application_id)).toMatchObject({
      business: { organization_name: 'Müller & Söhne GmbH', registration_date: '2004-05-31' },
      persons: [{ last_name: 'Ferrer', email: 'a@mueller.example', roles: ['ACCOUNT_OWNER'] }],
      custom_fields: { Plan: '=Gold' },
      is_draft: true,
    });
    // The wrong rows come down, are corrected, and go up again.
    const download = page.waitForEvent('download');
    await follow('Download the wrong rows (CSV)');
    const wrong = readFileSync(await (await download).path(), 'utf8');
    const corrected = wrong
      .replace('Atlantis,', 'Greece,')
      .replace(',No Reference', '5,No Reference')
      .replace('5/31/2015', '31/05/2015')
      .replace('keine mail', 'c@nomail.example');
    await upload(Buffer.from(corrected), 'corrected.csv');
    expect(await dates.inputValue()).toBe('day');
    await press('Check the rows');
    await press('Import 3 rows');
    await page.getByRole('heading', { name: 'Done' }).waitFor();
    expect(cases.list({}, 10)).toHaveLength(6);
    await page.getByRole('button', { name: 'Send the portal link to 3 clients' }).dblclick();
    await page.getByText('1 client of 3 has the portal link by letter.').waitFor();
    await check();
    // The first file once more: nothing is made twice, and nobody gets a second letter.
    await upload(Buffer.from(csv, 'latin1'));
    await press('Check the rows');
    await press('Import 4 rows');
    await press('Send the portal link to 3 clients');
    await page.getByText('2 clients of 3 have the portal link by letter.').waitFor();
    expect(cases.list({}, 10)).toHaveLength(6);
    expect((await mails()).map(({ to }) => to[0]).sort()).toEqual([
      'a@mueller.example',
      'b@nordwind.example',
      'c@nomail.example',
    ]);
    const { data } = Papa.parse<Record<string, string>>(
      await (await fetch(`${page.url()}/result.csv`)).text(),
      { header: true, skipEmptyLines: true },
    );
    expect(data[0]).toMatchObject({
      Case: made[1]!.application_id,
      'Portal link': shown(made[1]!.application_id).portals!.link,
      Result: 'was there',
      Letter: 'sent to a@mueller.example',
      Plan: `'=Gold`,
    });
  });

  it('decides and asks nothing by Enter, and shows what it refuses', async () => {
    const id = submitted();
    const page = await open();
    await page.goto(office(`/cases/${id}`));
    for (const label of ['Reason', 'Letter to', 'Needed until'])
      await page.getByLabel(label).press('Enter');
    await page.getByLabel('Reason').fill('');
    await press('Reject');
    expect(await alert()).toContain('Say why the case is rejected');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('summary');
    await check();
    expect(at.sandbox.services.cases.timeline(id).at(-1)!.what).not.toMatch(/Decision|requested/);
  });

  it('keeps the head of the list in view', async () => {
    at.sandbox.reset('many');
    const page = await open();
    await page.goto(office());
    await page.mouse.wheel(0, 900);
    await page.waitForFunction(() => scrollY > 500);
    const head = page.getByRole('columnheader', { name: 'Client' });
    const { y } = (await head.boundingBox())!;
    expect([y >= 0, y < 60]).toEqual([true, true]);
  });

  /** A reviewer's walk: clicks, into fields as well, as typing needs one. */
  it('takes a reviewer from case to case without a click between them', async () => {
    const ids = Array.from({ length: 4 }, (_, index) =>
      submitted({ business: { organization_name: `Client ${index + 1} Ltd`, country: 'GB' } }),
    );
    const page = await open();
    await page.goto(office());
    let clicks = 0;
    const click = async (locator: Locator) => {
      clicks++;
      await locator.click();
    };
    const type = async (label: string, words: string) => {
      await click(page.getByLabel(label));
      await page.keyboard.type(words);
    };
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await click(page.getByRole('link', { name: /^In review/ }));
    await click(page.getByRole('link', { name: 'Client 4 Ltd' }));
    for (let n = 4; n >= 1; n--) {
      await page.getByRole('heading', { name: `Client ${n} Ltd`, level: 1 }).waitFor();
      if (n % 4 === 0) {
        await type('What is needed and why', 'Please send it again.');
        await click(page.getByLabel('Registration certificate'));
        await click(button('Request information'));
      } else if (n % 4 === 1) {
        await type('Reason', 'Not complete');
        await click(button('Reject'));
      } else await click(button('Approve'));
    }
    await page.getByText('Client 1 Ltd: Rejected').waitFor();
    await check();
    const states = ids.map((id) => shown(id).status_review);
    const count = (state: string) => states.filter((is) => is === state).length;
    expect([count('approved'), count('rejected'), count('in_review')]).toEqual([2, 1, 1]);
    expect(clicks).toBeLessThanOrEqual(mostClicks);
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
    await page.getByRole('link', { name: link }).first().click();
    await page.getByRole('heading', { name: 'Your verification' }).waitFor();
  });

  it('shows engineers each request and delivery as it happens, with all it carried', async () => {
    const receiver = await listen((_, response) => void response.writeHead(503).end('Busy'));
    at.sandbox.services.subscriptions.add('main', {
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
    expect(await curl.getAttribute('data-copy')).toContain('curl -X POST');
    expect(await page.content()).not.toContain(at.sandbox.apiKey);
    await check();
    await follow('Back');
    await page.getByText('Set a fault of the API').click();
    await page.getByLabel('Requests to').selectOption('POST /api/applications');
    await page.getByLabel('How often').fill('2');
    await page.locator('form', { hasText: 'How often' }).getByRole('button').click();
    await page.getByText('POST /api/applications: 429, 2 left').waitFor();
    expect([(await create()).status, (await create()).status, (await create()).status]).toEqual([
      429, 429, 201,
    ]);
    receiver.close();
  });
});
