/**
 * `npm run check -- audit`: checks licences of shipped packages and known vulnerabilities. Asks npm's audit
 * service, or reads the dated list in scripts/checks/advisories.json if that does not answer. Fails
 * on a vulnerability, and if SECURITY.md lacks a package that we add to the platform's own.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import semver from 'semver';

import packageJson from '../../package.json' with { type: 'json' };
import { bundleApp } from '../publish/app-bundle.ts';
import { packagesIn } from '../publish/bundle.ts';
import list from './advisories.json' with { type: 'json' };

interface Package {
  name: string;
  version: string;
  license?: string;
}

/** The build bundles these, so npm does not count them as shipped. */
const bundled = packagesIn((await bundleApp()).metafile);
const paths = execFileSync('npm', ['ls', '--all', '--omit=dev', '--parseable'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .slice(1)
  .concat(bundled);
const packages = paths.map(
  (path) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Package,
);

const licences = new Map<string, string[]>();
for (const { name, license = 'none given' } of packages) {
  licences.set(license, [...(licences.get(license) ?? []), name]);
}
console.log(`${packages.length} packages ship:`);
for (const [licence, names] of [...licences].sort()) {
  console.log(`  ${licence}: ${names.length}${names.length < 4 ? ` (${names.join(', ')})` : ''}`);
}

/** The number of vulnerabilities from the audit service; undefined without an answer. */
function countVulnerabilities(): number | undefined {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8' });
  // npm does not see bundled packages as dependencies. So this asks about all packages and counts
  // the shipped ones.
  const shipped = new Set(paths.map((path) => resolve(path)));
  try {
    const { vulnerabilities } = JSON.parse(stdout) as {
      vulnerabilities?: Record<string, { nodes: string[] }>;
    };
    return (
      vulnerabilities &&
      Object.values(vulnerabilities).filter(({ nodes }) =>
        nodes.some((node) => shipped.has(resolve(node))),
      ).length
    );
  } catch {
    return undefined;
  }
}

const affected = packages.flatMap(({ name, version }) =>
  list.advisories
    .filter((advisory) => advisory.package === name && semver.satisfies(version, advisory.affected))
    .map(({ id }) => `${name} ${version}: ${id}`),
);
affected.forEach((line) => console.log(line));
const total = countVulnerabilities();
console.log(
  total === undefined
    ? `Known vulnerabilities: ${affected.length} by the list of ${list.date}; the audit service does not answer.`
    : `Known vulnerabilities: ${total} by the audit service, ${affected.length} by the list of ${list.date}.`,
);

const ours = [
  ...Object.keys(packageJson.dependencies),
  ...bundled.map((path) => path.replace(/^.*node_modules\//, '')),
];
const table = readFileSync('SECURITY.md', 'utf8').split('## What ships')[1]!;
const missing = ours.filter((name) => !table.includes(name));
if (missing.length) console.log(`SECURITY.md does not name ${missing.join(', ')}.`);
process.exit(total || affected.length || missing.length ? 1 : 0);
