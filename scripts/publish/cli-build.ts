/**
 * `_zapier-build`, which Zapier's CLI runs before it validates or packs: builds the app. Where the
 * CLI would copy this folder, with all files of node_modules open at once, it says what to run
 * instead. tools/zapier.mjs packs a folder without this script.
 */
import { spawnSync } from 'node:child_process';

/** The command lines of the processes above this one; none where there is no `ps`. */
function commandsAbove(): string[] {
  const { stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const rows = [...(stdout ?? '').matchAll(/^ *(\d+) +(\d+) (.*)$/gm)];
  const processes = new Map(rows.map(([, id, parent, command]) => [id!, { parent, command }]));
  const above = [];
  for (let one = processes.get(`${process.pid}`); one; one = processes.get(one.parent!)) {
    above.push(one.command!);
  }
  return above;
}

const called = commandsAbove().find((command) => /zapier-platform\S* (build|push)\b/.test(command));
if (called?.includes(' push')) {
  console.error('Push with this repository: npm run push -- --service ondorse');
  process.exit(1);
}
if (called && !/--skip-(dep|npm)-install/.test(called)) {
  console.error(
    'All files of node_modules are too many for this copy. Run: npm run zapier -- build',
  );
  process.exit(1);
}
await import('./build.ts');
