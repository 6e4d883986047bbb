/** Sending the letters in line: into the mailbox of the sandbox, or by a real mail server (`SMTP_URL`). */
import { setTimeout as wait } from 'node:timers/promises';
import { createTransport, type Transporter } from 'nodemailer';

import {
  addLetter,
  findLetter,
  lettersInBetween,
  nextLetter,
  setLetter,
  templateOf,
  type Letter,
  type NewLetter,
} from '../domain/letters.ts';
import type { Services } from '../domain/services.ts';
import type { Language } from '../portal/texts.ts';
import { letter as linkLetter, message } from './letter.ts';
import { insertMail, readMessage } from './messages.ts';

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

const noted = ({ services }: Desk, { application_id, who, what }: Letter, outcome: string) =>
  services.cases.note(application_id, who, `${what} ${outcome}`);

/** Hands a letter to a real mail server: once, even where it is not known whether it arrived. */
async function sendFar(desk: Desk, sent: Letter, mail: object): Promise<void> {
  const { store } = desk.services;
  setLetter(store, sent.key, 'sending');
  await desk.real!.sendMail(mail);
  store.atomic(() => {
    setLetter(store, sent.key, 'sent');
    noted(desk, sent, `sent to ${sent.address}`);
  });
}

/** Puts a letter into the mailbox, in one transaction with the note of it. */
async function sendNear(desk: Desk, sent: Letter, mail: object): Promise<void> {
  const { store } = desk.services;
  const composed = await desk.composer.sendMail(mail);
  const kept = await readMessage(composed.message as Buffer, [sent.address]);
  store.atomic(() => {
    insertMail(store, kept);
    setLetter(store, sent.key, 'sent');
    noted(desk, sent, `sent to ${sent.address}`);
  });
}

async function deliver(desk: Desk, letter: Letter): Promise<void> {
  const { from, real, services } = desk;
  const { key, address: to, link, lang } = letter;
  const mail = { from, to, messageId: `<${key}@sandbox.example>`, ...message(letter, link, lang) };
  try {
    await (real ? sendFar : sendNear)(desk, letter, mail);
  } catch (error) {
    // What was under way when the sandbox ends is looked at when it starts.
    if (desk.isStopped) return;
    const { message: reason } = error as Error;
    services.store.atomic(() => {
      setLetter(services.store, key, 'failed', reason);
      noted(desk, letter, `not sent to ${to}: ${reason}`);
    });
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
      const letter = desk.isStopped ? undefined : nextLetter(desk.services.store);
      if (!letter) return;
      await deliverOnce(desk, letter);
      if (letter.import !== null && desk.pause) await wait(desk.pause);
    }
  } finally {
    desk.isWorking = false;
  }
}

const wake = (desk: Desk) =>
  void work(desk).catch((error: Error) => console.error(`Letters: ${error.message}`));

/** Goes on with what was in line when the sandbox ended. */
function resume(desk: Desk): void {
  const { store } = desk.services;
  for (const letter of lettersInBetween(store)) {
    const reason =
      'the sandbox ended while the mail server had it; whether it took the letter is not known';
    store.atomic(() => {
      setLetter(store, letter.key, 'failed', reason);
      noted(desk, letter, `perhaps sent to ${letter.address}: ${reason}`);
    });
  }
  wake(desk);
}

/** Sends a letter about a case now, once per key. @returns what came of it. */
async function send(desk: Desk, letter: NewLetter): Promise<Letter> {
  const { store, clock } = desk.services;
  addLetter(store, clock, letter);
  const found = findLetter(store, letter.key)!;
  if (found.state === 'waiting') await deliverOnce(desk, found);
  return findLetter(store, letter.key)!;
}

/** Sends a portal link that belongs to no case yet. @throws Error when the mail server does not take it. */
async function sendLink(desk: Desk, to: string, name: string, link: string, lang: Language) {
  const { store } = desk.services;
  const mail = {
    from: desk.from,
    to,
    ...linkLetter(templateOf(store, 'link', lang), name, link, lang),
  };
  if (desk.real) return void (await desk.real.sendMail(mail));
  const composed = await desk.composer.sendMail(mail);
  insertMail(store, await readMessage(composed.message as Buffer, [to]));
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
  return {
    send: (letter: NewLetter) => send(desk, letter),
    sendLink: (to: string, name: string, link: string, lang: Language = 'en') =>
      sendLink(desk, to, name, link, lang),
    /** There may be letters in line. */
    wake: () => wake(desk),
    resume: () => resume(desk),
    close() {
      desk.isStopped = true;
      desk.real?.close();
    },
  };
}

export type Post = ReturnType<typeof openPost>;
