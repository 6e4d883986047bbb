import { createTransport } from 'nodemailer';

import { letterKinds, sendLetter } from '../mail/letters.ts';
import { linksIn, type Mail } from '../mail/mails.ts';
import { createSandbox, type Sandbox } from '../server.tsx';

it.each([
  ['Open https://a.example/portals/x-1_2.', ['https://a.example/portals/x-1_2']],
  [
    '(see https://a.example/a?b=c&d=e), or http://b.example!',
    ['https://a.example/a?b=c&d=e', 'http://b.example'],
  ],
  ['<a href="https://a.example/p?x=1&amp;y=2">Open</a>', ['https://a.example/p?x=1&y=2']],
  ['no address', []],
])('finds the addresses in %j', (text, links) => expect(linksIn(text)).toEqual(links));

describe('a message', () => {
  let sandbox: Sandbox;
  let mailer: ReturnType<typeof createTransport>;
  beforeAll(async () => {
    sandbox = await createSandbox({ smtpPort: 0 });
    mailer = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, ignoreTLS: true });
  });
  afterAll(async () => {
    mailer.close();
    await sandbox.close();
  });
  beforeEach(() => sandbox.reset());

  const addresses = { from: '"Sales, North" <sales@crm.example>', to: 'client@a.example' };
  const get = (path: string) => fetch(sandbox.url + path);
  const mails = async () => (await (await get('/_sandbox/mails')).json()) as Mail[];

  it('with HTML alone is framed without scripts or anything from elsewhere', async () => {
    const html =
      '<p>Open <a href="https://a.example/portals/1">this</a>.</p><script>alert(1)</script>';
    await mailer.sendMail({ ...addresses, subject: 'Hello', html });
    const [mail] = await mails();
    expect(mail).toMatchObject({
      from: 'Sales, North <sales@crm.example>',
      to: ['client@a.example'],
      links: ['https://a.example/portals/1'],
    });
    const page = await (await get(`/back-office/mailbox/${mail!.seq}`)).text();
    expect(page).toContain(`src="/back-office/mailbox/${mail!.seq}/html"`);
    expect(page).toMatch(/<iframe[^>]* sandbox=""/);
    expect(page).not.toContain('alert(1)');
    const framed = await get(`/back-office/mailbox/${mail!.seq}/html`);
    const policy = framed.headers.get('content-security-policy')!;
    expect(policy).toMatch(/^sandbox; default-src 'none'/);
    expect(policy).not.toContain('script-src');
    expect(framed.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });

  it('that is too large is refused and not kept', async () => {
    const raw = Buffer.alloc(6 * 1024 * 1024, `${'x'.repeat(76)}\r\n`);
    const envelope = addresses;
    await expect(mailer.sendMail({ envelope, raw })).rejects.toMatchObject({
      responseCode: 552,
    });
    expect(await mails()).toEqual([]);
  });
});

describe('a letter', () => {
  let sandbox: Sandbox;
  beforeAll(async () => (sandbox = await createSandbox()));
  afterAll(() => sandbox.close());
  beforeEach(() => sandbox.reset());

  const mails = async () => (await (await fetch(`${sandbox.url}/_sandbox/mails`)).json()) as Mail[];
  const link = 'https://a.example/portals/x?a=1&b=2';
  const values = { link, reason: 'A recent one {link}', sent: 'Details', reference: 'app_1' };
  const letter = { account: 'main', to: 'ada@client.example', lang: 'en', values } as const;

  it.each(['en', 'fr', 'de', 'es'] as const)(
    'of each kind is whole in %s: the company that writes, the client, the link, nothing in braces',
    async (lang) => {
      sandbox.setUp({ portal: { name: 'Nordwind Bank', color: '#ffe600' } });
      for (const kind of letterKinds) {
        const name = 'Ada <b>';
        sendLetter(sandbox.services, { ...letter, key: kind, kind, lang, name });
        const [mail] = await mails();
        expect(mail).toMatchObject({
          from: 'Nordwind Bank <onboarding@sandbox.example>',
          to: ['ada@client.example'],
          links: expect.arrayContaining([link]),
        });
        expect(mail!.subject).toContain('Nordwind Bank');
        expect(mail!.text).toContain(' Ada <b>');
        expect(mail!.html).toContain(' Ada &lt;b&gt;');
        expect(mail!.html).toContain(`<html lang="${lang}">`);
        expect(mail!.html).toContain('background:#ffe600;color:#000000');
        // What a reviewer writes is not filled in again.
        expect(mail!.text.replaceAll('A recent one {link}', '')).not.toMatch(/[{}]/);
      }
      sandbox.setUp({});
    },
  );

  const aCase = (body: object) => {
    const { workflow, portals } = sandbox.services;
    const { application_id } = workflow.create('main', { is_draft: true, ...body }, 'API');
    portals.create('main', { application_id }, 'API');
    return application_id;
  };
  const press = (id: string, path: string, form: Record<string, string>) =>
    fetch(`${sandbox.url}/back-office/cases/${id}/${path}`, {
      method: 'POST',
      headers: { origin: sandbox.url },
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
  const versionOf = (id: string) => String(sandbox.services.cases.timeline(id).at(-1)?.seq);
  const business = { organization_name: 'Lumen Studio SAS' };

  it.each([
    ['send', {}],
    ['remind', {}],
    ['request', { reason: 'More', fields: 'vat_number' }],
  ])('is one for two presses of its button: %s', async (path, more) => {
    const id = aCase({ business, custom_fields: { email: 'contact@lumen.example' } });
    if (path === 'remind') {
      await press(id, 'request', { reason: 'More', fields: 'vat_number', to: '' });
    }
    const form = { ...more, to: 'contact@lumen.example', version: versionOf(id) };
    const both = await Promise.all([1, 2].map(() => press(id, path, form)));
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(await mails()).toHaveLength(1);
    await press(id, path, { ...form, version: versionOf(id) });
    expect(await mails()).toHaveLength(2);
  });

  it.each([
    'a@b.example,c@d.example',
    'a@b.example;c@d.example',
    'Ada <a@b.example>',
    'a@b.example c@d.example',
    'a@b',
  ])('goes to one address, and not to "%s"', async (to) => {
    const id = aCase({ business, custom_fields: { email: to } });
    for (const [path, more] of [
      ['send', {}],
      ['request', { reason: 'More', fields: 'vat_number' }],
    ] as const) {
      expect((await press(id, path, { ...more, to })).status).toBe(409);
    }
    await press(id, 'request', { reason: 'More', fields: 'vat_number', to: '' });
    // The contact of the case is no address either.
    expect((await press(id, 'remind', {})).status).toBe(409);
    expect(await mails()).toEqual([]);
  });
});
