/** The messages in the mailbox. */
import PostalMime, { type Address } from 'postal-mime';

import { existing } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import type { Store } from '../domain/store.ts';

export interface Mail {
  seq: number;
  received_at: string;
  /** `Name <address>`, or the address alone. */
  from: string;
  /** The addresses of the delivery. */
  to: string[];
  reply_to?: string;
  subject: string;
  text: string;
  html?: string;
  links: string[];
  /** True for a message that came over SMTP. It is stored unchanged. */
  isReceived: boolean;
}

/** The web addresses in a text or in HTML, without the punctuation of the sentence around them. */
export const linksIn = (text: string): string[] =>
  (text.match(/https?:\/\/[^\s<>"']+/g) ?? []).map((link) =>
    link.replaceAll('&amp;', '&').replace(/[.,;:!?)\]}]+$/, ''),
  );

const written = ({ name, address }: Address): string =>
  name && address ? `${name} <${address}>` : (address ?? name);

interface NewMail {
  /** The raw message. The sandbox's own letters have none. */
  raw: Buffer | null;
  /** The data for the mailbox's pages. */
  data: Omit<Mail, 'seq' | 'received_at' | 'isReceived'>;
}

/** Parses a message for the mailbox. */
export async function readMessage(raw: Buffer, to: string[]): Promise<NewMail> {
  const mail = await PostalMime.parse(raw);
  const text = mail.text ?? '';
  const data = {
    from: mail.from ? written(mail.from) : '',
    to,
    reply_to: mail.replyTo?.map(written).join(', '),
    subject: mail.subject ?? '',
    text,
    html: mail.html,
    links: [...new Set(linksIn(`${text} ${mail.html ?? ''}`))],
  };
  return { raw, data };
}

/** Stores a message. @returns false if one with this key exists. */
export function insertMail(
  { store, clock }: Parts<'store' | 'clock'>,
  { raw, data }: NewMail,
  key: string | null = null,
) {
  const row = {
    key,
    received_at: clock.iso(),
    data: JSON.stringify(data),
    raw,
  };
  return store.insert('mails', row, 'on conflict (key) do nothing') > 0;
}

/** The number of messages. */
export const countMails = (store: Store): number =>
  store.get<{ n: number }>('select count(*) as n from mails')!.n;

/** The raw message. @throws Problem 404 */
export function rawMail(store: Store, seq: number): Buffer {
  const row = store.get<{ raw: Buffer | null }>`select raw from mails where seq = ${seq}`;
  return existing(row?.raw ?? undefined, 'There is no such message.');
}

/** The headers and attachments of a received message; none for the sandbox's own letters. */
export async function partsOf(store: Store, { seq, isReceived }: Mail) {
  if (!isReceived) return { headers: [], attachments: [] };
  const { headers, attachments } = await PostalMime.parse(rawMail(store, seq));
  return { headers, attachments };
}
export type MailParts = Awaited<ReturnType<typeof partsOf>>;

/** The case of the first portal link in a message. */
export const caseOfMail = (store: Store, { links }: Mail): string | undefined =>
  links
    .map((link) => /\/portals\/([\w-]+)/.exec(link)?.[1] ?? '')
    .map(
      (token) =>
        store.get<{ id: string | null }>`select application_id as id from portals
      where token = ${token}`?.id,
    )
    .find((id) => typeof id === 'string') ?? undefined;

type MailRow = { seq: number; received_at: string; data: string; has_raw: number };
const parsed = ({ data, has_raw, ...row }: MailRow): Mail => ({
  ...row,
  ...(JSON.parse(data) as NewMail['data']),
  isReceived: has_raw === 1,
});

/** The newest messages, or those with a text. */
export const listMails = (store: Store, text = '') =>
  store.all<MailRow>`select seq, received_at, data, raw is not null as has_raw from mails
    where instr(data, ${text}) > 0 order by seq desc limit 200`.map(parsed);

/** One message. @throws Problem 404 */
export function readMail(store: Store, seq: number): Mail {
  const row = store.get<MailRow>`select seq, received_at, data, raw is not null as has_raw from mails where seq = ${seq}`;
  return parsed(existing(row, 'There is no such message.'));
}
