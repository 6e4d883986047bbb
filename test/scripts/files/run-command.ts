/** Runs the commands for files in a folder of their own. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Papa from 'papaparse';

import { bundled } from '../../support/commands.ts';

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
    run(command: 'reconcile' | 'write-import', ...args: string[]) {
      const script = resolve(bundled(`scripts/files/${command}.ts`));
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
        cwd: folder,
        encoding: 'utf8',
      });
      return { status, text: `${stdout}${stderr}` };
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
