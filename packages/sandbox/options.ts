/** The options of the sandbox: arguments and environment. */
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Arguments of `npm start` and of `compliance-sandbox start`. */
export const startFlags = {
  /** Stores nothing. */
  memory: { type: 'boolean' },
  /** Allows receivers in the machine's network. */
  'allow-private': { type: 'boolean' },
} as const;
export type StartFlags = { [Flag in keyof typeof startFlags]?: boolean };

/** The parsed arguments. @throws Error that names the invalid one, followed by `takes`. */
export function parsed<Config extends ParseArgsConfig>(config: Config, takes: string) {
  try {
    return parseArgs(config);
  } catch (cause) {
    const [what] = (cause as Error).message.split('. ');
    throw new Error(`${what}.${takes}`, { cause });
  }
}

const usage = 'Valid options are --memory and --allow-private. Set the port with PORT=4011.';

/** The arguments of `npm start`. @throws Error that names an unknown one and the valid ones. */
export function readArguments(args = process.argv.slice(2)): StartFlags {
  const options = { ...startFlags, help: { type: 'boolean', short: 'h' } } as const;
  const { help, ...flags } = parsed({ args, options }, ` ${usage}`).values;
  if (!help) return flags;
  console.log(usage);
  process.exit();
}

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
