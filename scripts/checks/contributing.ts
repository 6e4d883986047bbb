/**
 * `npm run check:contributing`: applies each diff of CONTRIBUTING.md to a copy of the repository. Whole,
 * types and all unit tests must hold once `npm run docs` has written what is generated; with one file
 * left out, the types or a test of how things are connected must fail and name the place.
 * `npm run check:contributing -- event` takes only the changes with that word in their title.
 */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);

interface Change {
  title: string;
  /** The diff of each file, with the file's name. */
  files: { name: string; diff: string }[];
}
const wanted = process.argv[2]?.toLowerCase() ?? '';
const changes: Change[] = [
  ...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/## (.*)\n[^#]*?```diff\n([\s\S]*?)```/g),
]
  .map(([, title, diff]) => ({
    title: title!,
    files: diff!
      .split(/^(?=diff --git )/m)
      .filter(Boolean)
      .map((part) => ({ name: /^\+\+\+ b\/(.*)$/m.exec(part)![1]!, diff: part })),
  }))
  .filter(({ title }) => title.toLowerCase().includes(wanted));

/** How many files a change may touch by hand. */
const most: Record<string, number> = {
  'A field of a business and one of a person': 3,
  'An event with its trigger': 4,
  'An endpoint with its search': 6,
  'A state of a case': 2,
  'A language of the portal': 1,
};

/** Without the cache, which lies in the shared node_modules. */
const types = 'node_modules/typescript/bin/tsc --incremental false --tsBuildInfoFile null';
const jest = 'node_modules/jest/bin/jest.js --selectProjects unit --maxWorkers=1';
const tsx = 'node_modules/tsx/dist/cli.mjs';
/** Whole: as the recipe says, then every unit test. */
const whole = [
  types,
  `${tsx} scripts/publish/build.ts`,
  `${tsx} scripts/pages/docs.ts`,
  `${jest} --testPathIgnorePatterns test/browser`,
];
/** With a file left out: what connects one file with another. The other suites test one side each. */
const connected = [types, `${jest} test/wiring test/api test/operations test/sandbox/states`];

/** Runs one after the other. @returns what the first that fails says; nothing when all is well. */
async function problems(folder: string, commands: string[]): Promise<string> {
  try {
    for (const command of commands) {
      const maxBuffer = 64 * 1024 * 1024;
      await run(process.execPath, command.split(' '), { cwd: folder, maxBuffer });
    }
    return '';
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & Record<string, string>;
    return `${stdout}${stderr}` || message;
  }
}

let passed = 0;
let failed = 0;
function report(isRight: boolean, what: string, found: string) {
  if (isRight) passed++;
  else failed++;
  console.log(`${isRight ? 'ok' : 'WRONG'}  ${what}`);
  if (!isRight) console.error(found.slice(-4000) || 'No check noticed it.');
}

/** A copy of the repository; a change is applied to it and taken back. */
function copy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'contributing-'));
  for (const file of tracked) cpSync(file, join(folder, file));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  // Some tests and pages ask git for the files.
  execFileSync('git', ['init', '-q'], { cwd: folder });
  return folder;
}
function apply(folder: string, files: Change['files'], reverse = false) {
  writeFileSync(join(folder, 'change.diff'), files.map(({ diff }) => diff).join(''));
  execFileSync('git', ['apply', ...(reverse ? ['-R'] : []), 'change.diff'], { cwd: folder });
}

async function check({ title, files }: Change): Promise<void> {
  const folder = copy();
  try {
    for (const left of files.length > 1 ? files : []) {
      const rest = files.filter((file) => file !== left);
      apply(folder, rest);
      const found = await problems(folder, connected);
      // The file by its name, or by that of what it should have defined.
      const defined = [...left.diff.matchAll(/^\+.*?\b(\w{6,})\b/gm)].map(([, word]) => word!);
      const isNamed = [left.name, ...defined].some((word) => found.includes(word));
      report(isNamed, `${title}, without ${left.name}`, found);
      apply(folder, rest, true);
    }
    apply(folder, files);
    const found = await problems(folder, whole);
    const isFew = files.length <= (most[title] ?? 0);
    const told = isFew ? found : `${files.length} files by hand are too many.`;
    report(isFew && !found, `${title}, whole, ${files.length} files`, told);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const change of changes) await check(change);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
