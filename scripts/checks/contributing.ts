/**
 * `npm run check:contributing`: applies each diff of CONTRIBUTING.md to a copy of the repository,
 * whole and with one file left out. Whole, types and wiring must hold; with a file left out, one of
 * them must fail and name the place.
 */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  .split('\0')
  .filter((file) => /\.(tsx?|mts|json|m?js|css|pdf|csv)$|^\.swcrc$/.test(file));

interface Change {
  title: string;
  /** The diff of each file, with the file's name. */
  files: { name: string; diff: string }[];
}
const changes: Change[] = [
  ...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/## (.*)\n[\s\S]*?```diff\n([\s\S]*?)```/g),
].map(([, title, diff]) => ({
  title: title!,
  files: diff!
    .split(/^(?=diff --git )/m)
    .filter(Boolean)
    .map((part) => ({ name: /^\+\+\+ b\/(.*)$/m.exec(part)![1]!, diff: part })),
}));

/** What the checks say of the repository with these diffs: nothing when all is well. */
async function problems(diffs: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'contributing-'));
  try {
    for (const file of tracked) cpSync(file, join(folder, file));
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'change.diff'), diffs.join(''));
    execFileSync('git', ['apply', 'change.diff'], { cwd: folder });
    // Without the cache, which lies in the shared node_modules.
    const tsc = [
      'node_modules/typescript/bin/tsc',
      '--incremental',
      'false',
      '--tsBuildInfoFile',
      'null',
    ];
    await run(process.execPath, tsc, { cwd: folder });
    const jest = ['node_modules/jest/bin/jest.js', 'test/wiring', '--maxWorkers=1'];
    await run(process.execPath, jest, { cwd: folder });
    return '';
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & Record<string, string>;
    return `${stdout}${stderr}` || message;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const cases = changes.flatMap(({ title, files }) =>
  [undefined, ...files].map((left) => ({ title, files, left })),
);
let passed = 0;
let failed = 0;
const next = cases.values();
const work = async () => {
  for (const { title, files, left } of next) {
    const found = await problems(files.filter((file) => file !== left).map(({ diff }) => diff));
    // The place is named when the output mentions the file, or what it should have defined.
    const isNamed =
      left !== undefined &&
      [left.name, ...[...left.diff.matchAll(/^\+.*?\b(\w{6,})\b/gm)].map(([, word]) => word!)].some(
        (word) => found.includes(word),
      );
    const isRight = left ? isNamed : !found;
    if (isRight) passed++;
    else failed++;
    console.log(
      `${isRight ? 'ok' : 'WRONG'}  ${title}, ${left ? `without ${left.name}` : `whole, ${files.length} files`}`,
    );
    if (!isRight) console.error(found.slice(-2000) || 'No check noticed it.');
  }
};
await Promise.all([work(), work()]);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
