/** The mailbox: what is received, and the letters of the sandbox itself. */
import { createTransport } from 'nodemailer';

import { languageOfClient, sendLetter } from '../../mail/letters.ts';
import { linksIn } from '../../mail/mails.ts';
import { texts, type Language } from '../../portal/texts.ts';
import { createSandbox, type Sandbox } from '../inside.ts';
import { mailsOf } from '../visitor.ts';

it.each([
  ['Open https://a.example/portals/x-1_2.', ['https://a.example/portals/x-1_2']],
  [
    '(see https://a.example/a?b=c&d=e), or http://b.example!',
    ['https://a.example/a?b=c&d=e', 'http://b.example'],
  ],
  ['<a href="https://a.example/p?x=1&amp;y=2">Open</a>', ['https://a.example/p?x=1&y=2']],
  ['no address', []],
])('finds the addresses in %j', (text, links) => expect(linksIn(text)).toEqual(links));

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox({ smtpPort: 0 })));
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

describe('a message', () => {
  let mailer: ReturnType<typeof createTransport>;
  beforeAll(async () => {
    mailer = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, ignoreTLS: true });
  });
  afterAll(() => mailer.close());

  const addresses = { from: '"Sales, North" <sales@crm.example>', to: 'client@a.example' };

  it('is kept with its sender, its receivers and the addresses in its HTML', async () => {
    const html = '<p>Open <a href="https://a.example/portals/1">this</a>.</p>';
    await mailer.sendMail({ ...addresses, subject: 'Hello', html });
    expect(await mailsOf(sandbox)).toMatchObject([
      {
        from: 'Sales, North <sales@crm.example>',
        to: ['client@a.example'],
        links: ['https://a.example/portals/1'],
      },
    ]);
  });

  it('that is too large is refused and not kept', async () => {
    const raw = Buffer.alloc(6 * 1024 * 1024, `${'x'.repeat(76)}\r\n`);
    const envelope = addresses;
    await expect(mailer.sendMail({ envelope, raw })).rejects.toMatchObject({
      responseCode: 552,
    });
    expect(await mailsOf(sandbox)).toEqual([]);
  });
});

describe('a letter', () => {
  const link = 'https://a.example/portals/x?a=1&b=2';
  const values = { link, name: 'Ada <b>', reason: 'A recent one {link}' };
  const letter = { to: 'ada@client.example', lang: 'en', values } as const;

  it.each(Object.keys(texts) as Language[])(
    'of each kind is whole in %s: the company that writes, the client, the link, nothing in braces',
    async (lang) => {
      sandbox.setUp({ portal: { name: 'Nordwind Bank', color: '#ffe600' } });
      for (const kind of ['link', 'request'] as const) {
        sendLetter(sandbox.services, { ...letter, key: kind, kind, lang });
        const [mail] = await mailsOf(sandbox);
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
});

it('writes in the language of the client’s last visit, also after submitting and asking again', async () => {
  const { cases, portals } = sandbox.services;
  const body = { business: { organization_name: 'Nordwind GmbH', country: 'DE' } };
  const { application_id } = cases.create('API', body);
  const { link } = portals.create('API', { application_id });
  const lang = () => languageOfClient(sandbox.services, cases.show(application_id));
  const visit = (headers: Record<string, string>, query = '') => fetch(link + query, { headers });
  // A mail program that looks at the link prefers no language, and no page is in Finnish.
  await visit({});
  await visit({ 'accept-language': 'fi' });
  expect(lang()).toBe('en');
  await visit({ 'accept-language': 'fr-FR,en' });
  expect(lang()).toBe('fr');
  await visit({ 'accept-language': 'fr-FR,en' }, '?lang=en');
  expect(lang()).toBe('en');
  await visit({ 'accept-language': 'en' }, '?lang=fr');
  expect(lang()).toBe('fr');
  portals.submit(link.split('/').pop()!);
  expect(lang()).toBe('fr');
  const ask = { reason: 'More', fields: ['vat_number'], documents: [] };
  portals.requestInformation('Reviewer', application_id, ask);
  expect(lang()).toBe('fr');
  // A new link for the same case has not been opened yet.
  portals.create('API', { application_id });
  expect(lang()).toBe('fr');
});
