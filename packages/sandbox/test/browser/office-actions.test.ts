/** Staff in a real Chromium: what an action has done is said, and no page decides unseen. */
import { uploadPdf } from '../visitor.ts';
import { alert, api, at, check, follow, open, press, setUp, suite } from './support.ts';

const office = (path = '') => `${at.sandbox.url}/back-office${path}`;
const newCase = async (organization_name: string, more: object = {}): Promise<string> => {
  const body = { business: { organization_name, country: 'FRA' }, ...more };
  return (await api('POST', '/api/applications', body)).application_id;
};
const openCase = async (id: string) => {
  const page = await open();
  await page.goto(office(`/cases/${id}`));
  return page;
};
/** The message about the last action. It has the focus, and is said once. */
const done = async () => {
  const note = at.page.getByRole('status');
  const text = await note.textContent();
  expect(await note.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(at.page.url()).not.toContain('done=');
  return text;
};

suite('the office', () => {
  setUp();

  it('says after each action on a case what it has done', async () => {
    const id = await newCase('Words GmbH', { is_draft: true });
    const scan = { file_id: await uploadPdf(at.sandbox), type: 'OTHER', application_id: id };
    await api('POST', '/api/documents', scan);
    const page = await openCase(id);
    /** The forms that would act on a case that has changed since: in each state, none. */
    const unguarded = () => page.locator('main form:not(:has([name=seen]))').count();
    expect(await unguarded()).toBe(0);
    await press('Create portal link');
    expect(await done()).toBe('The portal link is created.');
    expect(await unguarded()).toBe(0);
    await press('Submit the draft');
    expect(await done()).toBe('The draft is submitted.');
    expect(await unguarded()).toBe(0);
    await page.getByLabel('Level').selectOption('High');
    await press('Set');
    expect(await done()).toBe('The risk level is set.');
    await page.getByText('Ask the client for information').click();
    await page.getByLabel('What is needed and why').fill('Which market?');
    await page.getByLabel('VAT number').check();
    await press('Request information');
    expect(await done()).toContain('The client is asked.');
    await check();
    await page.getByLabel('Reason').fill('Checked by hand');
    await press('Approve');
    expect(await done()).toBe('The decision is recorded.');
    expect(await unguarded()).toBe(0);
    const card = page.locator('.card').filter({ hasText: 'The decision stands' });
    expect(await card.textContent()).toMatch(
      /Decision\s*Approved\s*Reason\s*Checked by hand\s*By\s*Reviewer\s*Time\s*\d/,
    );
    await check();
    await page.reload();
    expect(await page.getByRole('status').count()).toBe(0);
    await press('Reopen');
    expect(await done()).toBe('The case is in review again.');
  });

  it('shows before a decision what has changed on the case since the page was opened', async () => {
    const id = await newCase('Words GmbH');
    const page = await openCase(id);
    await page.getByLabel('Reason').fill('All is fine');
    await api('PUT', `/api/applications/${id}`, { business: { vat_number: 'FR9' } });
    await press('Approve');
    expect(await alert()).toContain('VAT number: empty → FR9 (API)');
    expect(await page.getByLabel('Reason').inputValue()).toBe('All is fine');
    expect((await api('GET', `/api/applications/${id}`)).status_review).toBe('in_review');
    await press('Approve');
    expect(await done()).toBe('The decision is recorded.');
  });

  it('says of an action on a case that a reset has deleted that nothing was done', async () => {
    const page = await openCase(await newCase('Words GmbH'));
    at.sandbox.reset();
    await press('Approve');
    await page.getByRole('heading', { name: 'Cases' }).waitFor();
    expect(await done()).toContain('Nothing was done');
    await check();
  });

  it.each([
    ['with the script', {}],
    ['without the script', { javaScriptEnabled: false }],
  ])(
    'shows before a document is judged what an older window has not seen, %s',
    async (_, options) => {
      const id = await newCase('Words GmbH');
      const scan = { file_id: await uploadPdf(at.sandbox), type: 'OTHER', application_id: id };
      await api('POST', '/api/documents', scan);
      const older = await open(undefined, options);
      await older.goto(office(`/cases/${id}`));
      const newer = await older.context().newPage();
      await newer.goto(older.url());
      await newer.getByRole('button', { name: 'Accept scan.pdf' }).click();
      await newer.getByText('Accepted', { exact: true }).waitFor();
      await older.getByRole('listitem').getByText('Refuse').first().click();
      await older.getByLabel('Why you refuse it').fill('It is cut off');
      await press('Refuse scan.pdf');
      expect(await alert()).toContain('Document scan.pdf is valid (Reviewer)');
      expect((await api('GET', `/api/applications/${id}`)).documents[0].validity).toBe('valid');
      // What was typed is still there.
      await press('Refuse scan.pdf');
      await older.getByRole('status').getByText('The document is refused').waitFor();
      expect((await api('GET', `/api/applications/${id}`)).documents[0].validity_reason).toBe(
        'It is cut off',
      );
    },
  );

  it('says of an answer without a change that it has none', async () => {
    const id = await newCase('Words GmbH', {
      business: { organization_name: 'Words GmbH', vat_number: 'FR1' },
    });
    const ask = { reason: 'Is this right?', fields: ['vat_number'] };
    await api('POST', `/_sandbox/cases/${id}/request`, ask);
    const page = await open();
    await page.goto((await api('GET', `/api/applications/${id}`)).portals.link);
    await press('Submit');
    await page.getByText(id).waitFor();
    await page.goto(office(`/cases/${id}`));
    await page.getByText('Request answered without a change').waitFor();
  });

  it('shows all mistakes of a new case at once, with the case that has its reference', async () => {
    const other = await newCase('Words GmbH', { external_reference: 'deal-7' });
    const page = await open();
    await page.goto(office('/new?kind=person'));
    await page.getByLabel('First name').fill('Inés');
    await page.getByLabel('E-mail address').fill('nobody');
    await page.getByLabel('Date of birth').fill('1066-10-14');
    await page.getByLabel('External Reference').fill('deal-7');
    await press('Create case');
    const mistakes = await page.getByRole('alert').getByRole('link').allTextContents();
    expect(mistakes).toEqual([
      expect.stringContaining('Last name must not be empty'),
      expect.stringContaining('E-mail address'),
      expect.stringContaining('1 January 1900'),
      expect.stringContaining('External Reference is that of another case'),
    ]);
    await check();
    await follow('Open the case with this reference');
    expect(page.url()).toContain(other);
  });

  it('has one form and one zone for days and times, and the time of the sandbox for letters', async () => {
    const id = await newCase('Words GmbH');
    at.sandbox.services.clock.advance(40 * 24 * 3600_000);
    const page = await open(undefined, { timezoneId: 'Pacific/Auckland', locale: 'de-DE' });
    await page.goto(office(`/cases/${id}`));
    await press('Create portal link');
    await page.getByLabel('E-mail address').fill('client@words.example');
    await press('Send by e-mail');
    const { at: sent } = at.sandbox.services.cases.timeline(id).at(-1)!;
    const shown = new Date(sent).toLocaleString('en-GB', {
      dateStyle: 'long',
      timeStyle: 'medium',
      timeZone: 'Pacific/Auckland',
    });
    // The script puts the time into the zone of the reader.
    await page.locator('#timeline li').first().getByText(shown).waitFor();
    // A reader has the form of dates of the page, whatever its browser prefers.
    await api('PUT', `/api/applications/${id}`, { business: { registration_date: '2015-03-12' } });
    await page.reload();
    await page.getByText('Registration date: empty → 12 March 2015').waitFor();
    await page.goto(office());
    await page.getByRole('cell', { name: shown.split(' at ')[0]!, exact: true }).waitFor();
    await page.goto(office('/mailbox'));
    const received = page.getByRole('row').locator('time');
    expect((await received.getAttribute('datetime'))!.slice(0, 16)).toBe(sent.slice(0, 16));
  });
});
