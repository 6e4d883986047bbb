/** Letters to clients as messages: plain text, and the HTML made of it. */
import { html, raw } from 'hono/html';

import type { Template } from '../portal/letter-texts.ts';
import { texts, type Language } from '../portal/texts.ts';

export interface Written {
  subject: string;
  text: string;
}

/** A template with its values; the space in front of an empty one goes with it. */
export function written(template: Template, values: Record<string, string>): Written {
  const filled = (said: string) =>
    said.replace(/( ?)\{\{(\w+)\}\}/g, (_, space: string, key: string) =>
      values[key] ? space + values[key] : '',
    );
  return { subject: filled(template.subject), text: filled(template.text) };
}

/** A letter as a message: text and HTML, in which `link` is a button. */
export function message({ subject, text }: Written, link: string, lang: Language) {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) =>
    paragraph.trim() === link
      ? html`<p>
            <a
              href="${link}"
              style="background:#0b5d57;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none"
              >${texts[lang].letters.button}</a
            >
          </p>
          <p style="color:#566472;word-break:break-all">${link}</p>`
      : html`<p style="white-space:pre-line">${paragraph}</p>`,
  );
  return {
    subject,
    text,
    html: String(
      html`<!doctype html>
        <html lang="${lang}">
          <body style="font-family:sans-serif;line-height:1.5;color:#1b2733">
            ${raw(paragraphs.join('\n'))}
          </body>
        </html>`,
    ),
    // Nobody's holiday answer should come back to it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
export const portalTemplate = texts.en.letters.link;

/** The letter with a portal link for a client `name`, as a message. */
export const letter = (template: Template, name: string, link: string, lang: Language = 'en') =>
  message(written(template, { name, link }), link, lang);
