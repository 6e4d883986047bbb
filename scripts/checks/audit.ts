/**
 * `npm run check -- audit`: npm knows no advisory of level high or critical for a package that the
 * app or a package for npm contains or installs. Development tools are not looked at.
 */
import { readFileSync } from 'node:fs';

import { bundleApp } from '../publish/app-bundle.ts';
import { nameOf, packagesIn } from '../publish/bundle.ts';
import { folders, type Name } from '../publish/staging.ts';
import { report } from './report.ts';
import { buildPackages, run } from './run.ts';

const names = Object.keys(folders) as Name[];
buildPackages(...names);

const installed = run('npm', ['ls', '--omit=dev', '--all', '--parseable']).stdout as string;
const shipped = new Set([
  ...packagesIn(await bundleApp('', 'node_modules/.cache/audit')).map(nameOf),
  ...installed.trim().split('\n').slice(1).map(nameOf),
  ...names.flatMap((name) => {
    const licences = readFileSync(`${folders[name]}/dist/LICENCES.txt`, 'utf8');
    return [...licences.matchAll(/^(\S+) \d+\.\d+\.\d+\S*$/gm)].map(([, found]) => found!);
  }),
]);

const { stdout } = run('npm', ['audit', '--json']);
const answer = JSON.parse(stdout as string) as {
  message?: string;
  vulnerabilities?: Record<string, { severity: string }>;
};
report('npm answers', Boolean(answer.vulnerabilities), answer.message);
const found = Object.entries(answer.vulnerabilities ?? {})
  .filter(([name, { severity }]) => shipped.has(name) && /high|critical/.test(severity))
  .map(([name, { severity }]) => `${name}: ${severity}`);
report(`${shipped.size} packages are shipped`, !found.length, found.join('\n'));
