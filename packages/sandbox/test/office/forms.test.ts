/** What the forms of the back office do: a right one as it says, a wrong one nothing. */
import { application, type Field } from '../../../../service/catalogue.ts';
import { typedText } from '../../domain/form-values.ts';
import { caseFields } from '../../portal/profile-fields.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';
import { call, fileForm, mailsOf, send, uploadPdf, type Form } from '../visitor.ts';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const api = async (method: string, path: string, body?: object) =>
  (await call(sandbox, method, path, body)).body;
const lumen = { organization_name: 'Lumen Studio SAS', country: 'FRA' };
const newCase = async (body: object = { business: lumen }): Promise<string> =>
  (await api('POST', '/api/applications', body)).application_id;
const showCase = (id: string) => api('GET', `/api/applications/${id}`);
const press = (path: string, form?: Form) => send(sandbox, `/back-office${path}`, form);
const reason = 'The number is not in the register.';

it('closes what the client is asked for by a decision, which then stands (docs/states.md)', async () => {
  const id = await newCase();
  const ask = { reason: 'Why', fields: ['vat_number'] };
  await api('POST', `/_sandbox/cases/${id}/request`, ask);
  const { link } = (await showCase(id)).portals;
  await press(`/cases/${id}/decision`, { status: 'approved' });
  expect((await fetch(link)).status).toBe(410);
  await send(sandbox, `${link}/submit`, { vat_number: 'FR1' });
  expect((await showCase(id)).business).not.toHaveProperty('vat_number');
  expect(await showCase(id)).toMatchObject({ status_review: 'approved', status_execution: 'done' });
});

it.each<[string, (id: string) => Promise<unknown>]>([
  ['a new link', (id) => press(`/cases/${id}/portal`)],
  ['a request', (id) => press(`/cases/${id}/request`, { reason: 'More', fields: 'vat_number' })],
])('keeps what a client has saved, and not submitted, over a decision for %s', async (_, act) => {
  const id = await newCase();
  await press(`/cases/${id}/portal`);
  const { link } = (await showCase(id)).portals;
  await send(sandbox, `${link}/details`, { 'address.town': 'Paris' });
  await send(sandbox, `${link}/documents`, fileForm('scan.pdf', { type: 'ID' }));
  await press(`/cases/${id}/decision`, { status: 'rejected', text: reason });
  await press(`/cases/${id}/reopen`);
  await act(id);
  sandbox.services.portals.submit((await showCase(id)).portals.link.split('/').pop());
  expect(await showCase(id)).toMatchObject({
    business: { address: { town: 'Paris' } },
    documents: [{ name: 'scan.pdf' }],
  });
});

describe('a form of a case', () => {
  const asks = { reason: 'More', fields: 'vat_number' };
  it.each<[path: string, form: Form]>([
    ['request', { fields: 'vat_number' }],
    ['request', { reason: 'More' }],
    ['request', { ...asks, due: '2020-05-06' }],
    ['request', { ...asks, due: '2031-02-30' }],
    ['request', { ...asks, to: 'a@b.example,c@d.example' }],
    ['send', { email: 'Ada <a@b.example>' }],
    ['send', { email: 'a@b' }],
    ['risk', { risk_level: '9' }],
    ['documents/DOCUMENT/judge', { validity: 'invalid' }],
    ['documents/DOCUMENT/judge', { validity: 'fine', why: reason }],
    ['documents/doc_none/judge', { validity: 'valid' }],
    // Of a page that is out of date; the others are journeys.
    ['request', { ...asks, seen: '3' }],
    ['portal', { seen: '3' }],
    ['send', { email: 'a@b.example', seen: '3' }],
  ])('to %s is refused with %j, and changes nothing', async (path, form) => {
    const id = await newCase();
    await api('POST', '/api/portals', { application_id: id });
    const body = { file_id: await uploadPdf(sandbox), type: 'ID', application_id: id };
    const { document_id } = await api('POST', '/api/documents', body);
    const before = await showCase(id);
    const to = path.replace('DOCUMENT', document_id);
    expect((await press(`/cases/${id}/${to}`, form)).isRefused).toBe(true);
    expect([await showCase(id), await mailsOf(sandbox)]).toEqual([before, []]);
  });

  it('judges no document of another case', async () => {
    const [id, other] = [await newCase(), await newCase()];
    const body = { file_id: await uploadPdf(sandbox), type: 'ID', application_id: other };
    const { document_id } = await api('POST', '/api/documents', body);
    const judge = (of: string) =>
      press(`/cases/${of}/documents/${document_id}/judge`, { validity: 'valid' });
    expect((await judge(id)).isRefused).toBe(true);
    expect((await showCase(other)).documents).toMatchObject([{ validity: 'unset' }]);
    await judge(other);
    expect((await showCase(other)).documents).toMatchObject([{ validity: 'valid' }]);
  });

  it('that changes the case or a document sends the event of the API', async () => {
    const hook = {
      url: 'https://receiver.example',
      events: ['application.updated', 'document.updated'],
    };
    sandbox.services.subscriptions.add(hook as never);
    const id = await newCase();
    const body = { file_id: await uploadPdf(sandbox), type: 'ID', application_id: id };
    const { document_id } = await api('POST', '/api/documents', body);
    await press(`/cases/${id}/risk`, { risk_level: '2' });
    await press(`/cases/${id}/documents/${document_id}/judge`, { validity: 'valid' });
    const types = sandbox.services.outbox.eventsOf(id).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(hook.events));
  });

  it('asks the client by letter, in their language, and adds a second request to the first', async () => {
    sandbox.setUp({
      custom_fields: [{ name: 'tier', display_name: 'Service tier' }],
      expected_documents: [
        { name: 'Articles of association', slug: 'STATUTES', attached_to: 'APPLICATION_BUSINESS' },
      ],
    });
    const business = { organization_name: 'Nordwind Logistik GmbH', country: 'DEU' };
    const id = await newCase({ business, persons: [{ last_name: 'Ferrer' }] });
    const [owner] = (await showCase(id)).persons;
    const portal = sandbox.services.portals.create('API', { application_id: id });
    await fetch(portal.link, { headers: { 'accept-language': 'fr' } });
    const ask = {
      reason: 'L’adresse est illisible.',
      fields: ['custom_fields.tier'],
      documents: 'STATUTES',
      people: owner.id,
      due: '2031-05-06',
    };
    await press(`/cases/${id}/request`, { ...ask, to: 'kontakt@nordwind.example' });
    const [letter] = await mailsOf(sandbox);
    const { link } = (await showCase(id)).portals;
    expect(letter).toMatchObject({ to: ['kontakt@nordwind.example'], links: [link] });
    expect(letter!.html).toContain('<html lang="fr">');
    const named = ['Service tier', 'Articles of association', 'Ferrer', '6 mai 2031'];
    for (const words of [ask.reason, ...named]) expect(letter!.text).toContain(words);
    // The second goes out by no letter.
    await press(`/cases/${id}/request`, { reason: 'Et la ville.', fields: 'address.town' });
    expect(await mailsOf(sandbox)).toHaveLength(1);
    const { portals } = sandbox.services;
    expect(portals.find(link.split('/').pop()!)!.request).toMatchObject({
      reason: `${ask.reason}\n\nEt la ville.`,
      fields: ['custom_fields.tier', 'address.town'],
      documents: ['STATUTES', 'ID'],
      of: ['', owner.id],
      due_at: '2031-05-06',
    });
    // The link goes out once more with all that is asked, and not after the answer.
    const sendLink = () => press(`/cases/${id}/send`, { email: 'kontakt@nordwind.example' });
    await sendLink();
    const [again, , ...more] = await mailsOf(sandbox);
    for (const words of [ask.reason, 'Et la ville.', link]) expect(again!.text).toContain(words);
    portals.submit(link.split('/').pop()!);
    expect((await sendLink()).isRefused).toBe(true);
    expect([more, await mailsOf(sandbox)]).toEqual([[], [again, letter]]);
    sandbox.setUp({});
  });

  it('asks nothing about a draft, whose portal asks for everything', async () => {
    const id = await newCase({ business: lumen, is_draft: true });
    expect((await press(`/cases/${id}/request`, asks)).isRefused).toBe(true);
    expect(sandbox.services.outbox.eventsOf(id).map(({ type }) => type)).not.toContain(
      'collect.opened',
    );
  });
});

it('decides the deal of the first run once', async () => {
  await press('/start/deal');
  const [{ application_id: id }] = await api('GET', '/_sandbox/cases');
  await api('PUT', `/api/applications/${id}/submit`);
  for (const status of ['rejected', 'approved']) await press('/start/decision', { status });
  expect((await showCase(id)).status_review).toBe('rejected');
});

describe('a new case', () => {
  it.each(caseFields)('takes $name', async ({ name }) => {
    const { sample = 'deal-9' } = (application as Record<string, Field>)[name]!;
    await press('/new', { kind: 'business', ...lumen, country: 'FR', [name]: typedText(sample) });
    const [{ application_id }] = await api('GET', '/_sandbox/cases');
    expect(await showCase(application_id)).toMatchObject({ is_draft: true, [name]: sample });
  });
});
