/**
 * `npm run coverage`: runs all tests and prints the share of covered branches: of root and core
 * together, and of each package. Fails below the minimum of each. The pages of the sandbox need the
 * browser tests: without Chromium its share is too low. The nodes for n8n are left out: their tests
 * run the built package, in which branches are not those of the sources.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

import { report } from './report.ts';

const ofCore = '{client,fields,service,creates,triggers,searches,zapier,node}/**/*.ts';
// This process cannot see the coverage of child processes.
const processes = 'packages/{*/{main,make,start,listen}.ts,sandbox/tool/**}';
const least = { 'root and core': 92, others: 85 };
const folder = 'node_modules/.cache/coverage';

interface Branches {
  total: number;
  covered: number;
}

/** The core includes the common code of hosts outside the packages. */
const ownerOf = (path: string) => /^packages\/([^/]+)\//.exec(path)?.[1] ?? 'root and core';

rmSync(folder, { recursive: true, force: true });
const from = ['*.ts', ofCore, 'packages/**/*.{ts,tsx}', '!**/test/**', '!packages/n8n*/**'];
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/jest/bin/jest.js',
    '--coverage',
    '--coverageReporters=json-summary',
    `--coverageDirectory=${folder}`,
    ...[...from, `!${processes}`].map((files) => `--collectCoverageFrom=${files}`),
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
report('All tests pass', status === 0);

type Summary = Record<string, { branches: Branches }>;
const summary: Summary = JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8'));
const files = Object.entries(summary)
  .filter(([path]) => path !== 'total')
  .map(([path, { branches }]) => ({ of: ownerOf(relative('.', path)), branches }));
const owners = [...new Set(files.map(({ of }) => of))];
const rows = owners.map((of) => {
  const own = files.filter((file) => file.of === of);
  const sum = (key: keyof Branches) => own.reduce((all, { branches }) => all + branches[key], 0);
  const [total, covered] = [sum('total'), sum('covered')];
  const goal = of === 'root and core' ? least['root and core'] : least.others;
  return { of, branches: total, covered, share: (100 * covered) / total, goal };
});
console.table(rows.map((row) => ({ ...row, share: `${row.share.toFixed(1)} %` })));
for (const { of, share, goal } of rows) {
  report(`Branches of ${of}: ${share.toFixed(1)} %, at least ${goal} %`, share >= goal);
}
