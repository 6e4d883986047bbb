/** The embedded mail server: takes every message and keeps it for the mailbox page. */
import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

import { Problem } from '../domain/problem.ts';
import type { Store } from '../domain/store.ts';

export interface Mail {
  seq: number;
  received_at: string;
  /** As shown: `Name <address>`, or the address alone. */
  from: string;
  /** Where it was delivered. */
  to: string[];
  reply_to?: string;
  subject: string;
  text: string;
  html?: string;
  links: string[];
}

const largestMail = 5 * 1024 * 1024;

/** The web addresses in a text or in HTML, without the punctuation of the sentence around them. */
export const linksIn = (text: string): string[] =>
  (text.match(/https?:\/\/[^\s<>"']+/g) ?? []).map((link) =>
    link.replaceAll('&amp;', '&').replace(/[.,;:!?)\]}]+$/, ''),
  );

const tooLarge = () =>
  Object.assign(new Error('The message is larger than 5 MB.'), { responseCode: 552 });

/** The message, or undefined for one that is too large: what exceeds the limit is not kept. */
async function boundedBuffer(stream: AsyncIterable<Buffer>): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size <= largestMail) chunks.push(chunk);
  }
  return size > largestMail ? undefined : Buffer.concat(chunks);
}

const shown = ({ name, address }: Address): string =>
  name && address ? `${name} <${address}>` : (address ?? name);

export interface KeptMail {
  raw: Buffer;
  /** What the mailbox shows of it. */
  data: Omit<Mail, 'seq' | 'received_at'>;
}

/** A message as it came, and what the mailbox shows of it. */
export async function readMessage(raw: Buffer, to: string[]): Promise<KeptMail> {
  const mail = await PostalMime.parse(raw);
  const text = mail.text ?? '';
  const data = {
    from: mail.from ? shown(mail.from) : '',
    to,
    reply_to: mail.replyTo?.map(shown).join(', '),
    subject: mail.subject ?? '',
    text,
    html: mail.html,
    links: linksIn(text || (mail.html ?? '')),
  };
  return { raw, data };
}

/** Puts a message into the mailbox. */
export const insertMail = (store: Store, { raw, data }: KeptMail) =>
  store.run(
    'insert into mails (received_at, data, raw) values (?,?,?)',
    new Date().toISOString(),
    JSON.stringify(data),
    raw,
  );

/** The message as it came. @throws Problem 404 */
export function rawMail(store: Store, seq: number): Buffer {
  const row = store.get<{ raw: Buffer | null }>('select raw from mails where seq = ?', seq);
  if (!row?.raw) throw new Problem(404, 'There is no such message.');
  return row.raw;
}

/** Starts the server on the loopback interface; `port` 0 takes a free one. */
export async function startMailServer(store: Store, port: number) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: largestMail,
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      boundedBuffer(stream)
        .then((raw) => {
          if (!raw) return done(tooLarge());
          return readMessage(raw, to).then((mail) => {
            insertMail(store, mail);
            done();
          });
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

type MailRow = { seq: number; received_at: string; data: string };
const parsed = ({ data, ...row }: MailRow): Mail => ({ ...row, ...JSON.parse(data) });

/** The newest messages. */
export const listMails = (store: Store): Mail[] =>
  store
    .all<MailRow>('select seq, received_at, data from mails order by seq desc limit 200')
    .map(parsed);

/** One message. @throws Problem 404 */
export function readMail(store: Store, seq: number): Mail {
  const row = store.get<MailRow>('select seq, received_at, data from mails where seq = ?', seq);
  if (!row) throw new Problem(404, 'There is no such message.');
  return parsed(row);
}
