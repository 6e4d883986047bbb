/**
 * `npm run coverage`: runs all tests and prints the share of covered branches: of root and core
 * together, and of each package. Fails below the minimum of each. The pages of the sandbox need the
 * browser tests: without Chromium its share is too low.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import ofN8n from '../../packages/n8n/jest.config.json' with { type: 'json' };
import manifest from '../../packages/n8n/package.json' with { type: 'json' };
import { installTools } from '../../tools/install.mjs';
import { engineEnv } from './n8n-env.ts';
import { report } from './report.ts';
import { buildPackages } from './run.ts';

const least = (owner: string) => (owner === 'root and core' ? 92 : 85);
const folder = 'node_modules/.cache/coverage';

const core = '{client,fields,service,creates,triggers,searches,zapier,node}/**/*.ts';
/** Tests start these as processes of their own, whose coverage nobody sees. */
const processes = 'packages/{*/{main,make,start,listen}.ts,sandbox/tool/**}';
/** These need Redis and PostgreSQL: `npm run n8n:queue` runs them. */
const servers = 'packages/n8n-self-hosted/{redis,postgres,host-setting}.ts';
const nodes = 'packages/{n8n,n8n-self-hosted}/**';

/** The tests of the nodes, on their sources instead of the built package. */
const sourcesOfN8n = JSON.stringify({
  ...ofN8n,
  rootDir: resolve('.'),
  moduleNameMapper: { '^\\.\\./dist/index\\.js$': '<rootDir>/packages/n8n/index.ts' },
  globals: { agentName: `${manifest.name}/${manifest.version}` },
  // An ES module only.
  transformIgnorePatterns: ['/node_modules/(?!content-disposition/)'],
});

interface Branches {
  total: number;
  covered: number;
}
type Summary = Record<string, { branches: Branches }>;

/** Runs Jest and counts the branches of these files. */
function covered(name: string, files: string[], args: string[] = []): Summary {
  const directory = join(folder, name);
  rmSync(directory, { recursive: true, force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/jest/bin/jest.js',
      ...args,
      '--coverage',
      '--coverageReporters=json-summary',
      `--coverageDirectory=${directory}`,
      ...[...files, '!**/test/**'].map((pattern) => `--collectCoverageFrom=${pattern}`),
    ],
    { stdio: 'inherit', env: { ...process.env, ...engineEnv } },
  );
  report(`The tests of ${name} pass`, status === 0);
  const text = readFileSync(join(directory, 'coverage-summary.json'), 'utf8');
  const { total: _, ...summary } = JSON.parse(text) as Summary;
  return summary;
}

installTools('tools/n8n', "n8n's engine, about a minute", ['--ignore-scripts']);
buildPackages('n8n');
const summary = {
  ...covered('root and packages', [
    '*.ts',
    core,
    'packages/**/*.{ts,tsx}',
    ...[processes, nodes].map((pattern) => `!${pattern}`),
  ]),
  ...covered('n8n', [`${nodes}/*.ts`, `!${servers}`], ['--config', sourcesOfN8n, '--forceExit']),
};

/** The core includes the common code of hosts outside the packages; n8n includes both builds. */
const ownerOf = (path: string) =>
  /^packages\/(n8n|[^/]+)(-self-hosted)?\//.exec(path)?.[1] ?? 'root and core';
const sums = new Map<string, Branches>();
for (const [path, { branches }] of Object.entries(summary)) {
  const owner = ownerOf(relative('.', path));
  const before = sums.get(owner) ?? { total: 0, covered: 0 };
  sums.set(owner, {
    total: before.total + branches.total,
    covered: before.covered + branches.covered,
  });
}
const rows = [...sums].map(([of, { total, covered: done }]) => ({
  of,
  branches: total,
  covered: done,
  share: (100 * done) / total,
}));
console.table(
  rows.map((row) => ({ ...row, share: `${row.share.toFixed(1)} %`, goal: `${least(row.of)} %` })),
);
for (const { of, share } of rows) {
  report(`Branches of ${of}: ${share.toFixed(1)} %, at least ${least(of)} %`, share >= least(of));
}
