/** A sandbox over HTTP: as a program with its key, and as a browser that sends forms. */
import type { Mail } from '../mail/mails.ts';
import type { Sandbox } from '../server.tsx';

type Address = Pick<Sandbox, 'url' | 'apiKey'>;

/** A call of the API with the sandbox's own key. */
export async function call(
  { url, apiKey }: Address,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: any }> {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: apiKey, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, body: answer.status === 204 ? undefined : await answer.json() };
}

/** Uploads a PDF through the API. @returns its id. */
export async function uploadPdf({ url, apiKey }: Address, name = 'scan.pdf'): Promise<string> {
  const headers = { authorization: apiKey };
  const answer = await fetch(`${url}/api/files`, { method: 'POST', headers, body: fileForm(name) });
  return ((await answer.json()) as { file_id: string }).file_id;
}

export type Form = Record<string, string | string[]> | FormData;

/** Sends a form as a page does. A refusal leads back to its page, or has a status of its own. */
export async function send({ url }: Pick<Sandbox, 'url'>, path: string, form: Form = {}) {
  const pairs = Object.entries(form).flatMap(([name, value]) =>
    [value].flat().map((one: string) => [name, one]),
  );
  const { status, headers } = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { origin: url },
    body: form instanceof FormData ? form : new URLSearchParams(pairs),
    redirect: 'manual',
  });
  if (status >= 500) throw new Error(`${path} answers ${status}`);
  const to = headers.get('location') ?? '';
  return { to, isRefused: status >= 400 || /[?&]form=/.test(to) };
}

/** A form with a file in it. */
export function fileForm(
  name: string,
  fields: Record<string, string> = {},
  { type = 'application/pdf', content = '%PDF-1.4' } = {},
): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.append('file', new File([content], name, { type }));
  return form;
}

/** The messages in the mailbox, the newest first. */
export const mailsOf = async (sandbox: Sandbox) =>
  (await call(sandbox, 'GET', '/_sandbox/mails')).body as Mail[];
