/**
 * Checks the commands of README and guides: every npm script exists, and each `invoke` line and
 * each block of the guides for engineers runs with a sandbox and prints the promised output.
 * Commands that need an account or the network are listed and skipped.
 */
import { execFile, type ExecFileOptions } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import packageJson from '../../package.json' with { type: 'json' };
import { createSandbox } from '../../packages/sandbox/server.tsx';
import { trackedFiles } from './run.ts';

const texts = trackedFiles('*.md').map((page) => readFileSync(page, 'utf8'));

const named = new Set(
  texts.flatMap((text) => [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!)),
);
const unknown = [...named].filter((name) => !Object.hasOwn(packageJson.scripts, name));

/** Patterns of `npx jest` must match a test. */
const tests = trackedFiles('*.test.ts', '*.test.tsx');
const idle = texts
  .flatMap((text) => [...text.matchAll(/npx jest ([\w/ -]+?)(?= --|`|$)/gm)])
  .flatMap(([, patterns]) => patterns!.trim().split(' '))
  .filter((pattern) => !tests.some((path) => path.includes(pattern)))
  .map((pattern) => `npx jest ${pattern}: no such test`);

const blocksOf = (text: string) =>
  [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!);
/** All blocks of these guides run. */
const guides = ['docs/other-tools.md', 'docs/sandbox.md'];

const lines = texts.flatMap((text) => blocksOf(text).flatMap((block) => block.trim().split('\n')));
const invocations = lines.filter((line) => line.startsWith('npm run zapier -- invoke'));
const leftOut = lines.filter((line) =>
  /-- (login|register|push|env:set|users:add|promote|migrate)/.test(line),
);

const sandbox = await createSandbox();
const failed: string[] = [];
/** The output that a block promises, in lines such as `# prints {"count":1`. */
const promised = (script: string) =>
  [...script.matchAll(/^# prints (.+)$/gm)].map(([, text]) => text!.trim());
let compared = 0;

/**
 * Runs a shell script and looks for the promised outputs in their order. Runs it asynchronously
 * because the sandbox answers from this process.
 */
async function tried(what: string, script: string, options: ExecFileOptions) {
  const args = ['-euo', 'pipefail', '-c', script];
  try {
    const { stdout } = await promisify(execFile)('bash', args, { ...options, encoding: 'utf8' });
    let from = 0;
    for (const text of promised(script)) {
      compared++;
      const place = stdout.indexOf(text, from);
      if (place < 0) failed.push(`${what}: does not print ${text}, but ${stdout.slice(from)}`);
      else from = place + text.length;
    }
  } catch (error) {
    failed.push(`${what}: ${(error as Error).message}`);
  }
}
const env = { ...process.env, authData_base_url: sandbox.url, authData_api_key: sandbox.apiKey };
for (const line of invocations) await tried(line, `${line} </dev/null`, { env });
const blocks = guides.flatMap((guide) =>
  blocksOf(readFileSync(guide, 'utf8')).map((block) => ({ guide, block })),
);
for (const { guide, block } of blocks) {
  const cwd = mkdtempSync(join(tmpdir(), 'guide-'));
  await tried(guide, block.replaceAll('http://127.0.0.1:4010', sandbox.url), { cwd });
  rmSync(cwd, { recursive: true });
}
await sandbox.close();

console.log(
  `${named.size} npm scripts named, ${unknown.length} unknown; ${invocations.length} invocations and ${blocks.length} blocks run, ${compared} of what they print compared, ${failed.length} failed; left out, as they need an account: ${leftOut.length}`,
);
[...unknown, ...idle, ...failed].forEach((problem) => console.error(problem));
process.exit(
  unknown.length || idle.length || failed.length || !invocations.length || !compared ? 1 : 0,
);
