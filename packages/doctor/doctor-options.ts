/** The arguments of the doctor. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';

export const usage = `Use: npm run doctor -- --base-url URL [--api-key KEY] [--write [--decide]] [--submitted-case ID] [--out FILE] [--json]
  --base-url URL         address of the service without /api, such as https://app.ondorse.co
  --api-key KEY          the API key; else SERVICE_API_KEY, else the doctor asks for it
  --write                make one draft case with a person, a file, a document and a portal
  --decide               also submit and reject that case
  --submitted-case ID    a case that was a draft when its client submitted its portal
  --portal-address URL   address of the portals, if it differs
  --timeout SECONDS      time limit of each request, by default 10
  --out FILE             write the dialect to this file
  --json                 print a report without values, to give to others, as JSON`;

/** A mistake in the call. Its message is for the person at the terminal. */
export class WrongUse extends Error {}

function flagsOf(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        'base-url': { type: 'string' },
        'api-key': { type: 'string' },
        'submitted-case': { type: 'string' },
        'portal-address': { type: 'string' },
        timeout: { type: 'string', default: '10' },
        write: { type: 'boolean', default: false },
        decide: { type: 'boolean', default: false },
        out: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new WrongUse((error as Error).message);
  }
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * An address without a final slash or `/api`. It may contain a secret, so no message repeats it.
 */
function addressOf(option: string, address: string | undefined): string {
  if (!address) throw new WrongUse(`${option} is missing.`);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new WrongUse(`${option} is not a web address such as https://api.example.com.`);
  }
  if (url.search || url.hash || url.username || url.password) {
    throw new WrongUse(`${option} takes an address without a user, "?" or "#" in it.`);
  }
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
    throw new WrongUse(`${option} must start with https://, to encrypt the key on its way.`);
  }
  return (url.origin + url.pathname).replace(/\/+$/, '').replace(/\/api$/, '');
}

/** The key without the blanks around it. @throws WrongUse for a text that cannot be a key. */
export function readKey(text: string): string {
  const key = text.trim();
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new WrongUse('The key is empty or contains invalid characters.');
}

/** @throws WrongUse for a place where no file can be written, before anything is made. */
function checkFile(option: string, file: string): void {
  if (!existsSync(dirname(file))) {
    throw new WrongUse(`${option} names a folder that does not exist.`);
  }
  try {
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK);
  } catch {
    throw new WrongUse(`${option} names a file that cannot be written.`);
  }
  if (existsSync(file) && statSync(file).isDirectory()) {
    throw new WrongUse(`${option} names a folder. Add the name of the file.`);
  }
}

/** The options of the person; undefined for `--help`. @throws WrongUse */
export function readOptions(args: string[], env: NodeJS.ProcessEnv) {
  const { help, json, out, write, decide, ...flags } = flagsOf(args);
  if (help) return undefined;
  const base = addressOf('--base-url', flags['base-url']);
  if (decide && !write) {
    throw new WrongUse('--decide needs --write: it decides the case made there.');
  }
  const seconds = Number(flags.timeout);
  if (!(seconds > 0 && seconds <= 600)) {
    throw new WrongUse('--timeout takes a number of seconds up to 600.');
  }
  const portals = flags['portal-address'];
  const portalAddress = portals && addressOf('--portal-address', portals);
  if (out !== undefined) checkFile('--out', out);
  const entered = flags['api-key'] ?? env.SERVICE_API_KEY;
  const key = entered === undefined ? undefined : readKey(entered);
  const submittedCase = flags['submitted-case'];
  return { base, key, json, out, write, decide, seconds, portalAddress, submittedCase };
}
