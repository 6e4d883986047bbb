/** Sending the letters in line: into the mailbox of the sandbox, or by a real mail server (`SMTP_URL`). */
import { setTimeout as wait } from 'node:timers/promises';
import { createTransport, type Transporter } from 'nodemailer';

import { given } from '../domain/given.ts';
import * as letters from '../domain/letters.ts';
import type { Letter, NewLetter } from '../domain/letters.ts';
import type { Services } from '../domain/services.ts';
import type { Language } from '../portal/texts.ts';
import { letter as linkLetter, message } from './letter.ts';
import { insertMail, readMessage, type KeptMail } from './messages.ts';

export interface PostOptions {
  /** `smtp://user:password@host:587`; without one everything goes into the mailbox. */
  smtpUrl?: string;
  from?: string;
  /** Milliseconds between two letters of a list; a real mail server gets ten a second. */
  letterPause?: number;
}

interface Desk {
  services: Pick<Services, 'store' | 'clock' | 'cases'>;
  from: string;
  pause: number;
  /** The mail server of `SMTP_URL`. */
  real?: Transporter;
  /** Makes a message without sending it. */
  composer: Transporter;
  /** Letters that are being sent now. */
  sending: Map<string, Promise<void>>;
  isWorking: boolean;
  isStopped: boolean;
}

/** Writes down what came of a letter: at the letter, and as `said` at its case. */
function settle({ services }: Desk, letter: Letter, said: string, failure?: string): void {
  const { store, cases } = services;
  const { key, application_id, who, what } = letter;
  store.atomic(() => {
    letters.setLetter(store, key, failure === undefined ? 'sent' : 'failed', failure);
    cases.note(application_id, who, `${what} ${said}`);
  });
}

/** Hands a letter to a real mail server: once, even where it is not known whether it arrived. */
async function sendFar(desk: Desk, sent: Letter, mail: object): Promise<void> {
  letters.setLetter(desk.services.store, sent.key, 'sending');
  await desk.real!.sendMail(mail);
  settle(desk, sent, `sent to ${sent.address}`);
}

/** A message as the mailbox keeps it. */
async function composed({ composer }: Desk, to: string, mail: object): Promise<KeptMail> {
  return readMessage((await composer.sendMail(mail)).message as Buffer, [to]);
}

/** Puts a letter into the mailbox, in one transaction with the note of it. */
async function sendNear(desk: Desk, sent: Letter, mail: object): Promise<void> {
  const { store } = desk.services;
  const kept = await composed(desk, sent.address, mail);
  store.atomic(() => {
    insertMail(store, kept);
    settle(desk, sent, `sent to ${sent.address}`);
  });
}

async function deliver(desk: Desk, letter: Letter): Promise<void> {
  const { from, real } = desk;
  const { key, address: to, link, lang } = letter;
  const mail = { from, to, messageId: `<${key}@sandbox.example>`, ...message(letter, link, lang) };
  try {
    await (real ? sendFar : sendNear)(desk, letter, mail);
  } catch (error) {
    // What was under way when the sandbox ends is looked at when it starts.
    if (desk.isStopped) return;
    const { message: reason } = error as Error;
    settle(desk, letter, `not sent to ${to}: ${reason}`, reason);
  }
}

/** Sends one letter, once, whoever asks. */
function deliverOnce(desk: Desk, letter: Letter): Promise<void> {
  const known = desk.sending.get(letter.key);
  if (known) return known;
  const sending = deliver(desk, letter).finally(() => desk.sending.delete(letter.key));
  desk.sending.set(letter.key, sending);
  return sending;
}

/** Sends what is in line, one letter after the other. */
async function work(desk: Desk): Promise<void> {
  if (desk.isWorking) return;
  desk.isWorking = true;
  try {
    for (;;) {
      const letter = desk.isStopped ? undefined : letters.nextLetter(desk.services.store);
      if (!letter) return;
      await deliverOnce(desk, letter);
      if (letter.import !== null && desk.pause) await wait(desk.pause);
    }
  } finally {
    desk.isWorking = false;
  }
}

/** There may be letters in line. */
const wake = (desk: Desk) =>
  void work(desk).catch((error: Error) => console.error(`Letters: ${error.message}`));

/** Goes on with what was in line when the sandbox ended. */
function resume(desk: Desk): void {
  const reason =
    'the sandbox ended while the mail server had it; whether it took the letter is not known';
  for (const letter of letters.lettersInBetween(desk.services.store)) {
    settle(desk, letter, `perhaps sent to ${letter.address}: ${reason}`, reason);
  }
  wake(desk);
}

/** Sends a letter about a case now, once per key. @returns what came of it. */
async function send(desk: Desk, letter: NewLetter): Promise<Letter> {
  const { store, clock } = desk.services;
  letters.addLetter(store, clock, letter);
  const found = letters.findLetter(store, letter.key)!;
  if (found.state === 'waiting') await deliverOnce(desk, found);
  return letters.findLetter(store, letter.key)!;
}

/** Sends a portal link that belongs to no case yet. @throws Error when the mail server does not take it. */
async function sendLink(desk: Desk, to: string, name: string, link: string, lang: Language) {
  const { store } = desk.services;
  const template = letters.templateOf(store, 'link', lang);
  const mail = { from: desk.from, to, ...linkLetter(template, name, link, lang) };
  if (desk.real) return void (await desk.real.sendMail(mail));
  insertMail(store, await composed(desk, to, mail));
}

function close(desk: Desk): void {
  desk.isStopped = true;
  desk.real?.close();
}

export function openPost(
  services: Desk['services'],
  { smtpUrl, from = 'Onboarding <onboarding@sandbox.example>', letterPause }: PostOptions,
) {
  const desk: Desk = {
    services,
    from,
    pause: letterPause ?? (smtpUrl ? 100 : 0),
    real: smtpUrl ? createTransport(smtpUrl) : undefined,
    composer: createTransport({ streamTransport: true, buffer: true }) as Transporter,
    sending: new Map(),
    isWorking: false,
    isStopped: false,
  };
  return given(desk, { send, sendLink, wake, resume, close });
}

export type Post = ReturnType<typeof openPost>;
