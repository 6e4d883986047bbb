/** What an account has set up, on the pages of a case: its custom fields and its documents. */
import { takeAccount } from '../../domain/account-file.ts';
import { keepFile } from '../../domain/files.ts';
import {
  alert,
  aPdf,
  at,
  check,
  desktop,
  follow,
  narrow,
  newCase,
  open,
  press,
  setUp,
  shown,
  suite,
} from './support.ts';

const office = (path = '') => `${at.sandbox.url}/back-office${path}`;
const custom_fields = [
  {
    name: 'tier',
    display_name: 'Service tier',
    type: 'dropdown_single',
    accepted_values: ['Basic', 'Premium'],
    display_in_portal: true,
  },
  {
    name: 'markets',
    display_name: 'Markets served',
    type: 'country_multiple',
    display_in_portal: true,
  },
  { name: 'seats', display_name: 'Number of seats', type: 'number' },
  { name: 'listed', display_name: 'Listed on an exchange', type: 'boolean' },
];
const expected_documents = [
  { name: 'Articles of association', slug: 'STATUTES', attached_to: 'APPLICATION_BUSINESS' },
];

/** The value beside a label of the profile. */
const fact = (label: string) =>
  at.page.locator('dt', { hasText: label }).locator('+ dd').textContent();

suite('what an account has set up, on a case', () => {
  setUp();
  beforeEach(() => {
    at.sandbox.reset();
    takeAccount(at.sandbox.services, 'main', { custom_fields, expected_documents });
  });

  it.each([
    ['desktop', desktop],
    ['320 px', narrow],
  ])('is shown by its labels and changed there, %s', async (_, size) => {
    const id = newCase({
      business: { organization_name: 'Lumen Studio SAS', country: 'FR' },
      custom_fields: { tier: 'Basic', markets: ['FRA', 'DEU'], listed: true, deal_owner: 'North' },
    });
    const page = await open(size);
    await page.goto(office(`/cases/${id}`));
    expect(await fact('Service tier')).toBe('Basic');
    expect(await fact('Markets served')).toBe('France, Germany');
    expect(await fact('Listed on an exchange')).toBe('Yes');
    // What is no field of the account stays as it was sent.
    expect(await fact('Deal owner')).toBe('North');
    await check();
    await follow('Change');
    await check();
    await page.getByLabel('Number of seats').fill('1.234');
    await page.getByLabel('Service tier').selectOption('Premium');
    await press('Save');
    expect(await alert()).toContain('Number of seats can be read in two ways');
    expect(await page.getByLabel('Service tier').inputValue()).toBe('Premium');
    await page.getByLabel('Number of seats').fill('1234');
    await page.getByLabel('Markets served').selectOption(['ES']);
    await press('Save');
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    expect(await fact('Number of seats')).toBe('1234');
    expect(shown(id).custom_fields).toEqual({
      tier: 'Premium',
      markets: ['ESP'],
      listed: true,
      deal_owner: 'North',
      seats: 1234,
    });
  });

  it('is asked of the client, with a document that was refused chosen already', async () => {
    const { services } = at.sandbox;
    const id = newCase();
    services.workflow.submit('main', id, 'API');
    const page = await open(desktop);
    await page.goto(office(`/cases/${id}`));
    expect(await page.getByLabel('Articles of association').isChecked()).toBe(false);
    const file = {
      name: 'scan.pdf',
      content_type: 'application/pdf',
      content: Buffer.from('%PDF'),
    };
    const { file_id } = keepFile(services.store, 'main', file);
    const body = { file_id, type: 'STATUTES', application_id: id };
    const { document_id } = services.documents.attach('main', body, 'Client');
    const refused = { validity: 'invalid', validity_reason: 'It is cut off.' } as const;
    services.documents.change('main', document_id, refused, 'Reviewer');
    await page.reload();
    expect(await page.getByLabel('Articles of association').isChecked()).toBe(true);
    await page.getByLabel('Service tier').check();
    await page.getByLabel('Number of seats').check();
    await check();
    // What was chosen stays where the form is refused.
    await press('Request information');
    expect(await alert()).toContain('Say what is needed');
    expect(await page.getByLabel('Articles of association').isChecked()).toBe(true);
    await page.getByLabel('What is needed and why').fill('The articles are cut off.');
    await page.getByLabel('Letter to').fill('client@lumen.example');
    await press('Request information');
    await page.getByText('Open: Service tier, Number of seats, Articles of association').waitFor();
    await page.goto(office('/mailbox'));
    await page
      .getByRole('link')
      .filter({ hasText: 'Lumen' })
      .or(page.locator('tbody a'))
      .first()
      .click();
    const letter = page.frameLocator('iframe.letter');
    await letter.getByText('Service tier').waitFor();
    await letter.getByText('Articles of association').waitFor();

    const { link } = shown(id).portals!;
    await page.goto(link);
    await page.getByRole('heading', { name: 'Still needed: Articles of association' }).waitFor();
    await press('Submit');
    expect(await alert()).toContain('Service tier');
    await page.getByLabel('Service tier').selectOption('Basic');
    await check();
    await page.getByLabel('Service tier').blur();
    await page.waitForTimeout(500);
    expect(services.portals.find(link.split('/').at(-1)!)!.progress.profile).toMatchObject({
      custom_tier: 'Basic',
    });
    await page.getByLabel('Number of seats').fill('12');
    await page.getByLabel('Choose a file: Articles of association').setInputFiles(aPdf());
    await page.getByText('certificate.pdf', { exact: true }).waitFor();
    await press('Submit');
    // The receipt has all that was asked for, whether the portal asks it of everybody or not.
    const receipt = page.locator('#receipt');
    for (const text of ['Service tierBasic', 'Number of seats12', 'Articles of association'])
      await receipt.filter({ hasText: text }).waitFor();
  });

  it('keeps a reason that was typed while somebody else decided, and where the cookie is lost', async () => {
    const { services } = at.sandbox;
    const id = newCase();
    services.workflow.submit('main', id, 'API');
    const page = await open(desktop);
    const other = newCase();
    services.workflow.submit('main', other, 'API');
    await page.goto(office(`/cases/${other}`));
    await page.getByLabel('Reason').fill('The owner is unknown.');
    await page.context().clearCookies();
    await press('Reject');
    await page.getByText('Decision: rejected (The owner is unknown.)').waitFor();
    await page.getByText('Reviewer,', { exact: false }).first().waitFor();
    await page.goto(office(`/cases/${id}`));
    await page.getByLabel('Reason').fill('The number is not in the register.');
    services.workflow.decide('main', id, { status: 'approved' }, 'Reviewer B');
    await press('Reject');
    expect(await alert()).toContain('It was decided meanwhile by Reviewer B');
    await page.getByText('You typed: The number is not in the register.').waitFor();
    await check();
  });
});
