/** The mailbox: every message the embedded mail server took, shown without letting it do anything. */
import { Hono } from 'hono';

import type { Store } from '../domain/store.ts';
import { listMails, rawMail, readMail, type Mail } from '../mail/mailbox.ts';
import { Moment, Office } from './parts.tsx';

/** Text with its web addresses as links. */
const Linked = ({ text }: { text: string }) => (
  <>
    {text
      .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}])/)
      .map((part, index) => (index % 2 ? <a href={part}>{part}</a> : part))}
  </>
);

const Message = ({ mail }: { mail: Mail }) => (
  <article class="card">
    <h2>{mail.subject || 'No subject'}</h2>
    <p class="meta">
      From {mail.from || 'unknown'} to {mail.to.join(', ')}, <Moment at={mail.received_at} />
      {mail.reply_to && ` · Reply to ${mail.reply_to}`} ·{' '}
      <a href={`/back-office/mailbox/${mail.seq}/raw`}>Original</a>
    </p>
    {mail.html ? (
      <>
        <iframe
          class="letter"
          title={`Message: ${mail.subject || 'No subject'}`}
          src={`/back-office/mailbox/${mail.seq}/html`}
          sandbox=""
        ></iframe>
        {mail.links.length > 0 && (
          <ul class="plain-list">
            {mail.links.map((link) => (
              <li>
                <a href={link}>{link}</a>
              </li>
            ))}
          </ul>
        )}
      </>
    ) : (
      <p class="mail">
        <Linked text={mail.text} />
      </p>
    )}
  </article>
);

export function mailboxRoutes(store: Store) {
  const app = new Hono();

  app.get('/', (c) => {
    const mails = listMails(store);
    return c.html(
      <Office title="Mailbox" at="/back-office/mailbox">
        {!mails.length && (
          <p class="empty">
            No message yet. Send a portal link from a case, or a mail over SMTP to the port that{' '}
            <code>npm start</code> prints.
          </p>
        )}
        {mails.map((mail) => (
          <Message mail={mail} />
        ))}
      </Office>,
    );
  });

  app.get('/:seq/html', (c) => {
    // A page without scripts, links, forms or anything from elsewhere; only this site may frame it.
    c.header(
      'content-security-policy',
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    );
    c.header('x-frame-options', 'SAMEORIGIN');
    return c.html(readMail(store, Number(c.req.param('seq'))).html ?? '');
  });

  app.get('/:seq/raw', (c) => {
    const seq = Number(c.req.param('seq'));
    return c.body(new Uint8Array(rawMail(store, seq)), 200, {
      'content-type': 'message/rfc822',
      'content-disposition': `attachment; filename="message-${seq}.eml"`,
    });
  });

  return app;
}
