import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';

import { letter, portalTemplate } from '../../packages/sandbox/mail/letter.ts';
import { linksIn, type Mail } from '../../packages/sandbox/mail/messages.ts';
import { createSandbox, type Sandbox } from '../../packages/sandbox/server.tsx';

it.each([
  ['Open https://a.example/portals/x-1_2.', ['https://a.example/portals/x-1_2']],
  [
    '(see https://a.example/a?b=c&d=e), or http://b.example!',
    ['https://a.example/a?b=c&d=e', 'http://b.example'],
  ],
  ['<a href="https://a.example/p?x=1&amp;y=2">Open</a>', ['https://a.example/p?x=1&y=2']],
  ['no address', []],
])('finds the addresses in %j', (text, links) => expect(linksIn(text)).toEqual(links));

it('goes to a real mail server where one is named, and says when that takes nothing', async () => {
  const elsewhere = await createSandbox({ smtpPort: 0 });
  const smtpUrl = `smtp://127.0.0.1:${elsewhere.smtpPort}/?ignoreTLS=true`;
  const office = await createSandbox({ smtpUrl });
  const { workflow, portals } = office.services;
  const body = { person: { last_name: 'Ferrer' }, is_draft: true };
  const { application_id } = workflow.create('main', body, 'API');
  portals.create('main', { application_id }, 'API');
  const page = `${office.url}/back-office/cases/${application_id}`;
  const send = () =>
    fetch(`${page}/send`, {
      method: 'POST',
      body: new URLSearchParams({ to: 'ines@client.example' }),
      headers: { origin: office.url },
      redirect: 'manual',
    });
  expect((await send()).status).toBe(303);
  const mails = async (at: Sandbox) =>
    (await (await fetch(`${at.url}/_sandbox/mails`)).json()) as Mail[];
  expect(await mails(elsewhere)).toMatchObject([{ to: ['ines@client.example'] }]);
  expect(await mails(office)).toEqual([]);
  await elsewhere.close();
  expect((await send()).status).toBe(409);
  const text = await (await fetch(page)).text();
  expect(text).toContain('Portal link sent to ines@client.example');
  expect(text).toContain('Portal link not sent to ines@client.example');
  await office.close();
});

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

  it('can be downloaded as it came', async () => {
    await mailer.sendMail({ ...addresses, subject: 'Grüße', text: 'Hello' });
    const [mail] = await mails();
    const raw = await get(`/back-office/mailbox/${mail!.seq}/raw`);
    expect(raw.headers.get('content-disposition')).toContain('attachment');
    const parsed = await PostalMime.parse(await raw.arrayBuffer());
    expect([parsed.subject, parsed.text?.trim()]).toEqual(['Grüße', 'Hello']);
    expect((await get('/back-office/mailbox/99/raw')).status).toBe(404);
  });

  it('that is too large is refused and not kept', async () => {
    const raw = Buffer.alloc(6 * 1024 * 1024, `${'x'.repeat(76)}\r\n`);
    const envelope = addresses;
    await expect(mailer.sendMail({ envelope, raw })).rejects.toMatchObject({
      responseCode: 552,
    });
    expect(await mails()).toEqual([]);
  });

  it('with a portal link has text and HTML, and asks for no automatic answer', async () => {
    const link = 'https://a.example/portals/x?a=1&b=2';
    const name = 'Ada <b>';
    await mailer.sendMail({ ...addresses, ...letter(portalTemplate, name, link) });
    const [mail] = await mails();
    expect(mail).toMatchObject({ subject: portalTemplate.subject, links: [link] });
    expect(mail!.text).toContain('Good day Ada <b>,');
    expect(mail!.html).toContain('Good day Ada &lt;b&gt;,');
    const raw = await (await get(`/back-office/mailbox/${mail!.seq}/raw`)).text();
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  });
});
