/** Unit tests that load sources alone: without the bundles that the others need. */
import config from '../../jest.config.js';

const { globalSetup: _, moduleNameMapper, ...unit } = config.projects[0];
const nock = '^nock$';
export default {
  ...unit,
  rootDir: '../..',
  moduleNameMapper: { [nock]: moduleNameMapper[nock] },
  testTimeout: config.testTimeout,
};
