/** A case that staff enter by hand, and the account's own fields on its page. */
import { application, type Field } from '../../../../service/catalogue.ts';
import { takeAccount } from '../../domain/account-file.ts';
import { keepFile } from '../../domain/files.ts';
import { typedText } from '../../domain/form-values.ts';
import { caseFields } from '../../portal/profile-fields.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';
import { isTicked, mailsOf, open, send, valueOf, type Form } from '../visitor.ts';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const lumen = { organization_name: 'Lumen Studio SAS', country: 'FR' };
const newCase = (more: object = {}) => {
  const body = { business: lumen, is_draft: true, ...more };
  return sandbox.services.cases.create('API', body).application_id;
};
const showCase = (id: string) => sandbox.services.workflow.show(id);
const office = (path: string) => open(sandbox, `/back-office${path}`);
const enter = (path: string, form: Form) => send(sandbox, `/back-office${path}`, form);
/** The value beside a label of the profile. */
const fact = async (id: string, label: string) =>
  new RegExp(`<dt[^>]*>${label}</dt><dd[^>]*>([^<]*)`).exec(
    (await office(`/cases/${id}`)).html,
  )?.[1];

it('is made with a portal, whose link goes out by letter', async () => {
  const { to } = await enter('/new', { kind: 'business', ...lumen, 'address.town': 'Paris' });
  const id = to.split('/').pop()!;
  expect(showCase(id)).toMatchObject({ is_draft: true, business: { address: { town: 'Paris' } } });
  const { link } = showCase(id).portals!;
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

it.each(caseFields)('takes $name of a case, and shows it', async ({ name }) => {
  const { label, sample = 'deal-9' } = (application as Record<string, Field>)[name]!;
  const { to } = await enter('/new', { ...lumen, [name]: typedText(sample) });
  const id = to.split('/').pop()!;
  expect((showCase(id) as Record<string, unknown>)[name]).toBeTruthy();
  expect(await fact(id, label)).toBeTruthy();
});

describe('what the account has set up', () => {
  const custom_fields = [
    { name: 'tier', display_name: 'Service tier' },
    { name: 'markets', display_name: 'Markets served', type: 'country_multiple' },
    { name: 'listed', display_name: 'Listed on an exchange', type: 'boolean' },
  ];
  const expected_documents = [
    { name: 'Articles of association', slug: 'STATUTES', attached_to: 'APPLICATION_BUSINESS' },
  ];
  beforeEach(() => takeAccount(sandbox.services, { custom_fields, expected_documents }));

  it('is shown by its labels', async () => {
    const values = { tier: 'Basic', markets: ['FRA', 'DEU'], listed: true, deal_owner: 'North' };
    const id = newCase({ custom_fields: values });
    const labels = ['Service tier', 'Markets served', 'Listed on an exchange', 'Deal owner'];
    expect(await Promise.all(labels.map((label) => fact(id, label)))).toEqual([
      'Basic',
      'France, Germany',
      'Yes',
      'North',
    ]);
  });

  it('is asked of the client, and a document that was refused is chosen already', async () => {
    const id = newCase();
    const { store, documents, workflow } = sandbox.services;
    workflow.submit('API', id);
    const isAsked = async () => isTicked(await office(`/cases/${id}`), 'documents', 'STATUTES');
    expect(await isAsked()).toBe(false);
    const content = Buffer.from('%PDF');
    const file = { name: 'scan.pdf', content_type: 'application/pdf', content };
    const body = { ...keepFile(store, file), type: 'STATUTES', application_id: id };
    const { document_id } = documents.attach('Client', body);
    const refused = { validity: 'invalid', validity_reason: 'It is cut off.' } as const;
    documents.change('Reviewer', document_id, refused);
    expect(await isAsked()).toBe(true);
    await enter(`/cases/${id}/request`, {
      reason: 'The articles are cut off.',
      fields: 'custom_fields.tier',
      documents: 'STATUTES',
      to: 'client@lumen.example',
    });
    const [letter] = await mailsOf(sandbox);
    for (const name of ['Service tier', 'Articles of association'])
      expect(letter!.text).toContain(name);
  });
});
