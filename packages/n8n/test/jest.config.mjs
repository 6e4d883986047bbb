/** The configuration of Jest for the nodes: the built package, in n8n's own engine. */
import unit from '../../../jest.config.js';

// A time zone in which no day begins at midnight UTC.
process.env.TZ = 'Europe/Berlin';

const { globalSetup: _, ...common } = unit;
export default {
  ...common,
  displayName: 'n8n',
  rootDir: '../../..',
  testMatch: ['<rootDir>/packages/n8n/test/**/*.test.ts'],
  // A whole n8n runs in the folder `real`, so only `npm run n8n:real` does.
  testPathIgnorePatterns: ['/node_modules/', '/test/real/'],
  modulePathIgnorePatterns: ['<rootDir>/.package/'],
  setupFilesAfterEnv: ['<rootDir>/packages/n8n/test/setup.ts'],
  // Here Node finds what the built package requires.
  modulePaths: ['<rootDir>/tools/n8n/node_modules'],
  transformIgnorePatterns: [...unit.transformIgnorePatterns, '<rootDir>/packages/n8n/dist/'],
  reporters: ['default'],
};
