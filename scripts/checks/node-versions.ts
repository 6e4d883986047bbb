/**
 * `npm run check -- nodes [names of tests]`: runs the tests on Node 20, 22 and 24 from the npm
 * registry. With names such as `test/e2e` it runs fewer tests, on one other Node: Zapier's, which is 22,
 * or the oldest.
 */
import { spawnSync } from 'node:child_process';

const names = process.argv.slice(2);
const other = process.versions.node.startsWith('22.') ? '20' : '22';
let failed = 0;
for (const major of names.length ? [other] : ['20', '22', '24']) {
  const jest = ['node', 'node_modules/jest/bin/jest.js', ...names, '--silent'];
  const { status, stdout, stderr } = spawnSync('npx', ['--yes', '-p', `node@${major}`, ...jest], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  const summary = /Tests .*/.exec(stdout)?.[0] ?? stderr.slice(-300);
  console.log(`Node ${major}: ${summary}`);
  if (status === 0) continue;
  failed++;
  // The names of the failed tests, and the first lines of each failure.
  for (const [failure] of stderr.matchAll(/^ FAIL [\s\S]{0,600}/gm)) console.error(failure);
}
process.exit(failed);
