/** The mailbox: shows messages in isolation. */
import { Hono } from 'hono';

import type { Store } from '../domain/store.ts';
import { caseOfMail, listMails, rawMail, readMail, type Mail } from '../mail/mails.ts';
import { Facts, Moment, Office, PlainLink, Table } from './parts.tsx';

const path = '/back-office/mailbox';
const titleOf = ({ subject }: Mail) => subject || 'No subject';

/** A message. `of` is the ID of its case. */
const MessagePage = ({ mail, of }: { mail: Mail; of?: string }) => (
  <Office title={titleOf(mail)} section={path}>
    <article class="card">
      <Facts
        facts={[
          ['From', mail.from || 'unknown'],
          ['To', mail.to.join(', ')],
          ['Received', <Moment iso={mail.received_at} />],
          ['Case', of && <a href={`/back-office/cases/${of}`}>{of}</a>],
          ['Links', mail.links.map((link) => [<a href={link}>{link}</a>, <br />])],
        ]}
      />
      {mail.html ? (
        <iframe
          title={`Message: ${titleOf(mail)}`}
          src={`${path}/${mail.seq}/html`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        ></iframe>
      ) : (
        <p class="mail" dir="auto">
          {mail.text}
        </p>
      )}
    </article>
    <div class="actions">
      {mail.isReceived && <PlainLink href={`${path}/${mail.seq}/raw`}>Original (.eml)</PlainLink>}
      <PlainLink href={path}>Back</PlainLink>
    </div>
  </Office>
);

const Mailbox = ({ mails }: { mails: Mail[] }) => (
  <Office title="Mailbox" section={path}>
    <section class="card" aria-label="Messages">
      {mails.length ? (
        <Table
          head={['Subject', 'To', 'From', 'Received']}
          rows={mails.map((mail) => [
            <a href={`${path}/${mail.seq}`}>{titleOf(mail)}</a>,
            mail.to.join(', '),
            mail.from || 'unknown',
            <Moment iso={mail.received_at} />,
          ])}
        />
      ) : (
        'No message yet. Letters to clients appear here, and every mail to the SMTP port that the sandbox prints at its start.'
      )}
    </section>
  </Office>
);

export function mailboxRoutes(store: Store) {
  const app = new Hono();
  app.get('/', (c) => c.html(<Mailbox mails={listMails(store)} />));
  app.get('/:seq{[0-9]+}', (c) => {
    const mail = readMail(store, Number(c.req.param('seq')));
    return c.html(<MessagePage mail={mail} of={caseOfMail(store, mail)} />);
  });
  app.get('/:seq/html', (c) => {
    // Allows no scripts, forms or foreign content. Only this site may frame the page.
    c.header(
      'content-security-policy',
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    );
    c.header('x-frame-options', 'SAMEORIGIN');
    // A link of the letter opens beside the mailbox.
    const { html = '' } = readMail(store, Number(c.req.param('seq')));
    return c.html(`<base target="_blank">${html}`);
  });
  app.get('/:seq/raw', (c) => {
    const mail = readMail(store, Number(c.req.param('seq')));
    return c.body(new Uint8Array(rawMail(store, mail)), 200, {
      'content-type': 'message/rfc822',
      'content-disposition': `attachment; filename="message-${mail.seq}.eml"`,
    });
  });
  return app;
}
