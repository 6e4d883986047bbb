/**
 * `npm run check -- n8n`: builds the package for n8n and checks its types, the steps in n8n's engine
 * and the packed files. `-- types` checks the types alone. `n8n-verify` has the linters.
 */
import { existsSync } from 'node:fs';

import { installTools } from '../../tools/install.mjs';
import { buildPackages, must, reportPackage } from './run.ts';

const tools = 'tools/n8n';

installTools(tools);

const types = () =>
  must('Types of the nodes for n8n', 'node_modules/.bin/tsc', ['-p', 'packages/n8n']);

function all() {
  buildPackages('n8n');
  types();
  const tests = ['--config=packages/n8n/test/jest.config.mjs'];
  must("Steps and trigger in n8n's engine", 'node_modules/.bin/jest', tests);
  reportPackage('packages/n8n', 200);
}

if (process.argv.includes('types')) {
  // The first build makes the parameters of the nodes.
  if (!existsSync('packages/n8n/generated')) buildPackages('n8n');
  types();
} else all();
