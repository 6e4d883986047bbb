/** The back office in a real Chromium: reviewers, staff who make cases by hand, lists, engineers. */
import { readFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import Papa from 'papaparse';
import type { Locator } from 'playwright-core';
import writeExcel from 'write-excel-file/node';

import { checkImport, findImport, readImport, runImport } from '../../office/imports.ts';
import { listen } from '../../../../test/support/listen.ts';
import {
  aPdf,
  alert,
  at,
  check,
  delivered,
  desktop,
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

/** What the walk takes; it was 94 when each decision led back to the list by hand. */
const mostClicks = 37;

/** Sends a form as a page of the back office does. */
const postForm = (path: string, form: Record<string, string>) =>
  fetch(office(path), {
    method: 'POST',
    headers: { origin: at.sandbox.url },
    body: new URLSearchParams(form),
    redirect: 'manual',
  });

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
type Cell = string | { value: Date; format: string };
/** A workbook of Excel with these sheets. */
const workbook = (sheets: Record<string, Cell[][]>): Promise<Buffer> =>
  writeExcel(Object.entries(sheets).map(([sheet, data]) => ({ sheet, data }))).toBuffer();

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
    await page.getByLabel('E-mail').fill('no mail');
    await press('Create case');
    expect(await alert()).toContain('E-mail address must be an e-mail address');
    await page.getByLabel('E-mail').fill('ines@client.example');
    await page.getByLabel('Date of birth').fill('1066-10-14');
    await press('Create case');
    expect(await alert()).toContain('Date of birth must be 1 January 1900 or later');
    await check();
    await page.getByLabel('Date of birth').fill('1980-10-14');
    await press('Create case');
    const to = page.getByRole('textbox', { name: 'E-mail address' });
    expect(await to.inputValue()).toBe('ines@client.example');
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
    await page.getByLabel('Reason').fill('Forbidden goods');
    await press('Reject');
    await page.getByText('Rejected', { exact: true }).waitFor();
  });

  it('shows everything in words, and what changed', async () => {
    const id = submitted({
      business: { organization_name: 'Words GmbH', country: 'DE', registration_date: '2015-03-12' },
    });
    const { parties, cases } = at.sandbox.services;
    const person = {
      given_names: 'Inés',
      last_name: 'Ferrer',
      nationalities: ['ES'],
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
    await page.getByText('Country: DE → FR').waitFor();
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

  it('counts states, keeps filters in the address, and pages', async () => {
    const { cases, workflow } = at.sandbox.services;
    for (let index = 1; index <= 30; index++) {
      const body = { business: { organization_name: `Client ${index}` }, is_draft: true };
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
    await page.goto(office('?state=draft&sort=created'));
    await page.getByRole('link', { name: 'Client 1', exact: true }).waitFor();
    await page.getByText('<1m · client').first().waitFor();
    await page.getByText('1–25 of 30').waitFor();
    await follow('Next page');
    await page.getByText('26–30 of 30').waitFor();
    await page.getByRole('link', { name: 'Client 30', exact: true }).waitFor();
    await check();
  });

  it('sorts by each column, over all pages, and keeps the head in view', async () => {
    at.sandbox.reset('many');
    const page = await open();
    await page.goto(office());
    const names = async () => {
      const found: string[] = [];
      for (;;) {
        found.push(...(await page.locator('tbody td:first-child').allTextContents()));
        if (!(await page.getByRole('link', { name: 'Next page' }).count())) return found;
        await follow('Next page');
        await page.getByText(new RegExp(`^${found.length + 1}–`)).waitFor();
      }
    };
    const references = () => page.locator('[data-label=Reference]').allTextContents();
    await follow('Reference');
    expect((await references())[0]).toBe('deal-10001');
    expect(
      await page.getByRole('columnheader', { name: 'Reference' }).getAttribute('aria-sort'),
    ).toBe('ascending');
    await check();
    await follow('Reference');
    expect((await references())[0]).toBe('deal-10060');
    for (const column of ['Client', 'Review status', 'Risk', 'Changed']) {
      await page.goto(office());
      await follow(column);
      const all = await names();
      // Nobody is lost or comes twice where many are the same.
      expect([column, all.length, new Set(all).size]).toEqual([column, 60, 60]);
    }
    await page.goto(office('?sort=-name'));
    const sorted = await names();
    const { cases } = at.sandbox.services;
    expect(sorted[0]).toBe(cases.list({ sort: '-name' }, 1)[0]!.name);
    expect(sorted.slice(0, 3).join()).toMatch(/\p{Script=Han}/u);
    await page.goto(office());
    await page.mouse.wheel(0, 900);
    const head = page.getByRole('columnheader', { name: 'Client' });
    await page.waitForFunction(() => scrollY > 500);
    const box = (await head.boundingBox())!;
    expect([box.y >= 0, box.y < 60]).toEqual([true, true]);
  });

  it('has a seed of many cases that live: late requests and refused documents, ready to act on', async () => {
    at.sandbox.reset('many');
    const page = await open();
    await page.goto(office('?sort=reference'));
    await page.getByRole('row', { name: 'deal-10008' }).getByText('client, late').waitFor();
    await page.getByRole('row', { name: 'deal-10009' }).getByRole('link').click();
    await page.getByText('It cannot be read.').first().waitFor();
    // What was refused is asked for again, without looking for it.
    await page.getByText('Ask the client').first().click();
    await page.getByLabel('Registration certificate').first().waitFor();
    expect(await page.getByLabel('Registration certificate').first().isChecked()).toBe(true);
    await check();
  });

  const sizes = [
    ['desktop', desktop],
    ['320 px', narrow],
  ] as const;

  it.each(sizes)(
    'imports a list, takes its corrected rows, and writes once, on %s',
    async (_, size) => {
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
      const page = await open(size);
      await page.goto(office('/import'));
      await check();
      await upload(Buffer.from(csv, 'latin1'));
      await check();
      await page.getByText('Müller & Söhne GmbH').first().waitFor();
      await page.getByText('was read as Windows-1252').waitFor();
      const meaning = (name: string) => page.getByLabel(`Meaning of ${name}`);
      const dates = page.getByLabel('Dates of Founded are written as');
      expect(await meaning('Firma').inputValue()).toBe('organization_name');
      expect(await meaning('Founded').inputValue()).toBe('registration_date');
      expect(await meaning('Plan').inputValue()).toBe('custom_plan');
      // Two columns of one meaning are refused before anything is checked.
      await meaning('Plan').selectOption('email');
      await meaning('Land').selectOption('');
      await press('Check the rows');
      expect(await alert()).toContain('“E-Mail” and “Plan” both say: E-mail address');
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
      expect(await fact('There already').textContent()).toBe('1');
      expect(await fact('Same as an earlier row').textContent()).toBe('1');
      expect(await fact('Wrong, left out').textContent()).toBe('3');
      for (const problem of [
        'Row 4: Country: "Atlantis" is not a country',
        'Row 5: External reference: is missing',
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
    },
  );

  it.each(sizes)(
    'imports what Excel saves, and refuses what it cannot read, on %s',
    async (_, size) => {
      const page = await open(size);
      await page.goto(office('/import'));
      const template = await (await fetch(office('/import/template.csv'))).text();
      await upload(Buffer.from(`\uFEFF${template.replaceAll(',', '\t')}`, 'utf16le'));
      for (const select of await page.getByRole('combobox', { name: /^Meaning of/ }).all()) {
        expect(await select.inputValue()).not.toBe('');
      }
      expect(await page.getByText('Windows-1252').count()).toBe(0);
      const cells = [
        ['external_reference', 'organization_name', 'incorporation_country', 'Registration date'],
        [
          'x-1',
          'Žilina Stroj s.r.o.',
          'SVK',
          { value: new Date('2015-03-12'), format: 'dd.mm.yyyy' },
        ],
        ['x-2', 'Nowhere Ltd', 'XXX', ''],
      ];
      await upload(await workbook({ Clients: cells }), 'clients.xlsx');
      await page.getByText('2015-03-12').first().waitFor();
      await check();
      await press('Check the rows');
      await page.getByText('Row 3: Country: "XXX" is not a country').waitFor();
      await press('Import 1 row');
      await page.getByRole('heading', { name: 'Done' }).waitFor();
      await check();
      const [row] = at.sandbox.services.cases.list({}, 1);
      expect(shown(row!.application_id).business).toMatchObject({
        organization_name: 'Žilina Stroj s.r.o.',
        registration_date: '2015-03-12',
      });
      cells[2]![2] = 'GBR';
      await upload(await workbook({ Clients: cells }), 'clients.xlsx');
      await press('Check the rows');
      await press('Import 2 rows');
      await page.getByRole('heading', { name: 'Done' }).waitFor();
      expect(at.sandbox.services.cases.list({}, 5)).toHaveLength(2);
      const refused = async (content: Buffer, words: string, name = 'list.csv') => {
        await page.goto(office('/import'));
        await send(content, name);
        await page.getByText(words).waitFor();
        await check();
      };
      await refused(
        await workbook({ A: cells, B: cells }),
        'several sheets with rows: “A”, “B”',
        'two.xlsx',
      );
      await refused(
        Buffer.from('id,company\n1,"Open\n2,Ltd'),
        'Row 2: a quotation mark is not closed',
      );
      await refused(Buffer.from('id,company\n'), 'The file has no rows');
      await refused(Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 'an old Excel (.xls)', 'old.xls');
    },
  );

  it('answers others while it imports many rows', async () => {
    const { services } = at.sandbox;
    const rows = Array.from({ length: 5000 }, (_, index) => `${index},Client ${index},GB`);
    const content = Buffer.from(['id,company,country', ...rows].join('\n'));
    const seq = await readImport(services, 'many.csv', content);
    await checkImport(services, seq, findImport(services.store, seq));
    const running = runImport(services, seq, 'Reviewer');
    let answers = 0;
    while (!services.store.get`select 1 from imports where seq = ${seq} and state = 'done'`) {
      expect((await fetch(`${at.sandbox.url}/_sandbox/health`)).ok).toBe(true);
      answers++;
    }
    await running;
    // With the server blocked, one or two would have come through.
    expect(answers).toBeGreaterThan(10);
    expect(services.store.get('select count(*) as n from cases')).toMatchObject({ n: 5000 });
  });

  it('writes the name in its header into timeline and events', async () => {
    const id = submitted();
    const page = await open(narrow);
    await page.context().clearCookies();
    await page.goto(office(`/cases/${id}?state=in_review`));
    expect(await page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Reviewer');
    await page.getByRole('textbox', { name: 'Your name' }).fill('Workflow');
    await press('Save your name');
    expect(await alert()).toContain('“Workflow” stands for somebody else');
    await check();
    await page.goto(office(`/cases/${id}?state=in_review`));
    await page.getByRole('textbox', { name: 'Your name' }).fill('Reviewer  B');
    await press('Save your name');
    await page.getByRole('heading', { name: 'Lumen Studio SAS' }).waitFor();
    expect(page.url()).toContain(`/cases/${id}?state=in_review`);
    expect(await page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Reviewer B');
    await check();
    await page.goto(office(`/cases/${id}`));
    at.sandbox.services.subscriptions.add('main', {
      url: `${at.thanks}/named`,
      events: ['application.review_updated'],
    });
    at.hooks = [];
    await press('Approve');
    await page.getByText('Reviewer B,').first().waitFor();
    await delivered();
    expect(JSON.parse(at.hooks.at(-1)!).data.object.decision).toMatchObject({
      status: 'approved',
      decided_by: 'Reviewer B',
    });
    const elsewhere = await postForm('/name', { name: 'Reviewer B', to: '//evil.example' });
    expect(elsewhere.headers.get('location')).toBe('/back-office');
  });

  it('decides nothing by accident: by Enter, without a reason, on a stale page, or twice', async () => {
    const id = submitted();
    const { cases, workflow } = at.sandbox.services;
    const state = () => cases.find('main', id).status_review;
    const page = await open();
    await page.goto(office(`/cases/${id}`));
    await page.getByLabel('Reason').fill('Looks odd');
    await page.getByLabel('Reason').press('Enter');
    await page.getByLabel('Letter to').fill('a@b.example');
    await page.getByLabel('Letter to').press('Enter');
    await page.waitForTimeout(300);
    expect(state()).toBe('in_review');
    await page.getByLabel('Reason').fill('');
    await press('Reject');
    expect(await alert()).toContain('Say why the case is rejected');
    await check();
    // A colleague decides while this page is open.
    workflow.decide('main', id, { status: 'approved' }, 'Reviewer B');
    await page.getByLabel('Reason').fill('Not complete');
    await press('Reject');
    expect(await alert()).toContain('decided meanwhile by Reviewer B: approved');
    expect(state()).toBe('approved');
    await check();
    // Decided is reopened first, by its own button.
    expect(await page.getByRole('button', { name: /Approve|Reject/ }).count()).toBe(0);
    await press('Reopen');
    await page.getByText('In review', { exact: true }).waitFor();
    await page.getByLabel('Reason').fill('Not complete');
    await press('Reject');
    await page.getByText('Rejected', { exact: true }).waitFor();
    const post = (status: string) => postForm(`/cases/${id}/decision`, { status });
    expect((await post('approved')).status).toBe(409);
    expect(await (await post('approve')).text()).toContain('“approve” is no decision');
    expect(state()).toBe('rejected');
  });

  it('asks a client: the letter goes out, the list says so, a second request adds to the first', async () => {
    const id = submitted({
      business: { organization_name: 'Nordwind Logistik GmbH', country: 'DE' },
      custom_fields: { email: 'kontakt@nordwind.example' },
    });
    const { parties } = at.sandbox.services;
    const owner = { last_name: 'Ferrer', roles: ['UBO'], direct_ownership_percentage: 60 };
    parties.add('main', id, 'person', owner, 'API');
    const page = await open(narrow);
    await page.goto(office(`/cases/${id}`));
    await press('Request information');
    expect(await alert()).toContain('Say what is needed');
    await page.getByLabel('What is needed and why').fill('Die Adresse ist unleserlich.');
    await page.getByLabel('Registration certificate').check();
    await page.getByRole('checkbox', { name: 'Ferrer' }).check();
    await page.getByLabel('Needed until').fill('2020-05-06');
    await press('Request information');
    expect(await alert()).toContain('Needed until must be today or a later day');
    expect(await page.getByRole('checkbox', { name: 'Ferrer' }).isChecked()).toBe(true);
    await page.getByLabel('Needed until').fill('2031-05-06');
    await press('Request information');
    await page.getByRole('heading', { name: 'Waiting for the client' }).waitFor();
    await check();
    await page.getByText('Asked by Reviewer A').waitFor();
    await page.getByText('until 6 May 2031').waitFor();
    const [letter] = await mails();
    const { link } = shown(id).portals!;
    expect(letter).toMatchObject({
      to: ['kontakt@nordwind.example'],
      subject: 'Clearpath braucht etwas von Ihnen',
      links: [link],
    });
    for (const words of ['Die Adresse ist unleserlich.', 'Ferrer', 'bis zum 6. Mai 2031']) {
      expect((letter as unknown as { text: string }).text).toContain(words);
    }
    // The second request adds to the first.
    await page.getByLabel('What is needed and why').fill('Bitte auch die Stadt.');
    await page.getByLabel('City').check();
    await page.getByLabel('Letter to').fill('');
    await press('Request information');
    await page.getByText('Bitte auch die Stadt.').first().waitFor();
    expect(await mails()).toHaveLength(1);
    await press('Remind');
    await page
      .getByText(/reminded/)
      .first()
      .waitFor();
    await check();
    expect((await mails())[0]).toMatchObject({
      subject: 'Erinnerung: Clearpath fehlt noch etwas von Ihnen',
    });
    await page.goto(office('?state=waiting'));
    await page
      .getByText(/· client/)
      .last()
      .waitFor();
    expect(await page.getByText('· decision').count()).toBe(0);
    await check();
    // The client sees both, and answers both.
    await page.goto(link);
    await page.getByText('Die Adresse ist unleserlich.').waitFor();
    await page.getByText('Bitte auch die Stadt.').waitFor();
    await page.getByText('(Ferrer)').first().waitFor();
    at.sandbox.services.portals.submit(link.split('/').pop()!);
    await page.goto(office(`/cases/${id}`));
    await page.getByText('Answered:').first().waitFor();
    await page.getByText('Request answered').waitFor();
    expect(await page.getByRole('heading', { name: 'Waiting for the client' }).count()).toBe(0);
  });

  it('lets staff correct data, add people and documents, judge them, and submit a draft', async () => {
    const id = newCase();
    const { parties, cases } = at.sandbox.services;
    const share = { last_name: 'Ferrer', roles: ['UBO'], direct_ownership_percentage: 60 };
    parties.add('main', id, 'person', share, 'API');
    const page = await open(narrow);
    await page.goto(office(`/cases/${id}`));
    await follow('Change');
    await check();
    cases.update('main', id, { business: { address: { street: '12 rue de la Paix' } } }, 'API');
    await page.getByLabel('City').fill('Lyon');
    await press('Save');
    expect(await alert()).toContain('Street: empty → 12 rue de la Paix');
    expect(await page.getByLabel('City').inputValue()).toBe('Lyon');
    await page.goto(office(`/cases/${id}/edit`));
    await page.getByLabel('City').fill('Lyon');
    await page.getByLabel('Country').selectOption('');
    await page.getByLabel('Name of the business').fill(' ');
    await press('Save');
    expect(await alert()).toContain('Name of the business must not be empty');
    await check();
    await page.getByLabel('Name of the business').fill('Lumen Studio SAS');
    await page.getByLabel('Registration date').fill('1066-10-14');
    await press('Save');
    expect(await alert()).toContain('Registration date must be 1 January 1600 or later');
    await page.getByLabel('Registration date').fill('');
    await press('Save');
    await page.getByText('City: empty → Lyon').waitFor();
    expect(cases.find('main', id).business).toMatchObject({
      address: { town: 'Lyon' },
      country: null,
    });
    await follow('Add a company');
    await press('Add');
    expect(await alert()).toContain('Name of the business is missing');
    await check();
    await page.getByLabel('Name of the business').fill('Holding BV');
    await page.getByLabel('Shareholder').check();
    await page.getByLabel('Share held directly').fill('53');
    await press('Add');
    await page.getByText('add up to 113 %').waitFor();
    await check();
    await page.getByText('Add a document').click();
    await page.getByLabel('File', { exact: true }).setInputFiles(aPdf('passport.pdf'));
    await page.getByLabel('Kind of document').selectOption('ID');
    await page.getByLabel('Of whom').selectOption({ label: 'Ferrer' });
    await check();
    await press('Add the document');
    await page.getByText('Identity document of Ferrer').waitFor();
    await page.locator('summary', { hasText: 'Refuse' }).click();
    await page.getByLabel('Why it is refused').fill('Too dark');
    await press('Refuse passport.pdf');
    await page.getByText('Document passport.pdf is invalid: Too dark').waitFor();
    await page.getByText('Ask for another one').waitFor();
    await check();
    await press('Accept passport.pdf');
    await page.getByText('Document passport.pdf is valid').waitFor();
    await press('Submit the draft');
    await page.getByText('In review', { exact: true }).waitFor();
    at.sandbox.services.workflow.decide('main', id, { status: 'approved' }, 'Reviewer B');
    cases.update('main', id, { risk_level: 3 }, 'API');
    newLink(id);
    at.sandbox.services.portals.expire(id);
    await page.reload();
    await page.getByText('approved although its risk level is Forbidden').waitFor();
    await page.getByText('The portal link of the client has expired').waitFor();
    await check();
  });

  /** A reviewer's walk: clicks, into fields as well, as typing needs one. */
  it('takes a reviewer through twenty cases with at most half of the clicks of before', async () => {
    const ids = Array.from({ length: 20 }, (_, index) =>
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
    await click(page.getByRole('link', { name: 'Client 20 Ltd' }));
    for (let n = 20; n >= 1; n--) {
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
    expect([count('approved'), count('rejected'), count('in_review')]).toEqual([10, 5, 5]);
    expect(clicks).toBeLessThanOrEqual(mostClicks);
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
    // What no button of the page says is refused, and makes nothing.
    for (const [path, form] of [
      ['/faults', { endpoint: '', fault: '418' }],
      ['/faults', { endpoint: 'GET /nowhere', fault: '500' }],
      ['/deliveries', { fault: 'thrice' }],
      ['/events', { type: 'application.lost' }],
    ] as const) {
      const answer = await postForm(`/developer${path}`, form);
      expect([path, answer.status]).toEqual([path, 422]);
    }
    expect(at.sandbox.faults.list()).toEqual([]);
    const id = newCase();
    const link = newLink(id);
    await press('31 days later');
    expect((await fetch(link)).status).toBe(410);
    receiver.close();
    at.sandbox.reset();
    await page.goto(office('/developer'));
    await press('Send event');
    expect(await alert()).toContain('There is no case yet');
  });

  it.each(['/docs', '/back-office/follow/request/999'])('has no violation on %s', async (path) => {
    const page = await open();
    await page.goto(at.sandbox.url + path);
    if (path === '/docs') await check();
    else expect(await page.content()).toContain('no longer kept');
  });
});
