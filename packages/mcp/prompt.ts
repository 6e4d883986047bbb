/** Asks a question at the terminal without showing the answer. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** @returns the typed text, or an empty one without a terminal. */
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
