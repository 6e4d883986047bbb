/** The options of the sandbox: arguments and environment. */
import { parseArgs } from 'node:util';

const options = {
  /** Stores nothing. */
  memory: { type: 'boolean' },
  /** A file with the set-up of the account. */
  account: { type: 'string' },
  /** Allows receivers in the machine's network. */
  'allow-private': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const usage =
  'Valid options are --memory, --account FILE and --allow-private. Set the port with PORT=4011.';

/** @throws Error that names an invalid argument, and the valid ones. */
function parsed(args: string[]) {
  try {
    return parseArgs({ args, options }).values;
  } catch (cause) {
    const [what] = (cause as Error).message.split('. ');
    throw new Error(`${what}. ${usage}`, { cause });
  }
}

/** The arguments of `npm start` and of `compliance-sandbox`. @throws Error for an invalid one. */
export function readArguments(args = process.argv.slice(2)) {
  const { help, ...flags } = parsed(args);
  if (!help) return flags;
  console.log(usage);
  process.exit();
}
export type StartFlags = ReturnType<typeof readArguments>;

/**
 * A whole number from the environment.
 * @throws Error with the variable, its value and the valid values.
 */
export function readNumber(name: string, most: number): number | undefined {
  const value = process.env[name];
  if (!value) return undefined;
  if (/^\d+$/.test(value) && Number(value) <= most) return Number(value);
  throw new Error(`${name} is "${value}": it takes a whole number from 0 to ${most}.`);
}
