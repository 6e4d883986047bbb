/** `npm run screenshots`: pictures of the main pages for README and docs. Needs Chromium. */
import { mkdirSync } from 'node:fs';

import { createSandbox } from '../../sandbox/server.tsx';
import { chromiumPath, launch } from '../../platform/chromium.ts';

if (!chromiumPath()) {
  console.error('No Chromium found. Install it or set CHROMIUM_PATH.');
  process.exit(1);
}
const folder = 'docs/images';
mkdirSync(folder, { recursive: true });

const sandbox = await createSandbox();
sandbox.reset('showcase');
const { cases, portals, workflow } = sandbox.services;
const account = 'main';
const application_id = String(cases.list({ text: 'deal-10482' }, 1)[0]?.application_id);
const link = String(workflow.show(account, application_id).portals?.link);

const browser = await launch();
const shoot = async (name: string, url: string, width = 1100, before?: () => Promise<void>) => {
  const page = await browser.newPage({ viewport: { width, height: 800 }, locale: 'en-GB' });
  await page.goto(url);
  await before?.();
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  await page.close();
};
await shoot('portal', link, 900);
await shoot('portal-phone', link, 390);
await shoot('portal-people', `${link}?step=people`, 900);
await shoot('portal-documents', `${link}?step=documents`, 900);
portals.submit(link.split('/').pop()!);
await shoot('cases', `${sandbox.url}/back-office`);
await shoot('case', `${sandbox.url}/back-office/cases/${application_id}`);
await shoot('developer', `${sandbox.url}/back-office/developer`);
portals.requestInformation(account, application_id, {
  reason: 'Your registration certificate is older than three months. Please send a recent one.',
  fields: ['vat_number'],
  documents: ['REGISTRATION_CERTIFICATE'],
});
await shoot('portal-request', link, 900);
await browser.close();
await sandbox.close();
console.log(`Written to ${folder}/`);
