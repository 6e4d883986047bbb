/**
 * `npm run audit`: licences of what ships, and known vulnerabilities: of npm's audit service, or
 * where that does not answer, of the dated list in scripts/checks/advisories.json. Fails when one is
 * found, and when SECURITY.md leaves out a package that we add to the platform's own.
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

/** Bundled at build time, so that npm does not count them as shipped. */
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

/** What the audit service says; undefined where it does not answer. */
function asked(): number | undefined {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8' });
  // What is bundled is no dependency of npm's: all are asked for, and those that ship count.
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

const known = packages.flatMap(({ name, version }) =>
  list.advisories
    .filter((advisory) => advisory.package === name && semver.satisfies(version, advisory.affected))
    .map(({ id }) => `${name} ${version}: ${id}`),
);
known.forEach((line) => console.log(line));
const total = asked();
console.log(
  total === undefined
    ? `Known vulnerabilities: ${known.length} by the list of ${list.date}; the audit service does not answer.`
    : `Known vulnerabilities: ${total} by the audit service, ${known.length} by the list of ${list.date}.`,
);

const ours = [
  ...Object.keys(packageJson.dependencies),
  ...bundled.map((path) => path.replace(/^.*node_modules\//, '')),
];
const table = readFileSync('SECURITY.md', 'utf8').split('## What ships')[1]!;
const untold = ours.filter((name) => !table.includes(name));
if (untold.length) console.log(`SECURITY.md does not name ${untold.join(', ')}.`);
process.exit(total || known.length || untold.length ? 1 : 0);
