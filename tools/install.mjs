/** Installs a folder of tools from its lockfile, once. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Installs the tools. `what` names them in the message to the user. */
export function installTools(folder, what, more = []) {
  // npm writes this file last, so its absence means that an installation was interrupted.
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return;
  console.error(`Installing ${what} (once) …`);
  const args = ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', ...more];
  const { status } = spawnSync('npm', args, {
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
}
