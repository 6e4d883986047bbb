/**
 * The commands of README and guides: every npm script they name exists, each `invoke` line and each
 * block of the guides for engineers runs against a sandbox. Commands that need an account or the
 * network are named and left out.
 */
import { execFile, type ExecFileOptions } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import packageJson from '../../package.json' with { type: 'json' };
import { createSandbox } from '../../packages/sandbox/server.tsx';
import { trackedFiles } from './run.ts';

const texts = trackedFiles('*.md')
  .filter((page) => !page.startsWith('docs/recipes/'))
  .map((page) => readFileSync(page, 'utf8'));

const named = new Set(
  texts.flatMap((text) => [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!)),
);
const unknown = [...named].filter((name) => !Object.hasOwn(packageJson.scripts, name));

const blocksOf = (text: string) =>
  [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!);
/** Guides whose blocks run whole. */
const guides = ['docs/other-tools.md', 'docs/sandbox.md'];

const lines = texts.flatMap((text) => blocksOf(text).flatMap((block) => block.trim().split('\n')));
const invocations = lines.filter((line) => line.startsWith('npm run zapier -- invoke'));
const leftOut = lines.filter((line) =>
  /-- (login|register|push|env:set|users:add|promote|migrate)/.test(line),
);

const sandbox = await createSandbox();
const failed: string[] = [];
/** Runs a text of the shell. The sandbox answers from this process, so it must not be blocked. */
async function tried(what: string, script: string, options: ExecFileOptions) {
  const args = ['-euo', 'pipefail', '-c', script];
  await promisify(execFile)('bash', args, options).catch((error: Error) =>
    failed.push(`${what}: ${error.message}`),
  );
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
  `${named.size} npm scripts named, ${unknown.length} unknown; ${invocations.length} invocations and ${blocks.length} blocks run, ${failed.length} failed; left out, as they need an account: ${leftOut.length}`,
);
[...unknown, ...failed].forEach((problem) => console.error(problem));
process.exit(unknown.length || failed.length || !invocations.length ? 1 : 0);
