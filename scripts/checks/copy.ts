/** A copy of the repository for trying a change, and the results of its checks. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { trackedFiles } from './run.ts';

const run = promisify(execFile);

/** The compiler's cache stays in the copy, because node_modules is shared. */
export const types = 'node_modules/typescript/bin/tsc --tsBuildInfoFile .tsc.json';
/** Runs tests one file at a time. Exits even if a failed test leaves a server open. */
export const jest =
  'node_modules/jest/bin/jest.js --selectProjects unit --maxWorkers=1 --forceExit';
/** The tests of the nodes. Without n8n's engine, only those that do not need it. */
export const n8nJest =
  'node_modules/jest/bin/jest.js --config=packages/n8n/jest.config.json --forceExit';

/** @returns the output of the failing commands, or an empty text. */
async function problems(folder: string, commands: string[]): Promise<string> {
  let told = '';
  for (const command of commands) {
    const maxBuffer = 64 * 1024 * 1024;
    try {
      await run(process.execPath, command.split(' '), { cwd: folder, maxBuffer });
    } catch (error) {
      const { stdout = '', stderr = '', message } = error as Error & Record<string, string>;
      told += `${stdout}${stderr}` || message;
    }
  }
  return told;
}

/** Copies the files in git. Call `remove` at the end. */
export function copyRepository() {
  const tracked = trackedFiles();
  const folder = mkdtempSync(join(tmpdir(), 'copy-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  for (const file of tracked) cpSync(file, join(folder, file));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  // Some tests and pages ask git for the list of files.
  git('init', '-q');
  git('add', '--force', '--', ...tracked);
  git('-c', 'user.name=check', '-c', 'user.email=check@localhost', 'commit', '-qm', 'As it is');
  const tried = async (commands: string[]): Promise<string> => {
    const told = await problems(folder, commands);
    git('reset', '-q', '--hard');
    return told;
  };
  return {
    /**
     * Applies a diff, runs the commands and reverts the diff.
     * @returns the output of the failing commands.
     */
    async withDiff(diff: string, commands: string[]): Promise<string> {
      const file = join(folder, '.git', 'change.diff');
      writeFileSync(file, diff);
      git('apply', '--index', file);
      return tried(commands);
    },
    /**
     * Replaces one text in a file, runs the commands and reverts it.
     * @throws Error unless the text occurs exactly once.
     */
    async withText(name: string, from: string, to: string, commands: string[]): Promise<string> {
      const file = join(folder, name);
      const [before, after, ...more] = readFileSync(file, 'utf8').split(from);
      if (after === undefined || more.length) throw new Error(`${name} has not once: ${from}`);
      writeFileSync(file, before + to + after);
      return tried(commands);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
