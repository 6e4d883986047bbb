/** The configuration of Jest: one project for code, one for tests in a browser. */
import { availableParallelism } from 'node:os';

const ignored = ['<rootDir>/.package/', '<rootDir>/build/', '<rootDir>/tools/'];
const transform = { '\\.([jt]sx?|mjs)$': '@swc/jest' };
/** These packages are ES modules only. */
const transformIgnorePatterns = ['/node_modules/(?!(content-disposition|jose)/)'];

export default {
  projects: [
    {
      displayName: 'unit',
      testEnvironment: '<rootDir>/test/support/environment.ts',
      modulePathIgnorePatterns: ignored,
      transform,
      transformIgnorePatterns,
      moduleNameMapper: { '^nock$': '<rootDir>/test/support/nock.ts' },
      testMatch: ['<rootDir>/test/**/*.test.ts', '<rootDir>/packages/*/test/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '/browser/', '<rootDir>/packages/n8n/'],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      setupFilesAfterEnv: ['<rootDir>/test/support/setup.ts'],
    },
    {
      displayName: 'browser',
      testEnvironment: '<rootDir>/test/support/environment.ts',
      modulePathIgnorePatterns: ignored,
      transform,
      transformIgnorePatterns,
      testMatch: ['<rootDir>/packages/sandbox/test/browser/**/*.test.ts'],
    },
  ],
  testTimeout: 60_000,
  // Some files mostly wait: one more worker keeps all cores busy.
  maxWorkers: availableParallelism() + 1,
};
