/** The configuration of Vitest for the nodes: the built package, in n8n's own engine. */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const engine = resolve('tools/n8n/node_modules');

export default defineConfig({
  resolve: {
    alias: {
      'n8n-core': `${engine}/n8n-core`,
      // The build that the engine loads, too: errors must have the same classes.
      'n8n-workflow': `${engine}/n8n-workflow/dist/cjs/index.js`,
    },
  },
  test: {
    globals: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The files mostly wait.
    maxWorkers: availableParallelism(),
    include: ['packages/n8n/test/**/*.test.ts'],
    // Here Node finds what the built package requires.
    env: { NODE_PATH: engine },
  },
});
