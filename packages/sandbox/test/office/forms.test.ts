/** What the forms of the back office do: a right one as it says, a wrong or a stale one nothing. */
import { apiOf, fileForm, sandboxOfTests, send, type Form, type NewCase } from '../visitor.ts';

const sandbox = sandboxOfTests();

const { api, attach, showCase } = apiOf(() => sandbox);
const lumen = { organization_name: 'Lumen Studio SAS', country: 'FRA' };
const newCase = (body: NewCase = { business: lumen }) => sandbox.act.create(body).application_id;
const newDocument = async (application_id: string): Promise<string> =>
  (await attach({ application_id })).document_id;
const press = (path: string, form?: Form) => send(sandbox, `/back-office${path}`, form);
const page = async (path: string) => (await fetch(`${sandbox.url}/back-office${path}`)).text();
const reason = 'The number is not in the register.';
const asks = { reason: 'More', fields: 'vat_number' };

it('closes what the client is asked for by a decision, which then stands (docs/states.md)', async () => {
  const id = newCase();
  const { link } = sandbox.act.ask(id, { reason: 'Why', fields: ['vat_number'] });
  await press(`/cases/${id}/decision`, { status: 'approved' });
  const { to } = await press(`/cases/${id}/decision`, { status: 'rejected', text: reason });
  expect(await (await fetch(sandbox.url + to)).text()).toContain(`You wrote: “${reason}”`);
  expect((await fetch(link)).status).toBe(410);
  await send(sandbox, `${link}/submit`, { vat_number: 'FR1' });
  expect(await showCase(id)).toMatchObject({ status_review: 'approved', status_execution: 'done' });
});

it('keeps what a client has saved, and not submitted, over a decision for a new link', async () => {
  const id = newCase();
  await press(`/cases/${id}/portal`);
  const { link } = (await showCase(id)).portals;
  await send(sandbox, `${link}/details`, { 'address.town': 'Paris' });
  await send(sandbox, `${link}/documents`, fileForm('scan.pdf', { type: 'ID' }));
  await press(`/cases/${id}/decision`, { status: 'rejected', text: reason });
  await press(`/cases/${id}/reopen`);
  await press(`/cases/${id}/portal`);
  sandbox.act.submit(id);
  expect(await showCase(id)).toMatchObject({
    business: { address: { town: 'Paris' } },
    documents: [{ name: 'scan.pdf' }],
  });
});

describe('a form of a case', () => {
  it.each<[path: string, form: Form]>([
    ['request', { fields: 'vat_number' }],
    ['request', { reason: 'More' }],
    ['request', { reason: 'More', documents: 'ID per_of_another_case' }],
    ['request', { ...asks, due: '2020-05-06' }],
    ['request', { ...asks, due: '2031-02-30' }],
    ['request', { ...asks, to: 'a@b.example,c@d.example' }],
    ['send', { email: 'Ada <a@b.example>' }],
    ['decision', { status: 'rejected' }],
    ['documents/DOCUMENT/judge', { validity: 'invalid' }],
    ['documents/DOCUMENT/judge', { validity: 'fine', why: reason }],
    ['documents/OTHER/judge', { validity: 'valid' }],
    // Of a page that is out of date.
    ['request', { ...asks, version: 'old' }],
    ['portal', { version: 'old' }],
    ['reopen', { version: 'old' }],
    ['send', { email: 'a@b.example', version: 'old' }],
  ])('to %s is refused with %j, and changes nothing', async (path, form) => {
    const [id, other] = [newCase(), newCase()];
    await api('POST', '/api/portals', { application_id: id });
    const [own, foreign] = [await newDocument(id), await newDocument(other)];
    const before = [await showCase(id), await showCase(other)];
    const to = path.replace('DOCUMENT', own).replace('OTHER', foreign);
    expect((await press(`/cases/${id}/${to}`, form)).isRefused).toBe(true);
    expect([await showCase(id), await showCase(other), sandbox.act.mails()]).toEqual([
      ...before,
      [],
    ]);
  });

  it('that decides or judges a document is never stale', async () => {
    const id = newCase();
    const document = await newDocument(id);
    const old = { version: 'old' };
    await press(`/cases/${id}/documents/${document}/judge`, { validity: 'valid', ...old });
    await press(`/cases/${id}/decision`, { status: 'approved', ...old });
    expect(await showCase(id)).toMatchObject({
      status_review: 'approved',
      documents: [{ validity: 'valid' }],
    });
  });

  it('asks the client by letter, and adds a second request to the first', async () => {
    const persons = [{ last_name: 'Costa' }];
    const id = newCase({ business: lumen, persons });
    const [owner] = (await showCase(id)).persons;
    const ask = { ...asks, documents: `ID ${owner.id}`, due: '2031-05-06', to: 'a@lumen.example' };
    await press(`/cases/${id}/request`, ask);
    const [letter] = sandbox.act.mails();
    const { link } = (await showCase(id)).portals;
    expect(letter).toMatchObject({ to: [ask.to], links: [link] });
    for (const words of [ask.reason, 'VAT number', '(Costa)', '6 May 2031'])
      expect(letter!.text).toContain(words);
    // The second goes out by no letter; the link goes out once more with all that is asked.
    await press(`/cases/${id}/request`, { reason: 'And the city.', fields: 'address.town' });
    const sendLink = () => press(`/cases/${id}/send`, { email: 'a@lumen.example' });
    await sendLink();
    const [again, first, ...more] = sandbox.act.mails();
    expect([first, more]).toEqual([letter, []]);
    for (const words of [ask.reason, 'And the city.', link]) expect(again!.text).toContain(words);
    sandbox.act.submit(id);
    expect((await sendLink()).isRefused).toBe(true);
  });

  it('asks for no field that the client never sees, and nothing about a draft', async () => {
    const field = (name: string, display_in_portal: boolean) => ({ name, display_in_portal });
    sandbox.setUp({ custom_fields: [field('tier', true), field('crm_owner', false)] });
    const html = await page(`/cases/${newCase()}`);
    expect([html.includes('custom_fields.tier'), html.includes('crm_owner')]).toEqual([
      true,
      false,
    ]);
    const draft = newCase({ business: lumen, is_draft: true });
    expect((await press(`/cases/${draft}/request`, asks)).isRefused).toBe(true);
  });
});

it('decides the deal of the first run once', async () => {
  await press('/start/deal');
  const id = sandbox.act.cases()[0]!.application_id;
  await api('PUT', `/api/applications/${id}/submit`);
  for (const status of ['rejected', 'approved']) await press('/start/decision', { status });
  expect((await showCase(id)).status_review).toBe('rejected');
});
