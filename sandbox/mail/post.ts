/** Sending: into the mailbox of the sandbox, or by a real mail server (`SMTP_URL`). */
import { createTransport } from 'nodemailer';

import type { Store } from '../domain/store.ts';
import { letter, portalTemplate, type Template } from './letter.ts';
import { keepMail } from './mailbox.ts';

export interface PostOptions {
  /** `smtp://user:password@host:587`; without one everything goes into the mailbox. */
  smtpUrl?: string;
  from?: string;
}

export function openPost(
  store: Store,
  { smtpUrl, from = 'Onboarding <onboarding@sandbox.example>' }: PostOptions,
) {
  const real = smtpUrl ? createTransport(smtpUrl) : undefined;
  const composer = createTransport({ streamTransport: true, buffer: true });

  const template = (): Template =>
    store.record<Template>(`select data from settings where name = 'portal letter'`) ??
    portalTemplate;

  return {
    template,

    changeTemplate: (changed: Template) =>
      store.run(
        `insert into settings (name, data) values ('portal letter', ?)
         on conflict (name) do update set data = excluded.data`,
        JSON.stringify(changed),
      ),

    /** Sends the letter with a portal link. @throws Error when the mail server does not take it. */
    async sendLink(to: string, name: string, link: string): Promise<void> {
      const message = { from, to, ...letter(template(), name, link) };
      if (real) return void (await real.sendMail(message));
      const { message: raw } = await composer.sendMail(message);
      await keepMail(store, raw as Buffer, [to]);
    },

    close: () => real?.close(),
  };
}

export type Post = ReturnType<typeof openPost>;
