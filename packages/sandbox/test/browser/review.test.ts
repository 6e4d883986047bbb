/** A reviewer in a real Chromium: from the list to a question, the client's answer and the decision. */
import { alert, api, at, attach, check, desktop, follow, narrow, open } from './support.ts';
import { phone, press, setUp, showCase, suite, upload } from './support.ts';

const office = (path = '') => `${at.sandbox.url}/back-office${path}`;
/** A case in review, unless it is to be a draft. */
const newCase = async (organization_name: string, more: object = {}): Promise<string> => {
  const business = { organization_name, country: 'FRA', ...(more as any).business };
  return (await api('POST', '/api/applications', { ...more, business })).application_id;
};
const rows = () => at.page.getByRole('row').filter({ has: at.page.getByRole('cell') });
/** What stands beside a label. */
const fact = async (label: string) => {
  const term = at.page.getByRole('term').getByText(label, { exact: true });
  return (await term.locator('xpath=following-sibling::dd[1]').textContent())!;
};
const tab = (name: RegExp) =>
  at.page.getByRole('navigation', { name: 'Statuses' }).getByRole('link', { name }).click();
/** The message about the last action. It has the focus, and is said once. */
const done = async () => {
  const note = at.page.getByRole('status');
  const text = await note.textContent();
  expect(await note.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(at.page.url()).not.toContain('done=');
  return text;
};

suite('a reviewer', () => {
  setUp();

  it.each([
    ['1280', desktop],
    ['375', phone],
  ])(
    'sees what is missing, refuses a document, asks, has the answer, and decides at %s px',
    async (_, size) => {
      at.sandbox.setUp({
        custom_fields: [
          { name: 'tier', display_name: 'Service tier', display_in_portal: true },
          { name: 'markets', display_name: 'Markets served', type: 'country_multiple' },
        ],
        expected_documents: [
          {
            name: 'Articles of association',
            slug: 'STATUTES',
            attached_to: 'APPLICATION_BUSINESS',
          },
        ],
      });
      const ines = { given_names: 'Inés', last_name: 'Ferrer', nationalities: ['ESP'] };
      const roles = ['DIRECTOR', 'UBO', 'ACCOUNT_OWNER'];
      const id = await newCase('Words GmbH', {
        business: { registration_date: '2015-03-12', address: { town: 'Lyon' } },
        custom_fields: { markets: ['FRA', 'DEU'], email: 'client@words.example' },
        persons: [{ ...ines, roles, direct_ownership_percentage: 60 }],
      });
      await attach({ application_id: id }, { type: 'STATUTES' });

      // The case in words. Nothing is missing: the first button approves.
      const page = await open(size);
      await page.goto(office('?state=ready'));
      await follow('Words GmbH');
      const facts = ['Country', 'Registration date', 'Address', 'Markets served'];
      const values = ['France', '12 March 2015', 'Lyon', 'France, Germany'];
      expect(await Promise.all(facts.map(fact))).toEqual(values);
      await page.getByText('Director, Beneficial owner, Account owner, 60%').click();
      expect(await fact('Nationality')).toBe('Spain');
      await page.getByText('A beneficial owner is a person who').waitFor();
      const missing = page.getByRole('region', { name: 'Still missing' });
      const isPrimary = async () =>
        !(await page.getByRole('button', { name: 'Approve' }).getAttribute('class'));
      expect([await missing.count(), await isPrimary()]).toEqual([0, true]);

      // A document is refused with a reason.
      const scanned = page.getByRole('listitem').filter({ hasText: 'scan.pdf' });
      await scanned.getByText('Judge').click();
      await scanned.getByLabel('Why you refuse it').fill('It is cut off');
      await press('Refuse');
      expect(await done()).toBe('Done.');
      await missing.getByText('scan.pdf').waitFor();
      expect(await isPrimary()).toBe(false);

      // A wrong request keeps what was typed.
      await page.getByText('Ask the client for information').click();
      await page.getByLabel('Service tier').check();
      await page.getByLabel('Articles of association').check();
      await press('Request information');
      expect(await alert()).toContain('What is needed and why');
      await check();
      for (const label of ['Articles of association', 'Service tier'])
        expect(await page.getByLabel(label).isChecked()).toBe(true);
      expect(await page.getByLabel('Letter to').inputValue()).toBe('client@words.example');
      await page.getByLabel('What is needed and why').fill('Please send it again.');
      await press('Request information');
      expect(await done()).toBe('Done.');
      await page.getByRole('heading', { name: 'Waiting for the client' }).waitFor();
      await check();
      await page.goto(office());
      await tab(/^Waiting for Client 1$/);
      expect(await rows().count()).toBe(1);

      // The client answers from the letter.
      await page.goto(office('/mailbox'));
      await page.getByRole('row').getByRole('link').click();
      await page.getByRole('link', { name: /\/portals\// }).press('Enter');
      await page.getByText('Please send it again.').waitFor();
      await upload('Articles of association', 'whole.pdf');
      await page.getByLabel('Service tier').fill('Basic');
      await press('Submit');
      await page.getByText(id).waitFor();

      // The reviewer has the answer, and decides once.
      await page.goto(office('?state=ready'));
      await follow('Words GmbH');
      await page.getByText('Request answered').waitFor();
      expect(await fact('Service tier')).toBe('Basic');
      expect(await page.getByRole('button', { name: 'Send by e-mail' }).count()).toBe(0);
      await press('Reject');
      expect(await alert()).toContain('must say why');
      await page.getByLabel('Reason').fill('Not who they say');
      await press('Reject');
      expect(await done()).toBe('Done.');
      await press(/^Reopen/);
      expect(await done()).toBe('Done.');
      await press('Approve');
      await page.getByText('The decision stands').waitFor();
      await check();
      await page.reload();
      expect(await page.getByRole('status').count()).toBe(0);
      expect(await showCase(id)).toMatchObject({
        status_review: 'approved',
        custom_fields: { tier: 'Basic', markets: ['FRA', 'DEU'] },
        documents: [
          { name: 'scan.pdf', validity: 'invalid', validity_reason: 'It is cut off' },
          { name: 'whole.pdf', attached_by: 'Client' },
        ],
      });
    },
  );

  it('sees a stale request again with what has changed and what was typed, without the script', async () => {
    const id = await newCase('Words GmbH');
    const page = await open(narrow, { javaScriptEnabled: false });
    await page.goto(office(`/cases/${id}`));
    await page.getByText('Ask the client for information').click();
    await page.getByLabel('What is needed and why').fill('Which market?');
    await page.getByLabel('VAT number').check();
    await api('PUT', `/api/applications/${id}`, { business: { vat_number: 'FR9' } });
    await press('Request information');
    expect(await alert()).toContain('The case has changed since you opened this page');
    await page.getByText('VAT number: empty → FR9').waitFor();
    expect(await page.getByLabel('What is needed and why').inputValue()).toBe('Which market?');
    expect(await page.getByLabel('VAT number').isChecked()).toBe(true);
    await press('Request information');
    await page.getByRole('status').getByText('Done.').waitFor();
    at.sandbox.reset();
    await press('Approve');
    expect(await alert()).toContain('There is no case');
  });

  it('decides and asks nothing by Enter, and cannot approve what is a draft or forbidden', async () => {
    const id = await newCase('Forbidden Fruit Ltd');
    const page = await open();
    await page.goto(office(`/cases/${id}`));
    await page.getByText('Ask the client for information').click();
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    for (const label of ['Reason', 'Letter to', 'Needed until'])
      await page.getByLabel(label).press('Enter');
    const buttons = () =>
      page.getByRole('button', { name: /^(Approve|Reject)$/ }).allTextContents();
    expect([sent, await buttons()]).toEqual([[], ['Reject']]);
    await page.goto(office(`/cases/${await newCase('Draft Ltd', { is_draft: true })}`));
    expect(await buttons()).toEqual([]);
    await press('Submit the draft');
    expect(await buttons()).toEqual(['Approve', 'Reject']);
  });
});
