/** The embedded mail server: takes every message and keeps it for the mailbox page. */
import { Readable } from 'node:stream';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

import type { Store } from '../domain/store.ts';

export interface Mail {
  seq: number;
  received_at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  links: string[];
}

const largestMail = 5 * 1024 * 1024;

/** The web addresses in a text or in HTML, without the punctuation of the sentence around them. */
export const linksIn = (text: string): string[] =>
  (text.match(/https?:\/\/[^\s<>"']+/g) ?? []).map((link) =>
    link.replaceAll('&amp;', '&').replace(/[.,;:!?)\]}]+$/, ''),
  );

/** Starts the server on the loopback interface; `port` 0 takes a free one. */
export async function startMailServer(store: Store, port: number) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: largestMail,
    onData(stream, session, done) {
      PostalMime.parse(Readable.toWeb(stream) as ReadableStream)
        .then((mail) => {
          const text = mail.text ?? '';
          const data = {
            from: mail.from?.address ?? '',
            to: session.envelope.rcptTo.map(({ address }) => address),
            subject: mail.subject ?? '',
            text,
            links: linksIn(text || (mail.html ?? '')),
          };
          store.run(
            'insert into mails (received_at, data) values (?,?)',
            new Date().toISOString(),
            JSON.stringify(data),
          );
          done();
        })
        .catch(done);
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** The messages, newest first. */
export const listMails = (store: Store): Mail[] =>
  store
    .all<{ seq: number; received_at: string; data: string }>(
      'select seq, received_at, data from mails order by seq desc limit 200',
    )
    .map(({ data, ...row }) => ({ ...row, ...(JSON.parse(data) as Omit<Mail, keyof typeof row>) }));
