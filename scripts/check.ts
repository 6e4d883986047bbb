/**
 * `npm run check`: what must hold before a commit. `npm run check -- links` runs one of the checks
 * in commands.ts, with the arguments after its name. `npm run check -- list` prints their names.
 */
import { spawnSync } from 'node:child_process';

import { checks } from './commands.ts';

const typesAndLint = ['npx tsc', 'npm run --silent lint'];
const beforeCommit = [
  ...typesAndLint,
  'npm run --silent check -- n8n types',
  'npm run --silent docs -- --check',
  'npm test',
];
const ofChange = [...typesAndLint, 'npx jest --onlyChanged'];

/** Runs commands until one fails. */
function runAll(commands: string[]) {
  const { status } = spawnSync(commands.join(' && '), { shell: true, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

const [name] = process.argv.splice(2, 1);
if (name === undefined) {
  runAll(beforeCommit);
} else if (name === 'changed') {
  runAll(ofChange);
} else if (Object.hasOwn(checks, name)) {
  await import(`./${checks[name]![1]}`);
} else {
  console.log('changed'.padEnd(13), 'types, lint, and the tests that reach the changed files');
  for (const [key, [what]] of Object.entries(checks)) console.log(key.padEnd(13), what);
  if (name !== 'list') process.exitCode = 1;
}
