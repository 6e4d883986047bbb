/** A copy of the repository for trying a change, and the results of its checks. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { runBeside, trackedFiles } from './run.ts';

/** The compiler's cache stays in the copy, because node_modules is shared. */
export const types = 'node_modules/typescript/bin/tsc --tsBuildInfoFile .tsc.json';
/** Runs unit tests, one file at a time, because there is a copy per core. A test that fails may leave its server open. */
export const jest = 'node_modules/jest/bin/jest.js --runInBand --forceExit';
/** The same for tests of the nodes. Without n8n's engine, only those that do not need it. */
export const n8nJest = `${jest} --config packages/n8n/test/jest.config.mjs`;

/** The output has no colours. */
const env = { ...process.env, NO_COLOR: '1' };

type IsEnough = (output: string) => boolean;

/**
 * Runs the commands until the output of those that fail is enough.
 * @returns that output, or an empty text.
 */
async function problems(cwd: string, commands: string[], isEnough: IsEnough): Promise<string> {
  let output = '';
  for (const command of commands) {
    if (output && isEnough(output)) break;
    const { isGood, text } = await runBeside(process.execPath, command.split(' '), { cwd, env });
    if (!isGood) output += text;
  }
  return output;
}

/** Copies the files in git. */
function copyRepository() {
  const tracked = trackedFiles();
  const folder = mkdtempSync(join(tmpdir(), 'copy-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  for (const file of tracked) cpSync(file, join(folder, file));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  // Some tests and pages ask git for the list of files.
  git('init', '-q');
  git('add', '--force', '--', ...tracked);
  git('-c', 'user.name=check', '-c', 'user.email=check@localhost', 'commit', '-qm', 'As it is');
  const runAndReset = async (
    commands: string[],
    isEnough: IsEnough = () => false,
  ): Promise<string> => {
    const output = await problems(folder, commands, isEnough);
    git('reset', '-q', '--hard');
    return output;
  };
  return {
    /**
     * Applies a diff, runs the commands until their output is enough, and reverts the diff.
     * @returns the output of the failing commands.
     */
    async withDiff(diff: string, commands: string[], isEnough?: IsEnough): Promise<string> {
      const file = join(folder, '.git', 'change.diff');
      writeFileSync(file, diff);
      git('apply', '--index', file);
      return runAndReset(commands, isEnough);
    },
    /**
     * Replaces a text in each of these files, runs the commands and reverts it.
     * @throws Error unless each text occurs exactly once.
     */
    async withTexts(
      changes: { file: string; from: string; to: string }[],
      commands: string[],
    ): Promise<string> {
      for (const { file, from, to } of changes) {
        const path = join(folder, file);
        const [before, after, ...more] = readFileSync(path, 'utf8').split(from);
        if (after === undefined || more.length) throw new Error(`${file} has not once: ${from}`);
        writeFileSync(path, before + to + after);
      }
      return runAndReset(commands);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Does the work for each item, in a copy per core; more than two make tests with time limits fail. */
export async function inCopies<T>(
  items: T[],
  work: (item: T, copy: ReturnType<typeof copyRepository>) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const begin = async () => {
    const copy = copyRepository();
    try {
      for (let item = queue.shift(); item; item = queue.shift()) await work(item, copy);
    } finally {
      copy.remove();
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, begin));
}
