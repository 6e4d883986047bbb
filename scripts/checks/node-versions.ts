/**
 * `npm run check -- nodes [jest arguments]`: runs the tests on Node 20, 22 and 24 from the npm
 * registry. With arguments such as `test/e2e` it runs fewer tests, and skips the current Node.
 */
import { spawnSync } from 'node:child_process';

let failed = 0;
for (const major of ['20', '22', '24']) {
  // All tests already ran on this one.
  if (major === process.versions.node.split('.')[0] && process.argv.length > 2) continue;
  const jest = ['node', 'node_modules/jest/bin/jest.js', '--silent', ...process.argv.slice(2)];
  const { status, stderr } = spawnSync('npx', ['--yes', '-p', `node@${major}`, ...jest], {
    encoding: 'utf8',
  });
  const summary = /Tests:.*/.exec(stderr)?.[0] ?? stderr.slice(-300);
  console.log(`Node ${major}: ${summary}`);
  if (status === 0) continue;
  failed++;
  // The names of the failed tests, and the first lines of each failure.
  for (const [found] of stderr.matchAll(/^ {2}● [\s\S]{0,600}/gm)) console.error(found);
}
process.exit(failed);
