/** What letters to clients say until staff change them, in each of the portal's languages. */

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

/** `button` leads to the page; `until` stands before a date. */
interface LetterTexts extends Record<LetterKind, Template> {
  button: string;
  until: string;
}

const parts = (...paragraphs: string[]) => paragraphs.join('\n\n');

export const englishLetters: LetterTexts = {
  button: 'Open the page',
  until: 'until',
  link: {
    subject: 'Please complete your verification',
    text: parts(
      'Good day {{name}},',
      'please complete your verification on this page. You can stop at any time and go on later:',
      '{{link}}',
      'Thank you.',
    ),
  },
  request: {
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
  reminder: {
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
  // Birth dates and the like stand on the page alone: a mail can be read on its way.
  receipt: {
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
};

export const frenchLetters: LetterTexts = {
  button: 'Ouvrir la page',
  until: 'avant le',
  link: {
    subject: 'Merci de compléter votre vérification',
    text: parts(
      'Bonjour {{name}},',
      'merci de compléter votre vérification sur cette page. Vous pouvez vous arrêter à tout moment et continuer plus tard :',
      '{{link}}',
      'Merci.',
    ),
  },
  request: {
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
  reminder: {
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
  receipt: {
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
};

export const germanLetters: LetterTexts = {
  button: 'Seite öffnen',
  until: 'bis zum',
  link: {
    subject: 'Bitte schließen Sie Ihre Prüfung ab',
    text: parts(
      'Guten Tag {{name}},',
      'bitte schließen Sie Ihre Prüfung auf dieser Seite ab. Sie können jederzeit unterbrechen und später weitermachen:',
      '{{link}}',
      'Vielen Dank.',
    ),
  },
  request: {
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
  reminder: {
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
  receipt: {
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
};

export const spanishLetters: LetterTexts = {
  button: 'Abrir la página',
  until: 'antes del',
  link: {
    subject: 'Complete su verificación',
    text: parts(
      'Buenos días {{name}}:',
      'complete su verificación en esta página. Puede parar en cualquier momento y continuar más tarde:',
      '{{link}}',
      'Gracias.',
    ),
  },
  request: {
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
  reminder: {
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
  receipt: {
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
};
