/** The back office in a real Chromium: reviewers, staff who make cases by hand, lists, engineers. */
import { createTransport } from 'nodemailer';
import Papa from 'papaparse';

import { listen } from '../../testing/listen.ts';
import {
  alert,
  at,
  check,
  delivered,
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

suite('the back office', () => {
  setUp();
  beforeEach(() => at.sandbox.reset());

  it('says what to do first', async () => {
    const page = await open();
    await page.goto(office());
    await check();
    await follow('Make one by hand');
    await page.getByRole('heading', { name: 'New case' }).waitFor();
  });

  it('makes a case by hand from the registry, and sends the portal link', async () => {
    const page = await open();
    await page.goto(office('/new'));
    await check();
    await page.getByLabel('Name or number').fill('lumen');
    await press('Search');
    await check();
    await follow('Choose: Lumen Studio SAS');
    expect(await page.getByLabel('Registration number').inputValue()).toBe('552100554');
    await page.getByLabel('External reference').fill('by-hand-1');
    await press('Create case');
    await page.getByRole('heading', { name: 'Lumen Studio SAS' }).waitFor();
    await check();
    const [row] = at.sandbox.services.cases.list({}, 1);
    expect(row).toMatchObject({ external_reference: 'by-hand-1', is_draft: 1 });
    const { link } = shown(row!.application_id).portals!;
    expect(
      await page.getByRole('button', { name: 'Copy portal link' }).getAttribute('data-copy'),
    ).toBe(link);
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('client@lumen.example');
    await press('Send by e-mail');
    await page.getByText('Portal link sent to client@lumen.example').waitFor();
    expect(await mails()).toMatchObject([{ to: ['client@lumen.example'], links: [link] }]);
  });

  it('makes a case of a person, and says what is wrong with one', async () => {
    const page = await open(phone);
    await page.goto(office('/new?kind=person'));
    await press('Create case');
    expect(await alert()).toContain('Last name must not be empty');
    await check();
    await page.getByLabel('Last name').fill('Ferrer');
    await page.getByLabel('E-mail').fill('ines@client.example');
    await press('Create case');
    const to = page.getByRole('textbox', { name: 'E-mail address' });
    expect(await to.inputValue()).toBe('ines@client.example');
  });

  it('sends the letter as it was changed, and refuses one without a link', async () => {
    const page = await open();
    await page.goto(office('/letter'));
    await check();
    await page.getByLabel('Text').fill('No link');
    await press('Save');
    expect(await alert()).toContain('{{link}}');
    await page.getByLabel('Subject').fill('Welcome');
    await page.getByLabel('Text').fill('Hello {{name}},\n\n{{link}}');
    await press('Save');
    const id = newCase();
    newLink(id);
    await page.goto(office(`/cases/${id}`));
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('a@b.example');
    await press('Send by e-mail');
    await page.getByText('Portal link sent').waitFor();
    expect(await mails()).toMatchObject([{ subject: 'Welcome' }]);
  });

  it('offers no action that cannot work, and says why', async () => {
    const page = await open();
    await page.goto(office(`/cases/${newCase()}`));
    await page.getByText('The case is a draft.').waitFor();
    expect(await page.getByRole('button', { name: /Approve|Reject/ }).count()).toBe(0);
    await check();
    const id = submitted({ business: { organization_name: 'Forbidden Fruit Ltd' } });
    await page.goto(office(`/cases/${id}`));
    await page.getByText('It cannot be approved').waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await press('Reject');
    await page.getByText('Rejected', { exact: true }).waitFor();
  });

  it('shows everything in words, and what changed', async () => {
    const id = submitted({
      business: { organization_name: 'Words GmbH', country: 'DE', registration_date: '2015-03-12' },
    });
    const { parties, cases } = at.sandbox.services;
    const person = {
      first_name: 'Inés',
      last_name: 'Ferrer',
      nationality: 'ES',
      birth_date: '1988-04-02',
      roles: ['DIRECTOR', 'UBO'],
      direct_ownership_percentage: 60,
    };
    parties.add('main', id, 'person', person, 'API');
    cases.update('main', id, { business: { country: 'FR' } }, 'API');
    const page = await open();
    await page.goto(office(`/cases/${id}`));
    await page.getByText('In review', { exact: true }).waitFor();
    await page.getByText('France', { exact: true }).waitFor();
    await page.getByText('12 March 2015').waitFor();
    await page.getByText('business.country: DE → FR').waitFor();
    await page.getByText('Director, Beneficial owner').first().click();
    await page.getByText('Spain').waitFor();
    await page.getByText('2 April 1988').waitFor();
    await check();
    const time = page.locator('time').first();
    expect(await time.textContent()).not.toContain('UTC');
  });

  it('shows a picture in the browser, and nothing that could do something', async () => {
    const id = submitted();
    const { store, documents } = at.sandbox.services;
    const keep = (file_id: string, type: string) => {
      store.run(
        'insert into files (file_id, account, name, content_type, size, content) values (?,?,?,?,?,?)',
        file_id,
        'main',
        `${file_id}.x`,
        type,
        3,
        Buffer.from('abc'),
      );
      const body = { file_id, type: 'ID', application_id: id };
      return documents.attach('main', body, 'API').document_id;
    };
    const read = (document: string) => fetch(office(`/cases/${id}/documents/${document}`));
    const image = await read(keep('fil_1', 'image/png'));
    expect(image.headers.get('content-disposition')).toContain('inline');
    expect(image.headers.get('content-security-policy')).toContain('sandbox');
    const text = await read(keep('fil_2', 'text/plain'));
    expect(text.headers.get('content-disposition')).toContain('attachment');
    expect(text.headers.get('content-type')).toBe('application/octet-stream');
  });

  it('counts states, keeps filters in the address, pages and exports', async () => {
    const { cases, workflow } = at.sandbox.services;
    for (let index = 1; index <= 30; index++) {
      const body = { business: { organization_name: `=Client ${index}` }, is_draft: true };
      cases.create('main', body, 'API');
    }
    const id = submitted();
    workflow.decide('main', id, { status: 'approved' }, 'Reviewer');
    const page = await open();
    await page.goto(office());
    await check();
    await page.getByRole('link', { name: 'Approved 1' }).click();
    await page.getByRole('link', { name: 'Lumen Studio SAS' }).waitFor();
    expect(page.url()).toContain('state=approved');
    await page.goto(office('?state=draft&sort=oldest'));
    await page.getByRole('link', { name: '=Client 1', exact: true }).waitFor();
    await page.getByText('for the client').first().waitFor();
    await follow('Next page');
    await page.getByRole('link', { name: '=Client 30', exact: true }).waitFor();
    await check();
    const csv = await (await fetch(office('/export.csv?state=draft'))).text();
    const { data } = Papa.parse<Record<string, string>>(csv, {
      header: true,
      skipEmptyLines: true,
    });
    expect(data).toHaveLength(30);
    // No spreadsheet takes a name for a formula.
    expect(data[0]!.Client).toBe(`'=Client 30`);
  });

  it('imports a list, shows what is wrong, makes nothing twice, and invites', async () => {
    const csv = Buffer.from(
      [
        'Deal ID,Company,Country,Reg. No,E-Mail,Plan',
        '1,Lumen Studio SAS,France,552100554,a@lumen.example,Gold',
        '2,Nordwind Logistik GmbH,DE,,b@nordwind.example,Silver',
        '3,Atlantis Trading Ltd,Atlantis,,,',
        ',No Reference Ltd,GB,,,',
      ].join('\r\n'),
    );
    const page = await open(narrow);
    const upload = async () => {
      await page.goto(office('/import'));
      await page
        .getByLabel('CSV file')
        .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: csv });
      await press('Upload');
      await page.getByRole('heading', { name: 'What are the columns?' }).waitFor();
    };
    await page.goto(office('/import'));
    await check();
    await upload();
    await check();
    expect(await page.getByLabel('Meaning of Company').inputValue()).toBe('organization_name');
    await page.getByLabel('Meaning of Plan').selectOption('custom');
    await press('Check the rows');
    await page.getByText('Row 4: Country must be a country code').waitFor();
    await page.getByText('Row 5: External reference is missing').waitFor();
    await check();
    await press('Import 2 rows');
    await page.getByRole('heading', { name: 'Done' }).waitFor();
    const first = at.sandbox.services.cases.list({}, 10);
    expect(first.map(({ external_reference }) => external_reference)).toEqual(['2', '1']);
    expect(shown(first[1]!.application_id)).toMatchObject({
      business: { country: 'FR', registration_number: '552100554' },
      custom_fields: { Plan: 'Gold' },
      is_draft: true,
    });
    await press('Create portals and send the links');
    await page.getByText('Letters: 2').waitFor();
    await check();
    expect((await mails()).map(({ to }) => to[0]).sort()).toEqual([
      'a@lumen.example',
      'b@nordwind.example',
    ]);
    const result = await (await fetch(`${page.url()}/result.csv`)).text();
    const { data } = Papa.parse<Record<string, string>>(result, {
      header: true,
      skipEmptyLines: true,
    });
    expect(data[0]).toMatchObject({
      Company: 'Lumen Studio SAS',
      Case: first[1]!.application_id,
      'Portal link': shown(first[1]!.application_id).portals!.link,
      Result: 'created',
    });
    expect(data[2]!.Result).toContain('Country');
    await upload();
    await press('Check the rows');
    await press('Import 2 rows');
    await page.getByRole('heading', { name: 'Done' }).waitFor();
    expect(at.sandbox.services.cases.list({}, 10)).toHaveLength(2);
  });

  it('answers others while it imports many rows', async () => {
    const { imports } = at.sandbox.services;
    const rows = Array.from({ length: 20_000 }, (_, index) => `${index},Client ${index},GB`);
    const seq = await imports.read(
      'many.csv',
      Buffer.from(['id,company,country', ...rows].join('\n')),
    );
    await imports.check(seq, imports.find(seq).mapping);
    expect(imports.wrong(seq)).toBe(0);
    const running = imports.run(seq);
    let answers = 0;
    while (imports.find(seq).state !== 'done') {
      expect((await fetch(`${at.sandbox.url}/_sandbox/health`)).ok).toBe(true);
      answers++;
    }
    await running;
    // With the server blocked, one or two would have come through.
    expect(answers).toBeGreaterThan(20);
    expect(at.sandbox.services.store.get('select count(*) as n from cases')).toMatchObject({
      n: 20_000,
    });
  });

  it('reaches a subscribed hook with a decision of a reviewer', async () => {
    const id = submitted();
    at.sandbox.services.subscriptions.add('main', {
      url: `${at.thanks}/decided`,
      events: ['application.review_updated'],
    });
    at.hooks = [];
    const page = await open();
    await page.goto(office());
    await page.getByRole('link', { name: 'Lumen Studio SAS' }).first().click();
    await press('Approve');
    await page.getByText('Approved', { exact: true }).waitFor();
    await delivered();
    const told = at.hooks.map((body) => JSON.parse(body).data.object);
    expect(told.at(-1)).toMatchObject({ application_id: id, status_review: 'approved' });
  });

  it('leads from the mail to the portal', async () => {
    const link = newLink(newCase());
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
    const page = await open();
    await page.goto(office('/mailbox'));
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
    await page.getByText('"organization_name": "Live Ltd"').first().waitFor();
    const curl = page.getByRole('button', { name: 'Copy as curl' });
    expect(await curl.getAttribute('data-copy')).toContain('curl -X POST');
    expect(await page.content()).not.toContain(at.sandbox.apiKey);
    await check();
    await follow('Back');
    await page.getByRole('link', { name: 'application.review_updated' }).first().click();
    await page.getByText('webhook-signature').waitFor();
    await page.getByText('Busy').waitFor();
    await check();
    await press('Send again');
    await page.getByLabel('Requests to').selectOption('POST /api/applications');
    await page.getByLabel('How often').fill('2');
    await page.locator('form', { hasText: 'How often' }).getByRole('button').click();
    await page.getByText('POST /api/applications: 429, 2 left').waitFor();
    expect([(await create()).status, (await create()).status, (await create()).status]).toEqual([
      429, 429, 201,
    ]);
    const id = newCase();
    const link = newLink(id);
    await press('31 days later');
    expect((await fetch(link)).status).toBe(410);
    receiver.close();
  });

  it.each(['/docs', '/back-office/developer/requests/999'])(
    'has no violation on %s',
    async (path) => {
      const page = await open();
      await page.goto(at.sandbox.url + path);
      if (path === '/docs') await check();
      else expect(await page.content()).toContain('no longer kept');
    },
  );
});
