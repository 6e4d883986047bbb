/**
 * `npm run record -- --base-url URL --out FILE -- COMMAND …`: runs a command, such as an `invoke` of
 * Zapier's command line tool, and keeps what it asks of the service in a recording, redacted. Exits
 * with the code of the command, or with 2 for wrong use.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { addressOf, checkFile, WrongUse } from './doctor-options.ts';

const usage = 'Use: npm run record -- --base-url URL --out FILE -- COMMAND …';

/** The variables of a process that records, and of those that it starts. */
function environment(base: string, file: string): NodeJS.ProcessEnv {
  const recorder = pathToFileURL(resolve(import.meta.dirname, 'record-process.ts')).href;
  const options = [process.env.NODE_OPTIONS, `--import=${import.meta.resolve('tsx')}`];
  return {
    ...process.env,
    NODE_OPTIONS: [...options, `--import=${recorder}`].filter(Boolean).join(' '),
    RECORD_BASE_URL: base,
    RECORD_FILE: resolve(file),
  };
}

function main(): number {
  const { values, positionals } = parseArgs({
    options: { 'base-url': { type: 'string' }, out: { type: 'string' } },
    allowPositionals: true,
  });
  const [command, ...parameters] = positionals;
  if (!command || !values.out)
    throw new WrongUse('The command or the name of the file is missing.');
  const base = addressOf('--base-url', values['base-url']);
  checkFile('--out', values.out);
  const env = environment(base, values.out);
  const { status, error } = spawnSync(command, parameters, { stdio: 'inherit', env });
  if (error) throw new WrongUse(`${command} cannot be started: ${error.message}`);
  return status ?? 1;
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(`${(error as Error).message}\n${usage}`);
  process.exitCode = 2;
}
