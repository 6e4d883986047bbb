/** The messages in the mailbox. */
import PostalMime, { type Address } from 'postal-mime';

import { existing } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { portalsIn } from '../domain/stored-portals.ts';
import { newId, type Store } from '../domain/store.ts';

export interface Mail {
  /** Identifies it for its sender, such as "the letter of today". */
  id: string;
  /** Its number in the mailbox. */
  seq: number;
  received_at: string;
  /** `Name <address>`, or the address alone. */
  from: string;
  /** The addresses of the delivery. */
  to: string[];
  subject: string;
  text: string;
  html?: string;
  links: string[];
  /** True for a message that came over SMTP. It is stored unchanged. */
  isReceived: boolean;
}

/** The web addresses in a text or in HTML, without the punctuation of the sentence around them. */
export const linksIn = (text: string): string[] =>
  text.replaceAll('&amp;', '&').match(/https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]/g) ?? [];

const written = ({ name, address }: Address): string =>
  name && address ? `${name} <${address}>` : (address ?? name);

type NewMail = Omit<Mail, 'id' | 'seq' | 'received_at' | 'isReceived'>;

/** Parses a message for the mailbox. */
export async function readMessage(raw: Buffer, to: string[]): Promise<NewMail> {
  const mail = await PostalMime.parse(raw);
  const text = mail.text ?? '';
  return {
    from: mail.from ? written(mail.from) : '',
    to,
    subject: mail.subject ?? '',
    text,
    html: mail.html,
    links: [...new Set(linksIn(`${text} ${mail.html ?? ''}`))],
  };
}

/** The messages; each is found by the portal to which it leads. */
const mailsIn = (store: Store) =>
  store.collection<Omit<Mail, 'seq'>>('mails', ({ links }) => ({ ref: tokenIn(links) }));

/** The token of the first portal link. */
const tokenIn = (links: string[]): string | undefined =>
  links.map((link) => /\/portals\/([\w-]+)/.exec(link)?.[1]).find(Boolean);

/**
 * Stores a message; one that came over SMTP with its bytes.
 * @returns false if one with this key exists.
 */
export const insertMail = (
  { store, clock }: Parts<'store' | 'clock'>,
  mail: NewMail,
  { key = newId('mail'), raw }: { key?: string; raw?: Buffer } = {},
): boolean => {
  const stored = { id: key, received_at: clock.iso(), ...mail, isReceived: raw !== undefined };
  return mailsIn(store).add(key, stored, raw);
};

/** The raw message. @throws Problem 404 */
export const rawMail = (store: Store, { id }: Pick<Mail, 'id'>): Buffer =>
  existing(mailsIn(store).content(id), 'There is no such message.');

/** The case of the portal to which a message leads. */
export const caseOfMail = (store: Store, { links }: Pick<Mail, 'links'>): string | undefined =>
  portalsIn(store).get(tokenIn(links) ?? '')?.application_id ?? undefined;

/** The newest messages, or those that lead to a portal. */
export const listMails = (store: Store, token?: string): Mail[] =>
  mailsIn(store)
    .rows({ ref: token, newest: true, limit: 200 })
    .map(({ seq, value }) => ({ seq, ...value }));

/** One message. @throws Problem 404 */
export function readMail(store: Store, seq: number): Mail {
  const found = mailsIn(store).first({ seq });
  return { seq, ...existing(found, 'There is no such message.') };
}
