/** Pictures of the sandbox's pages for README and guides. */
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';

import type { Sandbox } from '../../packages/sandbox/server.tsx';

interface Shot {
  width?: number;
  height?: number;
  /** Runs before the picture. */
  act?: (page: Page) => Promise<unknown>;
  /** The part of the page to show. The default is the whole page. */
  part?: string;
  /** Only the visible part of the page. */
  isScreen?: boolean;
}
type Shoot = (name: string, path: string, shot?: Shot) => Promise<void>;

/** Takes pictures of sandbox pages as the reviewer sees them. */
const shooter =
  (browser: Browser, url: string, folder: string): Shoot =>
  async (name, path, { width = 1100, height = 800, act, part, isScreen = false } = {}) => {
    const page = await browser.newPage({ viewport: { width, height }, locale: 'en-GB' });
    await page.goto(url + path);
    await act?.(page);
    const target = { path: `${folder}/${name}.png` };
    if (part) await page.locator(part).screenshot(target);
    else await page.screenshot({ ...target, fullPage: !isScreen });
    await page.close();
  };

/** A passport that is obviously a specimen. */
async function specimen(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 640, height: 300 } });
  await page.setContent(`<body style="margin:0;font:22px sans-serif;background:#eef3f1">
    <div style="padding:24px;display:grid;grid-template-columns:150px 1fr;gap:24px">
    <div style="height:190px;background:#c7d3cf"></div>
    <div><b>PASSPORT</b><br><br>Ferrer<br>Inés<br>02.04.1988
    <p style="color:#a32014;letter-spacing:8px">SPECIMEN</p></div></div>`);
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

/** The case of the pictures, with its director's passport. */
async function preparedCase(browser: Browser, { act, url, apiKey }: Sandbox) {
  const isMeant = (one: { external_reference?: string | null }) =>
    one.external_reference === 'deal-10482';
  const id = act.cases().find(isMeant)!.application_id;
  const api = async (method: string, path: string, body?: object) => {
    const isForm = body instanceof FormData;
    const headers = {
      authorization: apiKey,
      ...(!isForm && { 'content-type': 'application/json' }),
    };
    const init = { method, headers, body: isForm ? body : JSON.stringify(body) };
    return (await (await fetch(`${url}/api/${path}`, init)).json()) as any;
  };
  const entry = await api('GET', `applications/${id}`);
  const upload = new FormData();
  const type = 'image/png';
  upload.set('file', new File([new Uint8Array(await specimen(browser))], 'passport.png', { type }));
  const { file_id } = await api('POST', 'files', upload);
  const { person_id } = entry.persons[0];
  await api('POST', 'documents', { file_id, type: 'ID', person_id });
  const custom_fields = { ...entry.custom_fields, email: 'contact@lumen.example' };
  await api('PUT', `applications/${id}`, { custom_fields });
  return { id, link: String(entry.portals.link) };
}

/** The request to the client. */
const reason =
  'Your registration certificate is older than three months. Please send a recent one.';

/** Pictures of a decision and a request. */
async function photographCase(shoot: Shoot, path: string) {
  await shoot('case', path, { width: 1300, height: 1350, isScreen: true });
  await shoot('reviewers/decide', path, {
    part: 'section:has(> h2:text-is("Decide"))',
    act: (page) => page.getByLabel('Reason').fill('The certificate is of another company.'),
  });
  await shoot('reviewers/documents', path, {
    part: 'section:has(> h2:text-is("Documents"))',
    act: (page) => page.locator('summary', { hasText: 'Judge' }).last().click(),
  });
  await shoot('reviewers/phone', path, { width: 390, height: 800, isScreen: true });
  await shoot('reviewers/ask', path, {
    height: 1400,
    part: 'section:has(> details > form[action$="/request"])',
    act: async (page) => {
      await page.getByText('Ask the client for information').click();
      await page.getByLabel('What is needed and why').fill(reason);
      await page.getByLabel('VAT number').check();
      await page.getByLabel('Registration certificate').check();
      await page.getByLabel('Needed until').fill('2026-12-06');
    },
  });
}

const clients = [
  'external_reference,incorporation_country,registration_number,organization_name,legal_type',
  '1,DEU,HRB 4711,Nordwind Logistik GmbH,GMBH',
  '2,ATLANTIS,0815,Atlantis Trading Ltd,LTD',
].join('\n');

/** A picture of an import with a wrong row. */
const photographImport = (shoot: Shoot) =>
  shoot('import', '/back-office/import', {
    act: async (page) => {
      const file = { name: 'businesses.csv', mimeType: 'text/csv', buffer: Buffer.from(clients) };
      await page.getByLabel('CSV file').setInputFiles(file);
      await page.getByRole('button', { name: 'Import' }).click();
      await page.getByText('Line 3').waitFor();
    },
  });

/** Writes all pictures of pages into the folder. */
export async function photographPages(browser: Browser, sandbox: Sandbox, folder: string) {
  mkdirSync(`${folder}/reviewers`, { recursive: true });
  sandbox.reset('showcase');
  const shoot = shooter(browser, sandbox.url, folder);
  const { id, link } = await preparedCase(browser, sandbox);
  const portal = new URL(link).pathname;
  await shoot('portal', portal, { width: 900 });
  sandbox.act.submit(id);
  await photographCase(shoot, `/back-office/cases/${id}`);
  sandbox.act.ask(id, {
    reason,
    fields: ['vat_number'],
    documents: ['REGISTRATION_CERTIFICATE'],
    due_at: '2026-12-06',
  });
  await shoot('portal-request', portal, { width: 900 });
  await shoot('cases', '/back-office');
  await photographImport(shoot);
  await shoot('account', '/back-office/account');
  await shoot('developer', '/back-office/developer');
}
