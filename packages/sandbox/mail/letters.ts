/** The sandbox's own letters: the texts of service/letters.ts with the account's name and design. */
import { html, raw } from 'hono/html';

import type { Application } from '../../../service/contract.ts';
import { letters, type Language } from '../../../service/languages.ts';
import {
  isLanguage,
  languageOf,
  writeLetter,
  type LetterKind,
  type LetterValues,
} from '../../../service/letters.ts';
import type { PortalLook } from '../domain/account.ts';
import type { Parts } from '../domain/services.ts';
import { textOn } from '../web/colours.ts';
import { insertMail, linksIn } from './mails.ts';

/**
 * The language in which the client last read the portal. Otherwise the main language of its
 * address, registration or nationality; English if there are no letters in it.
 */
export function languageOfClient(
  { portals }: Parts<'portals'>,
  { application_id, person, business }: Application,
): Language {
  const visited = portals.languageOf(application_id);
  if (visited && isLanguage(visited)) return visited;
  const address = person?.address ?? business?.address;
  return languageOf(address?.country ?? business?.country ?? person?.nationalities?.[0]);
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
        >${letters[lang].button}</a
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

/** The letters that the sandbox sends by itself. */
export const ownLetters = ['link', 'request'] as const satisfies LetterKind[];
export type OwnLetter = (typeof ownLetters)[number];

export interface Letter {
  /** Identifies the letter: a repeated request sends only one. */
  key: string;
  to: string;
  kind: OwnLetter;
  lang: Language;
  /** The first name of a person; undefined for a business. */
  name?: string;
  values: LetterValues & { link: string };
}

/** Puts a letter into the mailbox. @returns false if it was sent before. */
export function sendLetter(
  { store, account }: Parts<'store' | 'account'>,
  letter: Letter,
): boolean {
  const { key, to, kind, lang, name, values } = letter;
  const look = account.read().portal;
  const { subject, paragraphs } = writeLetter(kind, lang, { ...values, name });
  const written = {
    subject: `${look.name}: ${subject}`,
    paragraphs: [...paragraphs, look.name],
  };
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
