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
  // These packages are ES modules only.
  transformIgnorePatterns: ['/node_modules/(?!(content-disposition|jose)/)'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/setup.ts'],
  restoreMocks: true,
  testTimeout: 60_000,
  maxWorkers: '100%',
  coverageDirectory: 'node_modules/.cache/coverage',
  coverageReporters: ['text-summary', 'html', 'json-summary'],
  collectCoverageFrom: [
    '*.ts',
    '{client,core,creates,fields,searches,service,triggers,zapier}/**/*.ts',
    'packages/**/*.{ts,tsx}',
    '!packages/*/test/**',
    // Tests start these as processes of their own, whose coverage nobody sees.
    '!packages/*/{main,make,start,listen}.ts',
    '!packages/sandbox/tool/**',
    // These need Redis and PostgreSQL: `npm run n8n:real` runs them.
    '!packages/n8n-self-hosted/{redis,postgres,host-setting}.ts',
  ],
  coverageThreshold: {
    global: { branches: 92 },
    './packages/doctor/': { branches: 85 },
    './packages/mcp/': { branches: 85 },
    './packages/n8n/': { branches: 85 },
    './packages/n8n-self-hosted/': { branches: 85 },
    './packages/power-automate/': { branches: 85 },
    './packages/sandbox/': { branches: 85 },
  },
  reporters: ['default', '<rootDir>/test/support/left-out.js'],
};
