/** `npm run golden`: writes test/golden, the requests that its test compares. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import app from '../index.ts';
import { folder, goldenFiles } from '../test/support/golden.ts';

const files = await goldenFiles(app);
rmSync(folder, { recursive: true, force: true });
for (const [name, text] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
console.log(`${Object.keys(files).length} files written; git diff ${folder} shows what changed.`);
// Exits despite a timer of the platform.
process.exit();
