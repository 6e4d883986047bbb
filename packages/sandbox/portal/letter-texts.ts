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

/** What a language says around the values: the subject, then each paragraph between them. */
interface Said {
  button: string;
  until: string;
  hello: string;
  thanks: string;
  link: [subject: string, please: string];
  request: [subject: string, needed: string, where: string];
  reminder: [subject: string, missing: string, where: string];
  receipt: [subject: string, arrived: string, where: string, next: string];
}

/** The letters of a language: in each the same values in the same places. */
function letters({ button, until, hello, thanks, ...said }: Said): LetterTexts {
  const letter = (subject: string, ...paragraphs: string[]): Template => ({
    subject,
    text: [hello, ...paragraphs].join('\n\n'),
  });
  const asking = ([subject, what, where]: Said['request']) =>
    letter(subject, what, '{{reason}}', where, '{{link}}', thanks);
  const [subject, arrived, where, next] = said.receipt;
  return {
    button,
    until,
    link: letter(...said.link, '{{link}}', thanks),
    request: asking(said.request),
    reminder: asking(said.reminder),
    // Birth dates and the like stand on the page alone: a mail can be read on its way.
    receipt: letter(subject, arrived, '{{sent}}', where, '{{link}}', next),
  };
}

export const englishLetters = letters({
  button: 'Open the page',
  until: 'until',
  hello: 'Good day {{name}},',
  thanks: 'Thank you.',
  link: [
    'Please complete your verification',
    'please complete your verification on this page. You can stop at any time and go on later:',
  ],
  request: [
    'We need something from you',
    'to go on with your verification we need this from you:',
    'Please send it on this page. Everything you sent before is kept.',
  ],
  reminder: [
    'Reminder: we still need something from you',
    'we have not received this yet:',
    'Please send it on this page:',
  ],
  receipt: [
    'We have received what you submitted',
    'thank you, this has arrived with us under the reference {{reference}}:',
    'This page shows all of it. Nothing can be changed there unless we ask for something:',
    'We check it and come back to you.',
  ],
});

export const frenchLetters = letters({
  button: 'Ouvrir la page',
  until: 'avant le',
  hello: 'Bonjour {{name}},',
  thanks: 'Merci.',
  link: [
    'Merci de compléter votre vérification',
    'merci de compléter votre vérification sur cette page. Vous pouvez vous arrêter à tout moment et continuer plus tard :',
  ],
  request: [
    'Nous avons besoin de votre aide',
    'pour poursuivre votre vérification, nous avons besoin de ceci :',
    'Merci de l’envoyer sur cette page. Tout ce que vous avez déjà envoyé est conservé.',
  ],
  reminder: [
    'Rappel : il nous manque encore quelque chose',
    'nous n’avons pas encore reçu ceci :',
    'Merci de l’envoyer sur cette page :',
  ],
  receipt: [
    'Nous avons reçu votre envoi',
    'merci, ceci nous est parvenu sous la référence {{reference}} :',
    'Cette page montre le tout. Rien ne peut y être modifié sauf si nous demandons quelque chose :',
    'Nous vérifions et revenons vers vous.',
  ],
});

export const germanLetters = letters({
  button: 'Seite öffnen',
  until: 'bis zum',
  hello: 'Guten Tag {{name}},',
  thanks: 'Vielen Dank.',
  link: [
    'Bitte schließen Sie Ihre Prüfung ab',
    'bitte schließen Sie Ihre Prüfung auf dieser Seite ab. Sie können jederzeit unterbrechen und später weitermachen:',
  ],
  request: [
    'Wir brauchen etwas von Ihnen',
    'um mit Ihrer Prüfung fortzufahren, brauchen wir von Ihnen:',
    'Bitte senden Sie es auf dieser Seite. Alles, was Sie bereits gesendet haben, bleibt erhalten.',
  ],
  reminder: [
    'Erinnerung: Es fehlt noch etwas',
    'dies ist noch nicht bei uns angekommen:',
    'Bitte senden Sie es auf dieser Seite:',
  ],
  receipt: [
    'Ihre Angaben sind angekommen',
    'danke, unter dem Aktenzeichen {{reference}} ist bei uns angekommen:',
    'Diese Seite zeigt alles. Ändern lässt sich dort nichts, außer wir bitten um etwas:',
    'Wir prüfen es und melden uns.',
  ],
});

export const spanishLetters = letters({
  button: 'Abrir la página',
  until: 'antes del',
  hello: 'Buenos días {{name}}:',
  thanks: 'Gracias.',
  link: [
    'Complete su verificación',
    'complete su verificación en esta página. Puede parar en cualquier momento y continuar más tarde:',
  ],
  request: [
    'Necesitamos algo de usted',
    'para continuar con su verificación necesitamos esto:',
    'Envíelo en esta página. Todo lo que ya envió se conserva.',
  ],
  reminder: [
    'Recordatorio: todavía falta algo',
    'todavía no hemos recibido esto:',
    'Envíelo en esta página:',
  ],
  receipt: [
    'Hemos recibido lo que ha enviado',
    'gracias, esto nos ha llegado con la referencia {{reference}}:',
    'Esta página lo muestra todo. Allí no se puede cambiar nada, salvo que pidamos algo:',
    'Lo revisamos y le respondemos.',
  ],
});
