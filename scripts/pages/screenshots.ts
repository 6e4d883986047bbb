/** `npm run screenshots`: pictures of the main pages for README and docs. Needs Chromium. */
import { mkdirSync } from 'node:fs';

import app from '../../index.ts';
import { recipes } from '../../recipes/recipes.ts';
import { createSandbox } from '../../sandbox/server.tsx';
import { EditorForm } from './editor-form.tsx';
import { editorForms } from './editor-page.ts';
import { firstZapForms } from './first-zap.ts';
import { labelsOfApp } from './recipe-pages.ts';
import { chromiumPath, launch } from '../../testing/chromium.ts';

if (!chromiumPath()) {
  console.error('No Chromium found. Install it or set CHROMIUM_PATH.');
  process.exit(1);
}
const folder = 'docs/images';
mkdirSync(folder, { recursive: true });

const sandbox = await createSandbox();
sandbox.reset('showcase');
const { cases, imports, portals, workflow } = sandbox.services;
const account = 'main';
const application_id = String(cases.list({ text: 'deal-10482' }, 1)[0]?.application_id);
const link = String(workflow.show(account, application_id).portals?.link);

const browser = await launch();
const shoot = async (name: string, url: string, width = 1100, before?: () => Promise<void>) => {
  const page = await browser.newPage({ viewport: { width, height: 800 }, locale: 'en-GB' });
  // Who acts in the back office.
  await page
    .context()
    .addCookies([{ name: 'staff', value: 'Reviewer', url: `${sandbox.url}/back-office` }]);
  await page.goto(url);
  await before?.();
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  await page.close();
};
await shoot('portal', link, 900);
await shoot('portal-phone', link, 390);
// A case of which nobody is known yet.
const business = {
  organization_name: 'Café Étoile du Nord SAS',
  country: 'FR',
  registration_number: '790412885',
};
const other = cases.create(account, { business, is_draft: true }, 'API').application_id;
const own = portals.create(account, { application_id: other }, 'API').link;
const portal = portals.find(own.split('/').pop()!)!;
portal.progress.parties.push(
  {
    id: 'entry_1',
    kind: 'person',
    data: {
      given_names: 'Inés',
      last_name: 'Ferrer',
      nationalities: ['ES'],
      roles: ['DIRECTOR', 'UBO'],
      direct_ownership_percentage: 60,
    },
  },
  {
    id: 'entry_2',
    kind: 'business',
    data: {
      organization_name: 'Nordwind Logistik GmbH',
      country: 'DE',
      roles: ['SHAREHOLDER'],
      direct_ownership_percentage: 40,
    },
  },
);
portals.save(portal);
await shoot('portal-registry', `${own}?step=details&q=s`, 900);
await shoot('portal-people', `${own}?step=people`, 900);
await shoot('portal-person', `${own}?step=people&party=entry_1`, 900);
await shoot('portal-documents', `${link}?step=documents`, 900);
await shoot('portal-review', `${own}?step=review`, 900);
portals.submit(link.split('/').pop()!);
await shoot('cases', `${sandbox.url}/back-office`);
await shoot('case', `${sandbox.url}/back-office/cases/${application_id}`);
await shoot('new-case', `${sandbox.url}/back-office/new?in=FR&q=lumen`);
const seq = await imports.read(
  'clients.csv',
  Buffer.from(
    'Deal ID,Company,Country,Reg. No,E-Mail\n1,Lumen Studio SAS,France,552100554,a@lumen.example\n2,Atlantis Trading Ltd,Atlantis,,',
  ),
);
await imports.check(seq, imports.find(seq).mapping);
await shoot('import', `${sandbox.url}/back-office/import/${seq}`);
await shoot('developer', `${sandbox.url}/back-office/developer`);
portals.requestInformation(account, application_id, {
  reason: 'Your registration certificate is older than three months. Please send a recent one.',
  fields: ['vat_number'],
  documents: ['REGISTRATION_CERTIFICATE'],
});
await shoot('portal-request', link, 900);

// The forms of the editor, and those of the first Zap filled in, from the definition.
const first = recipes.find(({ key }) => key === 'hubspot-deal-to-case')!;
const pictures = {
  editor: editorForms(app),
  'first-zap': await firstZapForms(app, first, await labelsOfApp(app)),
};
for (const [name, forms] of Object.entries(pictures)) {
  mkdirSync(`${folder}/${name}`, { recursive: true });
  for (const form of forms) {
    const page = await browser.newPage({ viewport: { width: 608, height: 200 } });
    await page.setContent(String(EditorForm(form)));
    await page.screenshot({ path: `${folder}/${name}/${form.key}.png`, fullPage: true });
    await page.close();
  }
}
await browser.close();
await sandbox.close();
console.log(`Written to ${folder}/`);
// The platform keeps a timer running.
process.exit();
