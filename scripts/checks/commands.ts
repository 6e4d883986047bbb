/**
 * `npm run check -- commands`: the commands of README and guides. The named scripts, checks, builds
 * and tests exist. Each `invoke` line and each block of the guides for engineers runs with a sandbox
 * and prints the promised output. Commands that need an account or the network are skipped.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import packageJson from '../../package.json' with { type: 'json' };
import { createSandbox } from '../../packages/sandbox/server.tsx';
import { builds, checks } from '../commands.ts';
import { report } from './report.ts';
import { runBeside, trackedFiles } from './run.ts';

const texts = trackedFiles('*.md').map((page) => readFileSync(page, 'utf8'));
const namedBy = (pattern: RegExp) =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name!));

/** Reports names without a thing of that name. */
function reportNames(what: string, names: string[], exists: (name: string) => boolean): void {
  const unknown = names.filter((name) => !exists(name));
  const isGood = names.length > 0 && !unknown.length;
  report(`${names.length} times the name of a ${what}`, isGood, unknown.join('\n'));
}
const tests = trackedFiles('*.test.ts', '*.test.tsx');
reportNames('script', namedBy(/npm run (?:--silent )?([a-z][\w:-]*)/g), (name) =>
  Object.hasOwn(packageJson.scripts, name),
);
reportNames('check', namedBy(/npm run check -- (?!list\b)([\w-]+)/g), (name) =>
  Object.hasOwn(checks, name),
);
reportNames('build', namedBy(/npm run build -- ([\w-]+)/g), (name) => Object.hasOwn(builds, name));
reportNames(
  'test',
  namedBy(/npx jest ([\w/ -]+?)(?= --|`|$)/gm).flatMap((patterns) => patterns.trim().split(' ')),
  (pattern) => tests.some((path) => path.includes(pattern)),
);

const blocksOf = (text: string) =>
  [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!);
const lines = texts.flatMap((text) => blocksOf(text).flatMap((block) => block.trim().split('\n')));
const invocations = lines.filter((line) => line.startsWith('npm run zapier -- invoke'));
/** All blocks of these guides run. */
const guides = ['docs/other-tools.md', 'docs/sandbox.md'];

const sandbox = await createSandbox();
const env = { ...process.env, authData_base_url: sandbox.url, authData_api_key: sandbox.apiKey };

/** Runs a script and looks for each line such as `# prints {"count":1` in its order. */
async function reportScript(what: string, script: string, cwd?: string): Promise<void> {
  const args = ['-euo', 'pipefail', '-c', script];
  const { isGood, stdout, text } = await runBeside('bash', args, { cwd, env, timeout: 120_000 });
  report(what, isGood, text);
  let from = 0;
  for (const [, promised] of script.matchAll(/^# prints (.+)$/gm)) {
    const place = stdout.indexOf(promised!.trim(), from);
    report(`  prints ${promised}`, place >= 0, stdout.slice(from));
    from = Math.max(place, from);
  }
}
report('There are lines to invoke', invocations.length > 0);
for (const line of invocations) await reportScript(line, line);
for (const guide of guides) {
  const blocks = blocksOf(readFileSync(guide, 'utf8'));
  report(`${guide} has blocks that print something`, blocks.join('').includes('# prints '));
  for (const [index, block] of blocks.entries()) {
    const cwd = mkdtempSync(join(tmpdir(), 'guide-'));
    const script = block.replaceAll('http://127.0.0.1:4010', sandbox.url);
    await reportScript(`${guide}, block ${index + 1} of ${blocks.length}`, script, cwd);
    rmSync(cwd, { recursive: true });
  }
}
await sandbox.close();
process.exit();
