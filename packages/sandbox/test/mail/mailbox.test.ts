/** The mailbox: what is received, and the letters of the sandbox itself. */
import { createTransport } from 'nodemailer';

import { texts, type Language } from '../../portal/texts.ts';
import { call, sandboxOfTests, send } from '../visitor.ts';

const sandbox = sandboxOfTests({ smtpPort: 0 });

describe('a message', () => {
  let mailer: ReturnType<typeof createTransport>;
  beforeAll(async () => {
    mailer = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, ignoreTLS: true });
  });
  afterAll(() => mailer.close());

  const addresses = { from: '"Sales, North" <sales@crm.example>', to: 'client@a.example' };

  it('is kept with its sender, its receivers and the addresses in it', async () => {
    const text = 'Open https://a.example/portals/x-1_2. (See https://a.example/a?b=c&d=e), or not!';
    const html = '<p>Open <a href="https://a.example/p?x=1&amp;y=2">this</a>.</p>';
    const headers = { 'X-Campaign': 'onboarding <7>' };
    await mailer.sendMail({ ...addresses, subject: 'Hello', text, html, headers });
    expect(sandbox.act.mails()).toMatchObject([
      {
        from: 'Sales, North <sales@crm.example>',
        to: ['client@a.example'],
        links: ['portals/x-1_2', 'a?b=c&d=e', 'p?x=1&y=2'].map((to) => `https://a.example/${to}`),
      },
    ]);
    // The original has all of it. What is shown is framed where it does nothing.
    const at = `${sandbox.url}/back-office/mailbox/${sandbox.act.mails()[0]!.seq}`;
    expect(await (await fetch(`${at}/raw`)).text()).toContain('X-Campaign: onboarding <7>');
    const framed = (await fetch(`${at}/html`)).headers;
    const policy = framed.get('content-security-policy');
    expect(policy).toMatch(/^sandbox( allow-popups[\w-]*)*; default-src 'none'/);
    expect(policy).not.toMatch(/script-src|allow-scripts/);
    expect(framed.get('x-frame-options')).toBe('SAMEORIGIN');
  });

  it('that is too large is refused and not kept', async () => {
    const raw = Buffer.alloc(6 * 1024 * 1024, `${'x'.repeat(76)}\r\n`);
    const envelope = addresses;
    await expect(mailer.sendMail({ envelope, raw })).rejects.toMatchObject({
      responseCode: 552,
    });
    expect(sandbox.act.mails()).toEqual([]);
  });
});

/** A case with its link. */
async function newCase(): Promise<{ id: string; link: string }> {
  const body = { person: { given_names: 'Ada <b>', last_name: 'Ferrer' } };
  const { application_id: id } = sandbox.act.create(body);
  const { link } = (await call(sandbox, 'POST', '/api/portals', { application_id: id })).body;
  return { id, link };
}
/** The letter that a reviewer sends now. */
async function letterOf(id: string) {
  await send(sandbox, `/back-office/cases/${id}/send`, { email: 'ada@client.example' });
  return sandbox.act.mails()[0]!;
}

it.each(Object.keys(texts) as Language[])(
  'writes each kind of letter whole in %s: the company, the client, the link, nothing in braces',
  async (lang) => {
    sandbox.setUp({ portal: { name: 'Nordwind Bank' } });
    const { id, link } = await newCase();
    await fetch(`${link}?lang=${lang}`);
    const ofLink = await letterOf(id);
    const ask = sandbox.act.ask(id, { reason: 'A recent one {link}', fields: ['vat_number'] });
    for (const [mail, address] of [
      [ofLink, link],
      [await letterOf(id), String(ask.link)],
    ] as const) {
      expect(mail).toMatchObject({
        from: 'Nordwind Bank <onboarding@sandbox.example>',
        to: ['ada@client.example'],
        links: [address],
      });
      expect(mail.subject).toContain('Nordwind Bank');
      expect(mail.text).toContain(' Ada <b>');
      expect(mail.text).toContain(texts[lang].letters.thanks);
      // What a reviewer writes is not filled in again.
      expect(mail.text.replaceAll('A recent one {link}', '')).not.toMatch(/[{}]/);
    }
  },
);

it('writes in the language of the client’s last visit, also after submitting and asking again', async () => {
  const { id, link } = await newCase();
  const lang = async () =>
    (await letterOf(id)).text.includes(texts.fr.letters.thanks) ? 'fr' : 'en';
  for (const [accepted, query, expected] of [
    // A mail program that looks at the link prefers no language, and no page is in Finnish.
    ['*', '', 'en'],
    ['fi', '', 'en'],
    ['fr-FR,en', '', 'fr'],
    ['fr-FR,en', '?lang=en', 'en'],
    ['en', '?lang=fr', 'fr'],
  ] as const) {
    await fetch(link + query, { headers: { 'accept-language': accepted } });
    expect([accepted, query, await lang()]).toEqual([accepted, query, expected]);
  }
  sandbox.act.submit(id);
  sandbox.act.ask(id, { reason: 'More', fields: ['email'] });
  expect(await lang()).toBe('fr');
  // A new link for the same case has not been opened yet.
  await call(sandbox, 'POST', '/api/portals', { application_id: id });
  expect(await lang()).toBe('fr');
});
