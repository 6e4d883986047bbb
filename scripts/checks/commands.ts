/**
 * `npm run check -- commands`: the commands of README and guides. The named scripts, checks, builds
 * and tests exist. README's steps and each block of the guides for engineers run with a sandbox and
 * print the promised output. Commands that need an account or the network are skipped.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import packageJson from '../../package.json' with { type: 'json' };
import { createSandbox } from '../../packages/sandbox/server.tsx';
import { until } from '../../zapier/local/until.ts';
import { builds, checks } from '../commands.ts';
import { startProcess } from '../process.ts';
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
/** All blocks of these guides run. */
const guides = ['docs/other-tools.md', 'docs/sandbox.md', 'docs/for-admins.md'];

/** What the blocks leave on this computer, such as the memory of `invoke`. */
const home = mkdtempSync(join(tmpdir(), 'guides-'));
let sandbox = await createSandbox();
const env = {
  ...process.env,
  HOME: home,
  authData_base_url: sandbox.url,
  authData_api_key: sandbox.apiKey,
};

/** Runs a script and looks for each line such as `# prints {"count":1` in its order. */
async function reportScript(what: string, block: string, cwd?: string): Promise<string> {
  const script = block.replaceAll('http://127.0.0.1:4010', sandbox.url);
  const args = ['-euo', 'pipefail', '-c', script];
  const { isGood, stdout, text } = await runBeside('bash', args, { cwd, env, timeout: 120_000 });
  report(what, isGood, text);
  let from = 0;
  for (const [, promised] of script.matchAll(/^# prints (.+)$/gm)) {
    const place = stdout.indexOf(promised!.trim(), from);
    report(`  prints ${promised}`, place >= 0, stdout.slice(from));
    from = Math.max(place, from);
  }
  return stdout;
}

/** README: "The trigger shows nothing until a case is approved in the back office." */
const steps = blocksOf(readFileSync('README.md', 'utf8')).find((one) => one.includes('invoke'))!;
for (const when of ['first', 'after a restart']) {
  const before = await reportScript(`The steps of README, ${when}`, steps);
  report('  show nothing at the trigger', before.trim().endsWith('[]'), before);
  const [made] = sandbox.act.cases();
  sandbox.act.decide(made!.application_id, { status: 'approved' });
  const after = await reportScript('  and then once more', steps.trim().split('\n').at(-1)!);
  report('  show the approved case', after.includes(made!.application_id), after);
  await sandbox.close();
  sandbox = await createSandbox({ port: Number(new URL(sandbox.url).port) });
}
/** README: what `npm run dev` starts ends with it. */
const dev = await startProcess('npm', ['run', 'dev', '--', '--memory'], /API key/);
await dev.end('SIGINT');
const isGone = () =>
  fetch(dev.url)
    .then(() => false)
    .catch(() => true);
report('npm run dev leaves no process', await until('its end', isGone));
for (const guide of guides) {
  const blocks = blocksOf(readFileSync(guide, 'utf8'));
  report(`${guide} has blocks that print something`, blocks.join('').includes('# prints '));
  for (const [index, block] of blocks.entries()) {
    const cwd = block.startsWith('npm run') ? undefined : mkdtempSync(join(home, 'block-'));
    await reportScript(`${guide}, block ${index + 1} of ${blocks.length}`, block, cwd);
  }
}
rmSync(home, { recursive: true });
await sandbox.close();
process.exit();
