/** `compliance-sandbox start`: the sandbox with a team's account and first cases. */
import { readFileSync } from 'node:fs';

import packageJson from '../package.json' with { type: 'json' };
import { readJson } from '../domain/account-file.ts';
import { parsed, startFlags } from '../options.ts';
import { start } from '../start.ts';
import { isSeedName, reading } from './fill.ts';

const usage = `compliance-sandbox start [--memory] [--seed file.json|showcase|many] [--account file.json] [--allow-private]
compliance-sandbox --help | --version`;

/** @throws Error that names an invalid option. */
const readArguments = () =>
  parsed(
    {
      allowPositionals: true,
      options: {
        ...startFlags,
        seed: { type: 'string' },
        account: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    },
    `\n${usage}`,
  );

/** @throws Error that names the file. */
function read(file: string | undefined): unknown {
  if (file === undefined) return undefined;
  try {
    return readJson(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

try {
  const { values, positionals } = readArguments();
  const text = values.version ? packageJson.version : values.help ? usage : undefined;
  if (text) {
    console.log(text);
    process.exit();
  }
  if (positionals.join() !== 'start') throw new Error(usage);
  const seed = isSeedName(values.seed) ? values.seed : read(values.seed);
  const account = read(values.account);
  await start(
    () => values,
    {},
    ({ act, fill, setUp }) => {
      if (account !== undefined) reading('account', () => setUp(account));
      // A stored folder has the seed from its first start.
      if (act.counts().cases === 0) fill(seed);
    },
  );
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
