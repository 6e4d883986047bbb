/** A sandbox over HTTP: as a program with its key, and as a browser that sends forms. */
import Database from 'libsql';

import { createSandbox, type Sandbox, type SandboxOptions } from '../server.tsx';

type Address = Pick<Sandbox, 'url' | 'apiKey'>;
export type NewCase = Parameters<Sandbox['act']['create']>[0];

/** The sandbox of a test file. Each test finds it as a start leaves it. */
export function sandboxOfTests(options?: SandboxOptions): Sandbox {
  let sandbox: Sandbox;
  beforeAll(async () => (sandbox = await createSandbox(options)));
  afterAll(() => sandbox.close());
  beforeEach(() => {
    sandbox.setUp({});
    sandbox.reset();
  });
  return new Proxy({} as Sandbox, { get: (_, name) => Reflect.get(sandbox, name) as unknown });
}

/** A call of the API with the sandbox's own key, unless the headers have another. */
export async function call(
  { url, apiKey }: Address,
  method: string,
  path: string,
  body?: object,
  headers: object = {},
): Promise<{ status: number; body: any }> {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: apiKey, 'content-type': 'application/json', ...headers },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: text ? JSON.parse(text) : undefined };
}

/** What a program does by the API, and what that says. */
export function apiOf(sandbox: () => Address) {
  const api = async (method: string, path: string, body?: object) =>
    (await call(sandbox(), method, path, body)).body;
  /** Uploads a PDF. @returns its id. */
  const uploadPdf = async (name = 'scan.pdf'): Promise<string> => {
    const { url, apiKey } = sandbox();
    const init = { method: 'POST', headers: { authorization: apiKey }, body: fileForm(name) };
    const answer = await fetch(`${url}/api/files`, init);
    return ((await answer.json()) as { file_id: string }).file_id;
  };
  return {
    api,
    uploadPdf,
    showCase: (id: string) => api('GET', `/api/applications/${id}`),
    /** Attaches a PDF to a case or a party. */
    attach: async (target: object, document: object = { type: 'ID' }) =>
      api('POST', '/api/documents', { file_id: await uploadPdf(), ...document, ...target }),
  };
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

/** Makes every statement that writes fail as on a full disk, until it is restored. */
export function fillDisk() {
  const statement = Object.getPrototypeOf(new Database(':memory:').prepare('select 1')) as {
    run(): void;
  };
  return jest.spyOn(statement, 'run').mockImplementation(() => {
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  });
}
