/** The environment of a demo: the service, Zapier, the mail server and the CRM's files. */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createTransport } from 'nodemailer';

// @ts-expect-error The bundle has no types.
import app from '../dist/index.js';
import { createSandbox } from '../packages/sandbox/server.tsx';
import { listen } from '../test/support/listen.ts';
import { startHooks, startZapier } from '../test/support/zapier.ts';

export type Output = Record<string, string>;

/** The CRM's file store. Documents are next to the file of deals. */
const serveFiles = (folder: string) =>
  listen(async ({ path }, response) => {
    const file = join(folder, basename(decodeURIComponent(path)));
    const content = await readFile(file).catch(() => undefined);
    if (!content) return response.writeHead(404).end();
    const headers = { 'content-type': 'application/pdf', 'content-length': content.length };
    return response.writeHead(200, headers).end(content);
  });

/** Starts everything on free ports. */
export async function openStage(csv: string) {
  const sandbox = await createSandbox({ smtpPort: 0 });
  const zapier = await startZapier(app, { base_url: sandbox.url, api_key: sandbox.apiKey });
  const hooks = await startHooks(zapier);
  const mailer = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, ignoreTLS: true });
  const files = await serveFiles(dirname(csv));

  const control = (path: string, body?: object) =>
    fetch(`${sandbox.url}/_sandbox/${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).then((response) => response.json() as Promise<any>);

  return {
    zapier,
    hooks,
    control,
    create: <T = Output>(key: string, inputData: Record<string, unknown>) =>
      zapier.run<T>(`creates.${key}.operation.perform`, { inputData }),
    search: (key: string, inputData: Record<string, unknown>) =>
      zapier.run<Output[]>(`searches.${key}.operation.perform`, { inputData }),
    /** The page with the whole history of a case. */
    followed: (id: string) => `${sandbox.url}/back-office/follow/${id}`,
    fileUrl: (name: string) => `${files.url}/${encodeURIComponent(name)}`,

    /** Sends the letter of a step and reads its link from the client's mailbox. */
    async mailLetter(to: string, step: Output): Promise<string> {
      const { portal_link: link, letter_subject: subject, letter_text: text } = step;
      const from = 'onboarding@crm.example';
      await mailer.sendMail({ from, to, replyTo: 'sales@crm.example', subject, text });
      const mails = (await control('mails')) as { to: string[]; links: string[] }[];
      const received = mails.find((mail) => mail.to.includes(to) && mail.links.includes(link!));
      if (!received) throw new Error(`The mail to ${to} did not arrive.`);
      return received.links[0]!;
    },

    async close() {
      mailer.close();
      files.close();
      hooks.stop();
      zapier.stop();
      await sandbox.close();
    },
  };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;
