/** What the person gave when starting the sandbox: arguments, and numbers of the environment. */
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Arguments of `npm start` and of `compliance-sandbox start`. */
export const startFlags = {
  /** Nothing is kept. */
  memory: { type: 'boolean' },
  /** Events may go to addresses of the network as well. */
  'allow-private': { type: 'boolean' },
} as const;
export type StartFlags = { [Flag in keyof typeof startFlags]?: boolean };

/** Arguments as Node parses them. @throws Error that names the one that is wrong, with `takes` behind it. */
export function parsed<Config extends ParseArgsConfig>(config: Config, takes: string) {
  try {
    return parseArgs(config);
  } catch (cause) {
    const [what] = (cause as Error).message.split('. ');
    throw new Error(`${what}.${takes}`, { cause });
  }
}

/** The arguments of `npm start`. @throws Error that names one it does not take, and says what it takes. */
export const readArguments = (args = process.argv.slice(2)): StartFlags =>
  parsed(
    { args, options: startFlags },
    ' It takes --memory and --allow-private; a port is given as PORT=4011.',
  ).values;

/** A whole number of the environment. @throws Error that names the variable, its value and what it takes. */
export function readNumber(name: string, most: number): number | undefined {
  const value = process.env[name];
  if (!value) return undefined;
  if (/^\d+$/.test(value) && Number(value) <= most) return Number(value);
  throw new Error(`${name} is "${value}": it takes a whole number from 0 to ${most}.`);
}
