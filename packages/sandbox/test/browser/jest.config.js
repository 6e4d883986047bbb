/** The configuration of Jest for the tests in Chromium. */
import unit from '../../../../jest.config.js';

export default {
  ...unit,
  displayName: 'browser',
  rootDir: '../../../..',
  testMatch: ['<rootDir>/packages/sandbox/test/browser/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  // A test of the look opens dozens of pages.
  testTimeout: 180_000,
  reporters: ['default'],
};
