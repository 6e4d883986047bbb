/**
 * `npm run check -- contributing`: applies the examples of CONTRIBUTING.md to a copy of the repository,
 * where `npm run docs`, the types and the tests of fields, events, endpoints, states and languages
 * must pass.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

import { report } from './report.ts';
import { run } from './run.ts';

const changes = [
  ...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/\((docs\/changes\/.+\.diff)\)/g),
].map(([, path]) => path!);

/** The tests that a language needs, and those of all other changes. */
const testsOfLanguage = 'packages/sandbox/test/portal';
const tests =
  'test/app.test test/creates/create_case test/operations test/searches test/service packages/doctor/test/doctor.test packages/mcp/test/tools packages/sandbox/test/domain packages/sandbox/test/portal packages/sandbox/test/api/openapi packages/sandbox/test/office';

const commandsOf = (paths: string) => [
  'node_modules/tsx/dist/cli.mjs scripts/docs.ts',
  // The compiler's cache stays in the copy, because node_modules is shared.
  'node_modules/typescript/bin/tsc --tsBuildInfoFile .tsc.json',
  `node_modules/jest/bin/jest.js --runInBand ${paths}`,
];

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();

/** A copy with what is changed and not yet committed, and with the packages of this folder. */
const copy = mkdtempSync(join(tmpdir(), 'contributing-'));
git('.', 'worktree', 'add', '--quiet', '--detach', copy, git('.', 'stash', 'create') || 'HEAD');
try {
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  report('There are changes', changes.length > 1);
  // A language would lack the texts of the fields before it, so it is tried alone.
  const languages = changes.filter((path) => path.includes('language'));
  const others = changes.filter((path) => !languages.includes(path));
  for (const [together, paths] of [
    [others, tests],
    [languages, testsOfLanguage],
  ] as const) {
    git(copy, 'apply', '--index', ...together.map((path) => resolve(path)));
    const titles = together.map((path) => basename(path, '.diff')).join(', ');
    for (const command of commandsOf(paths)) {
      const { isGood, text } = run(process.execPath, command.split(' '), { cwd: copy });
      report(`${titles}: ${command.split(' ')[0]}`, isGood, text);
    }
    git(copy, 'reset', '--quiet', '--hard');
  }
} finally {
  git('.', 'worktree', 'remove', '--force', copy);
}
