/** The sandbox's letters to clients, in their language, with the account's name. */
import type { Actor } from '../domain/case.ts';
import type { Parts } from '../domain/services.ts';
import { texts, type Language } from '../portal/texts.ts';
import { caseOfMail, insertMail, linksIn } from './mails.ts';

/** The letters: a portal link, and a request for something more. */
export type LetterKind = 'link' | 'request';

/** The values of a letter. */
interface LetterValues {
  link: string;
  /** What is needed, and until when. */
  reason?: string;
  /** The first name of a person; empty for a business. */
  name?: string;
}

/** A text with its values. An empty value also removes the space in front of it. */
const filled = (text: string, values: LetterValues): string =>
  text.replace(/( ?)\{(\w+)\}/g, (_, space: string, name: string) => {
    const value = values[name as keyof LetterValues];
    return value ? space + value : '';
  });

interface Letter {
  /** Identifies the letter: a repeated request sends only one. */
  key: string;
  who: Actor;
  to: string;
  kind: LetterKind;
  lang: Language;
  values: LetterValues;
}

/** Puts a letter into the mailbox, and into the history of its case, unless it was sent before. */
export function sendLetter(
  services: Parts<'store' | 'clock' | 'account' | 'cases'>,
  letter: Letter,
): void {
  const { key, who, to, kind, lang, values } = letter;
  const { name } = services.account.read().portal;
  const { hello, thanks, [kind]: words } = texts[lang].letters;
  const paragraphs = [hello, ...words.text, thanks].map((part) => filled(part, values));
  const text = [...paragraphs, name].join('\n\n');
  const subject = `${name}: ${words.subject}`;
  const from = `${name} <onboarding@sandbox.example>`;
  const mail = { from, to: [to], subject, text, links: linksIn(text) };
  services.store.atomic(() => {
    const isNew = insertMail(services, mail, { key });
    const of = caseOfMail(services.store, { links: [values.link] });
    const sent = { kind: 'letter_sent', path: kind, after: to } as const;
    if (isNew && of) services.cases.change(who, of, (one) => one.note(sent));
  });
}
