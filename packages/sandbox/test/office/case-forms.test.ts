/** What staff enter by hand: a new case, its data, its parties and documents, the account's own fields. */
import { application, type Field } from '../../../../service/catalogue.ts';
import { takeAccount } from '../../domain/account-file.ts';
import { keepFile } from '../../domain/files.ts';
import { typedText } from '../../domain/form-values.ts';
import { caseFields } from '../../portal/profile-fields.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';
import { fileForm, isTicked, linkOf, mailsOf, open, send, valueOf, type Form } from '../visitor.ts';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const lumen = { organization_name: 'Lumen Studio SAS', country: 'FR' };
const newCase = (more: object = {}) => {
  const body = { business: lumen, is_draft: true, ...more };
  return sandbox.services.cases.create({ account: 'main', who: 'API' }, body).application_id;
};
const showCase = (id: string) => sandbox.services.workflow.show('main', id);
const office = (path: string) => open(sandbox, `/back-office${path}`);
const enter = (path: string, form: Form) => send(sandbox, `/back-office${path}`, form);
/** The value beside a label of the profile. */
const fact = async (id: string, label: string) =>
  new RegExp(`<dt[^>]*>${label}</dt><dd[^>]*>([^<]*)`).exec(
    (await office(`/cases/${id}`)).html,
  )?.[1];

describe('a new case', () => {
  it('is filled in from the registry, and its link goes out by letter', async () => {
    const found = await office('/new?in=FR&q=lumen');
    const chosen = await open(sandbox, `/back-office/new${linkOf(found, 'Choose')}`);
    const names = ['organization_name', 'country', 'registration_number'];
    const values = Object.fromEntries(names.map((name) => [name, valueOf(chosen, name)!]));
    expect(values).toEqual({ ...lumen, registration_number: '552100554' });
    const { to } = await enter('/new', { ...values, external_reference: 'by-hand-1' });
    const id = to.split('/').pop()!;
    expect(showCase(id)).toMatchObject({ external_reference: 'by-hand-1', is_draft: true });
    const { link } = showCase(id).portals!;
    expect((await open(sandbox, to)).html).toContain(`data-copy="${link}"`);
    await enter(`/cases/${id}/send`, { email: 'client@lumen.example' });
    expect((await open(sandbox, to)).text).toContain('Portal link sent to client@lumen.example');
    expect(await mailsOf(sandbox)).toMatchObject([
      { to: ['client@lumen.example'], links: expect.arrayContaining([link]) },
    ]);
  });

  const ferrer = { kind: 'person', last_name: 'Ferrer', birth_date: '1980-10-14' };
  it.each([
    [{ kind: 'person' }, 'Last name must not be empty'],
    [{ ...ferrer, email: 'no mail' }, 'E-mail address must be an e-mail address'],
    [{ ...ferrer, birth_date: '1066-10-14' }, 'Date of birth must be 1 January 1900 or later'],
  ])('is not made of %j, and what was typed stays', async (form, why) => {
    const refused = await enter('/new', form);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(why)]);
    for (const [name, value] of Object.entries(form)) expect(valueOf(refused, name)).toBe(value);
    expect(sandbox.services.cases.list({}, 1)).toEqual([]);
  });
});

describe('the data of a case', () => {
  const edit = (id: string, form: Form) => enter(`/cases/${id}/edit`, form);
  const business = { organization_name: 'Lumen Studio SAS', country: 'FR' };

  it('are changed where they differ from what is there', async () => {
    const id = newCase();
    const change = { country: '', 'address.town': 'Lyon', external_reference: 'deal-9' };
    expect((await edit(id, { ...business, ...change })).status).toBe(303);
    expect(showCase(id).external_reference).toBe('deal-9');
    expect(showCase(id).business).toMatchObject({ address: { town: 'Lyon' }, country: null });
    expect((await office(`/cases/${id}`)).text).toContain('City: empty → Lyon');
  });

  it.each([
    [{ organization_name: ' ' }, 'Name of the business must not be empty'],
    [{ registration_date: '1066-10-14' }, 'Registration date must be 1 January 1600 or later'],
  ])('are refused by their label: %j', async (change, why) => {
    const id = newCase();
    const refused = await edit(id, { ...business, ...change });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(why)]);
    expect(showCase(id).business).toMatchObject(business);
  });

  it('do not overwrite what somebody else entered meanwhile, and what was typed stays', async () => {
    const id = newCase();
    const version = valueOf(await office(`/cases/${id}/edit`), 'version')!;
    const address = { street: '12 rue de la Paix' };
    sandbox.services.cases.update({ account: 'main', who: 'API' }, id, { business: { address } });
    const refused = await edit(id, { ...business, 'address.town': 'Lyon', version });
    expect(refused.text).toContain('Street: empty → 12 rue de la Paix');
    expect(valueOf(refused, 'address.town')).toBe('Lyon');
    expect(showCase(id).business).toMatchObject({ address });
  });
});

it.each(caseFields)('$name of a case is on its forms and on its page', async ({ name }) => {
  const { label, sample = 'deal-9' } = (application as Record<string, Field>)[name]!;
  const { to } = await enter('/new', { ...lumen, [name]: typedText(sample) });
  const id = to.split('/').pop()!;
  const stored = () => (showCase(id) as Record<string, unknown>)[name];
  expect(stored()).toBeTruthy();
  expect(await fact(id, label)).toBeTruthy();
  expect(valueOf(await office(`/cases/${id}/edit`), name)).toBe(typedText(stored()));
  await enter(`/cases/${id}/edit`, { ...lumen, [name]: '' });
  expect([stored(), await fact(id, label)]).toEqual([null, undefined]);
});

it('adds a company with its share, and says what is missing of one', async () => {
  const id = newCase();
  const add = (form: Form) => enter(`/cases/${id}/party`, { kind: 'business', ...form });
  expect((await add({ roles: 'SHAREHOLDER' })).text).toContain('Name of the business is missing');
  await add({
    organization_name: 'Holding BV',
    roles: 'SHAREHOLDER',
    direct_ownership_percentage: '53',
  });
  expect(showCase(id).businesses).toMatchObject([
    { organization_name: 'Holding BV', direct_ownership_percentage: 53 },
  ]);
});

it('files a document by whose it is, and of nobody else', async () => {
  const id = newCase();
  const { parties } = sandbox.services;
  const person = { last_name: 'Ferrer' };
  const idOf = (of: string) =>
    String(parties.add({ account: 'main', who: 'API' }, of, 'person', person).person_id);
  const add = (of: string) =>
    enter(`/cases/${id}/documents`, fileForm({ name: 'passport.pdf' }, { type: 'ID', of }));
  const own = idOf(id);
  await add(own);
  expect((await office(`/cases/${id}`)).text).toContain('Identity document of Ferrer');
  await add(idOf(newCase()));
  expect(showCase(id).documents).toMatchObject([{ type: 'ID', person_id: own }]);
});

describe('what the account has set up', () => {
  const custom_fields = [
    {
      name: 'tier',
      display_name: 'Service tier',
      type: 'dropdown_single',
      accepted_values: ['Basic', 'Premium'],
      display_in_portal: true,
    },
    { name: 'markets', display_name: 'Markets served', type: 'country_multiple' },
    { name: 'seats', display_name: 'Number of seats', type: 'number' },
    { name: 'listed', display_name: 'Listed on an exchange', type: 'boolean' },
  ];
  const expected_documents = [
    { name: 'Articles of association', slug: 'STATUTES', attached_to: 'APPLICATION_BUSINESS' },
  ];
  beforeEach(() => takeAccount(sandbox.services, 'main', { custom_fields, expected_documents }));

  it('is shown by its labels and changed there', async () => {
    const before = { tier: 'Basic', markets: ['FRA', 'DEU'], listed: true, deal_owner: 'North' };
    const id = newCase({ custom_fields: before });
    expect(await fact(id, 'Service tier')).toBe('Basic');
    expect(await fact(id, 'Markets served')).toBe('France, Germany');
    expect(await fact(id, 'Listed on an exchange')).toBe('Yes');
    // What is not a field of the account stays as it was sent.
    expect(await fact(id, 'Deal owner')).toBe('North');
    const change = { ...lumen, 'custom_fields.tier': 'Premium', 'custom_fields.markets': 'ES' };
    const refused = await enter(`/cases/${id}/edit`, { ...change, 'custom_fields.seats': '1.234' });
    expect(refused.text).toContain('Number of seats can be read in two ways');
    expect(valueOf(refused, 'custom_fields.tier')).toBe('Premium');
    await enter(`/cases/${id}/edit`, { ...change, 'custom_fields.seats': '1234' });
    expect(await fact(id, 'Number of seats')).toBe('1234');
    expect(showCase(id).custom_fields).toEqual({
      tier: 'Premium',
      markets: ['ESP'],
      listed: true,
      deal_owner: 'North',
      seats: 1234,
    });
  });

  it('is asked of the client, and a document that was refused is chosen already', async () => {
    const id = newCase();
    const { store, documents, workflow } = sandbox.services;
    workflow.submit({ account: 'main', who: 'API' }, id);
    const isAsked = async () => isTicked(await office(`/cases/${id}`), 'documents', 'STATUTES');
    expect(await isAsked()).toBe(false);
    const content = Buffer.from('%PDF');
    const file = { name: 'scan.pdf', content_type: 'application/pdf', content };
    const body = { ...keepFile(store, 'main', file), type: 'STATUTES', application_id: id };
    const { document_id } = documents.attach({ account: 'main', who: 'Client' }, body);
    const refused = { validity: 'invalid', validity_reason: 'It is cut off.' } as const;
    documents.change({ account: 'main', who: 'Reviewer' }, document_id, refused);
    expect(await isAsked()).toBe(true);
    await enter(`/cases/${id}/request`, {
      reason: 'The articles are cut off.',
      fields: ['custom_fields.tier', 'custom_fields.seats'],
      documents: 'STATUTES',
      to: 'client@lumen.example',
    });
    const names = ['Service tier', 'Number of seats', 'Articles of association'];
    expect((await office(`/cases/${id}`)).text).toContain(`Open: ${names.join(', ')}`);
    const [letter] = await mailsOf(sandbox);
    for (const name of names) expect(letter!.text).toContain(name);
  });
});
