/** The letter with a portal link: a template of plain text, from which the HTML is made as well. */
import { html, raw } from 'hono/html';

export interface Template {
  subject: string;
  /** Paragraphs, parted by empty lines; `{{name}}` and `{{link}}` are filled in. */
  text: string;
}

export const portalTemplate: Template = {
  subject: 'Please complete your verification',
  text: `Good day {{name}},

please complete your verification on this page. You can stop at any time and go on later:

{{link}}

Thank you.`,
};

const filled = (text: string, values: Record<string, string>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '').replace(/ +(?=[,.])/g, '');

/** Subject, text and HTML for a client `name` and a portal `link`. */
export function letter(template: Template, name: string, link: string) {
  const text = filled(template.text, { name, link });
  const paragraphs = text.split(/\n{2,}/).map((paragraph) =>
    paragraph.trim() === link
      ? html`<p>
            <a
              href="${link}"
              style="background:#0b5d57;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none"
              >Open the page</a
            >
          </p>
          <p style="color:#566472">${link}</p>`
      : html`<p>${paragraph}</p>`,
  );
  return {
    subject: filled(template.subject, { name, link }),
    text,
    html: String(
      html`<!doctype html>
        <html lang="en">
          <body style="font-family:sans-serif;line-height:1.5;color:#1b2733">
            ${raw(paragraphs.join('\n'))}
          </body>
        </html>`,
    ),
    // Nobody's holiday answer should come back to it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
