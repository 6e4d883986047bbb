/** `npm run screenshots`: takes the pictures of README and docs. Needs Chromium. */
import { mkdirSync } from 'node:fs';

import app from '../index.ts';
import { recipes } from '../demo/recipes/recipes.ts';
import { createSandbox } from '../packages/sandbox/server.tsx';
import { chromiumPath, launch } from '../test/support/chromium.ts';
import { EditorForm } from './pages/editor-form.tsx';
import { firstZapForms } from './pages/first-zap.ts';
import { photographPages } from './pages/page-pictures.ts';
import { labelsOfApp } from './pages/recipe-pages.ts';

if (!chromiumPath()) {
  console.error('No Chromium found. Install it or set CHROMIUM_PATH.');
  process.exit(1);
}
const folder = 'docs/images';
const browser = await launch();

/** The forms of the first Zap, from the definition. */
async function photographForms(): Promise<void> {
  const first = recipes.find(({ key }) => key === 'hubspot-deal-to-case')!;
  mkdirSync(`${folder}/first-zap`, { recursive: true });
  for (const form of await firstZapForms(app, first, await labelsOfApp(app))) {
    const page = await browser.newPage({ viewport: { width: 608, height: 200 } });
    await page.setContent(String(EditorForm(form)));
    await page.screenshot({ path: `${folder}/first-zap/${form.key}.png`, fullPage: true });
    await page.close();
  }
}

const sandbox = await createSandbox();
await photographPages(browser, sandbox, folder);
await sandbox.close();
await photographForms();
await browser.close();
console.log(`Written to ${folder}/`);
// Exits despite a timer of the platform.
process.exit();
