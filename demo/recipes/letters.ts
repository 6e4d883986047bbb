/** The words to the client, to paste and to change. `[…]` is a value to map, or a name of your own. */
import type { Step } from './recipe.ts';

export type Subject = 'business' | 'person';
export type LetterName = 'link' | 'reminder' | 'request';

interface Letter {
  subject: string;
  /** Between the greeting and the link. */
  text: string;
}

/** What to have at hand. Nobody can say beforehand what the page asks of a person. */
export const atHand: Record<Subject, string> = {
  business:
    'Please have at hand an extract from your register and the IDs of those who act for you.',
  person: 'Please have your ID at hand.',
};

export const letters: Record<LetterName, Letter> = {
  link: {
    subject: '[our company]: please confirm who you are',
    text: 'We are about to begin working together. The law requires us to check who our clients are first, so please fill in this page:',
  },
  reminder: {
    subject: '[our company]: your page is not complete yet',
    text: 'We wrote to you because the law requires us to check who our clients are. Your page is not complete yet:',
  },
  request: {
    subject: '[our company]: we need information from you',
    // What is missing may be empty, and the client may have sent nothing yet.
    text: 'To go on, we need information from you. This page asks for it:\n\n[Missing Items]\n[Request Note]',
  },
};

/** How each letter ends: whose page it is, and whom to ask. */
export const ending =
  'Ondorse runs this page for us; its address begins with https://collect.ondorse.co/. The link is meant for you alone. You can stop, and go on later with the same link.\n\nIf you have a question, or doubt that this letter is from us, reply to it or call the number on our website.\n\n[your name]\n[our company]';

/** What stays in a letter for the admin to replace. */
export const ownNames = ['[our company]', '[your name]'];

/** The text of a letter in front of its ending, with `[…]` for the values to map. */
export const textOf = (name: LetterName, subject: Subject): string =>
  [
    'Hello [Onboarding First Name],',
    letters[name].text,
    '[Portal Link]',
    ...(name === 'link' ? [atHand[subject]] : []),
  ].join('\n\n');

/** Sends a letter. @param values the mapped values by their names in the text. */
export const letter = (
  name: LetterName,
  to: string,
  values: Record<string, string>,
  subject: Subject = 'business',
): Step => ({
  app: 'Gmail',
  event: 'Send Email',
  input: {
    To: to,
    From: 'onboarding@your-company.example',
    Subject: letters[name].subject,
    Body: `${textOf(name, subject)}\n\n${ending}`.replaceAll(
      /\[([^\]]+)\]/g,
      (text, value: string) => (ownNames.includes(text) ? text : values[value]!),
    ),
  },
});
