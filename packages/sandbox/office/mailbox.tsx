/** The mailbox: shows messages in isolation. */
import { Hono } from 'hono';

import type { Store } from '../domain/store.ts';
import { caseOfMail, listMails, rawMail, readMail, type Mail } from '../mail/mails.ts';
import { Facts, Moment, Office, PlainLink, Table } from './parts.tsx';

const path = '/back-office/mailbox';

/** Text with its web addresses as links. */
const Linked = ({ text }: { text: string }) => (
  <>
    {text
      .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}])/)
      .map((part, index) => (index % 2 ? <a href={part}>{part}</a> : part))}
  </>
);

interface MessageProps {
  mail: Mail;
  /** The ID of its case. */
  application_id?: string;
}

const MessagePage = ({ mail, application_id }: MessageProps) => (
  <Office title={mail.subject || 'No subject'} section={path}>
    <article class="card">
      <Facts
        facts={[
          ['From', mail.from || 'unknown'],
          ['To', mail.to.join(', ')],
          ['Reply to', mail.reply_to || undefined],
          ['Received', <Moment iso={mail.received_at} />],
          [
            'Case',
            application_id && <a href={`/back-office/cases/${application_id}`}>{application_id}</a>,
          ],
        ]}
      />
      {mail.html ? (
        <>
          <iframe
            class="letter"
            title={`Message: ${mail.subject || 'No subject'}`}
            src={`${path}/${mail.seq}/html`}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          ></iframe>
          {mail.links.length > 0 && (
            <>
              <h2>Links in the message</h2>
              <ul class="unstyled">
                {mail.links.map((link) => (
                  <li>
                    <a href={link}>{link}</a>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      ) : (
        <p class="mail" dir="auto">
          <Linked text={mail.text} />
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
    {mails.length ? (
      <section class="card" aria-label="Messages">
        <Table head={['Subject', 'To', 'From', 'Received']}>
          {mails.map((mail) => (
            <tr>
              <td dir="auto">
                <a href={`${path}/${mail.seq}`}>{mail.subject || 'No subject'}</a>
              </td>
              <td data-label="To">{mail.to.join(', ')}</td>
              <td data-label="From">{mail.from || 'unknown'}</td>
              <td data-label="Received">
                <Moment iso={mail.received_at} />
              </td>
            </tr>
          ))}
        </Table>
      </section>
    ) : (
      <p class="card">
        No message yet. Letters to clients appear here. So does every mail to the SMTP port that the
        sandbox prints at its start.
      </p>
    )}
  </Office>
);

export function mailboxRoutes(store: Store) {
  const app = new Hono();

  app.get('/', (c) => c.html(<Mailbox mails={listMails(store)} />));

  app.get('/:seq{[0-9]+}', (c) => {
    const mail = readMail(store, Number(c.req.param('seq')));
    return c.html(<MessagePage mail={mail} application_id={caseOfMail(store, mail)} />);
  });

  app.get('/:seq/html', (c) => {
    // Allows no scripts, forms or foreign content. Only this site may frame the page.
    c.header(
      'content-security-policy',
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    );
    c.header('x-frame-options', 'SAMEORIGIN');
    // A link of the letter opens beside the mailbox.
    return c.html(
      `<base target="_blank">${readMail(store, Number(c.req.param('seq'))).html ?? ''}`,
    );
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
