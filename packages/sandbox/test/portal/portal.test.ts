/** What the forms of a portal do to the case, whatever the order and the speed in which they come. */
import { request } from 'node:http';

import { requestsOf } from '../../domain/requests.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';
import { call, fileForm, mailsOf, send, uploadPdf, type Form } from '../visitor.ts';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox({ deliveryFactor: 0.01 })));
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const business = {
  organization_name: 'Lumen Studio SAS',
  country: 'FRA',
  registration_number: '552100554',
};
const director = { kind: 'person', last_name: 'Ferrer', roles: ['DIRECTOR', 'ACCOUNT_OWNER'] };
const certificate = { type: 'REGISTRATION_CERTIFICATE' };
const api = async (method: string, path: string, body?: object) =>
  (await call(sandbox, method, path, body)).body;
/** A case with its link. */
async function openCase(more: object = {}): Promise<{ id: string; link: string }> {
  const body = { business, is_draft: true, ...more };
  const { application_id: id } = await api('POST', '/api/applications', body);
  return { id, link: (await api('POST', '/api/portals', { application_id: id })).link };
}
/** A case that lacks nothing. */
async function completeCase(more: object = {}) {
  const opened = await openCase({ persons: [{ ...director, kind: undefined }], ...more });
  const { person_id } = (await showCase(opened.id)).persons[0];
  const files = await Promise.all([uploadPdf(sandbox), uploadPdf(sandbox)]);
  await api('POST', '/api/documents', { file_id: files[0], type: 'ID', person_id });
  const target = { application_id: opened.id };
  await api('POST', '/api/documents', { file_id: files[1], ...certificate, ...target });
  return { ...opened, person_id };
}
const showCase = (id: string) => api('GET', `/api/applications/${id}`);
const stored = (link: string) => sandbox.services.portals.find(link.split('/').pop()!)!.progress;
const post = (link: string, path: string, form: Form) => send(sandbox, `${link}/${path}`, form);
const submit = (link: string) => post(link, 'submit', { confirm: 'yes' });

describe('a form that takes time to arrive', () => {
  /** Sends a form whose end leaves only when `between` is done. */
  const sendSlowly = (
    url: string,
    type: string,
    [start, end]: [start: string, end: string],
    between: () => Promise<unknown>,
  ) =>
    new Promise<string | undefined>((resolve, reject) => {
      const length = { 'content-type': type, 'content-length': start.length + end.length };
      const init = { method: 'POST', headers: { origin: sandbox.url, ...length } };
      const sent = request(url, init, (answer) => resolve(answer.resume().headers.location));
      sent.on('error', reject);
      sent.write(start);
      setTimeout(() => void between().then(() => sent.end(end)), 50);
    });

  it('loses nothing that another window stores meanwhile', async () => {
    const { link } = await openCase();
    const type = 'application/x-www-form-urlencoded';
    const parts: [string, string] = ['kind=person&roles=UBO&last', '_name=Slow'];
    await sendSlowly(`${link}/people`, type, parts, () => post(link, 'people', director));
    const names = stored(link).parties.map(({ data }) => data.last_name);
    expect(names).toEqual(['Ferrer', 'Slow']);
  });

  it('and comes after submitting is not part of the case', async () => {
    const { id, link } = await completeCase();
    const before = (await showCase(id)).documents;
    const head = 'content-disposition: form-data; name="file"; filename="late.pdf"';
    const parts: [string, string] = [`--x\r\n${head}\r\n\r\n%PDF`, '-1.4\r\n--x--\r\n'];
    const type = 'multipart/form-data; boundary=x';
    const to = await sendSlowly(`${link}/documents`, type, parts, () => submit(link));
    expect(await (await fetch(new URL(to!, link))).text()).toMatch(/Not saved.*late\.pdf/s);
    expect(await showCase(id)).toMatchObject({ is_draft: false, documents: before });
  });
});

describe('somebody the case has already', () => {
  const person = {
    given_names: 'Ines',
    last_name: 'Ferer',
    email: 'a@b.example',
    nationalities: ['ESP', 'FRA'],
    roles: ['DIRECTOR', 'ACCOUNT_OWNER', 'COUNSEL'],
    direct_ownership_percentage: 12.5,
    note: 'from the CRM',
  };
  const form = {
    kind: 'person',
    given_names: 'Ines',
    last_name: 'Ferrer',
    email: '',
    nationalities: 'ES',
    roles: ['DIRECTOR', 'UBO', 'ACCOUNT_OWNER'],
    direct_ownership_percentage: '12,5',
  };

  it('is corrected by submitting, and keeps what the form does not show', async () => {
    const { id, link, person_id } = await completeCase({ persons: [person] });
    await post(link, 'people', { ...form, id: person_id });
    expect((await showCase(id)).persons).toMatchObject([person]);
    await submit(link);
    const { persons } = await showCase(id);
    expect(persons).toHaveLength(1);
    expect(persons[0]).toMatchObject({
      ...person,
      person_id,
      last_name: 'Ferrer',
      email: null,
      roles: ['DIRECTOR', 'UBO', 'ACCOUNT_OWNER', 'COUNSEL'],
    });
  });

  it('is as before when the correction is undone', async () => {
    const { id, link, person_id } = await completeCase({ persons: [person] });
    for (const last_name of ['Ferrer', 'Twice'])
      await post(link, 'people', { ...form, id: person_id, last_name });
    expect(stored(link).parties).toHaveLength(1);
    await post(link, 'people/remove', { id: person_id });
    await submit(link);
    expect((await showCase(id)).persons).toMatchObject([person]);
  });
});

describe('files', () => {
  const upload = (link: string, ...file: Parameters<typeof fileForm>) =>
    post(link, 'documents', fileForm(...file));

  it('that a phone calls by no kind are images: .heic', async () => {
    const { link } = await openCase();
    await upload(link, 'IMG_1.HEIC', {}, { type: '', content: '\0\0\0\x18ftypheic' });
    expect(stored(link).documents).toMatchObject([{ content_type: 'image/heic' }]);
  });

  it('that arrive at the same time are all there', async () => {
    const { link } = await openCase();
    const names = Array.from({ length: 8 }, (_, index) => `${index}.pdf`);
    await Promise.all(names.map((name) => post(link, 'documents', fileForm(name, certificate))));
    expect(
      stored(link)
        .documents.map(({ name }) => name)
        .sort(),
    ).toEqual(names);
  });
});

it('touches one client: another who is just alike stays as before', async () => {
  const [mine, other] = [await completeCase(), await completeCase()];
  const { cases, store } = sandbox.services;
  const ask = (id: string) =>
    api('POST', `/_sandbox/cases/${id}/request`, { reason: 'More', fields: ['vat_number'] });
  await Promise.all([mine, other].map(({ id }) => ask(id)));
  const ofOther = async () => ({
    ...(await showCase(other.id)),
    timeline: cases.timeline(other.id),
    requests: requestsOf(store, other.id),
  });
  const before = await ofOther();
  expect([before.persons.length, before.documents.length, before.requests.length]).toEqual([
    1, 2, 1,
  ]);
  expect(before.timeline.filter(({ kind }: any) => kind === 'created')).toHaveLength(1);
  await post(mine.link, 'submit', { vat_number: 'FR1' });
  await ask(mine.id);
  await api('POST', `/applications/${mine.id}/decisions`, { status: 'approved' });
  for (const act of ['expire', 'close']) await api('POST', `/_sandbox/cases/${mine.id}/${act}`, {});
  expect(await showCase(mine.id)).toMatchObject({
    status_review: 'approved',
    portals: { status: 'closed' },
  });
  expect(await ofOther()).toEqual(before);
});

/** A hidden value of a page. */
const hiddenOn = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`)
    .exec(page)![1]!
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

it.each<[what: string, change: (of: { id: string; link: string }) => Promise<unknown>]>([
  ['Nice', ({ link }) => post(link, 'details', { 'address.town': 'Nice' })],
  [
    'Lumen SA',
    ({ id }) =>
      api('PUT', `/api/applications/${id}`, { business: { organization_name: 'Lumen SA' } }),
  ],
  [
    'Dias',
    ({ link }) => post(link, 'people', { kind: 'person', last_name: 'Dias', roles: ['DIRECTOR'] }),
  ],
  ['new.pdf', ({ link }) => post(link, 'documents', fileForm('new.pdf', certificate))],
])('shows before it is submitted what has changed since: %s', async (words, change) => {
  const opened = await completeCase();
  const { id, link } = opened;
  const review = await (await fetch(`${link}?step=review`)).text();
  await change(opened);
  const answer = await post(link, 'submit', {
    confirm: 'yes',
    version: hiddenOn(review, 'version'),
  });
  const again = await (await fetch(new URL(answer.to, link))).text();
  expect(again).toContain('This page has changed since you opened it');
  expect(again).toContain(words);
  expect((await showCase(id)).is_draft).toBe(true);
  await post(link, 'submit', { confirm: 'yes', version: hiddenOn(again, 'version') });
  expect((await showCase(id)).is_draft).toBe(false);
});

describe('a request', () => {
  const ask = (id: string, field: string) =>
    api('POST', `/_sandbox/cases/${id}/request`, { reason: `About ${field}`, fields: [field] });
  const openFields = (id: string) =>
    requestsOf(sandbox.services.store, id).flatMap(({ state, fields }) =>
      state === 'open' ? fields : [],
    );
  /** What the page of a link sends besides what the client types. */
  async function pageOf(address: string) {
    const page = await (await fetch(address)).text();
    return { page, shown: hiddenOn(page, 'shown'), version: hiddenOn(page, 'version') };
  }

  it('that came after the client opened the page is not answered by it', async () => {
    const { id, link } = await completeCase();
    await submit(link);
    await ask(id, 'address.town');
    const { page: _, ...older } = await pageOf(link);
    await ask(id, 'registration_number');
    const answer = await post(link, 'submit', { ...older, 'address.town': 'Nice' });
    const { page, ...newer } = await pageOf(new URL(answer.to, link).href);
    expect(page).toMatch(/has changed since you opened it.*About registration_number/s);
    expect(openFields(id)).toEqual(['address.town', 'registration_number']);
    await post(link, 'submit', { ...newer, registration_number: '404833048' });
    expect(openFields(id)).toEqual([]);
    expect((await showCase(id)).business).toMatchObject({
      address: { town: 'Nice' },
      registration_number: '404833048',
    });
  });

  it('that came while the client filled in shows what goes with it, to confirm', async () => {
    const { id, link } = await completeCase({ is_draft: false });
    await post(link, 'details', { 'address.town': 'Nice' });
    await post(link, 'people', { kind: 'person', last_name: 'Dias', roles: ['DIRECTOR'] });
    await ask(id, 'vat_number');
    const { page, ...form } = await pageOf(link);
    expect(page).toMatch(/You saved this before.*Dias.*name="address.town"[^>]*value="Nice"/s);
    const answered = { ...form, vat_number: 'FR40552100554' };
    expect((await post(link, 'submit', answered)).isRefused).toBe(true);
    expect(openFields(id)).toEqual(['vat_number']);
    await post(link, 'submit', { ...answered, confirm: 'yes' });
    expect(openFields(id)).toEqual([]);
    expect((await showCase(id)).business.address).toMatchObject({ town: 'Nice' });
  });

  it.each<[what: string, client: object, saved: Form, corrected: Form]>([
    [
      'a wrong e-mail',
      { person: { last_name: 'Ferrer' } },
      { last_name: 'Ferrer', email: 'anna@nowhere' },
      { email: 'anna@client.example' },
    ],
    [
      'an emptied name',
      { business },
      { organization_name: '' },
      { organization_name: 'Lumen Studio' },
    ],
    ['a day to come', { business }, { registration_date: '2999-01-01' }, { registration_date: '' }],
  ])('shows %s that was saved before, to correct', async (_, client, saved, corrected) => {
    const { id, link } = await openCase({ business: undefined, is_draft: false, ...client });
    expect((await post(link, 'details', saved)).isRefused).toBe(true);
    await ask(id, 'address.town');
    const { page: _page, ...form } = await pageOf(link);
    const answered = { ...form, 'address.town': 'Nice', confirm: 'yes' };
    expect((await post(link, 'submit', { ...answered, ...saved })).isRefused).toBe(true);
    expect(openFields(id)).toEqual(['address.town']);
    const { to } = await post(link, 'submit', { ...answered, ...(corrected as object) });
    expect(to).toBe(new URL(link).pathname);
    expect(openFields(id)).toEqual([]);
  });

  it('does not send what another window has saved since, and keeps the kind of a document', async () => {
    const { id, link, person_id } = await completeCase({ is_draft: false });
    await post(link, 'details', { 'address.town': 'Nice' });
    await ask(id, 'vat_number');
    const { page: _, ...older } = await pageOf(link);
    const answered = { vat_number: 'FR40552100554', confirm: 'yes' };
    await post(link, 'people', { kind: 'person', last_name: 'Dias', roles: ['DIRECTOR'] });
    await post(link, 'documents', fileForm('card.pdf', { type: `ID:${person_id}` }));
    expect((await post(link, 'submit', { ...older, ...answered })).isRefused).toBe(true);
    const { page, ...newer } = await pageOf(link);
    expect(page).toMatch(/Dias.*card.pdf/s);
    await post(link, 'submit', { ...newer, ...answered });
    expect((await showCase(id)).documents).toContainEqual(
      expect.objectContaining({ name: 'card.pdf', type: 'ID', person_id }),
    );
  });

  it('takes back a person and a document that were saved before', async () => {
    const { id, link, person_id } = await completeCase({ is_draft: false });
    await post(link, 'people', { kind: 'person', last_name: 'Dias', roles: ['DIRECTOR'] });
    await post(link, 'people', { kind: 'person', id: person_id, last_name: 'Wrong', roles: 'UBO' });
    await post(link, 'documents', fileForm('card.pdf', { type: 'OTHER' }));
    await ask(id, 'vat_number');
    const { page } = await pageOf(link);
    const drops = [
      ...page.matchAll(
        /action="[^"]*\/((?:people|documents)\/remove)"><input type="hidden" name="id" value="([^"]*)"\/><button [^>]*aria-label="([^"]*)"/g,
      ),
    ];
    expect(drops.map(([, , , label]) => label)).toEqual([
      expect.stringMatching(/^Undo the correction: .*Wrong$/),
      'Remove: Dias',
      'Remove: Other document',
    ]);
    for (const [, form, dropped] of drops) await post(link, form!, { id: dropped! });
    const { page: now, ...rest } = await pageOf(link);
    expect(now).not.toMatch(/You saved this before|complete and correct/);
    await post(link, 'submit', { ...rest, vat_number: 'FR40552100554' });
    expect(JSON.stringify(await showCase(id))).not.toMatch(/Dias|Wrong|card\.pdf/);
  });
});

it('says after a reset that its link leads to no case any more', async () => {
  const { link } = await openCase();
  sandbox.reset();
  const answer = await fetch(link);
  expect([answer.status, await answer.text()]).toEqual([
    404,
    expect.stringContaining('leads to no case any more'),
  ]);
});

it('is filled in and submitted by a program, and by no page of another site', async () => {
  const { id, link } = await openCase();
  const tell = (path: string, headers = {}) =>
    fetch(`${link}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: 'confirm=yes',
      redirect: 'manual',
    });
  expect((await tell('submit', { origin: 'https://other.example' })).status).toBe(403);
  expect((await fetch(`${link}/fill`, { method: 'POST', redirect: 'manual' })).status).toBe(303);
  expect((await showCase(id)).is_draft).toBe(true);
  expect((await tell('submit')).headers.get('location')).toBe(new URL(link).pathname);
  expect(await showCase(id)).toMatchObject({ is_draft: false, status_review: 'in_review' });
});

it('sends one new link for two presses, to the contact of a business, and another on the next day', async () => {
  const { services } = sandbox;
  const { id, link } = await openCase({ custom_fields: { email: 'contact@lumen.example' } });
  await post(link, 'details', { 'address.town': 'Paris' });
  await api('POST', `/_sandbox/cases/${id}/expire`, {});
  await Promise.all([1, 2].map(() => post(link, 'renew', {})));
  await post(link, 'renew', {});
  const [mail, ...others] = await mailsOf(sandbox);
  expect([mail!.to, others]).toEqual([['contact@lumen.example'], []]);
  expect(mail!.links[0]).not.toBe(link);
  expect(stored(mail!.links[0]!).profile['address.town']).toBe('Paris');
  services.clock.advance(24 * 3600_000);
  await post(link, 'renew', {});
  const sent = (await mailsOf(sandbox)).map(({ links }) => links[0]);
  expect(sent).toEqual([mail!.links[0], mail!.links[0]]);
  services.clock.backToNow();
});
