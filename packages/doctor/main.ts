/**
 * `npm run doctor -- --base-url URL [--api-key KEY] [--write [--decide]] [--out FILE] [--json]`:
 * finds how a service speaks, and prints the dialect for the integration. Exits with 0 if the
 * journey works, 1 if something prevents it, 2 for wrong use.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';

import { examine } from './examine.ts';
import { announcement, dialectFile, reportJson, reportLines } from './print.ts';

const usage = `Use: npm run doctor -- --base-url URL [--api-key KEY] [--write [--decide]] [--out FILE] [--json]
  --base-url URL         address of the service without /api, such as https://app.ondorse.co
  --api-key KEY          the API key; else SERVICE_API_KEY, else the doctor asks for it
  --write                make one draft case with a person, a file, a document and a portal
  --decide               also submit and reject that case
  --portal-address URL   address of the portals, if it differs
  --timeout SECONDS      time limit of each request, by default 10
  --out FILE             write the dialect to this file
  --json                 print the result as JSON`;

/** Prints the mistake in the call and exits. */
function wrongUse(text: string): never {
  console.error(`${text}\n${usage}`);
  process.exit(2);
}

function options() {
  try {
    return parseArgs({
      options: {
        'base-url': { type: 'string' },
        'api-key': { type: 'string' },
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
    return wrongUse((error as Error).message);
  }
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * An address without a final slash or `/api`. It may contain a secret, so no message repeats it.
 */
function addressOf(option: string, address: string | undefined): string {
  if (!address) return wrongUse(`${option} is missing.`);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    return wrongUse(`${option} is not a web address such as https://api.example.com.`);
  }
  if (url.search || url.hash || url.username || url.password) {
    return wrongUse(`${option} takes an address without a user, "?" or "#" in it.`);
  }
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
    return wrongUse(`${option} must start with https://, to encrypt the key on its way.`);
  }
  return (url.origin + url.pathname).replace(/\/+$/, '').replace(/\/api$/, '');
}

/** Asks for the key without showing it. */
async function askForKey(): Promise<string> {
  if (!process.stdin.isTTY) {
    return wrongUse(
      'The key is missing. Enter it with --api-key or SERVICE_API_KEY, or run the doctor in a terminal.',
    );
  }
  process.stderr.write('API key (not shown): ');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  prompt.on('SIGINT', () => process.exit(130));
  const key = await prompt.question('');
  prompt.close();
  process.stderr.write('\n');
  return key;
}

const flags = options();
if (flags.help) {
  console.log(usage);
  process.exit(0);
}
const base = addressOf('--base-url', flags['base-url']);
if (flags.decide && !flags.write)
  wrongUse('--decide needs --write: it decides the case made there.');
const seconds = Number(flags.timeout);
if (!(seconds > 0 && seconds <= 600)) wrongUse('--timeout takes a number of seconds up to 600.');
const portals = flags['portal-address'] ?? process.env.SERVICE_PORTAL_ADDRESS;
const portalAddress = portals && addressOf('--portal-address', portals);
const { out } = flags;
if (out !== undefined && !existsSync(dirname(out)))
  wrongUse('--out names a folder that does not exist.');
const key = (flags['api-key'] ?? process.env.SERVICE_API_KEY ?? (await askForKey())).trim();
if (!/^[\x21-\x7e]+$/.test(key)) wrongUse('The key is empty or contains invalid characters.');

if (flags.write) announcement(flags.decide).forEach((line) => console.error(line));
const isTerminal = process.stderr.isTTY;
const visit = await examine({
  base,
  key,
  write: flags.write,
  decide: flags.decide,
  portalAddress,
  seconds,
  progress: (text) => isTerminal && process.stderr.write(`\r\x1b[KChecking: ${text} …`),
});
if (isTerminal) process.stderr.write('\r\x1b[K');
if (out !== undefined && visit.findings.length) writeFileSync(out, dialectFile(visit));
if (flags.json) {
  console.log(reportJson(visit));
  visit.problems.forEach((line) => console.error(line));
} else {
  reportLines(visit, out).forEach((line) => console.log(line));
}
process.exit(visit.problems.length ? 1 : 0);
