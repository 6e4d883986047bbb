/** Letters to clients: templates of plain text in the portal's languages, and the HTML made of them. */
import { html, raw } from 'hono/html';

import type { Language } from '../portal/texts.ts';

export interface Template {
  subject: string;
  /**
   * Paragraphs, parted by empty lines; `{{name}}`, `{{link}}`, `{{reason}}`, `{{sent}}` and
   * `{{reference}}` are filled in.
   */
  text: string;
}

/** What letters are about -> what they must say besides. */
export const letterKinds = {
  link: { title: 'Portal link', needs: ['link'] },
  request: { title: 'Request for information', needs: ['reason', 'link'] },
  reminder: { title: 'Reminder', needs: ['reason', 'link'] },
  receipt: { title: 'Receipt', needs: ['sent', 'reference', 'link'] },
} as const;
export type LetterKind = keyof typeof letterKinds;

const parts = (...paragraphs: string[]) => paragraphs.join('\n\n');

/** The letters until staff change them. */
export const templates: Record<LetterKind, Record<Language, Template>> = {
  link: {
    en: {
      subject: 'Please complete your verification',
      text: parts(
        'Good day {{name}},',
        'please complete your verification on this page. You can stop at any time and go on later:',
        '{{link}}',
        'Thank you.',
      ),
    },
    fr: {
      subject: 'Merci de compléter votre vérification',
      text: parts(
        'Bonjour {{name}},',
        'merci de compléter votre vérification sur cette page. Vous pouvez vous arrêter à tout moment et continuer plus tard :',
        '{{link}}',
        'Merci.',
      ),
    },
    de: {
      subject: 'Bitte schließen Sie Ihre Prüfung ab',
      text: parts(
        'Guten Tag {{name}},',
        'bitte schließen Sie Ihre Prüfung auf dieser Seite ab. Sie können jederzeit unterbrechen und später weitermachen:',
        '{{link}}',
        'Vielen Dank.',
      ),
    },
    es: {
      subject: 'Complete su verificación',
      text: parts(
        'Buenos días {{name}}:',
        'complete su verificación en esta página. Puede parar en cualquier momento y continuar más tarde:',
        '{{link}}',
        'Gracias.',
      ),
    },
  },
  request: {
    en: {
      subject: 'We need something from you',
      text: parts(
        'Good day {{name}},',
        'to go on with your verification we need this from you:',
        '{{reason}}',
        'Please send it on this page. Everything you sent before is kept.',
        '{{link}}',
        'Thank you.',
      ),
    },
    fr: {
      subject: 'Nous avons besoin de votre aide',
      text: parts(
        'Bonjour {{name}},',
        'pour poursuivre votre vérification, nous avons besoin de ceci :',
        '{{reason}}',
        'Merci de l’envoyer sur cette page. Tout ce que vous avez déjà envoyé est conservé.',
        '{{link}}',
        'Merci.',
      ),
    },
    de: {
      subject: 'Wir brauchen etwas von Ihnen',
      text: parts(
        'Guten Tag {{name}},',
        'um mit Ihrer Prüfung fortzufahren, brauchen wir von Ihnen:',
        '{{reason}}',
        'Bitte senden Sie es auf dieser Seite. Alles, was Sie bereits gesendet haben, bleibt erhalten.',
        '{{link}}',
        'Vielen Dank.',
      ),
    },
    es: {
      subject: 'Necesitamos algo de usted',
      text: parts(
        'Buenos días {{name}}:',
        'para continuar con su verificación necesitamos esto:',
        '{{reason}}',
        'Envíelo en esta página. Todo lo que ya envió se conserva.',
        '{{link}}',
        'Gracias.',
      ),
    },
  },
  reminder: {
    en: {
      subject: 'Reminder: we still need something from you',
      text: parts(
        'Good day {{name}},',
        'we have not received this yet:',
        '{{reason}}',
        'Please send it on this page:',
        '{{link}}',
        'Thank you.',
      ),
    },
    fr: {
      subject: 'Rappel : il nous manque encore quelque chose',
      text: parts(
        'Bonjour {{name}},',
        'nous n’avons pas encore reçu ceci :',
        '{{reason}}',
        'Merci de l’envoyer sur cette page :',
        '{{link}}',
        'Merci.',
      ),
    },
    de: {
      subject: 'Erinnerung: Es fehlt noch etwas',
      text: parts(
        'Guten Tag {{name}},',
        'dies ist noch nicht bei uns angekommen:',
        '{{reason}}',
        'Bitte senden Sie es auf dieser Seite:',
        '{{link}}',
        'Vielen Dank.',
      ),
    },
    es: {
      subject: 'Recordatorio: todavía falta algo',
      text: parts(
        'Buenos días {{name}}:',
        'todavía no hemos recibido esto:',
        '{{reason}}',
        'Envíelo en esta página:',
        '{{link}}',
        'Gracias.',
      ),
    },
  },
  // Birth dates and the like stand on the page alone: a mail can be read on its way.
  receipt: {
    en: {
      subject: 'We have received what you submitted',
      text: parts(
        'Good day {{name}},',
        'thank you, this has arrived with us under the reference {{reference}}:',
        '{{sent}}',
        'This page shows all of it. Nothing can be changed there unless we ask for something:',
        '{{link}}',
        'We check it and come back to you.',
      ),
    },
    fr: {
      subject: 'Nous avons reçu votre envoi',
      text: parts(
        'Bonjour {{name}},',
        'merci, ceci nous est parvenu sous la référence {{reference}} :',
        '{{sent}}',
        'Cette page montre le tout. Rien ne peut y être modifié sauf si nous demandons quelque chose :',
        '{{link}}',
        'Nous vérifions et revenons vers vous.',
      ),
    },
    de: {
      subject: 'Ihre Angaben sind angekommen',
      text: parts(
        'Guten Tag {{name}},',
        'danke, unter dem Aktenzeichen {{reference}} ist bei uns angekommen:',
        '{{sent}}',
        'Diese Seite zeigt alles. Ändern lässt sich dort nichts, außer wir bitten um etwas:',
        '{{link}}',
        'Wir prüfen es und melden uns.',
      ),
    },
    es: {
      subject: 'Hemos recibido lo que ha enviado',
      text: parts(
        'Buenos días {{name}}:',
        'gracias, esto nos ha llegado con la referencia {{reference}}:',
        '{{sent}}',
        'Esta página lo muestra todo. Allí no se puede cambiar nada, salvo que pidamos algo:',
        '{{link}}',
        'Lo revisamos y le respondemos.',
      ),
    },
  },
};

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
              >${open[lang]}</a
            >
          </p>
          <p style="color:#566472">${link}</p>`
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
const open: Record<Language, string> = {
  en: 'Open the page',
  fr: 'Ouvrir la page',
  de: 'Seite öffnen',
  es: 'Abrir la página',
};

export const portalTemplate = templates.link.en;

/** The letter with a portal link for a client `name`, as a message. */
export const letter = (template: Template, name: string, link: string, lang: Language = 'en') =>
  message(written(template, { name, link }), link, lang);
