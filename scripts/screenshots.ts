/** `npm run screenshots`: takes the pictures of README and docs. Needs Chromium. */
import { createSandbox } from '../packages/sandbox/server.tsx';
import { chromiumPath, launch } from './chromium.ts';
import { photographPages } from './pages/page-pictures.ts';

if (!chromiumPath()) {
  console.error('No Chromium found. Install it or set CHROMIUM_PATH.');
  process.exit(1);
}
const folder = 'docs/images';
const browser = await launch();
const sandbox = await createSandbox();
await photographPages(browser, sandbox, folder);
await sandbox.close();
await browser.close();
console.log(`Written to ${folder}/`);
// Exits despite a timer of the platform.
process.exit();
