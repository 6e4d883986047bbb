/** A question at the terminal whose answer is not shown. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** @returns what was typed; nothing where there is no terminal. */
export async function askHidden(question: string): Promise<string> {
  if (!process.stdin.isTTY) return '';
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return (await terminal.question('')).trim();
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
