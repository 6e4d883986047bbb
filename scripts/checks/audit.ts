/**
 * `npm run audit`: licences of what ships, and known vulnerabilities: of npm's audit service, or
 * where that does not answer, of the dated list in scripts/checks/advisories.json. Fails when one is found.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';

import list from './advisories.json' with { type: 'json' };

interface Package {
  name: string;
  version: string;
  license?: string;
}

/** Bundled at build time, so that npm does not count them as shipped. */
const bundled = ['zod', 'cockatiel', 'i18n-iso-countries', 'ipaddr.js'];
const paths = execFileSync('npm', ['ls', '--all', '--omit=dev', '--parseable'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .slice(1)
  .concat(bundled.map((name) => join('node_modules', name)));
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
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' });
  try {
    const { metadata } = JSON.parse(stdout) as {
      metadata?: { vulnerabilities: { total: number } };
    };
    return metadata?.vulnerabilities.total;
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
process.exit(total || known.length ? 1 : 0);
