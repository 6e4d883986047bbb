/** `npm run test:nodes`: runs the tests on Node 20, 22 and 24, taken from the npm registry. */
import { spawnSync } from 'node:child_process';

let failed = 0;
for (const major of ['20', '22', '24']) {
  const { status, stderr } = spawnSync(
    'npx',
    ['--yes', '-p', `node@${major}`, 'node', 'node_modules/jest/bin/jest.js', '--silent'],
    { encoding: 'utf8' },
  );
  const summary = /Tests:.*/.exec(stderr)?.[0] ?? stderr.slice(-300);
  console.log(`Node ${major}: ${summary}`);
  if (status !== 0) failed++;
}
process.exit(failed);
