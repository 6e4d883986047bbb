/** The client's portal by its forms alone, as a browser without scripts uses it. */
import { request } from 'node:http';

import { createSandbox, type Sandbox } from '../../server.tsx';
import { fileForm, mailsOf, open, send as post, type Form } from '../visitor.ts';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox({ deliveryFactor: 0.01 })));
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const business = {
  organization_name: 'Lumen Studio SAS',
  country: 'FR',
  registration_number: '552100554',
};
/** A case with its link. */
const openCase = (body: object = { business }) => {
  const { workflow, portals } = sandbox.services;
  const id = workflow.create('API', { is_draft: true, ...body }).application_id;
  return { id, link: portals.create('API', { application_id: id }).link };
};
const showCase = (id: string) => sandbox.services.workflow.show(id);
const stored = (link: string) => sandbox.services.portals.find(link.split('/').pop()!)!.progress;
const page = async (link: string, query = '') => (await open(sandbox, `${link}${query}`)).html;
const send = (link: string, path: string, form: Form) => post(sandbox, `${link}/${path}`, form);
const upload = (link: string, name: string, fields?: Record<string, string>) =>
  send(link, 'documents', fileForm({ name }, fields));
/** Sends a form whose end leaves only when `between` is done. @returns the status of the answer. */
const sendSlowly = (
  url: string,
  type: string,
  [start, end]: [start: string, end: string],
  between: () => Promise<unknown>,
) =>
  new Promise<number | undefined>((resolve, reject) => {
    const length = { 'content-type': type, 'content-length': start.length + end.length };
    const init = { method: 'POST', headers: { origin: sandbox.url, ...length } };
    const sent = request(url, init, (answer) => resolve(answer.resume().statusCode));
    sent.on('error', reject);
    sent.write(start);
    setTimeout(() => void between().then(() => sent.end(end)), 50);
  });
const director = { kind: 'person', last_name: 'Ferrer', roles: ['DIRECTOR', 'ACCOUNT_OWNER'] };
/** Sends a document for each that is asked for. */
async function uploadAll(link: string): Promise<void> {
  const html = await page(link, '?step=documents');
  const types = [...html.matchAll(/type="hidden" name="type" value="([^"]+)"/g)];
  for (const type of new Set(types.map(([, value]) => value!))) {
    await upload(link, `${type.replace(':', '-')}.pdf`, { type });
  }
}

describe('where a link leads', () => {
  it('in the language that was chosen, from then on', async () => {
    const { link } = openCase();
    const [cookie] = (await open(sandbox, `${link}?lang=de`)).cookies;
    const later = await open(sandbox, `${link}?step=people`, { cookie: cookie!.split(';')[0] });
    expect(later.text).toContain('Leitung, Eigentümer und Gesellschafter');
  });
});

describe('the sections', () => {
  it('of a person has no directors: neither page nor form, and none is submitted', async () => {
    const { link } = sandbox.services.portals.create('API', {});
    await page(link, '?subject=business');
    await send(link, 'people', director);
    await page(link, '?subject=person');
    expect((await open(sandbox, `${link}?step=people`)).to).toMatch(/\?step=details$/);
    expect((await send(link, 'people', director)).to).toMatch(/\?step=details$/);
    const steps = [
      ...(await page(link, '?step=details')).matchAll(/<li[^>]*><a href="[^"]*step=(\w+)"/g),
    ];
    expect(steps.map(([, step]) => step)).toEqual(['details', 'documents', 'review']);
    const form = {
      given_names: 'Ines',
      last_name: 'Ferrer',
      email: 'ines@client.example',
      birth_date: '1985-11-02',
      nationalities: 'ES',
      'address.street': 'Rue 1',
      'address.postcode': '75002',
      'address.town': 'Paris',
    };
    await send(link, 'details', form);
    await upload(link, 'front.pdf', { type: 'ID' });
    expect((await send(link, 'submit', { confirm: 'yes' })).status).toBe(303);
    const { persons } = sandbox.services.workflow.show(sandbox.services.cases.newest()!);
    expect(persons).toEqual([]);
  });
});

describe('a form', () => {
  it('with mistakes names them in the order of the page, and keeps what was typed', async () => {
    const { link } = openCase();
    const party = {
      ...director,
      birth_date: '1850-01-01',
      direct_ownership_percentage: '120',
      email: 'no address',
      roles: [],
    };
    const sent = await send(link, 'people', party);
    expect(sent.status).toBe(422);
    const summary = /class="summary".*?<\/ul>/s.exec(sent.html)![0];
    expect(summary.match(/#\w+/g)).toEqual([
      '#email',
      '#birth_date',
      '#roles',
      '#direct_ownership_percentage',
    ]);
    expect(summary).toContain('from 0 to 100');
    expect(sent.html).toContain('value="no address"');
    expect(stored(link).parties).toEqual([]);
  });

  it('that takes time to arrive loses nothing that another window stores meanwhile', async () => {
    const { link } = openCase();
    const type = 'application/x-www-form-urlencoded';
    const parts: [string, string] = ['kind=person&roles=UBO&last', '_name=Slow'];
    const status = await sendSlowly(`${link}/people`, type, parts, () =>
      send(link, 'people', director),
    );
    expect(status).toBe(303);
    const names = stored(link).parties.map(({ data }) => data.last_name);
    expect(names).toEqual(['Ferrer', 'Slow']);
  });
});

describe('the account owner', () => {
  const others = { kind: 'person', last_name: 'Ferrer', roles: 'DIRECTOR' };

  it('is asked for and explained, so that the document asked of them is asked for as well', async () => {
    const { link } = openCase();
    await send(link, 'people', others);
    expect(await page(link, '?step=people')).toContain('the person who signs for the account');
    const refused = await send(link, 'people/done', {});
    expect(refused.status).toBe(422);
    expect(/class="summary".*?<\/ul>/s.exec(refused.html)![0]).toContain('Name the account owner');
    await upload(link, 'a.pdf', { type: 'REGISTRATION_CERTIFICATE' });
    const submitted = await send(link, 'submit', { confirm: 'yes' });
    expect([submitted.status, submitted.html]).toEqual([
      422,
      expect.stringContaining('Name the account owner'),
    ]);
    await send(link, 'people', { ...director, id: stored(link).parties[0]!.id });
    expect((await send(link, 'people/done', {})).to).toMatch(/step=documents$/);
    const withoutDocument = await send(link, 'submit', { confirm: 'yes' });
    expect(withoutDocument.html).toContain('Still needed: Identity document (Ferrer)');
    await uploadAll(link);
    expect((await send(link, 'submit', { confirm: 'yes' })).status).toBe(303);
  });

  it('is a person: a company is not offered to be one, nor does one count', async () => {
    const company = { organization_name: 'Nordwind GmbH', roles: ['SHAREHOLDER', 'ACCOUNT_OWNER'] };
    const { id, link } = openCase({ business, businesses: [company] });
    expect(await page(link, '?step=people&party=business')).not.toContain('ACCOUNT_OWNER');
    expect(await page(link, '?step=people&party=person')).toContain('ACCOUNT_OWNER');
    // One that the case names can be taken back.
    const { business_id } = showCase(id).businesses[0]!;
    expect(await page(link, `?step=people&party=${business_id}`)).toContain('ACCOUNT_OWNER');
    expect((await send(link, 'people/done', {})).html).toContain('Name the account owner');
  });
});

describe('the last page', () => {
  const summary = (html: string) =>
    [...html.matchAll(/<li><a href="[^?]*\?([^"]+#[^"]+)">([^<]+)/g)].map(([, at, said]) => [
      at,
      said,
    ]);

  it('lists what is missing, a line each with the way to it, before and after it is refused', async () => {
    const { link } = openCase({ business: { organization_name: 'Lumen', country: 'FR' } });
    await send(link, 'details', { registration_date: '1066-10-14' });
    const html = await page(link, '?step=review');
    expect(html).toContain('Still missing');
    expect(html).not.toContain('role="alert"');
    const lines = [
      ['step=details#registration_number', 'Please fill in: Registration number'],
      ['step=details#registration_date', expect.stringContaining('1 January 1600 or later')],
      ['step=people#party', 'Add at least one director or owner.'],
      ['step=people#owner', expect.stringContaining('Name the account owner')],
      ['step=documents#slot-REGISTRATION_CERTIFICATE', 'Still needed: Registration certificate'],
    ];
    expect(summary(html)).toEqual(lines);
    const refused = await send(link, 'submit', { confirm: 'yes' });
    expect(refused.status).toBe(422);
    expect(summary(/role="alert".*?<\/ul>/s.exec(refused.html)![0])).toEqual(lines);
    // Each of them stands in its own line as well.
    expect(refused.html).toMatch(/Registration number<\/dt><dd class="error">missing/);
    expect(refused.html).toMatch(/Registration certificate<\/dt><dd class="error">missing/);
    // Each place is there.
    for (const [address] of lines) {
      const [query, place] = String(address).split('#');
      expect(await page(link, `?${query}`)).toContain(`id="${place}"`);
    }
  });
});

describe('somebody the case has already', () => {
  const persons = [
    {
      given_names: 'Ines',
      last_name: 'Ferer',
      email: 'a@b.example',
      nationalities: ['ES', 'FR'],
      roles: ['DIRECTOR', 'ACCOUNT_OWNER', 'COUNSEL'],
      direct_ownership_percentage: 12.5,
      note: 'from the CRM',
    },
  ];
  const form = {
    kind: 'person',
    given_names: 'Ines',
    last_name: 'Ferrer',
    email: '',
    nationalities: 'ES',
    roles: ['DIRECTOR', 'UBO', 'ACCOUNT_OWNER'],
    direct_ownership_percentage: '12,5',
  };

  it('can be corrected, and keeps what the form does not show', async () => {
    const { id, link } = openCase({ business, persons });
    const person_id = String(showCase(id).persons[0]!.person_id);
    const html = await page(link, `?step=people&party=${person_id}`);
    expect(html).toContain('value="Ferer"');
    await send(link, 'people', { ...form, id: person_id });
    expect(await page(link, '?step=people')).toMatch(/Ferrer.*corrected by you/s);
    expect(showCase(id).persons[0]).toMatchObject(persons[0]!);
    await uploadAll(link);
    expect((await send(link, 'submit', { confirm: 'yes' })).status).toBe(303);
    expect(showCase(id).persons).toEqual([
      expect.objectContaining({
        ...persons[0],
        id: person_id,
        person_id,
        last_name: 'Ferrer',
        email: null,
        nationalities: ['ES', 'FR'],
        roles: ['DIRECTOR', 'UBO', 'ACCOUNT_OWNER', 'COUNSEL'],
      }),
    ]);
  });

  it('goes back to what it was when the correction is undone', async () => {
    const { id, link } = openCase({ business, persons });
    const person_id = String(showCase(id).persons[0]!.person_id);
    await send(link, 'people', { ...form, id: person_id });
    await send(link, 'people', { ...form, id: person_id, last_name: 'Twice' });
    expect(stored(link).parties).toHaveLength(1);
    await send(link, 'people/remove', { id: person_id });
    const html = await page(link, '?step=people');
    expect(html).toContain('Ferer');
    expect(html).not.toContain('corrected');
  });
});

describe('documents', () => {
  it('are filed by whose they are', async () => {
    const { id, link } = openCase({
      business,
      persons: [{ last_name: 'Ferrer', roles: ['DIRECTOR', 'ACCOUNT_OWNER'] }],
    });
    const person_id = String(showCase(id).persons[0]!.person_id);
    await upload(link, 'card.pdf', { type: `ID:${person_id}` });
    await upload(link, 'wrong.pdf', { type: 'OTHER' });
    await send(link, 'documents/remove', { id: stored(link).documents[1]!.file_id });
    await upload(link, 'certificate.pdf', { type: 'REGISTRATION_CERTIFICATE' });
    expect((await send(link, 'submit', { confirm: 'yes' })).status).toBe(303);
    expect(showCase(id).documents).toMatchObject([
      { type: 'ID', person_id, name: 'card.pdf' },
      { type: 'REGISTRATION_CERTIFICATE', name: 'certificate.pdf', attached_by: 'Client' },
    ]);
  });

  it.each([
    [
      'page.html was not taken: send a PDF, an image (JPEG, PNG, HEIC',
      { name: 'page.html', type: 'text/html' },
    ],
    ['empty.pdf is empty', { name: 'empty.pdf', content: '' }],
  ])(
    'are refused with a reason at their own field, those beside them are not: %s',
    async (why, file) => {
      const { link } = openCase();
      const list = await page(link, '?step=documents');
      expect(list).toContain('PDF, image (JPEG, PNG, HEIC, WebP or TIFF) or plain text');
      const field = /name="field" value="(slot-[^"]+)"/.exec(list)![1]!;
      const form = fileForm({ name: 'good.pdf' }, { field });
      form.append('file', fileForm(file).get('file')!);
      const { status, html } = await send(link, 'documents', form);
      expect(status).toBe(422);
      expect(html).toMatch(new RegExp(`id="${field}-error"[^>]*>[^<]*${why.replace('(', '\\(')}`));
      expect(html).toMatch(new RegExp(`<input[^>]* aria-describedby="${field}-error"`));
      expect(stored(link).documents.map(({ name }) => name)).toEqual(['good.pdf']);
    },
  );

  it('that a phone calls by no kind are images: .heic', async () => {
    const { link } = openCase();
    await send(
      link,
      'documents',
      fileForm({ name: 'IMG_1.HEIC', type: '', content: '\0\0\0\x18ftypheic' }, { type: 'ID' }),
    );
    expect(stored(link).documents).toMatchObject([
      { name: 'IMG_1.HEIC', content_type: 'image/heic' },
    ]);
  });

  const slowly = (link: string, name: string, between: () => Promise<unknown>) =>
    sendSlowly(
      `${link}/documents`,
      'multipart/form-data; boundary=x',
      [
        `--x\r\ncontent-disposition: form-data; name="type"\r\n\r\nOTHER\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n%PDF`,
        '-1.4\r\n--x--\r\n',
      ],
      between,
    );

  it('that arrive after submitting are not part of the case', async () => {
    const persons = [{ last_name: 'Ferrer', roles: ['DIRECTOR', 'ACCOUNT_OWNER'] }];
    const { id, link } = openCase({ business, persons });
    await uploadAll(link);
    const status = await slowly(link, 'late.pdf', () => send(link, 'submit', { confirm: 'yes' }));
    expect(status).toBe(303);
    expect((await open(sandbox, link)).text).toContain(id);
    expect(showCase(id).documents.map(({ name }) => name)).not.toContain('late.pdf');
  });
});

it('sends one new link for two presses, to the contact of a business, and another on the next day', async () => {
  const { services } = sandbox;
  const { id, link } = openCase({ business, custom_fields: { email: 'contact@lumen.example' } });
  await send(link, 'details', { 'address.town': 'Paris' });
  services.portals.expire(id);
  const portals = () =>
    services.store.get<{ n: number }>`select count(*) as n from portals
      where application_id = ${id}`!.n;
  await Promise.all([1, 2].map(() => send(link, 'renew', {})));
  await send(link, 'renew', {});
  const [mail, ...others] = await mailsOf(sandbox);
  expect([mail!.to, others, portals()]).toEqual([['contact@lumen.example'], [], 2]);
  expect(mail!.links[0]).not.toBe(link);
  expect(await page(mail!.links[0]!, '?step=details')).toContain('value="Paris"');
  services.clock.advance(24 * 3600_000);
  await send(link, 'renew', {});
  expect((await mailsOf(sandbox)).map(({ links }) => links[0])).toEqual([
    mail!.links[0],
    mail!.links[0],
  ]);
  services.clock.backToNow();
});
