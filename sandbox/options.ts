/** What the person gave when starting the sandbox: arguments, and numbers of the environment. */
import { parseArgs } from 'node:util';

/** Arguments of `npm start` and of `compliance-sandbox start`. */
export interface Given {
  /** Nothing is kept. */
  memory?: boolean;
  /** Events may go to addresses of the network as well. */
  'allow-private'?: boolean;
}

/** The arguments of `npm start`. @throws Error that names one it does not take, and says what it takes. */
export function readArguments(args = process.argv.slice(2)): Given {
  try {
    const flag = { type: 'boolean' } as const;
    return parseArgs({ args, options: { memory: flag, 'allow-private': flag } }).values;
  } catch (cause) {
    const [what] = (cause as Error).message.split('. ');
    const takes = 'It takes --memory and --allow-private; a port is given as PORT=4011';
    throw new Error(`${what}. ${takes}.`, { cause });
  }
}

/** A whole number of the environment. @throws Error that names the variable, its value and what it takes. */
export function readNumber(name: string, most: number): number | undefined {
  const value = process.env[name];
  if (!value) return undefined;
  if (/^\d+$/.test(value) && Number(value) <= most) return Number(value);
  throw new Error(`${name} is "${value}": it takes a whole number from 0 to ${most}.`);
}
