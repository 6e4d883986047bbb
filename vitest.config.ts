/** The configuration of Vitest: one project for code, one for tests in a browser. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const ignored = ['**/node_modules/**', 'build/**', 'tools/**', 'packages/n8n/**'];

export default defineConfig({
  test: {
    globals: true,
    // Files of one worker share loaded modules, which halves the time. test/support/setup.ts gives
    // back what a file changes.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Some files mostly wait: one more worker keeps all cores busy.
    maxWorkers: availableParallelism() + 1,
    setupFiles: 'test/support/setup.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
          exclude: [...ignored, '**/browser/**'],
          globalSetup: 'test/support/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['packages/sandbox/test/browser/**/*.test.ts'],
          exclude: ignored,
          // A busy machine may starve Chromium; what fails twice is wrong.
          retry: 1,
        },
      },
    ],
  },
});
