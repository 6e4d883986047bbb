/** The sandbox's letters to clients, in their language, with the account's name and design. */
import { html, raw } from 'hono/html';

import type { Application } from '../../../service/contract.ts';
import type { PortalLook } from '../domain/account.ts';
import type { Parts } from '../domain/services.ts';
import { isLanguage, texts, type Language } from '../portal/texts.ts';
import { textOn } from '../web/colours.ts';
import { insertMail, linksIn } from './mails.ts';

/** The language in which the client last read the portal; English before its first visit. */
export function languageOfClient(
  { portals }: Parts<'portals'>,
  { application_id }: Pick<Application, 'application_id'>,
): Language {
  const visited = portals.languageOf(application_id);
  return isLanguage(visited) ? visited : 'en';
}

interface Written {
  subject: string;
  paragraphs: string[];
}

/** The letter as a page: the account's name at the top, and the link as a button in its colour. */
function asHtml({ subject, paragraphs }: Written, lang: Language, link: string, look: PortalLook) {
  const button = html`<p>
      <a
        href="${link}"
        style="background:${look.color};color:${textOn(
          look.color,
        )};padding:12px 20px;border-radius:6px;text-decoration:none;display:inline-block"
        >${texts[lang].letters.button}</a
      >
    </p>
    <p style="color:#566472;word-break:break-all">${link}</p>`;
  const parts = paragraphs.map((paragraph) =>
    paragraph === link ? button : html`<p style="white-space:pre-line">${paragraph}</p>`,
  );
  return String(
    html`<!doctype html>
      <html lang="${lang}">
        <head>
          <title>${subject}</title>
        </head>
        <body style="font-family:sans-serif;line-height:1.5;color:#1b2733">
          <header style="border-bottom:3px solid ${look.color};padding-bottom:8px">
            <strong>${look.name}</strong>
          </header>
          <main>
            <h1 style="font-size:1.2em">${subject}</h1>
            ${raw(parts.join('\n'))}
          </main>
        </body>
      </html>`,
  );
}

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

export interface Letter {
  /** Identifies the letter: a repeated request sends only one. */
  key: string;
  to: string;
  kind: LetterKind;
  lang: Language;
  values: LetterValues;
}

/** Puts a letter into the mailbox. @returns false if it was sent before. */
export function sendLetter(
  services: Parts<'store' | 'clock' | 'account'>,
  letter: Letter,
): boolean {
  const { key, to, kind, lang, values } = letter;
  const look = services.account.read().portal;
  const { hello, thanks, [kind]: words } = texts[lang].letters;
  const paragraphs = [hello, ...words.text, thanks].map((part) => filled(part, values));
  const subject = `${look.name}: ${words.subject}`;
  const written = { subject, paragraphs: [...paragraphs, look.name] };
  const text = written.paragraphs.join('\n\n');
  const page = asHtml(written, lang, values.link, look);
  const from = `${look.name} <onboarding@sandbox.example>`;
  return insertMail(
    services,
    { from, to: [to], subject, text, html: page, links: linksIn(text) },
    { key },
  );
}
