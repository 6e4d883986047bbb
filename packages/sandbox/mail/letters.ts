/** Letters to clients: fixed texts in four languages, with the account's name and design. */
import { html, raw } from 'hono/html';

import type { Application } from '../../../service/contract.ts';
import type { Account, PortalLook } from '../domain/account.ts';
import { logoContent } from '../domain/logo.ts';
import type { Parts } from '../domain/services.ts';
import type { Store } from '../domain/store.ts';
import { textOn } from '../web/colours.ts';
import { insertMail, linksIn } from './mails.ts';
import de from './messages/de.json' with { type: 'json' };
import en from './messages/en.json' with { type: 'json' };
import es from './messages/es.json' with { type: 'json' };
import fr from './messages/fr.json' with { type: 'json' };

type LetterKind = 'link' | 'request' | 'reminder' | 'receipt';
export const letterKinds: LetterKind[] = ['link', 'request', 'reminder', 'receipt'];

/** The messages of each language. A missing key does not compile. */
const messages = { en, fr, de, es } satisfies Record<string, typeof en>;
export type LetterLanguage = keyof typeof messages;

/** The values of each kind of letter, besides company and greeting. */
interface LetterValues {
  link: string;
  /** The requested items. */
  reason?: string;
  /** The names of the submitted items, one per line. */
  sent?: string;
  reference?: string;
}

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
const placeholdersOf = (kind: LetterKind, lang: LetterLanguage) => {
  const { subject, text } = messages[lang][kind];
  return [subject, ...text].map((part) => placeholders(part).sort().join());
};
/** The sandbox checks translations when it starts: none may lack a paragraph or a value. */
for (const lang of Object.keys(messages) as LetterLanguage[]) {
  for (const kind of letterKinds) {
    const [own, english] = [placeholdersOf(kind, lang), placeholdersOf(kind, 'en')];
    if (own.join('|') !== english.join('|')) {
      throw new Error(
        `mail/messages/${lang}.json: the letter ${kind} differs from the English one.`,
      );
    }
  }
}

/** A message with its values. An empty value also removes the space in front of it. */
const filled = (message: string, values: Record<string, string | undefined>): string =>
  message.replace(/( ?)\{(\w+)\}/g, (_, space: string, name: string) =>
    values[name] ? space + values[name] : '',
  );

/** "until 6 May 2031", in the language of the letter. */
export const untilDay = (date: string, lang: LetterLanguage): string =>
  filled(messages[lang].until, { date });

const isLanguage = (lang: string): lang is LetterLanguage => Object.hasOwn(messages, lang);

/**
 * The language in which the client last read the portal. Otherwise the main language of its
 * address, registration or nationality; English if there are no letters in it.
 */
export function languageOfClient(
  { portals }: Parts<'portals'>,
  { application_id, person, business }: Application,
): LetterLanguage {
  const visited = portals.languageOf(application_id);
  if (visited && isLanguage(visited)) return visited;
  const address = person?.address ?? business?.address;
  const country = address?.country ?? business?.country ?? person?.nationalities?.[0];
  if (!country) return 'en';
  const { language } = new Intl.Locale(`und-${country}`).maximize();
  return isLanguage(language) ? language : 'en';
}

interface Written {
  subject: string;
  paragraphs: string[];
}

function write(kind: LetterKind, lang: LetterLanguage, values: Record<string, string | undefined>) {
  const { hello, thanks } = messages[lang];
  const { subject, text } = messages[lang][kind];
  const paragraphs = [hello, ...text, thanks, '{company}'].map((part) => filled(part, values));
  return { subject: filled(subject, values), paragraphs };
}

/**
 * The letter as a page: the account's name and logo at the top, and the link as a button in its
 * colour.
 */
function asHtml(
  { subject, paragraphs }: Written,
  lang: LetterLanguage,
  link: string,
  look: PortalLook,
) {
  const button = html`<p>
      <a
        href="${link}"
        style="background:${look.color};color:${textOn(
          look.color,
        )};padding:12px 20px;border-radius:6px;text-decoration:none;display:inline-block"
        >${messages[lang].button}</a
      >
    </p>
    <p style="color:#566472;word-break:break-all">${link}</p>`;
  const parts = paragraphs.map((paragraph) =>
    paragraph === link ? button : html`<p style="white-space:pre-line">${paragraph}</p>`,
  );
  // The mailbox loads nothing from other sites, so the letter shows only a stored logo.
  const logo = logoContent(look.logo_url)
    ? html`<img src="${look.logo_url!}" alt="" style="max-height:40px" />`
    : '';
  return String(
    html`<!doctype html>
      <html lang="${lang}">
        <head>
          <title>${subject}</title>
        </head>
        <body style="font-family:sans-serif;line-height:1.5;color:#1b2733">
          <header style="border-bottom:3px solid ${look.color};padding-bottom:8px">
            ${logo} <strong>${look.name}</strong>
          </header>
          <main>
            <h1 style="font-size:1.2em">${subject}</h1>
            ${raw(parts.join('\n'))}
          </main>
        </body>
      </html>`,
  );
}

export interface Letter {
  /** Identifies the letter: a repeated request sends only one. */
  key: string;
  /** The account that sends it. */
  account: string;
  to: string;
  kind: LetterKind;
  /** Without letters in this language, the letter is in English. */
  lang: string;
  /** The first name of a person; undefined for a business. */
  name?: string;
  values: LetterValues;
}

interface Around {
  store: Store;
  account: Account;
}

/** Puts a letter into the mailbox. @returns false if it was sent before. */
export function sendLetter({ store, account }: Around, letter: Letter): boolean {
  const { key, to, kind, name, values } = letter;
  const lang = isLanguage(letter.lang) ? letter.lang : 'en';
  const look = account.read(letter.account).portal;
  const written = write(kind, lang, { ...values, name, company: look.name });
  const text = written.paragraphs.join('\n\n');
  return insertMail(
    store,
    {
      raw: null,
      data: {
        from: `${look.name} <onboarding@sandbox.example>`,
        to: [to],
        subject: written.subject,
        text,
        html: asHtml(written, lang, values.link, look),
        links: linksIn(text),
      },
    },
    key,
  );
}
