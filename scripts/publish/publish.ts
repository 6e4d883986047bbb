/** `tsx scripts/publish/publish.ts sandbox-v3.0.0`: publishes the built package of a tag. */
import { execFileSync } from 'node:child_process';

import { folders, manifestOf, publishing, type Name } from './npm.ts';

const [tag = ''] = process.argv.slice(2);
const [name, version] = tag.split('-v');
if (!Object.hasOwn(folders, name!)) {
  throw new Error(`${tag} names none of ${Object.keys(folders).join(', ')}: try mcp-v3.0.0.`);
}
const manifest = manifestOf(name as Name);
if (version !== manifest.version) {
  throw new Error(`${tag} is not the version of ${manifest.name}, ${manifest.version}.`);
}
execFileSync('npm', publishing, { cwd: folders[name as Name], stdio: 'inherit' });
