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
  testEnvironment: '<rootDir>/test/jest/environment.js',
  globalSetup: '<rootDir>/test/jest/global-setup.ts',
  setupFilesAfterEnv: ['<rootDir>/test/jest/setup.ts'],
  restoreMocks: true,
  // A random test tries thousands of inputs, also on a busy machine.
  testTimeout: 300_000,
  maxWorkers: '100%',
  reporters: ['default', '<rootDir>/test/jest/left-out.js'],
};
