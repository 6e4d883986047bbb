/**
 * `npm run coverage`: runs all tests, those of the nodes for n8n in n8n's engine, and prints the share
 * of covered branches: of root and core together, and of each package. Fails below the minimum of
 * each. The pages of the sandbox need the browser tests: without Chromium its share is too low.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

import { installTools } from '../../tools/install.mjs';
import { engineEnv } from './n8n-env.ts';
import { report } from './report.ts';

const ofCore = '{client,fields,service,creates,triggers,searches,zapier,node}/**/*.ts';
// This process cannot see the coverage of child processes.
const processes = 'packages/{*/{main,make,start,listen}.ts,sandbox/tool/**}';
const least = { 'root and core': 92, others: 85 };
const reports = 'node_modules/.cache/coverage';

interface Branches {
  total: number;
  covered: number;
}

/** Runs tests. @returns the branches of each of these files. */
function branchesOf(name: string, sources: string[], args: string[]): [string, Branches][] {
  const folder = join(reports, name);
  rmSync(folder, { recursive: true, force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/jest/bin/jest.js',
      '--coverage',
      '--coverageReporters=json-summary',
      `--coverageDirectory=${folder}`,
      ...sources.map((files) => `--collectCoverageFrom=${files}`),
      ...args,
    ],
    { stdio: 'inherit', env: { ...process.env, ...engineEnv } },
  );
  report(`All tests of ${name} pass`, status === 0);
  const summary = JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8')) as Record<
    string,
    { branches: Branches }
  >;
  return Object.entries(summary)
    .filter(([path]) => path !== 'total')
    .map(([path, { branches }]) => [relative('.', path), branches]);
}

installTools('tools/n8n', "n8n's engine and linters, about a minute", ['--ignore-scripts']);
const files = [
  ...branchesOf(
    'the app and its packages',
    ['*.ts', ofCore, 'packages/**/*.{ts,tsx}', '!**/test/**', '!packages/n8n*/**', `!${processes}`],
    process.argv.slice(2),
  ),
  ...branchesOf(
    'the nodes for n8n',
    ['packages/n8n*/**/*.ts', '!**/{test,dist,generated}/**'],
    // The engine keeps timers running.
    ['--config=packages/n8n/jest.config.json', '--forceExit'],
  ),
];

/** What hosts share beside the packages counts as the core. */
const ownerOf = (path: string) => /^packages\/([^/]+)\//.exec(path)?.[1] ?? 'root and core';
const owners = [...new Set(files.map(([path]) => ownerOf(path)))];
const rows = owners.map((of) => {
  const own = files.filter(([path]) => ownerOf(path) === of);
  const sum = (key: keyof Branches) => own.reduce((all, [, branches]) => all + branches[key], 0);
  const [total, covered] = [sum('total'), sum('covered')];
  const goal = of === 'root and core' ? least['root and core'] : least.others;
  return { of, branches: total, covered, share: (100 * covered) / total, goal };
});
console.table(rows.map((row) => ({ ...row, share: `${row.share.toFixed(1)} %` })));
for (const { of, share, goal } of rows) {
  report(`Branches of ${of}: ${share.toFixed(1)} %, at least ${goal} %`, share >= goal);
}
