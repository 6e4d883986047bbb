/** A sandbox over HTTP: as a program with its key, and as a browser that runs no scripts. */
import type { Mail } from '../mail/mails.ts';
import type { Sandbox } from '../server.tsx';

/** A call of the API with the sandbox's own key. */
export async function call(
  { url, apiKey }: Pick<Sandbox, 'url' | 'apiKey'>,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: any }> {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: apiKey, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

export interface Page {
  status: number;
  html: string;
  /** The words of its main part, as somebody reads them. */
  text: string;
  /** Where it leads on to; empty where it is a page itself. */
  to: string;
  cookies: string[];
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
const decoded = (html: string) =>
  html.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name]!);
const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? html;
const wordsOf = (html: string) =>
  decoded(mainOf(html).replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,])/g, '');

async function read(answer: Response): Promise<Page> {
  const html = await answer.text();
  const { status, headers } = answer;
  const to = headers.get('location') ?? '';
  return { status, html, text: wordsOf(html), to, cookies: headers.getSetCookie() };
}

const address = ({ url }: Sandbox, path: string) => new URL(path, url);
const english = { 'accept-language': 'en', accept: 'text/html' };

/** Opens a page; leads on by itself only where its answer is read from `to`. */
export const open = async (sandbox: Sandbox, path: string, headers: object = {}): Promise<Page> =>
  read(
    await fetch(address(sandbox, path), {
      headers: { ...english, ...headers },
      redirect: 'manual',
    }),
  );

export type Form = Record<string, string | string[]> | FormData;

/** Sends a form as a page of the sandbox does. */
export async function send(
  sandbox: Sandbox,
  path: string,
  form: Form = {},
  headers: object = {},
): Promise<Page> {
  const pairs = Object.entries(form).flatMap(([name, value]) =>
    [value].flat().map((one: string) => [name, one]),
  );
  const answer = await fetch(address(sandbox, path), {
    method: 'POST',
    headers: { ...english, origin: sandbox.url, ...headers },
    body: form instanceof FormData ? form : new URLSearchParams(pairs),
    redirect: 'manual',
  });
  const page = await read(answer);
  if (!/[?&]form=/.test(page.to)) return page;
  // A page with mistakes, or with a secret. The mistakes count as the refusal that they are.
  const shown = await open(sandbox, page.to, headers);
  return { ...shown, status: shown.html.includes('role="alert"') ? 422 : shown.status };
}

/** A form with a file in it. */
export function fileForm(
  file: { name: string; type?: string; content?: string },
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const { name, type = 'application/pdf', content = '%PDF-1.4' } = file;
  form.append('file', new File([content], name, { type }));
  return form;
}

/** The address behind the words of a link. */
export const linkOf = ({ html }: Page, words: string): string | undefined => {
  const found = new RegExp(`<a [^>]*?href="([^"]*)"[^>]*>${words}</a>`).exec(html)?.[1];
  return found && decoded(found);
};

/** What the page has in a field: its text, or what is chosen of a list. */
export function valueOf({ html }: Page, name: string): string | undefined {
  const [field] =
    new RegExp(
      `<(input|textarea|select)[^>]* name="${name}".*?(?=<input|</textarea>|</select>|$)`,
      's',
    ).exec(mainOf(html)) ?? [];
  if (field === undefined) return undefined;
  const value = field.startsWith('<input')
    ? /^[^>]* value="([^"]*)"/.exec(field)?.[1]
    : field.startsWith('<select')
      ? /<option value="([^"]*)" selected/.exec(field)?.[1]
      : /^[^>]*>(.*)$/s.exec(field)?.[1];
  return decoded(value ?? '');
}

/** Whether a box of this value is ticked on the page. */
export const isTicked = ({ html }: Page, name: string, value: string): boolean =>
  new RegExp(`<input[^>]* name="${name}" value="${value}"[^>]* checked`).test(html);

/** The messages in the mailbox, the newest first. */
export const mailsOf = async (sandbox: Sandbox) =>
  (await call(sandbox, 'GET', '/_sandbox/mails')).body as Mail[];
