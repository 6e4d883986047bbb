/** Unit tests that load sources alone: without the bundles that the others need. */
import config from '../../jest.config.js';

const { globalSetup: _, moduleNameMapper, ...unit } = config.projects[0];
/** Libraries are those of node_modules. */
const notBundled = Object.entries(moduleNameMapper).filter(([, path]) => !path.includes('/build/'));
export default {
  ...unit,
  rootDir: '../..',
  testTimeout: config.testTimeout,
  moduleNameMapper: Object.fromEntries(notBundled),
};
