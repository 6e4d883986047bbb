/**
 * `npm run n8n:test`: builds the package for n8n and checks it with n8n's own parts: types, the
 * linters of its node tooling, the steps in its real engine, and what would be packed. `-- types`
 * checks the types alone.
 */
import { execFileSync, spawnSync } from 'node:child_process';

import { engineEnv } from './n8n-env.ts';
import { installTools } from '../../tools/install.mjs';

const tools = 'tools/n8n';
const largest = 200 * 1024;

// The engine asks for packages that compile themselves; the steps need none of them.
installTools(tools, "n8n's engine and linters, about a minute", ['--ignore-scripts']);

let failed = 0;
const report = (what: string, problem = '') => {
  console.log(`${problem ? 'REFUSED' : 'ok'}  ${what}`);
  if (!problem) return;
  failed++;
  console.error(problem.slice(0, 5000));
};
const run = (what: string, command: string, args: string[]) => {
  const env = { ...process.env, ...engineEnv };
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env });
  report(what, status === 0 ? '' : `${stdout}${stderr}`);
};

if (process.argv.includes('types')) {
  run('Types of the nodes for n8n', 'node_modules/.bin/tsc', ['-p', 'n8n']);
  process.exit(failed ? 1 : 0);
}
run('Build', process.execPath, ['--import', 'tsx', 'scripts/publish/n8n.ts']);
run('Types', 'node_modules/.bin/tsc', ['-p', 'n8n']);
run("Linters of n8n's node tooling", `${tools}/node_modules/.bin/eslint`, [
  '--config',
  `${tools}/eslint.config.mjs`,
  '--max-warnings=0',
  'n8n',
  'n8n/package.json',
]);
run("Steps and trigger in n8n's engine", 'node_modules/.bin/jest', [
  '--config=n8n/jest.config.json',
  // The engine keeps timers running.
  '--forceExit',
]);

const [packed] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json'], {
    cwd: 'n8n',
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
) as [{ size: number; files: { path: string }[] }];
const stray = packed.files
  .map(({ path }) => path)
  .filter((path) => /\.map$|test|\.ts$|node_modules/.test(path));
const size = `${Math.round(packed.size / 1024)} KB`;
report(`Packs to ${size}, at most 200 KB`, packed.size > largest ? `${size} is too much.` : '');
report('Holds no test, no source map and no source', stray.join(', '));
process.exitCode = failed ? 1 : 0;
