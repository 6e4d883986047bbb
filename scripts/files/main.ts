/** The commands for lists of deals: run the command, and print what to correct. */
import { preflight } from './preflight.ts';
import { reconcile } from './reconcile.ts';
import { writeImport } from './write-import.ts';

const commands: Record<string, (args: string[]) => Promise<void>> = {
  preflight,
  reconcile,
  'import-file': writeImport,
};

const [name, ...args] = process.argv.slice(2);
await commands[name!]!(args).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
