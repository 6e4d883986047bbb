/**
 * `npm run check -- tools`: other people's tools, by hand before a release. They are pinned, and
 * installed on first use. `npm run check -- tools assistants` runs one part.
 */
import { assistants } from './tools-assistants.ts';
import { description } from './tools-description.ts';
import { files } from './tools-files.ts';

/** Name -> a part, which reports what it finds. */
const parts: Record<string, () => Promise<void>> = { assistants, description, files };

const names = process.argv.slice(2);
for (const [name, check] of Object.entries(parts)) {
  if (!names.length || names.includes(name)) await check();
}
// Exits despite a timer of the platform.
process.exit();
