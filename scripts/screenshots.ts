/** `npm run screenshots`: pictures of the main pages for README and docs. Needs Chromium. */
import { mkdirSync } from 'node:fs';

import { createSandbox } from '../sandbox/server.tsx';
import { chromiumPath, launch } from './chromium.ts';

if (!chromiumPath()) {
  console.error('No Chromium found. Install it or set CHROMIUM_PATH.');
  process.exit(1);
}
const folder = 'docs/images';
mkdirSync(folder, { recursive: true });

const sandbox = await createSandbox();
const { cases, portals } = sandbox.services;
const account = 'main';
const business = {
  organization_name: 'Lumen Studio SAS',
  country: 'FR',
  registration_number: '552100554',
  registration_date: '2015-03-12',
  address: { street: '12 rue de la Paix', city: 'Paris', postal_code: '75002' },
};
const { application_id } = cases.create(
  account,
  {
    business,
    external_reference: 'deal-10482',
    custom_fields: { plan: 'Premium' },
    is_draft: true,
  },
  'API',
);
const share = (percentage: number) => ({ direct_ownership_percentage: percentage });
cases.addParty(
  account,
  application_id,
  'person',
  { first_name: 'Inés', last_name: 'Ferrer', roles: ['DIRECTOR'], ...share(60) },
  'API',
);
cases.addParty(
  account,
  application_id,
  'business',
  { organization_name: 'Nordwind Logistik GmbH', roles: ['SHAREHOLDER'], ...share(40) },
  'API',
);
const { link } = portals.create(
  account,
  { application_id, redirect_url: 'https://www.example.com' },
  'API',
);
for (const [name, status] of [
  ['Café Étoile du Nord SAS', 'approved'],
  ['Harbour & Pine Ltd', 'rejected'],
  ['Seeblick Treuhand AG', ''],
] as const) {
  const other = cases.create(
    account,
    { business: { organization_name: name, country: 'FR' }, is_draft: true },
    'API',
  );
  cases.submit(account, other.application_id, 'API');
  if (status) cases.decide(account, other.application_id, { status }, 'Reviewer');
}

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
