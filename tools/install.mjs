/** Installs a folder of tools from its lockfile, once for each of its versions. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));

/** True if a whole installation put the versions of package.json into the folder. */
function isInstalled(folder) {
  const installed = join(folder, 'node_modules');
  // npm writes this file last, so its absence means that an installation was interrupted.
  if (!existsSync(join(installed, '.package-lock.json'))) return false;
  const { packages } = read(installed, '.package-lock.json');
  return Object.entries(read(folder, 'package.json').dependencies).every(
    ([name, version]) => packages[`node_modules/${name}`]?.version === version,
  );
}

/** Installs the tools. `what` names them in the message to the user. */
export function installTools(folder, what, more = []) {
  if (isInstalled(folder)) return;
  console.error(`Installing ${what} (once) …`);
  const args = ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', ...more];
  const { status } = spawnSync('npm', args, {
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
}
