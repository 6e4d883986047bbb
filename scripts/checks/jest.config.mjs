/** Unit tests that load sources alone: without the bundles that the others need. */
import config from '../../jest.config.js';

const { globalSetup: _, ...unit } = config.projects[0];
export default {
  ...unit,
  rootDir: '../..',
  testTimeout: config.testTimeout,
};
