/** What the forms of a portal do to the case, and when they are refused. */
import { fileForm, sandboxOfTests, type Form } from '../visitor.ts';
import { portalClient, versionOn } from './portal-client.ts';

const sandbox = sandboxOfTests({ deliveryFactor: 0.01 });

const { api, read, post, showCase, newCase, newLink, ask, attach, submit, follow } = portalClient(
  () => sandbox,
);
const business = {
  organization_name: 'Lumen Studio SAS',
  country: 'FRA',
  registration_number: '552100554',
};
const director = { last_name: 'Ferrer', roles: ['DIRECTOR', 'ACCOUNT_OWNER'] };
const certificate = { type: 'REGISTRATION_CERTIFICATE' };
const dias = { kind: 'person', last_name: 'Dias', roles: ['DIRECTOR'] };

/** A case that lacks nothing, with its link. */
async function completeCase(person: object = director) {
  const { application_id: id, persons } = await newCase({ business, persons: [person] });
  const [{ person_id }] = persons;
  await attach({ person_id });
  await attach({ application_id: id }, certificate);
  return { id: id as string, link: await newLink(id), person_id: person_id as string };
}

describe('a form', () => {
  const stale = 'This page has changed since you opened it';

  it.each(['details', 'people'])(
    'of %s is saved if it is made from what is there, else shown with it',
    async (path) => {
      const { link } = await completeCase();
      const isPerson = path === 'people';
      await post(link, 'people', dias);
      const [id] = /entry_[\w-]+/.exec(await read(link, '?step=people'))!;
      const formOf = (words: string): Form =>
        isPerson ? { ...dias, id, last_name: words } : { 'address.town': words };
      const page = await read(link, `?step=${path}${isPerson ? `&party=${id}` : ''}`);
      // A program sends no version.
      expect((await post(link, path, formOf('Nice'))).isRefused).toBe(false);
      const typed = { ...formOf('Lyon'), version: versionOn(page) };
      const again = await follow(await post(link, path, typed));
      expect(again).toMatch(new RegExp(`${stale}.*you typed “Lyon”.*value="Nice"`, 's'));
      expect(await read(link, '?step=review')).toMatch(/^(?!.*Lyon).*Nice/s);
      const now = { ...formOf('Lyon'), version: versionOn(again) };
      expect((await post(link, path, now)).isRefused).toBe(false);
      expect(await read(link, '?step=review')).toMatch(/^(?!.*Nice).*Lyon/s);
    },
  );

  it('of somebody who was removed meanwhile is not saved', async () => {
    const { link } = await completeCase();
    await post(link, 'people', dias);
    const [id] = /entry_[\w-]+/.exec(await read(link, '?step=people'))!;
    const version = versionOn(await read(link, `?step=people&party=${id}`));
    await post(link, 'people/remove', { id });
    const refused = await post(link, 'people', { ...dias, id, version });
    expect(await follow(refused)).toMatch(/has changed.*you typed “Dias”/s);
    expect(await read(link, '?step=people')).not.toContain('Dias');
  });

  it('that submits shows the review again with what came since, however it came', async () => {
    const { id, link } = await completeCase();
    let version = versionOn(await read(link, '?step=review'));
    for (const [words, change] of [
      ['Nice', () => post(link, 'details', { 'address.town': 'Nice' })],
      ['Lumen SA', () => api('PUT', `/api/applications/${id}`, { organization_name: 'Lumen SA' })],
      ['new.pdf', () => post(link, 'documents', fileForm('new.pdf', certificate))],
    ] as const) {
      await change();
      const again = await follow(await post(link, 'submit', { confirm: 'yes', version }));
      expect(again).toContain(stale);
      expect(again).toContain(words);
      version = versionOn(again);
    }
    expect((await showCase(id)).is_draft).toBe(true);
    await post(link, 'submit', { confirm: 'yes', version });
    expect((await showCase(id)).is_draft).toBe(false);
  });

  it('that is wrong says so until it is right, also after a reload', async () => {
    const { link } = await completeCase();
    const wrong = { 'address.town': 'Nice', registration_date: 'soon', country: '' };
    const refused = await post(link, 'details', wrong);
    const said =
      /role="alert".*Country.*Registration date is not valid.*value="soon".*value="Nice"/s;
    for (let reads = 0; reads < 2; reads++) expect(await follow(refused)).toMatch(said);
    await post(link, 'details', { ...wrong, registration_date: '2020-01-01', country: 'FR' });
    expect(await follow(refused)).not.toContain('role="alert"');
  });

  it.each(['expire', 'close'] as const)(
    'changes nothing after %s, and leads to why',
    async (act) => {
      const { id, link } = await completeCase();
      sandbox.act[act](id);
      const before = await showCase(id);
      for (const form of ['details', 'people', 'submit', 'fill'])
        expect((await post(link, form, { 'address.town': 'Nice' })).to).toBe(
          new URL(link).pathname,
        );
      expect((await fetch(link)).status).toBe(410);
      expect(await showCase(id)).toEqual(before);
    },
  );
});

it('takes files that come at the same time, of each kind, and refuses others at their field', async () => {
  const { id, link, person_id } = await completeCase();
  const names = Array.from({ length: 8 }, (_, index) => `${index}.pdf`);
  const type = `ID:${person_id}`;
  await Promise.all(names.map((name) => post(link, 'documents', fileForm(name, { type }))));
  const photo = { type: '', content: '\0\0\0\x18ftypheic' };
  await post(link, 'documents', fileForm('IMG_1.HEIC', {}, photo));
  const text = { type: 'text/plain', content: 'an extract' };
  const refused = await post(link, 'documents', fileForm('extract.txt', { type }, text));
  expect(await follow(refused)).toMatch(/href="#slot-ID-[\w-]+-file">extract.txt was not taken/);
  await submit(link);
  const { documents } = await showCase(id);
  const sent = documents.filter((one: any) => /^(\d|IMG)/.test(one.name));
  expect(sent.map(({ name }: any) => name).sort()).toEqual([...names, 'IMG_1.HEIC']);
  expect(sent.filter((one: any) => one.person_id === person_id)).toHaveLength(8);
});

describe('a request', () => {
  it('that came after the client opened the page is not answered by it', async () => {
    const { id, link } = await completeCase();
    await submit(link);
    ask(id, { fields: ['address.town'] });
    const older = versionOn(await read(link));
    ask(id, { fields: ['registration_number'] });
    const typed = { 'address.town': 'Nice', version: older };
    const again = await follow(await post(link, 'submit', typed));
    expect(again).toMatch(/has changed since.*City: you typed “Nice”/s);
    expect((await showCase(id)).business.address).toBeUndefined();
    const answer = { 'address.town': 'Nice', registration_number: '404833048' };
    await post(link, 'submit', { ...answer, version: versionOn(again) });
    expect((await showCase(id)).business).toMatchObject({
      address: { town: 'Nice' },
      registration_number: '404833048',
    });
  });
});

it('sends one new link a day for one that ran out, with what was entered behind it', async () => {
  const custom_fields = { email: 'contact@lumen.example' };
  const { application_id: id } = await newCase({ business, custom_fields });
  const link = await newLink(id);
  await post(link, 'details', { 'address.town': 'Paris' });
  sandbox.act.expire(id);
  await Promise.all([1, 2].map(() => post(link, 'renew', {})));
  const { to } = await post(link, 'renew', {});
  expect(await read(link, new URL(to, link).search)).toContain('Look into your mailbox');
  const [mail, ...others] = sandbox.act.mails();
  expect([mail!.to, others]).toEqual([['contact@lumen.example'], []]);
  expect(mail!.links[0]).not.toBe(link);
  expect(await read(mail!.links[0]!, '?step=details')).toContain('value="Paris"');
  for (const [place, words] of [
    ['cases', 'Client · <span dir="auto">Portal link sent to contact@lumen.example'],
    ['follow', 'verification</a> to contact@lumen.example'],
  ])
    expect((await read(`${sandbox.url}/back-office/${place}/${id}`)).split(words!)).toHaveLength(2);
  sandbox.act.advance({ seconds: 24 * 3600 });
  await post(link, 'renew', {});
  const sent = sandbox.act.mails().map(({ links }) => links[0]);
  expect(sent).toEqual([mail!.links[0], mail!.links[0]]);
  sandbox.act.backToNow();
});
