/**
 * `npm run doctor -- --base-url URL [--api-key KEY] [--write [--decide]] [--submitted-case ID] [--out FILE] [--json]`:
 * finds how a service speaks, and prints the dialect for the integration. Exits with 0 if the
 * journey works, 1 if something prevents it, 2 for wrong use, 3 while a needed point is unclear.
 */
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

import { readKey, readOptions, usage, WrongUse } from './doctor-options.ts';
import { examine } from './examine.ts';
import { announcement, dialectFile, reportLines } from './print.ts';
import { reportFile } from './report.ts';
import { isOpen } from './visit.ts';

/** Asks for the key without showing it. */
async function askForKey(): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new WrongUse(
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

/** @returns the exit code. */
async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (!options) {
    console.log(usage);
    return 0;
  }
  const { out, json, ...rest } = options;
  const key = rest.key ?? readKey(await askForKey());
  if (rest.write) announcement(rest.decide).forEach((line) => console.error(line));
  const isTerminal = process.stderr.isTTY;
  const visit = await examine({
    ...rest,
    key,
    progress: (text) => isTerminal && process.stderr.write(`\r\x1b[KChecking: ${text} …`),
  });
  if (isTerminal) process.stderr.write('\r\x1b[K');
  if (out !== undefined && visit.findings.length) writeFileSync(out, dialectFile(visit));
  if (json) {
    process.stdout.write(reportFile(visit));
    visit.problems.forEach((line) => console.error(line));
  } else {
    reportLines(visit, out).forEach((line) => console.log(line));
  }
  if (visit.problems.length) return 1;
  return isOpen(visit) ? 3 : 0;
}

const code = await main().catch((error: Error) => {
  if (!(error instanceof WrongUse)) throw error;
  console.error(`${error.message}\n${usage}`);
  return 2;
});
process.exit(code);
