/**
 * `npm run coverage`: runs all tests except those in n8n's engine, and reports the share of covered
 * branches. Fails below the minimum of each folder.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { report } from './report.ts';

const core = '{client,fields,service,creates,triggers,searches,zapier,node}/**/*.ts';
// This process cannot see the coverage of child processes.
const processes = 'packages/{*/{main,make,start,listen}.ts,sandbox/tool/**}';
const from = ['*.ts', core, 'packages/**/*.{ts,tsx}', '!**/test/**', '!packages/n8n*/**'];

const folder = mkdtempSync(join(tmpdir(), 'coverage-'));
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

type Summary = Record<string, { branches: { total: number; covered: number } }>;
const summary: Summary = JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8'));
const files = Object.entries(summary).filter(([path]) => path !== 'total');
const inPackages = (path: string) => path.startsWith(join(process.cwd(), 'packages/'));

for (const [what, isOne, least] of [
  ['root and core', (path: string) => !inPackages(path), 92],
  ['packages', inPackages, 85],
] as const) {
  const branches = files.filter(([path]) => isOne(path)).map(([, { branches: all }]) => all);
  const sum = (key: 'total' | 'covered') => branches.reduce((all, one) => all + one[key], 0);
  const share = (100 * sum('covered')) / sum('total');
  report(`Branches of ${what}: ${share.toFixed(1)} %, at least ${least} %`, share >= least);
}
