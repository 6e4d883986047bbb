/** Runs before each test file: waits are short, and Zapier's platform is that of environment.js. */
import './short-waits.ts';

declare const loadPlatform: () => object;
jest.mock('zapier-platform-core', () => loadPlatform());
