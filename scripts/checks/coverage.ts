/**
 * `npm run coverage`: runs all tests and prints the share of covered branches: of root and core
 * together, and of each package. Fails below the minimum of each. The pages of the sandbox need the
 * browser tests: without Chromium its share is too low.
 */
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { startVitest } from 'vitest/node';

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
const sourcesOfN8n = {
  resolve: { alias: { './built.ts': resolve('packages/n8n/index.ts') } },
  define: { agentName: JSON.stringify(`${manifest.name}/${manifest.version}`) },
};

interface Branches {
  total: number;
  covered: number;
}
type Summary = Record<string, { branches: Branches }>;

/** Vitest would find a relative pattern in the middle of a path, too. */
const absolute = (patterns: string[]) => patterns.map((pattern) => resolve(pattern));

/** Runs tests and counts the branches of these files, of those that no test loads, too. */
async function covered(
  name: string,
  files: { include: string[]; exclude: string[] },
  config?: string,
  overrides?: object,
): Promise<Summary> {
  const reportsDirectory = join(folder, name);
  const coverage = {
    enabled: true,
    provider: 'istanbul',
    reporter: 'json-summary',
    reportOnFailure: true,
    reportsDirectory,
    include: absolute(files.include),
    exclude: absolute([...files.exclude, 'packages/*/test/**']),
  } as const;
  const vitest = await startVitest('test', [], { run: true, config, coverage }, overrides);
  await vitest.close();
  report(`The tests of ${name} pass`, !vitest.state.getFailedFilepaths().length);
  const text = readFileSync(join(reportsDirectory, 'coverage-summary.json'), 'utf8');
  const { total: _, ...summary } = JSON.parse(text) as Summary;
  return summary;
}

installTools('tools/n8n', "n8n's engine, about a minute", ['--ignore-scripts']);
buildPackages('n8n');
Object.assign(process.env, engineEnv);
const ofRoot = { include: ['*.ts', core, 'packages/**/*.{ts,tsx}'], exclude: [processes, nodes] };
const ofN8n = { include: [`${nodes}/*.ts`], exclude: [servers] };
const summary = {
  ...(await covered('root and packages', ofRoot)),
  ...(await covered('n8n', ofN8n, 'packages/n8n/vitest.config.ts', sourcesOfN8n)),
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
