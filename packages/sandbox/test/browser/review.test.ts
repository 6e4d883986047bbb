/** A reviewer in a real Chromium: from the list to a question, the client's answer and the decision. */
import { uploadPdf } from '../visitor.ts';
import { alert, api, at, check, follow, open, press, setUp, suite, upload } from './support.ts';

const office = (path = '') => `${at.sandbox.url}/back-office${path}`;
/** A case in review, unless it is to be a draft. */
const newCase = async (organization_name: string, more: object = {}): Promise<string> => {
  const business = { organization_name, country: 'FRA', ...(more as any).business };
  return (await api('POST', '/api/applications', { ...more, business })).application_id;
};
const showCase = (id: string) => api('GET', `/api/applications/${id}`);
const rows = () => at.page.getByRole('row').filter({ has: at.page.getByRole('cell') });
/** What stands beside a label. */
const fact = async (label: string) => {
  const term = at.page.getByRole('term').getByText(label, { exact: true });
  return (await term.locator('xpath=ancestor-or-self::dt/following-sibling::dd[1]').textContent())!;
};
const tab = (name: RegExp) =>
  at.page.getByRole('navigation', { name: 'States' }).getByRole('link', { name }).click();

suite('a reviewer', () => {
  setUp();

  it('finds a case among many: by its state, page by page, and by a search', async () => {
    for (let index = 1; index <= 30; index++) await newCase(`Client ${index}`, { is_draft: true });
    const business = { registration_number: 'RCS 552 100' };
    const id = await newCase('Łódź Œuvres Größe SAS', {
      business,
      custom_fields: { email: 'contact@lumen.example' },
    });
    const party = { last_name: 'Ferrer', email: 'ines@ferrer.example', roles: ['DIRECTOR'] };
    const { person_id } = await api('POST', `/api/applications/${id}/persons`, party);
    const page = await open();
    await page.goto(office());
    await tab(/^In review 1$/);
    expect(await rows().count()).toBe(1);
    await tab(/^Draft 30$/);
    expect(await rows().count()).toBe(25);
    await page.getByRole('link', { name: 'Client 30' }).waitFor();
    await follow('Next page');
    await page.getByRole('link', { name: 'Client 1', exact: true }).waitFor();
    expect(await rows().count()).toBe(5);
    expect(await page.getByRole('link', { name: 'Next page' }).count()).toBe(0);
    await follow('Previous page');
    await page.getByRole('link', { name: 'Client 30' }).waitFor();
    await page.goto(office());
    const ofPerson = ['ferrer', 'ines@ferrer'];
    const ofCase = ['rcs 552', 'contact@lumen', id.slice(3, 12), 'œuvres  grösse', 'lodz'];
    for (const text of [...ofCase, ...ofPerson]) {
      await page.getByLabel(/^Name, number/).fill(text);
      await press('Search');
      expect([text, await rows().count()]).toEqual([text, 1]);
    }
    // Nobody has the name any more.
    at.sandbox.services.parties.change('Client', id, person_id, { last_name: 'Dias', email: null });
    await page.getByLabel(/^Name, number/).fill('ferrer');
    await press('Search');
    await page.getByText('No case found').waitFor();
    expect(await rows().count()).toBe(0);
    // Who is late is seen among those who wait.
    at.sandbox.reset('many');
    await page.goto(office('?state=waiting'));
    const late = await rows().filter({ hasText: 'client, late' }).count();
    expect([late > 0, late < (await rows().count())]).toEqual([true, true]);
  });

  it('sees what is open, refuses a document, asks, has the answer, and decides', async () => {
    at.sandbox.setUp({
      custom_fields: [
        { name: 'tier', display_name: 'Service tier' },
        { name: 'markets', display_name: 'Markets served', type: 'country_multiple' },
      ],
      expected_documents: [
        { name: 'Articles of association', slug: 'STATUTES', attached_to: 'APPLICATION_BUSINESS' },
      ],
    });
    const id = await newCase('Words GmbH', {
      business: { registration_date: '2015-03-12', address: { town: 'Lyon' } },
      custom_fields: { markets: ['FRA', 'DEU'], email: 'client@words.example' },
      persons: [
        {
          given_names: 'Inés',
          last_name: 'Ferrer',
          nationalities: ['ESP'],
          roles: ['DIRECTOR', 'ACCOUNT_OWNER'],
          direct_ownership_percentage: 60,
        },
      ],
    });
    const scan = { file_id: await uploadPdf(at.sandbox), type: 'STATUTES', application_id: id };
    await api('POST', '/api/documents', scan);
    const [{ person_id }] = (await showCase(id)).persons;
    const card = { file_id: await uploadPdf(at.sandbox, 'card.pdf'), type: 'ID', person_id };
    const { document_id } = await api('POST', '/api/documents', card);

    // The case in words. Nothing is open: the first button approves.
    const page = await open();
    await page.goto(office('?state=in_review'));
    await follow('Words GmbH');
    const facts = ['Country', 'Registration date', 'Address', 'Markets served'];
    const values = ['France', '12 March 2015', 'Lyon', 'France, Germany'];
    expect(await Promise.all(facts.map(fact))).toEqual(values);
    await page.getByText('Director, Account owner, 60%').click();
    expect(await fact('Nationality')).toBe('Spain');
    const open1 = page.getByRole('region', { name: 'Open' });
    const isPrimary = async () =>
      !(await page.getByRole('button', { name: 'Approve' }).getAttribute('class'));
    expect([await open1.count(), await isPrimary()]).toEqual([0, true]);

    // A document is refused with a reason. It is what is open, and proposed to be asked for.
    const scanned = page.getByRole('listitem').filter({ hasText: 'scan.pdf' });
    await scanned.getByText('Refuse').first().click();
    await scanned.getByLabel('Why you refuse it').fill('It is cut off');
    await press('Refuse scan.pdf');
    await open1.getByText('scan.pdf').waitFor();
    expect(await isPrimary()).toBe(false);
    await api('PUT', `/api/documents/${document_id}`, { validity: 'invalid' });
    await page.reload();
    await page.getByText('Ask the client for information').click();
    for (const label of ['Articles of association', 'Inés Ferrer'])
      expect(await page.getByLabel(label).isChecked()).toBe(true);
    await page.getByLabel('Inés Ferrer').uncheck();
    await page.getByLabel('Service tier').check();
    await press('Request information');
    expect(await alert()).toContain('What is needed and why');
    for (const label of ['Articles of association', 'Service tier'])
      expect(await page.getByLabel(label).isChecked()).toBe(true);
    expect(await page.getByLabel('Letter to').inputValue()).toBe('client@words.example');
    await page.getByLabel('What is needed and why').fill('Please send it again.');
    await press('Request information');
    await page.getByRole('heading', { name: 'Waiting for the client' }).waitFor();
    await open1.getByText('A decision closes the request').waitFor();
    await check();
    await page.goto(office());
    await tab(/^In review 0$/);
    await tab(/^Waiting for the client 1$/);
    await rows().getByText('client').waitFor();

    // The client answers from the letter.
    await page.goto(office('/mailbox'));
    await page.getByRole('row').getByRole('link').click();
    await page.getByRole('link', { name: /\/portals\// }).press('Enter');
    await page.getByText('Please send it again.').waitFor();
    await check();
    await press('Submit');
    expect(await page.getByRole('alert').getByRole('link').count()).toBe(2);
    await upload('Articles of association', 'whole.pdf');
    await page.getByLabel('Service tier').fill('Basic');
    await press('Submit');
    await page.getByText(id).waitFor();

    // The reviewer has the answer, and decides once.
    await page.goto(office('?state=in_review'));
    await follow('Words GmbH');
    await page.getByText('Request answered').waitFor();
    expect(await fact('Service tier')).toBe('Basic');
    expect(await page.getByRole('button', { name: 'Send by e-mail' }).count()).toBe(0);
    await press('Accept whole.pdf');
    await page.getByLabel('Level').selectOption('High');
    await press('Set');
    await page.getByText(/^Risk Level: .* → High/).waitFor();
    await press('Reject');
    expect(await alert()).toContain('must say why');
    await page.getByLabel('Reason').fill('Not who they say');
    await press('Reject');
    await press(/^Reopen/);
    expect(await page.getByLabel('Reason').inputValue()).toBe('');
    await press('Approve');
    await page.getByText('The decision stands').waitFor();
    await check();
    expect(await showCase(id)).toMatchObject({
      status_review: 'approved',
      risk_level: 2,
      custom_fields: { tier: 'Basic', markets: ['FRA', 'DEU'] },
      documents: [
        { name: 'scan.pdf', validity: 'invalid', validity_reason: 'It is cut off' },
        { name: 'card.pdf', validity: 'invalid' },
        { name: 'whole.pdf', validity: 'valid', attached_by: 'Client' },
      ],
    });
  });

  it('asks for the identity document of one of two people of one name', async () => {
    const person = { given_names: 'Ana', last_name: 'Costa', roles: ['DIRECTOR'] };
    const persons = [
      { ...person, birth_date: '1960-01-02' },
      { ...person, birth_date: '1990-03-04' },
      { given_names: 'Rui', last_name: 'Dias', roles: ['UBO'] },
    ];
    const id = await newCase('Costa e Filha Lda', { persons });
    const page = await open();
    await page.goto(office(`/cases/${id}`));
    await page.getByText('Ask the client for information').click();
    await page.getByLabel('Rui Dias, Beneficial owner').waitFor();
    await page.getByLabel('Ana Costa, 4 March 1990').check();
    await page.getByLabel('What is needed and why').fill('Your passport has expired.');
    await press('Request information');
    await page.getByText('Identity document (Ana Costa, 4 March 1990). Asked by').waitFor();
    const { portals, persons: parties } = await showCase(id);
    await page.goto(portals.link);
    await upload('Identity document (Ana Costa, 4 March 1990)', 'passport.pdf');
    await press('Submit');
    await page.getByText(id).waitFor();
    const { documents } = await showCase(id);
    expect(documents).toMatchObject([{ name: 'passport.pdf', person_id: parties[1].id }]);
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
