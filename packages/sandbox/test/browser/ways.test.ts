/**
 * The five ways of the specification ("What the service does", 7) by which a client reaches a
 * decision, as people and programs go through them: what arrives at the receiver of events counts.
 */
import { createTransport } from 'nodemailer';

import { aPdf, at, delivered, follow, open, press, setUp, suite } from './support.ts';

type Item = Record<string, any>;

/** A call of the API, as an integrator's backend makes it. */
async function call(method: string, path: string, body?: object): Promise<Item> {
  const response = await fetch(at.sandbox.url + path, {
    method,
    headers: { authorization: at.sandbox.apiKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect({ path, ok: response.ok }).toEqual({ path, ok: true });
  return (await response.json().catch(() => ({}))) as Item;
}
const caseNow = (id: string) => call('GET', `/api/applications/${id}`);
const office = (path: string) => `${at.sandbox.url}/back-office${path}`;

/** The first event of this type about the case, as the receiver got it. */
async function received(type: string, id: string): Promise<Item> {
  for (let count = 1; count <= 30; count++) {
    await delivered(count);
    const events = at.hooks.map((body) => JSON.parse(body) as Item);
    const event = events.find((one) => one.type === type && one.data.object.application_id === id);
    if (event) return event;
  }
  throw new Error(`No event ${type} about ${id}`);
}

/** The client fills in the portal of a business from its first page to the last. */
async function fillIn(link: string) {
  const { page } = at;
  await page.goto(`${link}?step=details`);
  await page.getByLabel('Name or number').fill('lumen');
  await page.keyboard.press('Enter');
  await press('Choose: Lumen Studio SAS');
  await press('Continue');
  await follow('Add a person');
  await page.getByLabel('First name').fill('Inés');
  await page.getByLabel('Last name').fill('Ferrer');
  await page.getByLabel('Director').check();
  await page.getByLabel('Account owner').check();
  await press('Save');
  await press('Continue');
  await page.getByLabel('Choose files').setInputFiles([aPdf()]);
  await page.getByText('certificate.pdf', { exact: true }).waitFor();
  await page
    .getByLabel('Choose the front: Identity document (Inés Ferrer)')
    .setInputFiles(aPdf('front.pdf'));
  await page.getByText('front.pdf', { exact: true }).waitFor();
  await follow('Continue');
  await page.getByLabel('The information shown here').check();
  await press('Submit');
}

/** A reviewer approves the case, and the decision arrives at the receiver and in the API. */
async function approve(id: string) {
  const { page } = at;
  await page.goto(office(`/cases/${id}`));
  await press('Approve');
  await page.getByText('Approved', { exact: true }).waitFor();
  const decided = await received('application.review_updated', id);
  expect(decided.data.object).toMatchObject({ application_id: id });
  expect(await caseNow(id)).toMatchObject({ status_review: 'approved' });
}

const business = { organization_name: 'Lumen Studio SAS', country: 'FRA' };

suite('the five ways to a decision', () => {
  setUp();
  beforeEach(async () => {
    at.sandbox.reset();
    at.hooks = [];
    const events = ['application.submitted', 'application.review_updated', 'collect.opened'];
    // One receiver for each, so that an event does not wait for another.
    for (const event of events) {
      await call('POST', '/api/webhooks', { url: `${at.thanks}/${event}`, events: [event] });
    }
    await open();
  });

  it('redirection: an app sends its user to the portal, which leads back to the app', async () => {
    const made = await call('POST', '/api/applications', { business, external_reference: 'u-1' });
    const id = made.application_id as string;
    const portal = await call('POST', `/api/applications/${id}/portals`, {
      redirect_url: at.thanks,
    });
    await fillIn(portal.link);
    await at.page.waitForURL(at.thanks);
    const submitted = await received('application.submitted', id);
    expect(submitted.data.object.application_id).toBe(id);
    await approve(id);
  });

  it('CRM: the link goes out by e-mail, and the deal comes back with the event', async () => {
    const { application_id: id } = await call('POST', '/api/applications', {
      business,
      custom_fields: { deal: 'deal-7' },
    });
    const portal = await call('POST', `/api/applications/${id}/portals`, {
      redirect_url: at.thanks,
    });
    const mailer = createTransport({
      host: '127.0.0.1',
      port: at.sandbox.smtpPort,
      ignoreTLS: true,
    });
    await mailer.sendMail({
      from: 'crm@example.com',
      to: 'client@lumen.example',
      subject: 'Your verification',
      text: `Please open ${portal.link}`,
    });
    mailer.close();
    await at.page.goto(office('/mailbox'));
    await follow('Your verification');
    await at.page.getByRole('link', { name: portal.link }).click();
    await at.page.getByRole('heading', { name: 'Your verification' }).waitFor();
    await fillIn(portal.link);
    await at.page.waitForURL(at.thanks);
    const submitted = await received('application.submitted', id);
    expect(submitted.data.object.custom_fields).toMatchObject({ deal: 'deal-7' });
    await approve(id);
  });

  it('headless: all by API, then a portal for the one thing that is missing', async () => {
    const { application_id: id } = await call('POST', '/api/applications', {
      business: { ...business, registration_number: '552100554' },
      is_draft: true,
    });
    await call('PUT', `/api/applications/${id}`, { business: { legal_type: 'SAS' } });
    await call('POST', `/api/applications/${id}/persons`, {
      given_names: 'Inés',
      last_name: 'Ferrer',
      roles: ['DIRECTOR'],
    });
    const form = new FormData();
    form.append('file', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), 'certificate.pdf');
    const { file_id } = (await (
      await fetch(`${at.sandbox.url}/api/files`, {
        method: 'POST',
        headers: { authorization: at.sandbox.apiKey },
        body: form,
      })
    ).json()) as Item;
    await call('POST', '/api/documents', {
      file_id,
      type: 'REGISTRATION_CERTIFICATE',
      application_id: id,
    });
    await call('PUT', `/api/applications/${id}/submit`);
    expect(await caseNow(id)).toMatchObject({ is_draft: false });

    await at.page.goto(office(`/cases/${id}`));
    await at.page.getByLabel('What is needed and why').fill('The VAT number is missing.');
    await at.page.getByLabel('VAT number').check();
    await press('Request information');
    const opened = await received('collect.opened', id);
    await at.page.goto(opened.data.object.portals.link);
    await at.page.getByText('The VAT number is missing.').waitFor();
    await at.page.getByLabel('VAT number').fill('FR96552100554');
    await press('Submit');
    await at.page.getByText('Thank you, everything is submitted').waitFor();
    expect((await caseNow(id)).business).toMatchObject({ vat_number: 'FR96552100554' });
    await approve(id);
  });

  it('import: a list of clients becomes cases, and each client gets the link', async () => {
    await at.page.goto(office('/import'));
    const list =
      'external_reference,organization_name,country,email\nold-1,Lumen Studio SAS,France,client@lumen.example\n';
    await at.page
      .getByLabel('CSV or Excel file')
      .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
    await press('Upload');
    await press('Check the rows');
    await press('Import 1 row');
    await at.page.getByRole('heading', { name: 'Done' }).waitFor();
    await press('Send the portal link to 1 client');
    await at.page.getByText('1 client of 1 has the portal link by letter.').waitFor();
    const mails = (await (await fetch(`${at.sandbox.url}/_sandbox/mails`)).json()) as Item[];
    expect(mails).toMatchObject([{ to: ['client@lumen.example'] }]);
    await fillIn(mails[0]!.links[0]);
    const [submitted] = await Promise.all([
      delivered().then(() => JSON.parse(at.hooks[0]!) as Item),
      at.page.getByText('Thank you, everything is submitted').waitFor(),
    ]);
    const id = submitted.data.object.application_id as string;
    expect(await caseNow(id)).toMatchObject({ external_reference: 'old-1', is_draft: false });
    await approve(id);
  });

  it('by staff: a case made by hand, its link sent from the office', async () => {
    await at.page.goto(office('/new'));
    await at.page.getByLabel('Name or number').fill('lumen');
    await press('Search');
    await follow('Choose: Lumen Studio SAS');
    await press('Create case');
    await at.page.getByRole('heading', { name: 'Lumen Studio SAS' }).waitFor();
    await at.page.getByRole('textbox', { name: 'E-mail address' }).fill('client@lumen.example');
    await press('Send by e-mail');
    await at.page.getByText('Portal link sent to client@lumen.example').waitFor();
    const mails = (await (await fetch(`${at.sandbox.url}/_sandbox/mails`)).json()) as Item[];
    await fillIn(mails[0]!.links[0]);
    await delivered();
    const { application_id } = (JSON.parse(at.hooks[0]!) as Item).data.object;
    await approve(application_id);
  });
});
