/** A copy of the repository in which a change is tried, and what the checks say of it. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { trackedFiles } from './run.ts';

const run = promisify(execFile);

/** What the compiler learnt stays in the copy: the shared node_modules is not for it. */
export const types = 'node_modules/typescript/bin/tsc --tsBuildInfoFile .tsc.json';
/** Runs tests, one file at a time; one that fails may leave a server open, and ends all the same. */
export const jest =
  'node_modules/jest/bin/jest.js --selectProjects unit --maxWorkers=1 --forceExit';
/** The tests of the nodes; without its engine, only those that need none. */
export const n8nJest =
  'node_modules/jest/bin/jest.js --config=packages/n8n/jest.config.json --forceExit';

type IsEnough = (told: string) => boolean;

/** @returns what the commands that fail say, up to what is enough; nothing when all is well. */
async function problems(folder: string, commands: string[], isEnough: IsEnough): Promise<string> {
  let told = '';
  for (const command of commands) {
    if (told && isEnough(told)) break;
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

/** Copies the files that git knows; `remove` it at the end. */
export function copyRepository() {
  const tracked = trackedFiles();
  const folder = mkdtempSync(join(tmpdir(), 'copy-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  for (const file of tracked) cpSync(file, join(folder, file));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  // Some tests and pages ask git for the files.
  git('init', '-q');
  git('add', '--force', '--', ...tracked);
  git('-c', 'user.name=check', '-c', 'user.email=check@localhost', 'commit', '-qm', 'As it is');
  const tried = async (commands: string[], isEnough: IsEnough = () => false): Promise<string> => {
    const told = await problems(folder, commands, isEnough);
    git('reset', '-q', '--hard');
    return told;
  };
  return {
    /**
     * Applies a diff, runs the commands, takes the change back; once enough is said, no other command
     * is run. @returns what those that fail say.
     */
    async withDiff(diff: string, commands: string[], isEnough?: IsEnough): Promise<string> {
      const file = join(folder, '.git', 'change.diff');
      writeFileSync(file, diff);
      git('apply', '--index', file);
      return tried(commands, isEnough);
    },
    /** The same with one text of a file instead of another. @throws Error where it is not there once. */
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
