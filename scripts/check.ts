/**
 * `npm run check`: what must hold before a commit. `npm run check -- links` runs one of the checks
 * in commands.ts, with the arguments after its name. `npm run check -- list` prints their names.
 */
import { checks, runAll, typesAndLint } from './commands.ts';

const [name] = process.argv.splice(2, 1);
if (name === undefined) {
  runAll([
    ...typesAndLint,
    'npm run --silent check -- n8n types',
    'npm run --silent docs -- --check',
    'npm test',
  ]);
} else if (Object.hasOwn(checks, name)) {
  await import(`./${checks[name]![1]}`);
} else {
  for (const [key, [what]] of Object.entries(checks)) console.log(key.padEnd(13), what);
  if (name !== 'list') process.exitCode = 1;
}
