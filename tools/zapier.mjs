#!/usr/bin/env node
/**
 * `npm run zapier -- <arguments>` and, in this folder, `npx zapier-platform <arguments>`: Zapier's
 * CLI. It needs Node 22: on an older one that is installed beside it, on first use.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { installTools } from './install.mjs';

const tools = import.meta.dirname;
const root = join(tools, '..');
const staging = join(root, '.package');
const cli = join(root, 'node_modules/zapier-platform-cli/src/bin/run');
const isRecent = Number(process.versions.node.split('.')[0]) >= 22;
const engine = isRecent ? process.execPath : join(tools, 'node_modules/node/bin/node');
const args = process.argv.slice(2);

/** Runs a command. @returns its exit code. */
const codeOf = (command, parameters, options) =>
  spawnSync(command, parameters, { stdio: 'inherit', ...options }).status ?? 1;
/** Runs a command, and ends with its exit code if it fails. */
const run = (command, parameters, options) => {
  const code = codeOf(command, parameters, options);
  if (code !== 0) process.exit(code);
};
const npm = (parameters, options) =>
  run('npm', [...parameters, '--loglevel=error'], {
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'inherit'],
    ...options,
  });

/**
 * Copies the bundle and its run-time dependencies to a folder of their own. The CLI copies its whole
 * folder with all files open at once, so the development tools must not be in it.
 */
function stage() {
  npm(['run', 'build'], { cwd: root });
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging);
  const { name, version, description, license, type, main, exports, dependencies, overrides } =
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const app = { name, version, description, license, private: true, type, main, exports };
  writeFileSync(
    join(staging, 'package.json'),
    JSON.stringify({ ...app, dependencies, overrides }, null, 2),
  );
  writeFileSync(join(staging, '.gitignore'), 'node_modules/\n');
  for (const file of ['package-lock.json', 'dist'])
    cpSync(join(root, file), join(staging, file), { recursive: true });
  // The CLI packs what is imported. The app is required, as is the platform by the app.
  const link = join(root, '.zapierapprc');
  const registered = existsSync(link) ? JSON.parse(readFileSync(link, 'utf8')) : {};
  writeFileSync(
    join(staging, '.zapierapprc'),
    JSON.stringify({
      ...registered,
      includeInBuild: ['app\\.cjs$', 'zapier-platform-core/index\\.js$'],
    }),
  );
}

const packages = ['build', 'push'].includes(args[0]);
if (packages && !process.env.SERVICE_DIALECT && !existsSync(join(root, 'dialect.json'))) {
  console.error(
    'No dialect.json names the service: `npm run push -- --service ondorse` writes it.',
  );
  if (args[0] === 'push') process.exit(1);
  console.error('The app is built with the defaults.');
}
if (!isRecent) installTools(tools);
if (packages) stage();
if (args[0] === 'validate') {
  const code = codeOf(engine, [cli, ...args], { cwd: root });
  // Without network or login, Zapier checks no style.
  if (code !== 0 || args.includes('--without-style')) {
    run(engine, ['--import', 'tsx', 'scripts/publish/style-check.ts'], { cwd: root });
  }
  process.exit(code);
}
const memory = ['--import', 'tsx', '--import', join(root, 'zapier/local/invoke.ts')];
const isInvoke = args[0] === 'invoke';
const options = ['--enable-source-maps', ...(isInvoke ? memory : [])];
// As the editor tests a step: the triggers then show the cases that it made.
const asTest = isInvoke ? ['--isLoadingSample'] : [];
const code = codeOf(engine, [...options, cli, ...args, ...asTest], {
  cwd: packages ? staging : root,
});
if (code !== 0 && args[0] === 'build' && !args.includes('--skip-validation')) {
  console.error(
    'If it says "fetch failed": Zapier checks each build, so this needs the network. Without it, run: npm run zapier -- build --skip-validation',
  );
}
if (code !== 0) process.exit(code);
if (packages && existsSync(join(staging, 'build'))) {
  cpSync(join(staging, 'build'), join(root, 'build'), { recursive: true });
}
