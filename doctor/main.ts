/**
 * `npm run doctor -- --base-url URL [--api-key KEY] [--write [--decide]] [--json]`: finds how a
 * service works and prints the settings it needs. Exit 0 when the journey holds with them, 1 when
 * it cannot, 2 for wrong use.
 */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';

import { examine } from './examine.ts';
import { announcement, reportJson, reportLines } from './report.ts';

const usage = `Use: npm run doctor -- --base-url URL [--api-key KEY] [--write [--decide]] [--json]
  --base-url URL         address of the service, in front of /api
  --api-key KEY          its key; else SERVICE_API_KEY, else you are asked for it
  --write                make one draft case with a person, a file, a document and a portal
  --decide               submit and reject that case as well
  --portal-address URL   where its portals are, if elsewhere
  --timeout SECONDS      how long each request may take, 10 if not given
  --json                 the result as JSON on standard output`;

/** Says what is wrong with the call, and ends. */
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
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return wrongUse((error as Error).message);
  }
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** An address without a slash or `/api` at its end. */
function addressOf(option: string, given: string | undefined): string {
  if (!given) return wrongUse(`${option} is missing.`);
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    return wrongUse(`${option} is no plain web address: ${given}`);
  }
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
    return wrongUse(`${option} must start with https://, so that the key travels encrypted.`);
  }
  return (url.origin + url.pathname).replace(/\/+$/, '').replace(/\/api$/, '');
}

/** Asks for the key without showing it. */
async function askForKey(): Promise<string> {
  if (!process.stdin.isTTY) {
    return wrongUse('The key is missing: --api-key, SERVICE_API_KEY, or a terminal to ask on.');
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

const given = options();
if (given.help) {
  console.log(usage);
  process.exit(0);
}
const base = addressOf('--base-url', given['base-url']);
if (given.decide && !given.write)
  wrongUse('--decide needs --write: it decides the case made there.');
const seconds = Number(given.timeout);
if (!(seconds > 0 && seconds <= 600)) wrongUse('--timeout is a number of seconds up to 600.');
const portals = given['portal-address'] ?? process.env.SERVICE_PORTAL_ADDRESS;
const portalAddress = portals && addressOf('--portal-address', portals);
const key = (given['api-key'] ?? process.env.SERVICE_API_KEY ?? (await askForKey())).trim();
if (!/^[\x21-\x7e]+$/.test(key))
  wrongUse('The key is empty or holds characters a key cannot have.');

if (given.write) announcement(given.decide).forEach((line) => console.error(line));
const isShown = process.stderr.isTTY;
const visit = await examine({
  base,
  key,
  write: given.write,
  decide: given.decide,
  portalAddress,
  seconds,
  progress: (text) => isShown && process.stderr.write(`\r\x1b[KLooking at: ${text} …`),
});
if (isShown) process.stderr.write('\r\x1b[K');
if (given.json) {
  console.log(reportJson(visit));
  visit.problems.forEach((line) => console.error(line));
} else {
  reportLines(visit).forEach((line) => console.log(line));
}
process.exit(visit.problems.length ? 1 : 0);
