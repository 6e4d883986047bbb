/**
 * `tsx scripts/publish/publish.ts sandbox-v1.0.0`: publishes the built package of a tag. Stops with
 * what is missing in `publisher`.
 */
import { execFileSync } from 'node:child_process';

import packageJson from '../../package.json' with { type: 'json' };
import { folders, manifestOf, publishing, stage, type Name } from './staging.ts';

const [tag = ''] = process.argv.slice(2);
const [name, version] = tag.split('-v');
try {
  if (!Object.hasOwn(folders, name!)) {
    throw new Error(`${tag} names none of ${Object.keys(folders).join(', ')}: try mcp-v1.0.0.`);
  }
  const manifest = manifestOf(name as Name);
  if (version !== manifest.version) {
    throw new Error(`${tag} is not the version of ${manifest.name}, ${manifest.version}.`);
  }
  const cwd = stage(name as Name, packageJson.publisher);
  execFileSync('npm', publishing, { cwd, stdio: 'inherit' });
} catch (error) {
  console.error(`Nothing was published.\n${(error as Error).message}`);
  process.exitCode = 1;
}
