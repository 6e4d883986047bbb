/** Runs the commands for files in a folder of their own. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';

/** A folder with the files of a test; `remove` it at the end. */
export function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  const path = (name: string) => join(folder, name);
  return {
    path,
    write: (name: string, content: string | Buffer) => writeFileSync(path(name), content),
    /** The rows of a CSV file, its header among them. */
    rows: (name: string): string[][] =>
      Papa.parse<string[]>(readFileSync(path(name), 'utf8').replace(/^\uFEFF/, ''), {
        skipEmptyLines: true,
      }).data,
    /** @returns what the command prints, and the error that ends it. */
    async run(command: (args: string[]) => Promise<void>, ...args: string[]) {
      const lines: string[] = [];
      const log = jest.spyOn(console, 'log').mockImplementation((line: string) => {
        lines.push(`${line}\n`);
      });
      const before = process.cwd();
      process.chdir(folder);
      try {
        await command(args);
        return { text: lines.join('') };
      } catch (error) {
        return { text: lines.join(''), problem: (error as Error).message };
      } finally {
        process.chdir(before);
        log.mockRestore();
      }
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
