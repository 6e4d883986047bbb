import { availableParallelism } from 'node:os';

/**
 * The configuration of Jest for all that needs neither Chromium nor n8n's engine. Those tests have
 * configurations of their own: packages/sandbox/test/browser and packages/n8n/test.
 */
export default {
  displayName: 'unit',
  testMatch: ['<rootDir>/test/**/*.test.ts', '<rootDir>/packages/*/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/test/browser/', '<rootDir>/packages/n8n/'],
  modulePathIgnorePatterns: ['<rootDir>/(.package|build|tools)/'],
  transform: { '\\.([jt]sx?|mjs)$': '@swc/jest' },
  // ES modules.
  transformIgnorePatterns: ['/node_modules/(?!(jose|stdnum)/)'],
  // Zod's sixty languages are a fifth of all modules that the tests load; messages use none.
  moduleNameMapper: {
    '^\\.\\./locales/index\\.cjs$': '<rootDir>/node_modules/zod/v4/locales/en.cjs',
  },
  testEnvironment: '<rootDir>/test/jest/environment.js',
  globalSetup: '<rootDir>/test/jest/global-setup.ts',
  setupFilesAfterEnv: ['<rootDir>/test/jest/setup.ts'],
  restoreMocks: true,
  // A random test tries thousands of inputs, also on a busy machine.
  testTimeout: 300_000,
  // A third of their time, tests wait for processes and for time-outs.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  reporters: ['default', '<rootDir>/test/jest/left-out.js'],
};
